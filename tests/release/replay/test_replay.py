"""A release, looked into on neighbours with the same chance; `make replay` tries thousands more."""

from functools import cache

import pytest

from dpcore.release.exact import vectors
from dpcore.release.safe import released_mechanisms
from tests.release.replay import claims, planted
from tests.release.replay.pairs import pair
from tests.release.replay.trace import traced

PAIRS = range(40)


@cache
def path(seed: int) -> tuple[str, ...]:
    """Return which way a seed's release goes; for all mistakes it is asked once."""
    return pair(seed).path


@cache
def delta(seed: int) -> float:
    """Return the δ of its order."""
    return pair(seed).order.delta


def replayed(seed, folder):
    made = pair(seed)
    one, other = (traced(made, rows, seed, folder) for rows in (made.table, made.neighbour))
    return made, one, other


def test_neighbours_differ_in_noised_numbers_alone_and_in_those_by_their_sensitivity(tmp_path):
    released, paths = 0, set()
    for seed in PAIRS:
        made, one, other = replayed(seed, tmp_path)
        claims.hold(made, one, other)
        released += not one.refusal
        paths.update(made.path)
    assert released > len(PAIRS) / 2
    assert paths >= {
        *released_mechanisms(), "candidates", "one λ", "test", "no test", "rule", "typed",
        "threshold", "values", "one label", "labels", "several records", "one record",
        "rows left out", "all rows", "stops short", "solves", "weighted", "alike",
    }  # fmt: skip


def test_how_many_digits_a_rounding_asks_for_moves_no_later_noise(tmp_path, monkeypatch):
    # So few at first that many a cell is in doubt, and not on both neighbours.
    monkeypatch.setattr(vectors, "BITS", 24)
    several = [seed for seed in PAIRS if len(pair(seed).order.candidates) > 1]
    assert len(several) >= 5
    for seed in several[:5]:
        claims.hold(*replayed(seed, tmp_path))


def is_found(seed, folder):
    try:
        claims.hold(*replayed(seed, folder))
    except (AssertionError, ValueError, IndexError):  # the last two: it does not even run
        return True
    return False


MISTAKES = planted.MUTANTS | planted.LEAKS | planted.OTHERS | planted.OF_DELTA | planted.OF_WEIGHTS
MISTAKES |= planted.OF_GAMMA
SHOWS = {
    "a refusal where all labels are the same": "one label",
    "a label of its own where a side is empty": "one label",
    "a draw that missed counts": "stops short",
    **dict.fromkeys(planted.OF_WEIGHTS, "weighted"),
    **dict.fromkeys(planted.OF_GAMMA, "objective_gamma"),
}
"""What has to be so on a pair for a mistake to show: such pairs are tried first."""


@pytest.mark.parametrize("name", MISTAKES)
def test_a_planted_mistake_is_found(name, tmp_path, monkeypatch):
    seeds = PAIRS
    if name in {**planted.OF_DELTA, **planted.OF_GAMMA}:
        seeds = [seed for seed in PAIRS if delta(seed)]
    MISTAKES[name].plant(monkeypatch)
    first = sorted(seeds, key=lambda seed: SHOWS.get(name, "") not in path(seed))
    assert any(is_found(seed, tmp_path) for seed in first)
