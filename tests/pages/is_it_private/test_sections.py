"""The sections below the answer of "Is it private?": errata, bounds, the map, the budget."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.erm.losses import LOSSES, make_loss
from dpcore.privacy.mechanisms import calibrate
from dpcore.privacy.worst_case.bound import ceiling
from dpcore.studies.is_it_private import errata, how_epsilon_is_spent, worst_map
from dpcore.studies.is_it_private.verdicts import Question
from pages.is_it_private import section_sentences
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of

PAGE = "is_it_private"
SMALL = {"n": "100", "lam": "1e-3", "epsilon": "0.1", "d": "1"}
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
    product = np.outer(worst_map.N_LAMBDAS, worst_map.EPSILONS)
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
