"""Six ways to bound the numbers are tried, and the best of them is the best under noise."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import n_training
from dpcore.data.declared.schema import READ, Label
from dpcore.erm.losses import Logistic
from dpcore.privacy.regularization.suggested import suggested_lam
from dplab.simulation.suggestions.bounds import (
    ALIKE,
    CENTRED,
    MIDDLE,
    ROUNDED,
    Trial,
    best,
    try_bounds,
)
from dplab.tables.proposal import propose

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


def census(n: int = N, spoilt: float = 0.0) -> pd.DataFrame:
    """Return a table like a census; a share of its numbers are a hundred times as large."""
    rng = np.random.default_rng(4)
    age, hours, schooling = rng.normal(40, 13, n), rng.normal(40, 10, n), rng.normal(10, 2.5, n)
    gains = np.where(rng.random(n) < 0.08, rng.lognormal(8, 1, n), 0)
    numbers = np.column_stack([age.clip(17, 90), hours.clip(1, 99), schooling.clip(1, 16), gains])
    jobs = rng.integers(0, 6, n)
    score = (age - 40) / 13 + (hours - 40) / 10 + (schooling - 10) / 2.5 + (gains > 5_000) * 2
    table = made(numbers, 2 * (score + 0.3 * (jobs - 2.5) - 1)).assign(job=[*map(str, jobs)])
    far = rng.random(numbers.shape) < spoilt
    return table.assign(**{f"c{j}": np.where(far[:, j], 100, 1) * numbers[:, j] for j in range(4)})


def trials_of(table: pd.DataFrame, seed: int = 0) -> tuple[Trial, ...]:
    return try_bounds(table, propose(table, "kind"), seed=seed)


@pytest.mark.parametrize("make", [counts, rare, years, census])
def test_the_best_has_the_least_private_error_or_one_like_it_and_less_without_noise(make):
    trials = trials_of(make())
    chosen, least = best(trials), min(trial.private_error for trial in trials)
    assert chosen.private_error <= least + ALIKE
    alike = [trial for trial in trials if trial.private_error <= least + ALIKE]
    assert chosen.error == min(trial.error for trial in alike)


def test_a_smaller_error_without_noise_does_not_outweigh_a_larger_private_one():
    one, other = (
        Trial("", propose(years()), error, 0.01, private, 0, 1, 1, N)
        for error, private in ((0.05, 0.30), (0.10, 0.25))
    )
    assert best([one, other]) is other
    assert best([one, replace(other, private_error=0.30 - ALIKE / 2)]) is one


def test_each_way_is_tried_at_the_lam_that_suits_its_own_number_of_features():
    for trial in trials_of(census()):
        d, n = len(trial.schema.encoded_names()), n_training(N)
        expected = suggested_lam("objective_tight", 1.0, n=n, n_features=d, loss=Logistic())
        assert trial.lam == expected


def test_one_number_in_a_thousand_times_a_hundred_makes_the_middle_win_clearly():
    trials = trials_of(census(20_000, spoilt=0.001))
    rounded = min(trial.private_error for trial in trials if trial.kind == ROUNDED)
    chosen = best(trials)
    assert chosen.kind == MIDDLE
    assert chosen.private_error < rounded - 0.03
    clean = best(trials_of(census(20_000)))
    assert chosen.private_error < clean.private_error + 0.01  # as if nothing were spoilt


def test_where_no_number_is_far_the_middle_is_the_range_and_is_not_tried_twice():
    rng = np.random.default_rng(5)
    values = rng.uniform(100, 200, (N, 3))
    trials = trials_of(made(values, (values[:, 0] - 150) / 10))
    assert [trial.kind for trial in trials] == [ROUNDED, ROUNDED]


@pytest.mark.parametrize("make", [counts, years, census])
def test_the_choice_is_no_luck(make):
    table = make()
    runs = [trials_of(table, seed) for seed in range(8)]
    means = np.mean([[trial.private_error for trial in run] for run in runs], axis=0)
    for run in runs:
        # Another seed has other noise and other test records; half a point is no difference.
        assert means[run.index(best(run))] <= means.min() + 2 * ALIKE


def test_all_that_is_proposed_is_marked_as_read_from_the_data():
    for trial in trials_of(census()):
        numeric = [each for each in trial.schema.features if each.name != "job"]
        assert {each.origin for each in numeric} == {READ}
        assert trial.schema.intercept_origin == READ


def test_counts_that_are_mostly_zero_get_bounds_around_zero():
    trials = try_bounds(counts(), propose(counts()))
    assert [(trial.kind, trial.schema.intercept) for trial in trials] == [
        (ROUNDED, False),
        (ROUNDED, True),
        (CENTRED, False),
        (CENTRED, True),
        (MIDDLE, False),
        (MIDDLE, True),
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
