"""A store in memory has one connection, which many threads share."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from dpcore.simulation.sweeps import SweepSpec, run
from dpcore.simulation.sweeps.store import Store


def test_a_thread_that_looks_does_not_end_the_transaction_of_one_that_keeps():
    (first, *_) = run(SweepSpec(data="uniform", d=3, sizes=(30,), draws=2))
    with Store("sqlite://") as store, ThreadPoolExecutor(3) as threads:
        looking = threads.map(store.find, [first.cell] * 900)
        for fold in range(300):
            store.keep(replace(first, cell=replace(first.cell, fold=fold)))
        list(looking)
        assert store.count() == 300
