"""What is said of classifiers on their own training records."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.erm.losses import make_loss
from dpcore.erm.solver import solve
from dplab.instruments.bounds import regularised_risk
from dplab.simulation.comparison import EPSILONS, split_of
from dplab.simulation.settings import Settings
from dplab.studies.trade_off.on_training import DELTA, Question, TrainingFits, run, table

SMALL = Settings(data="gaussian", n=200, d=3, draws=40, epsilon=0.7, lam=0.03)
DELTAS = ("output_gaussian", "objective_gaussian", "output_gamma", "objective_gamma")


def fits(settings: Settings) -> TrainingFits:
    return list(run(Question(settings)))[-1]


@pytest.fixture(scope="module")
def answer() -> TrainingFits:
    return fits(replace(SMALL, also=DELTAS, lam="auto"))


def test_the_bound_fails_for_no_more_draws_than_it_may(answer: TrainingFits) -> None:
    # Each ε has the same draws on another scale: count them once, at the settings' own. Of 40, more
    # than 8 fail with probability 1e-4 where each does with 1/20.
    for (name, epsilon), fit in answer.fits.items():
        if name != "non_private":
            failed = int((fit.excess > fit.bound).sum())
            assert failed <= 8, (name, epsilon)
    assert DELTA == 1 / 20


def test_a_hundredth_of_the_bound_would_fail(answer: TrainingFits) -> None:
    strong = answer.fits["output_gaussian", EPSILONS[0]]
    assert (strong.excess > strong.bound / 100).mean() > DELTA


def test_nothing_is_below_the_least_risk_and_without_noise_nothing_is_above(
    answer: TrainingFits,
) -> None:
    for (name, _), fit in answer.fits.items():
        assert (fit.excess >= 0).all()
        if name == "non_private":
            assert fit.excess.max() < 1e-12


def test_noise_that_vanishes_leaves_the_training_error_without_noise() -> None:
    errors = fits(replace(SMALL, epsilon=100.0)).errors
    (plain,) = errors["non_private", np.inf]
    assert abs(np.median(errors["objective", 100.0]) - plain) < 0.02
    assert np.median(errors["objective", 0.001]) > plain + 0.1


def test_errors_are_those_of_the_training_records() -> None:
    part = split_of(SMALL)
    coefs = solve(part.X, part.y, SMALL.make_loss(), 0.03).coefs
    wrong = float((np.where(part.X @ coefs[0] >= 0, 1, -1) != part.y).mean())
    found = fits(SMALL)
    assert found.errors["non_private", np.inf] == pytest.approx([wrong])
    assert found.rule.error == pytest.approx(min((part.y > 0).mean(), (part.y < 0).mean()))


@pytest.mark.parametrize("positive_share", [0.5, 0.2])
def test_the_risk_is_what_the_solver_minimises(positive_share: float) -> None:
    part, loss = split_of(SMALL), make_loss("logistic", 0.5, positive_share)
    solution = solve(part.X, part.y, loss, 0.03)
    at = regularised_risk(solution.coefs, part.X, part.y, loss, 0.03)
    rng = np.random.default_rng(0)
    near = solution.coefs + 1e-3 * rng.standard_normal((50, part.X.shape[1]))
    assert (regularised_risk(near, part.X, part.y, loss, 0.03) > at).all()


def test_every_draw_has_a_row(answer: TrainingFits) -> None:
    rows = table(answer)
    assert len(rows) == 1 + 40 * 6 * (len(EPSILONS) + 1)
    assert {"training_error", "excess", "excess_bound", "excess_of_zero"} <= set(rows)
    assert not rows.isna().any().any()
