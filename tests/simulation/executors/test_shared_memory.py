"""Records in shared memory: read in place by other processes, and freed with the table."""

import operator
import os

import numpy as np

from dpcore.data.dataset import Dataset
from dplab.simulation.executors.processes import Processes
from dplab.simulation.executors.shared_memory import attach, share

SOON = 120
"""Seconds within which something that should happen must have happened, on a busy machine too."""


def own_table() -> Dataset:
    X = np.asfortranarray(np.random.default_rng(0).uniform(-0.5, 0.5, (50, 3)))
    return Dataset(X, np.where(X[:, 0] > 0, 1.0, -1.0), ("a", "b", "c"))


def test_records_are_shared_and_freed_with_the_table():
    table = own_table()
    shared = share(table)
    assert share(table) is shared
    there = attach(shared)
    np.testing.assert_array_equal(there.X, table.X)
    assert there.X.flags.f_contiguous == table.X.flags.f_contiguous
    assert there.features == table.features
    assert os.path.exists(shared.path)
    with Processes(1) as pool:
        seen = pool.submit(operator.attrgetter("X"), table).result(SOON)
    np.testing.assert_array_equal(seen, table.X)
    path = shared.path
    del table
    assert not os.path.exists(path)


def test_records_are_copied_where_memory_cannot_be_shared(monkeypatch):
    monkeypatch.delattr(os, "memfd_create")
    table = own_table()
    assert attach(share(table)) is table
