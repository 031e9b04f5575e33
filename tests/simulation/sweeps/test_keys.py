"""Under which key a cell is kept: all that shapes its rows, and nothing else."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps import store as stores
from dplab.simulation.sweeps.cells import Cell, cells
from dplab.simulation.sweeps.store import key

KEPT = Path(__file__).parent / "kept_keys.txt"
"""Keys of cells as an earlier version had them, and what of each cell differs from a default."""

SPEC = SweepSpec(data="uniform", sizes=(50,), draws=2)


def test_delta_is_part_of_the_key_where_a_mechanism_uses_it_and_nowhere_else():
    uses = {name: entry.uses_delta for name, entry in MECHANISMS.items()}
    assert uses["objective_gaussian"]
    assert not uses["objective"]
    for mechanism, used in uses.items():
        spec = replace(SPEC, mechanisms=("non_private", mechanism))
        found = {key(cells(replace(spec, delta=delta))[0]) for delta in (1e-6, 1e-7)}
        assert len(found) == (2 if used else 1)


def test_cells_that_were_kept_before_there_was_a_delta_are_found(monkeypatch):
    monkeypatch.setattr(stores, "NUMERICS", 4)
    (cell,) = cells(SPEC)
    # As the version before it had it.
    assert key(cell) == "78904ee865bfc397bd2da8b0aefa2b7386fbcd7d250e4d7e9a482809d41dd9a2"


def test_cells_of_earlier_versions_are_found(monkeypatch):
    monkeypatch.setattr(stores, "NUMERICS", 4)
    kept = [line.split(" ", 1) for line in KEPT.read_text("utf-8").splitlines()]
    assert len(kept) == 200
    assert {text: key(_cell(json.loads(text))) for _, text in kept} == {
        text: digest for digest, text in kept
    }


def _cell(names: dict[str, Any]) -> Cell:
    """Return a cell by what of it differs from a default."""
    fold, n = names.pop("fold"), names.pop("n")
    return Cell(SweepSpec(**{name: _frozen(value) for name, value in names.items()}), fold, n)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
