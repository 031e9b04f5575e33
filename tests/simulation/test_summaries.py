"""Rows of a sweep, summed up: by hand on a small table, and beside `Summary.of`."""

import numpy as np
import pandas as pd
import pytest

from dplab.simulation import comparison, sources
from dplab.simulation.comparison import COMPARED, EPSILONS
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary, along, over
from dplab.simulation.sweeps import run
from dplab.simulation.sweeps.cells import cells

# Three folds of three draws at one point; no mean is a median here.
ERRORS = {0: (0.0, 0.1, 0.8), 1: (0.3, 0.1, 0.9), 2: (0.4, 0.2, 0.5)}


def table(errors=ERRORS, **columns):
    named = {"mechanism": "output", "loss": "huber", "epsilon": 1.0, "lam": 0.1, "n": 50}
    return pd.DataFrame(
        [
            named | columns | {"fold": fold, "error": error}
            for fold, draws in errors.items()
            for error in draws
        ]
    )


@pytest.mark.parametrize(
    ("spread", "low", "high"),
    [
        # Quartiles within the folds: 0.05 and 0.45, 0.2 and 0.6, 0.3 and 0.45.
        ("draws", 0.2, 0.45),
        # Quartiles of the folds' medians 0.1, 0.3 and 0.4.
        ("folds", 0.2, 0.35),
    ],
)
def test_curves_are_medians_between_the_quartiles_asked_for(spread: str, low: float, high: float):
    ((key, (places, (summary,))),) = along(table(), "n", spread).items()
    assert key == ("output", "huber")
    assert places == [50.0]
    assert (summary.low, summary.median, summary.high) == pytest.approx((low, 0.3, high))


def test_one_fold_has_no_spread_over_folds():
    ((_, (_, (summary,))),) = along(table({0: ERRORS[0]}), "n", "folds").items()
    assert summary.low == summary.median == summary.high == 0.1


@pytest.mark.parametrize("spread", ["draws", "folds"])
def test_bands_hold_their_curve_whatever_the_rows(spread: str):
    # As they come while a sweep runs: in any order, folds missing, groups of many sizes.
    rng = np.random.default_rng(0)
    rows = pd.concat(
        table({fold: rng.random(draws) for fold, draws in enumerate(rng.integers(1, 9, 5))}, n=n)
        for n in range(1, 30)
    )
    rows = rows.sample(frac=0.5, random_state=0)
    ((_, (places, summaries)),) = along(rows, "n", spread).items()
    assert places == sorted(set(rows.n))
    for n, summary in zip(places, summaries, strict=True):
        assert summary.low <= summary.median <= summary.high
        folds = rows[rows.n == n].groupby("fold").error.median()
        assert summary.median == pytest.approx(folds.median())


@pytest.mark.parametrize("draws", [2, 7, 8])  # quartiles between draws, and on them
def test_one_fold_shows_the_very_numbers_of_a_comparison(draws: int):
    settings = Settings(data="uniform", n=100, draws=draws)
    wide = comparison.sweep(settings, EPSILONS, sources.load(settings))
    curves = along(pd.concat([result.rows for result in run(wide)]), "epsilon", "draws")
    assert [name for name, _ in curves] == sorted(COMPARED)
    found = {
        (name, epsilon): Summary.of(outcome.errors)
        for cell in cells(wide)
        for (name, epsilon), outcome in comparison.outcomes(cell).items()
    }
    assert found == {
        (name, place): summary
        for (name, _), curve in curves.items()
        for place, summary in zip(*curve, strict=True)
    }


def test_a_map_holds_the_medians_of_the_curves_and_leaves_open_what_is_not_known():
    ((found, _),) = over(table(), (0.5, 1.0), (0.01, 0.1)).values()
    np.testing.assert_allclose(found, [[np.nan, np.nan], [np.nan, 0.3]])


def test_what_has_no_noise_stands_at_every_epsilon():
    ((found, _),) = over(table(epsilon=np.inf), (0.5, 1.0), (0.1,)).values()
    np.testing.assert_allclose(found, [[0.3, 0.3]])


def test_a_map_of_several_holds_of_each_what_it_would_hold_alone():
    many = pd.concat(
        [
            table().assign(mechanism=name, loss=loss, error=lambda rows, by=by: rows.error * by)
            for by, (name, loss) in enumerate(
                [("output", "huber"), ("objective", "huber"), ("output", "logistic")], 1
            )
        ]
    )
    together = over(many, (0.5, 1.0), (0.01, 0.1))
    assert list(together) == sorted(together)
    for (name, loss), found in together.items():
        ((_, alone),) = over(
            many[(many.mechanism == name) & (many.loss == loss)], (0.5, 1.0), (0.01, 0.1)
        ).items()
        np.testing.assert_array_equal(found, alone)
        assert (found[1] >= found[0])[~np.isnan(found[0])].all(), "the upper quartile"
