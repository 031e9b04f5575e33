"""A fit, looked into on neighbours with the same chance: what the noise hides, and nothing else."""

from functools import cache

import pytest

from dpcore.release.safe import released_mechanisms
from tests.estimators.replay import claims, planted
from tests.estimators.replay.fits import fit
from tests.estimators.replay.trace import traced

FITS = range(60)


@cache
def path(seed):
    """Return which way a seed's fit goes; for all mistakes it is asked once."""
    return fit(seed).path


def replayed(seed, folder):
    made = fit(seed)
    return made, *(traced(made, table, seed, folder) for table in made.tables)


@pytest.mark.parametrize("seed", FITS)
def test_neighbours_differ_in_noised_numbers_alone_and_in_those_by_their_sensitivity(
    seed, tmp_path
):
    claims.hold(*replayed(seed, tmp_path))


def test_every_way_through_a_fit_is_among_those_that_are_replayed():
    paths = [fit(seed).path for seed in FITS]
    assert sum(path[-1] == "solves" for path in paths) > 2 * len(FITS) / 3
    assert {step for path in paths for step in path} == {
        *released_mechanisms(), "tuned", "one λ", "rule", "typed", "table", "rows", "two classes",
        "several classes", "one label", "labels", "several records", "one record", "charged",
        "free", "stops short", "a strange label", "a strange cell", "solves", "weighted",
        "alike", "with δ", "ε alone",
    }  # fmt: skip


def is_found(seed, folder):
    try:
        claims.hold(*replayed(seed, folder))
    except (AssertionError, IndexError):  # the last: it does not even run
        return True
    return False


MISTAKES = planted.MUTANTS | planted.KEPT | planted.OTHERS
SHOWS = {
    "rows are shortened together": "table",
    "a bound that is read from the data": "rows",
    "which labels occur": "one label",
    "classes that occur": "a strange label",
    "no group privacy": "several records",
    "charged for each record": "several records",
    "a λ of the whole table": "rule",
    "each plane at all of δ": "with δ",
    "charged without its δ": "with δ",
}
"""What has to be so of a fit for a mistake to show: such fits are tried first."""


@pytest.mark.parametrize("name", MISTAKES)
def test_a_planted_mistake_is_found(name, tmp_path, monkeypatch):
    MISTAKES[name].plant(monkeypatch)
    first = sorted(FITS, key=lambda seed: SHOWS.get(name, "") not in path(seed))
    assert any(is_found(seed, tmp_path) for seed in first)
