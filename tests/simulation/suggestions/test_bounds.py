"""Four kinds of bounds are tried, and the best of them is about as good as any by itself."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.proposal import propose
from dpcore.data.schema import Label
from dpcore.simulation.suggestions.bounds import CENTRED, ROUNDED, best, try_bounds

N = 2_000


def made(columns, score, seed=0) -> pd.DataFrame:
    """Return a table whose label depends on a score, with logistic noise."""
    noise = np.random.default_rng(seed).logistic(size=len(score))
    table = pd.DataFrame(columns, columns=[f"c{j}" for j in range(columns.shape[1])])
    return table.assign(kind=np.where(score + noise > 0, "yes", "no"))


def counts() -> pd.DataFrame:
    """Return a table of heavy-tailed numbers, six in seven of them 0."""
    rng = np.random.default_rng(1)
    values = (rng.random((N, 20)) < 0.15) * rng.lognormal(0, 1, (N, 20))
    return made(values, 3 * np.sqrt(values) @ rng.normal(size=20))


def rare() -> pd.DataFrame:
    """Return a table with both signs and one class in thirty: no plane through 0 parts it."""
    values = np.random.default_rng(2).normal(size=(N, 4))
    return made(values, 4 * values[:, 0] - 9)


def years() -> pd.DataFrame:
    rng = np.random.default_rng(3)
    values = np.column_stack([rng.integers(1960, 2021, N), rng.lognormal(3, 1, N)])
    return made(values, (values[:, 0] - 1990) / 5)


@pytest.mark.parametrize("make", [counts, rare, years])
def test_the_best_is_within_half_the_slack_of_the_least_error_and_then_the_least_under_noise(make):
    table = make()
    trials = try_bounds(table, propose(table))
    chosen = best(trials)
    least = min(trials, key=lambda trial: trial.error)
    close = [trial for trial in trials if trial.error <= least.error + least.slack / 2]
    assert chosen in close
    assert chosen.private_error == min(trial.private_error for trial in close)


def test_counts_that_are_mostly_zero_get_bounds_around_zero():
    trials = try_bounds(counts(), propose(counts()))
    assert [(trial.kind, trial.schema.intercept) for trial in trials] == [
        (ROUNDED, False),
        (ROUNDED, True),
        (CENTRED, False),
        (CENTRED, True),
    ]
    assert best(trials).kind == CENTRED
    plain = trials[0]
    assert (plain.shortened_share, plain.norm_after) == (1.0, pytest.approx(1.0))
    assert best(trials).norm_before < plain.norm_before


def test_a_rare_class_among_signed_numbers_gets_the_constant_feature():
    trials = try_bounds(rare(), propose(rare()))
    assert best(trials).schema.intercept
    assert trials[0].error > best(trials).error + 0.1


def test_a_column_of_years_keeps_its_range():
    for trial in try_bounds(years(), propose(years())):
        assert trial.schema.features[0].lower >= 1950


def test_where_bounds_around_zero_suit_no_column_two_ways_are_left():
    table = pd.DataFrame({"year": [*range(1960, 2020)] * 5, "kind": list("abcde") * 60})
    schema = replace(propose(table, "kind"), label=Label("kind", ("a", "b")))
    assert [trial.kind for trial in try_bounds(table, schema)] == [ROUNDED, ROUNDED]


def test_a_large_table_is_tried_on_some_of_its_records_with_the_noise_of_all():
    table = pd.concat([counts()] * 10, ignore_index=True)
    few = try_bounds(counts(), propose(counts()))
    many = try_bounds(table, propose(table))
    assert many[2].n_tried == 10_000
    assert many[2].private_error < few[2].private_error


def test_the_same_seed_gives_the_same_trials():
    table = rare()
    schema = propose(table)
    assert try_bounds(table, schema) == try_bounds(table, schema)


def test_an_open_label_is_refused():
    table = pd.DataFrame({"a": [1, 2, 3] * 9, "class": list("xyz") * 9})
    with pytest.raises(InvalidInput, match="must have its positive value declared"):
        try_bounds(table, propose(table))
