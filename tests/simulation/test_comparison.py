"""The comparison of the Trade-off page is a sweep: the same rows, draw by draw."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dplab.simulation import comparison, sources
from dplab.simulation.comparison import COMPARED, EPSILONS
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary, labelled, middle_error
from dplab.simulation.sweeps import run
from dplab.simulation.sweeps.cells import cells

SETTINGS = Settings(data="uniform", n=200, draws=60, knobs=(("separation", 0.1),))
DATA = sources.load(SETTINGS)


def test_errors_are_those_of_a_sweep_draw_by_draw():
    wide = comparison.sweep(SETTINGS, EPSILONS, DATA)
    rows = pd.concat([result.rows for result in run(wide)])
    found = {
        key: outcome for cell in cells(wide) for key, outcome in comparison.outcomes(cell).items()
    }
    assert len(found) == 1 + 2 * len(EPSILONS)
    for (name, epsilon), outcome in found.items():
        same = rows[(rows.mechanism == name) & (rows.epsilon == epsilon)].sort_values("draw")
        np.testing.assert_array_equal(outcome.errors, same.error)


def test_the_error_at_one_epsilon_is_that_on_the_curve():
    one = replace(SETTINGS, epsilon=0.5)
    (cell,) = cells(comparison.sweep(one, (0.5,), DATA))
    alone = comparison.outcomes(cell)
    wide = cells(comparison.sweep(SETTINGS, EPSILONS, DATA))
    whole = {key: each for cell in wide for key, each in comparison.outcomes(cell).items()}
    assert set(alone) == {("non_private", math.inf), *((name, 0.5) for name in COMPARED[1:])}
    for key, outcome in alone.items():
        np.testing.assert_array_equal(outcome.errors, whole[key].errors)
        assert outcome.plan == whole[key].plan


def test_more_work_than_a_page_may_ask_for_is_refused():
    with pytest.raises(InvalidInput, match="Draws times n times d must be at most"):
        comparison.sweep(replace(SETTINGS, n=None, draws=10_000), (1.0,), DATA)


def test_rows_name_their_records():
    rows = pd.DataFrame({"error": [0.1, 0.2]})
    generated = labelled(rows, SETTINGS)
    assert list(generated) == ["data", "d", "separation", "seed", "error"]
    assert list(labelled(rows, Settings(data="upload"))) == ["data", "seed", "error"]
    assert len(generated) == 2


def test_the_middle_of_draws_is_known_as_well_as_resampling_says():
    # The mean of 4,000 standard deviations is known to about 1 %; means instead of medians would
    # be 20 % off, quartiles 36 %.
    rng = np.random.default_rng(0)
    medians = np.median(rng.normal(0.3, 0.05, (4_000, 50)), axis=1)
    summary = Summary.of(rng.normal(0.3, 0.05, 100_000))
    assert middle_error(summary, 50) == pytest.approx(medians.std(), rel=0.05)
