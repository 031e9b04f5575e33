"""The page "Is it private?": verdicts that agree with theory, whatever is asked of it."""

import csv
import io
import re
from collections.abc import Generator
from typing import Any

import pytest

from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.is_it_private import verdicts
from dplab.studies.is_it_private.verdicts import Question, everyone
from pages.comparison.values import CALLED
from pages.is_it_private import sentences
from pages.is_it_private.meter import export
from pages.kit import chart
from tests.house.some import every
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of

PAGE = "is_it_private"
SMALL = {"n": "100", "lam": "1e-3", "epsilon": "0.1", "d": "1"}
PURE = [name for name, entry in MECHANISMS.items() if entry.guarantee == "pure"]
WITH_DELTA = [name for name, entry in MECHANISMS.items() if entry.uses_delta]

STRIP = {"is_it_private_part": "mechanisms"}

EXTREME = {
    "tiny epsilon": {"epsilon": "1e-9"},
    "huge epsilon": {"epsilon": "1e9"},
    "no privacy": {"epsilon": "inf"},
    "one record": {"n": "1"},
    "a billion records": {"n": "1000000000"},
    "huge lam": {"lam": "1e6"},
    "tiny lam": {"lam": "1e-6"},
    "many features": {"d": "100"},
    "narrow corner": {"loss": "huber", "h": "0.01"},
    "wide corner": {"loss": "smoothed", "h": "2"},
    "own data": {"pair": "own"},
    "own data by counts": {"pair": "own", "data": "counterexample"},
    "one own record": {"pair": "own", "n": "1"},
}


def verdict(app) -> str:
    """Return the sentence in bold."""
    (sentence,) = (
        m.value for m in app.markdown if re.match(r"\*\*(Over all.*: )?[Cc]laims", m.value)
    )
    return sentence.strip("*")


@pytest.mark.parametrize(("query", "leak"), [
    ({"n": "600", "lam": "1e-6", "epsilon": "0.2", "d": "1"}, 5.98), (SMALL, 1.23),
])  # fmt: skip
def test_the_missing_jacobian_is_caught(query: dict[str, str], leak: float):
    app = opened(PAGE, mechanism="objective_2008", **query)
    found = float(app.metric[1].value)
    assert leak * 0.99 <= found <= float(app.metric[2].value)
    assert f"Claims ε = {query['epsilon']}, can leak {app.metric[1].value}:" in verdict(app)
    assert len(figures(app)) == 2


def test_at_its_first_setting_the_mechanism_of_2008_keeps_its_claim():
    app = opened(PAGE, mechanism="objective_2008", n="14000", lam="0.01", epsilon="0.1", d="10")
    assert [metric.value for metric in app.metric][::2] == ["0.1", "0.1"]
    assert "no data set can make it more than 0.1" in verdict(app)


def test_at_its_smaller_settings_it_does_not():
    app = opened(PAGE, **SMALL, is_it_private_part="errata", is_it_private_erratum="jacobian")
    app.session_state["fold At the settings of the paper"] = True
    rows = [line.split("|") for line in text_of(app.run()).splitlines() if line.startswith("| ")]
    verdicts = {(row[1].strip(), row[2].strip()): row[3:6] for row in rows if len(row) == 7}
    assert verdicts["14,000", "0.1"][2].strip() == "holds"
    assert verdicts["10,000", "0.02"][2].strip() == "holds"
    assert [each.strip() for each in verdicts["10,000", "0.005"]] == ["1.23", "1.28", "broken"]
    assert [each.strip() for each in verdicts["1,000", "0.1"]][1:] == ["1.06", "no proof"]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("mechanism", PURE)
def test_pure_mechanisms_keep_their_claim(mechanism: str, loss: str):
    question = Question(mechanism, 0.1, 1e-3, loss, 0.5, 100, 2)
    found = verdicts.verdict(question)
    losses = at_the_end(verdicts.privacy_losses(question, found.neighbours))
    found = verdicts.beside(found, losses)  # as the page shows it
    assert found.found <= found.ceiling * verdicts.ROUNDING
    assert found.ceiling <= 0.1 * verdicts.ROUNDING
    assert "no data set can make it more than" in sentences.verdict(found)


def at_the_end(steps: Generator[float, None, Any]) -> Any:
    """Return what a computation in steps comes to."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@pytest.mark.parametrize("mechanism", PURE)
def test_the_page_shows_that_pure_mechanisms_keep_their_claim(mechanism: str):
    app = opened(PAGE, mechanism=mechanism, **SMALL | {"d": "2"})
    claim, found, most = (float(metric.value) for metric in app.metric)
    assert found <= most <= claim
    assert "no data set can make it more than" in verdict(app)


@pytest.mark.parametrize("mechanism", ["output_laplace_norm", "objective_laplace_norm"])
def test_a_length_with_the_wrong_law_leaks_without_limit(mechanism: str):
    assert "can leak without limit" in verdict(opened(PAGE, mechanism=mechanism, n="100", d="2"))
    one = {"n": "2000", "lam": "0.1", "epsilon": "1", "d": "1", "loss": "huber"}
    assert re.search(
        "can leak 1.4.*: 1.4.* times its claim", verdict(opened(PAGE, mechanism=mechanism, **one))
    )


def test_no_noise_claims_nothing():
    app = opened(PAGE, mechanism="non_private", **SMALL)
    assert verdict(app).startswith("Claims nothing, and its loss has no limit")


def test_a_figure_is_sent_once_where_the_audit_is_known_and_twice_where_it_comes_later(monkeypatch):
    sent: list[str] = []
    show = chart.show
    monkeypatch.setattr(chart, "show", lambda *a, **k: (sent.append(a[1]), show(*a, **k)))
    asked = SMALL | {"mechanism": "objective_2008", "lam": "1e-5"}  # of which nobody else asks
    for times in (2, 1):
        sent.clear()
        assert "no ε below" in text_of(opened(PAGE, **asked))
        assert sent.count("privacy-loss") == times


@pytest.mark.parametrize("query", every(2, EXTREME.values()), ids=EXTREME)
def test_extreme_settings_get_a_verdict(query: dict[str, str]):
    app = opened(PAGE, **SMALL | query)
    assert complaints(app) == []
    assert [e.value for e in app.error] == []
    assert verdict(app)


BAD = {
    "mechanism": "laplace",
    "pair": "best",
    "runs": "5",
    "d": "0",
    "epsilon": "0",
    "lam": "x",
    "n": "0",
}


def test_bad_values_get_a_sentence_each_and_the_default():
    app = opened(PAGE, **SMALL | BAD)
    assert complaints(app) == []
    called = CALLED | {
        "mechanism": "Mechanism",
        "pair": "The pair of neighbours",
        "runs": "Runs of the audit",
    }
    said = [e.value for e in app.error]
    assert len(said) == len(BAD)
    for name in BAD:
        assert sum(each.startswith(f"{called[name]} must be") for each in said) == 1
    assert verdict(app)
    # Without λ the address would mean an older default: that of now stands in it.
    assert BAD.keys() & set(app.query_params) == {"lam"}
    assert app.query_params["lam"] in ("auto", ["auto"])


def test_one_bad_value_gets_one_sentence_and_leaves_the_others_as_they_are():
    app = opened(PAGE, **SMALL | {"mechanism": "laplace"})
    (sentence,) = (e.value for e in app.error)
    assert sentence.endswith("shown instead.")
    assert verdict(app) == verdict(opened(PAGE, **SMALL))


def test_too_many_records_get_a_sentence():
    app = opened(PAGE, **SMALL | {"n": "1e12"})
    assert complaints(app) == []
    assert "n must be at most" in app.error[0].value


def test_examples_bring_their_settings():
    app = opened(PAGE)
    (button,) = (b for b in app.button if b.label == "Few records, small λ")
    button.click().run()
    assert verdict(app) == "Claims ε = 0.2, can leak 5.99: 30 times its claim."


@pytest.mark.parametrize("mechanism", WITH_DELTA)
def test_a_claim_with_a_delta_is_shown_with_its_delta_everywhere(mechanism: str):
    app = opened(PAGE, **SMALL | {"mechanism": mechanism, "delta": "1e-5"})
    assert verdict(app).startswith("Claims ε = 0.1 with δ = 1e-5, and it is proven:")
    (strip,) = figures(opened(PAGE, **SMALL | {"delta": "1e-5"} | STRIP))
    app.session_state["fold δ of the same noise at every ε"] = True
    _, _, profile = figures(app.run())
    assert profile["layout"]["title"]["text"] == "δ of the same noise at every ε"
    texts = [note["text"] for note in strip["layout"]["annotations"]]
    assert texts.count("(ε, δ)") == len(WITH_DELTA)
    assert any(box.label.startswith("δ") for box in app.text_input)


def test_a_delta_that_the_records_do_not_allow_is_refused_and_stays_out_of_the_strip():
    app = opened(PAGE, **SMALL | {"mechanism": WITH_DELTA[0], "delta": "0.01"})
    assert [e.value for e in app.error if "below 1/n" in e.value]
    (strip,) = figures(opened(PAGE, **SMALL | {"delta": "0.01"} | STRIP))
    texts = [note["text"] for note in strip["layout"]["annotations"]]
    assert "(ε, δ)" not in texts
    assert texts.count("holds") == len(PURE)


def test_all_mechanisms_stand_in_the_strip():
    (strip,) = figures(opened(PAGE, **SMALL | STRIP))
    texts = [note["text"] for note in strip["layout"]["annotations"]]
    assert {entry.label for entry in MECHANISMS.values()} <= set(texts)
    assert texts.count("holds") == len(PURE)


# --- What is taken along ------------------------------------------------------------------------

QUESTION = Question("objective_2008", 0.2, 1e-3, "logistic", 0.5, 600, 2)


def test_csv_holds_every_verdict():
    rows = list(csv.DictReader(io.StringIO(export.table(QUESTION))))
    assert [row["mechanism"] for row in rows] == list(everyone())
    assert {row["verdict"] for row in rows} == {"holds", "approximate", "broken", "endless", "none"}
    losses = list(csv.DictReader(io.StringIO(export.draws(QUESTION, None))))
    assert len(losses) == 2000


@pytest.mark.parametrize("epsilon", [0.2, float("inf")])
def test_the_code_prints_the_same_verdicts(epsilon: float, capsys):
    question = Question("output_laplace_norm", epsilon, 0.01, "huber", 0.3, 500, 3)
    exec(export.code(question, 4000), {})
    *lines, audited = capsys.readouterr().out.splitlines()
    rows = csv.DictReader(io.StringIO(export.table(question)))
    expected = {
        row[
            "mechanism"
        ]: f"found {float(row['found']):.4g}, no more than {float(row['ceiling']):.4g}"
        for row in rows
    }
    # What stands besides is the δ of a mechanism that has one.
    assert dict(line.split(";")[0].split(maxsplit=1) for line in lines) == expected
    assert sum(line.endswith("with δ = 1e-06") for line in lines) == 2
    pair = verdicts.verdict(question).neighbours
    seen = at_the_end(verdicts.audited(question, pair, 4000)).epsilon
    assert audited == f"audit of output_laplace_norm: epsilon is at least {seen:.4g} (99%)"


def test_a_bound_just_above_the_claim_is_not_rounded_to_it():
    app = opened(PAGE, mechanism="objective_2008", epsilon="0.2", lam="0.016", n="600", d="1")
    tile = app.metric[2]
    assert tile.label == "No more than"
    assert float(tile.value) > 0.2
    assert tile.value in verdict(app)


@pytest.mark.parametrize(
    ("value", "claim", "said"),
    [(0.2, 0.2, "0.2"), (0.20004, 0.2, "0.20004"), (0.19, 0.2, "0.19"), (5.985, 0.2, "5.99"),
     (1.0003, 1.0, "1.0003"), (float("inf"), 0.2, "∞")],
)  # fmt: skip
def test_a_loss_has_the_digits_that_tell_it_from_its_claim(value: float, claim: float, said: str):
    assert sentences.beside(value, claim) == said
