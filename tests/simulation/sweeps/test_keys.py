"""Under which key a cell is kept: all that shapes its rows, and nothing else."""

from dataclasses import replace

from dpcore.simulation.sweeps import SweepSpec
from dpcore.simulation.sweeps import store as stores
from dpcore.simulation.sweeps.cells import cells
from dpcore.simulation.sweeps.store import key

SPEC = SweepSpec(data="uniform", sizes=(50,), draws=2)


def test_delta_is_part_of_the_key_where_a_mechanism_uses_it_and_nowhere_else():
    for mechanism, used in (("objective_gaussian", True), ("objective", False)):
        spec = replace(SPEC, mechanisms=("non_private", mechanism))
        found = {key(cells(replace(spec, delta=delta))[0]) for delta in (1e-6, 1e-7)}
        assert len(found) == (2 if used else 1)


def test_cells_that_were_kept_before_there_was_a_delta_are_found(monkeypatch):
    monkeypatch.setattr(stores, "NUMERICS", 4)
    (cell,) = cells(SPEC)
    # As the version before it had it.
    assert key(cell) == "78904ee865bfc397bd2da8b0aefa2b7386fbcd7d250e4d7e9a482809d41dd9a2"
