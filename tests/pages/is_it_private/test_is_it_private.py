"""The page "Is it private?": verdicts that agree with theory, whatever is asked of it."""

import csv
import io
import re
from dataclasses import replace

import numpy as np
import pytest

from dpcore.data.dataset import Split
from dpcore.erm.losses import LOSSES, make_loss
from dpcore.experiments.claims import errata, how_epsilon_is_spent, worst_map
from dpcore.experiments.claims.verdicts import MOST_OWN_RECORDS, Question, everyone, turned
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dpcore.privacy.worst_case.bound import ceiling
from pages.is_it_private import export, section_sentences, sentences
from pages.shared import chart
from pages.shared.settings import CALLED
from pages.shared.text import help_on, sections
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of
from tests.pages.tables import declare, with_table

PAGE = "is_it_private"
SMALL = {"n": "100", "lam": "1e-3", "epsilon": "0.1", "d": "1"}
PURE = [name for name, entry in MECHANISMS.items() if entry.guarantee == "pure"]

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
    assert len(figures(app)) == 6


def test_at_its_first_setting_the_mechanism_of_2008_keeps_its_claim():
    app = opened(PAGE, mechanism="objective_2008", n="14000", lam="0.01", epsilon="0.1", d="10")
    assert [metric.value for metric in app.metric][::2] == ["0.1", "0.1"]
    assert "no data set can make it more than 0.1" in verdict(app)


def test_at_its_smaller_settings_it_does_not():
    app = opened(PAGE, **SMALL)
    app.session_state["fold Erratum: the Jacobian of 2008"] = True
    rows = [line.split("|") for line in text_of(app.run()).splitlines() if line.startswith("| ")]
    verdicts = {(row[1].strip(), row[2].strip()): row[3:6] for row in rows if len(row) == 7}
    assert verdicts["14,000", "0.1"][2].strip() == "holds"
    assert verdicts["10,000", "0.02"][2].strip() == "holds"
    assert [each.strip() for each in verdicts["10,000", "0.005"]] == ["1.23", "1.28", "broken"]
    assert [each.strip() for each in verdicts["1,000", "0.1"]][1:] == ["1.06", "no proof"]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("mechanism", PURE)
def test_pure_mechanisms_keep_their_claim(mechanism: str, loss: str):
    app = opened(PAGE, mechanism=mechanism, loss=loss, **SMALL | {"d": "2"})
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


@pytest.mark.parametrize("query", EXTREME.values(), ids=EXTREME)
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
    assert not BAD.keys() & set(app.query_params)


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


@pytest.mark.parametrize("mechanism", ["output_gaussian", "objective_gaussian"])
def test_a_claim_with_a_delta_is_shown_with_its_delta_everywhere(mechanism: str):
    app = opened(PAGE, **SMALL | {"mechanism": mechanism, "delta": "1e-5"})
    assert verdict(app).startswith("Claims ε = 0.1 with δ = 1e-5, and it is proven:")
    _, _, profile, strip, *_ = figures(app)
    assert profile["layout"]["title"]["text"] == "δ of the same noise at every ε"
    texts = [note["text"] for note in strip["layout"]["annotations"]]
    assert texts.count("(ε, δ)") == 2
    assert any(box.label.startswith("δ") for box in app.text_input)


def test_a_delta_that_the_records_do_not_allow_is_refused_and_stays_out_of_the_strip():
    app = opened(PAGE, **SMALL | {"mechanism": "output_gaussian", "delta": "0.01"})
    assert [e.value for e in app.error if "below 1/n" in e.value]
    _, _, strip, *_ = figures(opened(PAGE, **SMALL | {"mechanism": "output", "delta": "0.01"}))
    texts = [note["text"] for note in strip["layout"]["annotations"]]
    assert "(ε, δ)" not in texts
    assert texts.count("holds") == len(PURE)


def test_all_mechanisms_stand_in_the_strip():
    _, _, strip, *_ = figures(opened(PAGE, **SMALL))
    texts = [note["text"] for note in strip["layout"]["annotations"]]
    assert {entry.label for entry in MECHANISMS.values()} <= set(texts)
    assert texts.count("holds") == len(PURE)


def test_own_data_lose_less_than_the_worst_case():
    app = opened(PAGE, pair="own", data="breast_cancer", mechanism="output", epsilon="1")
    largest = float(re.search(r"the largest loss is (\d\.\d+)\.", text_of(app))[1])
    assert 0 < largest <= float(app.metric[1].value)
    assert "Breast cancer" in text_of(app)


def test_the_record_whose_label_is_flipped_can_be_named():
    query = {"pair": "own", "data": "breast_cancer", "mechanism": "output", "epsilon": "1"}
    longest, named = opened(PAGE, **query), opened(PAGE, **query, turned="7")
    assert "Breast cancer, Wisconsin, its longest training record with the other label" in text_of(
        longest
    )
    assert "Breast cancer, Wisconsin, its training record 7 with the other label" in text_of(named)
    beyond = opened(PAGE, **query, turned="456")  # of 455
    assert "its training record 455 with" in text_of(beyond)
    assert complaints(beyond) == []


@pytest.mark.parametrize(("row", "n", "others"), [
    (3, None, [0, 1, 2, 4, 5]), (3, 4, [0, 1, 2]), (5, 4, [0, 1, 2]), (0, 1, []),
])  # fmt: skip
def test_neighbours_are_the_first_records_and_the_one_that_is_named(row, n, others):
    X, y = np.arange(1.0, 7.0)[:, None] / 10, np.array([1.0, -1.0] * 3)
    pair = turned(Split(X, y, X, y), row, n)
    assert pair.n == (n or 6)
    assert pair.before == X[row] * y[row] == -pair.after
    assert pair.common[:, 0].tolist() == (X[:, 0] * y)[others].tolist()
    assert pair.counts.tolist() == [1.0] * len(others)


def test_own_neighbours_use_a_thousand_records_at_most_and_say_so():
    app = opened(PAGE, pair="own", mechanism="output")
    said = text_of(app)
    assert MOST_OWN_RECORDS == 1000
    assert help_on("pair").count("up to 1,000 training records") == 1
    assert help_on("here").count("up to 1,000 training records") == 1
    assert "use 1,000 of its training records at most" in sections(PAGE)["What this does not show"]
    assert "n = 1,000 here: of the 20,000 training records at most 1,000 are used" in said
    assert "Over all data sets of 1,000 records, not only yours" in said
    assert "on these neighbours in 1,000 records of your data" in said
    few = text_of(opened(PAGE, pair="own", data="breast_cancer", mechanism="output"))
    assert "on these neighbours in 455 records of your data" in few
    assert "are used" not in few


def test_an_own_table_is_asked_in_its_session_alone():
    app = declare(with_table()).switch_page(f"{PAGE}/page.py").run()
    app.session_state["pair"] = "own"
    app.run()
    assert complaints(app) == []
    assert "neighbours: Your own table" in text_of(app)
    (sentence,) = (e.value for e in opened(PAGE, pair="own", data="upload").error)
    assert "a link does not carry them" in sentence


# --- The sections below -------------------------------------------------------------------------

QUESTION = Question("objective_2008", 0.2, 1e-3, "logistic", 0.5, 600, 2)
JACOBIAN = "missing-jacobian"
FOLDS = (
    "What the papers promise in advance",
    "Erratum: the distribution of the length is not that of the vector",
    "Erratum: a scale is not a standard deviation",
    "Erratum: the Jacobian of 2008",
    "Erratum: half of the slack of 2011 is enough",
)


@pytest.mark.parametrize(
    "query", [{}, {"epsilon": "inf"}, {"loss": "huber", "pair": "own"}], ids=str
)
def test_folds_answer_when_they_are_opened(query: dict[str, str]):
    app = opened(PAGE, **SMALL | query)
    drawn = len(figures(app))
    for label in FOLDS:
        app.session_state[f"fold {label}"] = True
    app.run()
    assert complaints(app) == []
    assert len(figures(app)) == drawn + (0 if "epsilon" in query else len(FOLDS) - 1)


@pytest.mark.parametrize("d", [1, 2])
@pytest.mark.parametrize("loss", LOSSES)
def test_the_map_stays_within_the_claim_where_the_jacobian_is_paid_for(loss: str, d: int):
    broken, pure = (worst_map.ratios(name, loss, 0.5, d) for name in worst_map.MAPPED)
    assert pure.max() <= 1 + 1e-9
    assert broken.max() > 100
    # Where λ outweighs the curvature, both are the same and harmless.
    assert broken[-1, -1] == pytest.approx(pure[-1, -1], rel=1e-3)


def test_the_claim_of_2008_ends_where_the_page_says():
    # Logistic loss, two features or more: at nλ = 2/ε.
    ratios = worst_map.ratios("objective_2008", "logistic", 0.5, 2)
    product = np.outer(worst_map.PULLS, worst_map.EPSILONS)
    assert np.all(ratios[product < 1.9] > 1)
    assert np.all(ratios[product > 2.1] <= 1 + 1e-9)


def test_the_budget_has_its_spike_at_the_threshold():
    plans = {
        name: how_epsilon_is_spent.budget(QUESTION.about(name))
        for name in how_epsilon_is_spent.SPLITTING
    }
    edge = how_epsilon_is_spent.threshold(QUESTION)
    assert edge == pytest.approx(0.25 / (600 * np.expm1(0.1)))
    spike = plans["objective"].lams[plans["objective"].length.argmax()]
    assert spike == pytest.approx(edge, rel=2 * how_epsilon_is_spent.NEAR)
    assert plans["objective"].noise.min() < 0.01
    assert plans["objective_tight"].noise.min() >= 0.5 * (1 - 1e-12)
    for plan in plans.values():
        assert np.all(plan.used >= plan.lams)


BOUNDS = ("| Length of the noise", "| Excess loss")


def test_bounds_hold_and_are_loose():
    app = opened(PAGE, data="breast_cancer", epsilon="0.5")
    app.session_state[f"fold {FOLDS[0]}"] = True
    rows = [line.split("|") for line in text_of(app.run()).splitlines() if line.startswith(BOUNDS)]
    loose = [float(row[5].replace(",", "")) for row in rows]
    assert len(loose) == 3
    assert min(loose) > 1
    assert max(loose[1:]) > 50


def test_laplace_length_has_no_limit_near_the_classifier_without_noise():
    found = errata.laplace_length(QUESTION)
    wrong, right = found.series["output_laplace_norm"], found.series["output"]
    assert np.all(np.diff(wrong[:40]) < 0)
    # Ten times nearer: log 10 more, for the one feature beyond the first.
    per_decade = (wrong[0] - wrong[20]) / np.log(found.x[20] / found.x[0])
    assert per_decade * QUESTION.epsilon == pytest.approx(1.0, rel=1e-3)
    assert right.max() <= 1


def test_printed_standard_deviation_loses_root_two():
    found = errata.standard_deviation(QUESTION)
    assert found.series["output_laplace_norm"].max() == pytest.approx(np.sqrt(2), rel=1e-6)
    assert found.series["output"].max() == pytest.approx(1.0, rel=1e-6)


def test_missing_jacobian_bites_where_the_ceiling_lets_it():
    found = errata.missing_jacobian(QUESTION)
    loss = make_loss("logistic", 0.5)
    for name, ratios in found.series.items():
        for pull, ratio in zip(found.x, ratios, strict=True):
            plan = calibrate(name, 0.2, lam=float(pull), n=1, loss=loss)
            most = ceiling(plan, loss, lam=float(pull), n=1, n_features=1)
            assert ratio * 0.2 <= most * (1 + 1e-9)
    assert found.series["objective_2008"][0] > 20
    assert found.series["objective"].max() <= 1


def test_no_end_is_named_to_where_a_hinge_of_2008_exceeds_its_claim():
    found = errata.missing_jacobian(replace(QUESTION, loss="huber"))
    assert found.series["objective_2008"].min() > 1
    assert "exceeds its claim at every nλ shown;" in section_sentences.erratum(JACOBIAN, found)
    logistic = section_sentences.erratum(JACOBIAN, errata.missing_jacobian(QUESTION))
    assert "exceeds its claim up to nλ = " in logistic


@pytest.mark.parametrize("loss", LOSSES)
def test_half_of_the_slack_is_what_the_meter_needs(loss: str):
    found = errata.slack(Question("objective", 0.2, 1e-3, loss, 0.5, 600, 2))
    np.testing.assert_allclose(found.series["objective"], 2 * found.series["objective_tight"])
    np.testing.assert_allclose(found.series["needed"], found.series["objective_tight"], rtol=1e-6)


# --- What is taken along ------------------------------------------------------------------------


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
    assert audited.startswith("audit of output_laplace_norm: epsilon is at least")


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
