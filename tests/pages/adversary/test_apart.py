"""Curves over many records are computed in two processes, and come out the same."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import Unavailable
from dplab.simulation import isolation
from dplab.simulation.settings import Settings
from dplab.studies.adversary import attacks
from dplab.studies.adversary.attacks import Question
from dplab.studies.adversary.curve import HALVES
from pages.adversary import results
from pages.comparison.screen import cached


@pytest.fixture
def curves(monkeypatch):
    """Compute the curves anew, with a bound on what is computed in this process alone."""

    def compute(large: int, seed: int):
        monkeypatch.setattr(attacks, "LARGE", large)
        asked = Question(Settings(n=200, d=3, lam=0.01, seed=seed), row=0, suspects=3)
        keep = cached.RECORDS.keeper(results.named)
        keep._kept._for_all.clear()
        return list(results.growing(asked, cached.RECORDS, keep))

    return compute


def test_curves_of_two_processes_are_those_of_one(curves):
    here, there = curves(10**9, 1), curves(0, 1)
    assert [list(each) for each in here] == [list(each) for each in there]
    for name, alone in here[-1].items():
        assert np.array_equal(alone.named, there[-1][name].named)
        assert np.array_equal(alone.hits, there[-1][name].hits)


def test_half_of_the_curves_are_computed_apart(curves, monkeypatch):
    asked = []

    def compute(function, *args):
        asked.append(args[2])
        return function(*args)

    monkeypatch.setattr(isolation, "run_in_subprocess", compute)
    curves(0, 2)
    assert asked == [
        (
            ("objective_tight", HALVES[1]),
            ("objective_2008", HALVES[0]),
            ("objective_2008", HALVES[1]),
        )
    ]


def test_what_came_from_the_other_process_is_what_is_shown(curves, monkeypatch):
    def compute(function, *args):
        return [replace(each, hits=each.hits + 1000) for each in function(*args)]

    monkeypatch.setattr(isolation, "run_in_subprocess", compute)
    shown = curves(0, 4)[-1]
    marked = {name: (each.hits >= 1000).tolist() for name, each in shown.items()}
    first, second = ([True] * len(half) for half in HALVES)
    assert marked["objective_2008"] == first + second
    assert marked["objective_tight"] == [not each for each in first] + second
    assert not any(marked["output"] + marked["objective"])


def test_a_process_that_is_lost_leaves_no_gap(curves, monkeypatch):
    def compute(*_args):
        raise Unavailable("The process was lost.")

    monkeypatch.setattr(isolation, "run_in_subprocess", compute)
    assert len(curves(0, 3)[-1]) == 4
