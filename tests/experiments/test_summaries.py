"""Rows of a sweep, summed up: by hand on a small table."""

import numpy as np
import pandas as pd
import pytest

from dpcore.experiments.summaries import along, over

# Two folds of two draws at one point.
ERRORS = {0: (0.1, 0.3), 1: (0.5, 0.9)}
ROWS = pd.DataFrame(
    [
        {"mechanism": "output", "loss": "huber", "epsilon": 1.0, "lam": 0.1, "n": 50}
        | {"fold": fold, "error": error}
        for fold, errors in ERRORS.items()
        for error in errors
    ]
)


@pytest.mark.parametrize(
    ("spread", "width"),
    [
        ("draws", np.mean([np.std(e, ddof=1) for e in ERRORS.values()])),
        ("folds", np.std([np.mean(e) for e in ERRORS.values()], ddof=1)),
    ],
)
def test_curves_are_means_with_the_spread_that_was_asked_for(spread: str, width: float):
    ((key, (places, (summary,))),) = along(ROWS, "n", spread).items()
    assert key == ("output", "huber")
    assert places == [50.0]
    assert (summary.low, summary.median, summary.high) == pytest.approx(
        (0.45 - width, 0.45, 0.45 + width)
    )


def test_one_fold_has_no_spread_over_folds():
    ((_, (_, (summary,))),) = along(ROWS[ROWS.fold == 0], "n", "folds").items()
    assert summary.low == summary.median == summary.high == pytest.approx(0.2)


def test_a_map_holds_means_and_leaves_open_what_is_not_known():
    found = over(ROWS, (0.5, 1.0), (0.01, 0.1))
    np.testing.assert_allclose(found, [[np.nan, np.nan], [np.nan, 0.45]])


def test_what_has_no_noise_stands_at_every_epsilon():
    found = over(ROWS.assign(epsilon=np.inf), (0.5, 1.0), (0.1,))
    np.testing.assert_allclose(found, [[0.45, 0.45]])
