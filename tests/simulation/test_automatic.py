"""Sweeps that start by themselves: one for all who look, behind what somebody pressed for."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.data.dataset import Dataset
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps.jobs import JobQueue
from tests.simulation.sweeps.test_jobs import SOON, SPEC, Gate, gate, registry
from tests.simulation.sweeps.test_turns import LONGS, SHORTS, Machine, Slots

__all__ = ["gate", "registry"]

OTHER = replace(SPEC, seed=1)


def own() -> Dataset:
    rng = np.random.default_rng(0)
    X = rng.uniform(-0.5, 0.5, (60, 3))
    return Dataset(X, rng.choice([-1.0, 1.0], 60), ("a", "b", "c"))


def test_all_who_ask_for_the_same_have_one_run(registry):
    busy: JobQueue = registry()
    first = busy.submit(SPEC, "ada", automatic=True)
    assert busy.submit(SPEC, "bob", automatic=True) == first
    assert busy.submit(OTHER, "bob", automatic=True) != first
    busy.wait(first, SOON)
    assert busy.submit(SPEC, "eve", automatic=True) == first  # it is whole
    assert busy.status(first).automatic


def test_what_somebody_pressed_for_is_theirs(registry):
    busy: JobQueue = registry()
    first = busy.submit(SPEC, "ada", automatic=True)
    pressed = busy.submit(SPEC, "ada")
    assert pressed != first
    assert busy.submit(SPEC, "bob", automatic=True) == first
    assert not busy.status(pressed).automatic


def test_a_run_over_an_own_table_is_nobody_elses(registry):
    busy: JobQueue = registry()
    spec = SweepSpec(data="upload", d=3, draws=2)
    ada, bob = own(), own()
    first = busy.submit(spec, "ada", ada, automatic=True)
    second = busy.submit(spec, "bob", bob, automatic=True)
    assert first != second
    assert busy.knows(first, "ada")
    assert not busy.knows(first, "bob")


def test_who_leaves_ends_it_for_nobody_else(registry, gate: Gate):
    busy: JobQueue = registry(executor=gate, workers=1)
    run = busy.submit(SPEC, "ada", automatic=True)
    assert busy.submit(SPEC, "bob", automatic=True) == run
    busy.cancel(run, "ada")
    assert busy.status(run).state != "cancelled"
    busy.cancel(run, "bob")
    assert busy.status(run).state == "cancelled"
    assert busy.submit(SPEC, "ada", automatic=True) != run


def test_two_pages_of_one_visitor_are_two(registry, gate: Gate):
    busy: JobQueue = registry(executor=gate, workers=1)
    run = busy.submit(SPEC, "ada", automatic=True)
    assert busy.submit(SPEC, "ada", automatic=True) == run
    busy.cancel(run, "ada")
    assert busy.status(run).state != "cancelled"
    busy.cancel(run, "ada")
    assert busy.status(run).state == "cancelled"


def test_what_is_whole_is_found_by_who_may_not_start_it(registry):
    busy: JobQueue = registry()
    assert busy.whole(SPEC) == ""
    pressed = busy.submit(SPEC, "ada")
    busy.wait(pressed, SOON)
    assert busy.whole(SPEC) == ""  # hers
    run = busy.submit(SPEC, "bob", automatic=True)
    busy.wait(run, SOON)
    assert busy.whole(SPEC) == run
    assert busy.whole(OTHER) == ""


@pytest.mark.parametrize("kind", [SHORTS, LONGS], ids=["short", "long"])
def test_it_waits_for_all_that_somebody_pressed_for(kind: SweepSpec):
    busy = Machine(Slots(usual=2, own=2))
    unasked = busy.submit(replace(kind, seed=3), "ada", automatic=True)
    pressed = busy.submit(LONGS, "bob")
    begun = unasked.taken
    while pressed.has_cells:
        busy.step()
        assert unasked.taken == begun
    busy.run_until(unasked)
    assert pressed.state == "done"


def test_what_is_pressed_for_later_goes_before_long_ones_that_began_by_themselves():
    busy = Machine(Slots(usual=2, own=2))
    for seed in range(6):
        busy.submit(replace(LONGS, seed=seed), f"visitor {seed}", automatic=True)
    pressed = busy.submit(replace(LONGS, seed=9), "eve")
    busy.step()
    busy.step()
    assert pressed.taken > 0


def test_in_an_express_slot_a_short_one_goes_on_beside_what_was_pressed_for():
    busy = Machine(Slots(usual=2, own=2, express=2))
    pressed = busy.submit(LONGS, "bob")
    busy.run_until(busy.submit(SHORTS, "ada", automatic=True))
    assert pressed.has_cells
