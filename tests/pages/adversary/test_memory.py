"""What the page keeps of an own table counts, also what is made long after it is kept."""

import tracemalloc

import numpy as np
import pytest

from dpcore.data.dataset import Split
from dplab.simulation.settings import Settings
from dplab.studies.adversary.curve import Attack, of_person
from dplab.studies.adversary.line_up import held_out
from pages.kit.visitor import kept
from server.visits.weight import weight
from tests.pages.adversary.test_record import PAGE
from tests.pages.screen import complaints
from tests.pages.tables import csv, declare, with_table


def levels(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return records of six categories, each of them one of twelve levels."""
    return np.hstack([np.eye(12)[rng.integers(0, 12, n)] for _ in range(6)]) / np.sqrt(6)


def numbers(rng: np.random.Generator, n: int) -> np.ndarray:
    X = rng.normal(size=(n, 40))
    return X / np.linalg.norm(X, axis=1, keepdims=True)


@pytest.mark.parametrize("make", [levels, numbers])
def test_an_attack_takes_no_more_than_it_says_and_not_much_less(make):
    rng = np.random.default_rng(0)
    X, y = make(rng, 6_000), rng.choice([-1.0, 1.0], 6_000)
    part = Split(X[:5_000], y[:5_000], X[5_000:], y[5_000:])
    tracemalloc.start()
    try:
        attack = Attack(held_out(part, 0, m=10, seed=0), Settings(lam=0.01))
        for mechanism in ("output", "objective"):
            of_person(attack, mechanism, 1.0, 20)
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert attack.n_bytes / 5 < taken < attack.n_bytes


def test_an_attack_on_an_own_table_counts_for_its_visitor():
    page = declare(with_table(csv())).switch_page(f"{PAGE}/page.py")
    page.session_state["adversary_scene"] = "line_up"
    page = page.run()
    assert not complaints(page)
    visitor = page.session_state["visitor"]
    (attacks,) = (
        results
        for function, results in kept.get(visitor, "own_table").results.items()
        if function.endswith("results._attack")
    )
    (found,) = attacks.values()
    assert weight([found]) == found.attack.n_bytes > found.attack.line_up.X.nbytes
    assert kept.size(visitor) >= found.attack.n_bytes
