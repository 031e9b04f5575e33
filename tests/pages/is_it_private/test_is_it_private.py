"""The page "Is it private?": verdicts that agree with theory, whatever is asked of it."""

import csv
import io
import re
from collections.abc import Generator
from typing import Any
from urllib.parse import unquote

import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.is_it_private import errata, verdicts
from dplab.studies.is_it_private.verdicts import Question, Verdict, everyone
from edition import views
from pages.comparison.screen import cached
from pages.comparison.values import CALLED
from pages.is_it_private import answers, sentences
from pages.is_it_private.meter import answer, export
from pages.is_it_private.meter.values import question as asked_by
from pages.is_it_private.meter.view import MeterAnswer, before_audit, script
from pages.kit import chart
from pages.kit.values import reading
from pages.kit.view import View
from pages.papers.errata import sentences as of_errata
from tests.house.some import every, some
from tests.pages.kit.dials import looks
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


def pressed(app, label: str):
    (button,) = (each for each in app.button if each.label == label)
    button.click().run()
    assert complaints(app) == []
    return app


def view_at(**texts: str) -> View[MeterAnswer]:
    """Return what the meter shows before its audit, which takes longest; kept for all tests."""
    return before_audit(asked_by(reading(texts)), cached.RECORDS)


def strip_at(**texts: str) -> list[str]:
    """Return what is written into the strip of all mechanisms."""
    view: View[dict[str, Verdict]] = views.view(PAGE, STRIP | texts, cached.RECORDS)
    notes = view.draw(dark=False, phone=False)["layout"]["annotations"]
    return [note["text"] for note in notes]


def verdict(app) -> str:
    """Return the sentence in bold."""
    (sentence,) = (
        m.value for m in app.markdown if re.match(r"\*\*(Over all.*: )?[Cc]laims", m.value)
    )
    return sentence.strip("*")


@pytest.mark.parametrize(("texts", "leak"), [
    ({"n": "600", "lam": "1e-6", "epsilon": "0.2", "d": "1"}, 5.98), (SMALL, 1.23),
])  # fmt: skip
def test_the_missing_jacobian_is_caught(texts: dict[str, str], leak: float):
    view = view_at(mechanism="objective_2008", **texts)
    worst = view.answer.verdict
    assert leak * 0.99 <= worst.found <= worst.ceiling
    said = f"Claims ε = {texts['epsilon']} and leaks {sentences.short(worst.found)}:"
    assert said in view.sentence


def test_at_its_first_setting_the_mechanism_of_2008_keeps_its_claim():
    view = view_at(mechanism="objective_2008", n="14000", lam="0.01", epsilon="0.1", d="10")
    assert view.answer.verdict.ceiling <= 0.1 * verdicts.ROUNDING
    assert "no data set can make it more than 0.1" in view.sentence


def test_at_its_smaller_settings_it_does_not():
    table = of_errata.of_cm08([cached.RECORDS.get(answers.verdict, q) for q in errata.of_cm08()])
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| ")]
    found = {(row[1].strip(), row[2].strip()): row[3:6] for row in rows}
    assert found["14,000", "0.1"][2].strip() == "holds"
    assert found["10,000", "0.02"][2].strip() == "holds"
    assert [each.strip() for each in found["10,000", "0.005"]] == ["1.23", "1.28", "broken"]
    assert [each.strip() for each in found["1,000", "0.1"]][1:] == ["1.06", "no proof"]


@pytest.mark.parametrize("loss", every(3, LOSSES))
@pytest.mark.parametrize("mechanism", PURE)
def test_pure_mechanisms_keep_their_claim(mechanism: str, loss: str):
    view = view_at(mechanism=mechanism, loss=loss, **SMALL | {"d": "2"})
    worst = view.answer.verdict
    assert worst.found <= worst.ceiling * verdicts.ROUNDING
    assert worst.ceiling <= 0.1 * verdicts.ROUNDING
    assert "no data set can make it more than" in view.sentence


def at_the_end(steps: Generator[float, None, Any]) -> Any:
    """Return what a computation in steps comes to."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


ABOVE = {"mechanism": "objective_2008", "epsilon": "0.2", "lam": "0.016", "n": "600", "d": "1"}
"""Where the bound lies just above the claim."""


@pytest.mark.parametrize("texts", [SMALL | {"mechanism": PURE[0], "d": "2"}, ABOVE], ids=str)
def test_tiles_show_the_claim_the_worst_loss_and_the_bound(texts: dict[str, str]):
    app, view = opened(PAGE, **texts), view_at(**texts)
    assert complaints(app) == []
    labels = ["Claimed ε", "Worst loss found", "Proven bound"]
    assert [metric.label for metric in app.metric] == labels
    claim, worst, most = (float(metric.value) for metric in app.metric)
    assert claim == view.answer.verdict.plan.epsilon
    assert worst == pytest.approx(view.answer.verdict.found, rel=5e-3)
    assert most == pytest.approx(view.answer.verdict.ceiling, rel=5e-3)
    assert app.metric[2].value in verdict(app)
    assert view.sentence.strip("*") == verdict(app)


def test_a_bound_just_above_the_claim_is_not_rounded_to_it():
    found = view_at(**ABOVE).answer.verdict
    assert float(sentences.beside(found.ceiling, 0.2)) > 0.2
    assert sentences.beside(found.ceiling, 0.2) in view_at(**ABOVE).sentence


@pytest.mark.parametrize("mechanism", ["output_laplace_norm", "objective_laplace_norm"])
def test_a_length_with_the_wrong_law_leaks_without_limit(mechanism: str):
    texts = {"mechanism": mechanism, "n": "100", "d": "2"}
    shown = view_at(**texts)
    (times,) = re.findall(r"Claims ε = 1 and leaks at least (\d+) times that", shown.sentence)
    assert int(times) <= shown.answer.verdict.found < int(times) + 1
    assert "The privacy loss has no limit" in shown.sentence
    one = {"n": "2000", "lam": "0.1", "epsilon": "1", "d": "1", "loss": "huber"}
    said = view_at(mechanism=mechanism, **one).sentence
    assert re.search("leaks 1.4.*: 1.4.* times its claim", said)


def test_at_first_a_mechanism_leaks_and_the_sound_one_is_a_click_away():
    app, first = opened(PAGE), view_at()
    found = first.answer.verdict
    assert found.plan.epsilon == 1.0
    assert found.found > 30 * found.plan.epsilon
    # Most releases give away more than is claimed, not rare ones alone.
    assert verdicts.beyond(first.answer.losses, 1.0) > 0.5
    assert verdict(app) == first.sentence.strip("*")
    sound = pressed(app, "Show a sound one")
    assert sound.session_state["mechanism"] == "output"
    assert "no data set can make it more than 1" in verdict(sound)
    beside = view_at(mechanism="output").answer
    assert beside.verdict.found <= 1.0
    assert verdicts.beyond(beside.losses, 1.0) == 0
    assert verdict(pressed(sound, "Show one that leaks")) == first.sentence.strip("*")


@pytest.mark.parametrize("name", MECHANISMS)
def test_beside_each_mechanism_one_of_the_other_kind_is_offered(name: str):
    app = opened(PAGE, **SMALL | {"mechanism": name})
    is_sound = MECHANISMS[name].guarantee in ("pure", "approximate")
    there = pressed(app, "Show one that leaks" if is_sound else "Show a sound one")
    other = MECHANISMS[there.session_state["mechanism"]]
    assert other.guarantee == ("broken" if is_sound else "pure")
    assert is_sound or other.family is MECHANISMS[name].family


def test_no_noise_claims_nothing():
    view = view_at(mechanism="non_private", **SMALL)
    assert view.sentence.startswith("**Claims nothing, and its loss has no limit")


def test_without_noise_the_meter_draws_the_neighbours_alone():
    texts = SMALL | {"mechanism": "non_private"}
    view, app = view_at(**texts), opened(PAGE, **texts)
    with pytest.raises(InvalidInput, match="Without noise there is nothing to draw"):
        view.draw(dark=False, phone=False)
    assert view.sentence.strip("*") == verdict(app)
    assert "Without noise there is nothing to draw" in text_of(app)
    assert len(figures(app)) == 1


def test_a_figure_is_sent_once_where_the_audit_is_known_and_twice_where_it_comes_later(monkeypatch):
    sent: list[str] = []
    show = chart.show
    monkeypatch.setattr(chart, "show", lambda *a, **k: (sent.append(a[1]), show(*a, **k)))
    asked = SMALL | {"mechanism": "objective_2008", "lam": "1e-5"}  # of which nobody else asks
    for times in (2, 1):
        sent.clear()
        assert "no ε below" in text_of(opened(PAGE, **asked))
        assert sent.count("privacy-loss") == times


QUICK = (
    "tiny epsilon",
    "no privacy",
    "a billion records",
    "huge lam",
    "narrow corner",
    "one own record",
)
"""In every run; pairs of own data, of which others are asked for elsewhere, take longest."""


@pytest.mark.parametrize("name", some(EXTREME, QUICK))
def test_extreme_settings_get_a_verdict(name: str):
    texts = EXTREME[name]
    view = view_at(**SMALL | texts)
    assert re.match(r"\*\*(Over all.*: )?[Cc]laims", view.sentence)
    if "inf" not in texts.values():
        assert view.draw(dark=True, phone=True)["data"]
    assert "nan" not in "".join([view.sentence, view.alt, view.made])


@pytest.mark.parametrize("name", ["tiny epsilon", "no privacy", "one own record"])
def test_the_live_page_stands_at_extreme_settings(name: str):
    app = opened(PAGE, **SMALL | EXTREME[name])
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
    assert not BAD.keys() & set(app.query_params)


def test_one_bad_value_gets_one_sentence_and_leaves_the_others_as_they_are():
    app = opened(PAGE, **SMALL | {"mechanism": "laplace"})
    (sentence,) = (e.value for e in app.error)
    assert sentence.endswith("shown instead.")
    assert verdict(app) == verdict(opened(PAGE, **SMALL))


def test_examples_bring_their_settings():
    app = pressed(opened(PAGE), "Few records, small λ")
    assert verdict(app) == "Claims ε = 0.2 and leaks 5.99: 30 times its claim."


@pytest.mark.parametrize("mechanism", WITH_DELTA)
def test_a_claim_with_a_delta_is_shown_with_its_delta(mechanism: str):
    texts = SMALL | {"mechanism": mechanism, "delta": "1e-5"}
    said = view_at(**texts).sentence
    assert said.startswith("**Claims ε = 0.1 with δ = 1e-5, which is proven:")
    app = opened(PAGE, **texts)
    assert said.strip("*") == verdict(app)
    (whole,) = (link for link in app.get("page_link") if link.proto.label == answer.WHOLE)
    assert f"is_it_private_mechanism={mechanism}" in unquote(whole.proto.query_string)
    assert "Privacy parameter δ" in looks(app)


def test_the_strip_says_which_claims_have_a_delta():
    assert strip_at(**SMALL, delta="1e-5").count("(ε, δ)") == len(WITH_DELTA)


def test_a_delta_that_the_records_do_not_allow_stays_out_of_the_strip():
    texts = strip_at(**SMALL, delta="0.01")
    assert "(ε, δ)" not in texts
    assert texts.count("holds") == len(PURE)


def test_all_mechanisms_stand_in_the_strip():
    texts = strip_at(**SMALL)
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


@pytest.mark.parametrize("epsilon", ["0.2", "inf"])
def test_the_code_prints_the_same_verdicts(epsilon: str, capsys):
    texts = {"epsilon": epsilon, "lam": "0.01", "loss": "huber", "h": "0.3", "n": "500", "d": "3"}
    exec(script(asked_by(reading(texts | {"mechanism": "output_laplace_norm"}))), {})
    *lines, audited = capsys.readouterr().out.splitlines()
    question = Question("output_laplace_norm", float(epsilon), 0.01, "huber", 0.3, 500, 3)
    rows = csv.DictReader(io.StringIO(export.table(question)))
    expected = {
        row[
            "mechanism"
        ]: f"found {float(row['found']):.4g}, no more than {float(row['ceiling']):.4g}"
        for row in rows
    }
    # What stands besides is the δ of a mechanism that has one.
    assert dict(line.split(";")[0].split(maxsplit=1) for line in lines) == expected
    assert sum(line.endswith("with δ = 1e-06") for line in lines) == len(WITH_DELTA)
    pair = verdicts.verdict(question).neighbours
    seen = at_the_end(verdicts.audited(question, pair, 4000)).epsilon
    assert audited == f"audit of output_laplace_norm: epsilon is at least {seen:.4g} (99%)"


@pytest.mark.parametrize(
    ("value", "claim", "said"),
    [(0.2, 0.2, "0.2"), (0.20004, 0.2, "0.20004"), (0.19, 0.2, "0.19"), (5.985, 0.2, "5.99"),
     (1.0003, 1.0, "1.0003"), (float("inf"), 0.2, "∞")],
)  # fmt: skip
def test_a_loss_has_the_digits_that_tell_it_from_its_claim(value: float, claim: float, said: str):
    assert sentences.beside(value, claim) == said
