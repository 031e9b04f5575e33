"""Beyond a table: where more records can be drawn, they err as the extrapolation says."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dplab.simulation.needed.beyond import TIMES, larger, standing_for
from dplab.simulation.needed.crossing import level_crossing
from dplab.simulation.needed.epsilon import of_rows
from dplab.simulation.sweeps.cells import cells, run_cell
from dplab.simulation.sweeps.spec import SweepSpec

LOGISTIC = ("logistic", 0.5)
SWEEP = SweepSpec(data="gaussian", d=5, sizes=(500, 1000, 2000), epsilons=(0.025,), draws=200)
SEEDS = range(6)


def rows_of(sweep):
    return pd.concat([run_cell(cell).rows for cell in cells(sweep)], ignore_index=True)


def median(rows, mechanism):
    return float(np.median(rows[rows["mechanism"] == mechanism]["error"]))


def really(mechanism, seed, n):
    """Return what noise costs with so many records, which are drawn."""
    rows = rows_of(replace(SWEEP, seed=seed, sizes=(n,), mechanisms=("non_private", mechanism)))
    return median(rows, mechanism) - median(rows, "non_private")


def by_the_table(mechanism, seed, times):
    """Return what noise costs with `times` the records by the table; then by a wrong ε: ε, 2kε."""
    sweep, epsilon = replace(SWEEP, seed=seed), SWEEP.epsilons[0]
    rows = rows_of(larger(sweep, mechanism, LOGISTIC))
    end = rows_of(replace(sweep, sizes=(2000,), mechanisms=("non_private", mechanism)))
    more = standing_for(rows, sweep)
    found = (more[more["n"] == times * 2000], end, rows[rows["epsilon"] == 2 * times * epsilon])
    return [median(each, mechanism) - median(end, "non_private") for each in found]


@pytest.mark.parametrize("mechanism", ["output", "objective"])
def test_more_records_err_as_the_whole_table_does_at_a_larger_epsilon(mechanism):
    """Six clouds, 200 draws each: means agree to half a point, wrong ones are off by four and more.

    The random numbers are seeded, so that it cannot flake; another solver's rounding moves single
    test records only. The wrong ones are the errors at ε and at 2kε in place of kε.
    """
    real = np.mean([really(mechanism, seed, 8000) for seed in SEEDS])
    told, at_epsilon, at_twice = np.mean(
        [by_the_table(mechanism, seed, 4) for seed in SEEDS], axis=0
    )
    assert told == pytest.approx(real, abs=0.01)
    assert at_epsilon > real + 0.1
    assert at_twice < real - 0.03


def test_the_place_beyond_the_table_is_where_real_records_come_so_low():
    """200 draws each: real errors at the ends of the interval lie on both sides of the target."""
    sweep, mechanism = replace(SWEEP, epsilons=(0.05,)), "output"
    table = rows_of(sweep)
    rows = table[table["mechanism"] == mechanism]
    target = median(table[table["n"] == 2000], "non_private") + 0.03
    assert level_crossing(*of_rows(rows, "n"), target=target) is None
    more = standing_for(rows_of(larger(sweep, mechanism, LOGISTIC)), sweep)
    at = level_crossing(*of_rows(pd.concat([rows, more]), "n"), target=target)
    assert 2000 < at.place < 16_000
    low, high = (
        median(rows_of(replace(sweep, sizes=(int(n),), mechanisms=(mechanism,))), mechanism)
        for n in (max(2000, at.low / 2), min(20_000, 2 * at.high))
    )
    assert high < target < low


@pytest.mark.parametrize(("lam", "mechanism"), [(1e-5, "objective"), (1e-5, "output")])
def test_nothing_stands_for_more_records_where_the_noise_is_another_one(lam, mechanism):
    sweep = replace(SWEEP, lams=(lam,), draws=3)
    rows = rows_of(larger(sweep, mechanism, LOGISTIC))
    found = standing_for(rows, sweep)
    if mechanism == "objective":
        assert found.empty
    else:
        assert sorted({*found["n"]}) == [2000 * times for times in TIMES]
        assert {*found["epsilon"]} == {0.025}


def test_a_curve_ends_where_a_part_failed():
    rows = rows_of(larger(replace(SWEEP, draws=3), "output", LOGISTIC))
    holes = rows[rows["epsilon"] != 0.025 * TIMES[2]]
    assert sorted({*standing_for(holes, SWEEP)["n"]}) == [2000 * times for times in TIMES[:2]]
