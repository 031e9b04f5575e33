"""Tuning over a sweep's grid: the same as at one training set, whoever computes it."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import split
from dpcore.erm.losses import HuberHinge, Logistic
from dpcore.privacy.tuning import Candidate
from dplab.simulation.executors.processes import Processes
from dplab.simulation.settings import UPLOAD
from dplab.simulation.sources import load
from dplab.simulation.sweeps import SweepSpec, spec
from dplab.studies.papers import tuning
from dplab.studies.papers.entries import Entry, EntryPanel, Variant
from dplab.studies.papers.reproduce import EntrySweep, reproduce
from dplab.studies.papers.tuning import n_trained, tune
from dplab.studies.private_tuning import strategies
from dplab.studies.private_tuning.strategies import STRATEGIES, compare

LAMS = (0.001, 0.01, 0.1)
SPEC = SweepSpec(
    "unseparable",
    d=3,
    knobs=(("band", 0.1), ("flip", 0.2)),
    seed=4,
    mechanisms=("output", "objective"),
    losses=(("logistic", 0.5), ("huber", 0.5)),
    epsilons=(0.2, 1.0),
    lams=LAMS,
    sizes=(400, 1000),
    draws=6,
)
KEYS = ["mechanism", "loss", "n", "epsilon", "strategy", "draw"]


def table(results):
    results = list(results)
    assert not any(result.failure for result in results)
    rows = pd.concat([result.rows for result in results])
    return rows.sort_values(KEYS).reset_index(drop=True)


@pytest.fixture(scope="module")
def found():
    return table(tune(SPEC, 0.01))


def test_tuning_over_a_grid_is_tuning_at_each_of_its_points(found):
    assert len(found) == 2 * 2 * 2 * 2 * len(STRATEGIES) * 6
    assert found.converged.all()
    data, places = load(SPEC.source), dict(list(found.groupby(KEYS[:-1])))
    for name, loss in (("logistic", Logistic()), ("huber", HuberHinge(0.5))):
        alone = compare(
            split(data, 1000, SPEC.seed),
            [Candidate("objective", lam, loss) for lam in LAMS],
            SPEC.epsilons,
            fixed=Candidate("objective", 0.01, loss),
            n_draws=6,
            seed=SPEC.seed,
        )
        for epsilon, one in alone.items():
            for strategy, errors in one.errors.items():
                rows = places["objective", name, 1000, epsilon, strategy]
                np.testing.assert_array_equal(rows.error, errors)


def test_processes_and_own_records_give_the_same_rows(found):
    small = replace(SPEC, sizes=(400,), losses=SPEC.losses[:1])
    same = found[(found.n == 400) & (found.loss == "logistic")].reset_index(drop=True)
    with Processes(1) as executor:
        pd.testing.assert_frame_equal(table(tune(small, 0.01, executor)), same)
    own = replace(small, data=UPLOAD, knobs=())
    pd.testing.assert_frame_equal(table(tune(own, 0.01, records=load(SPEC.source))), same)


def test_an_impossible_grid_is_refused_before_anything_runs():
    with pytest.raises(InvalidInput, match="lams must hold at least one value"):
        tune(replace(SPEC, lams=()), 0.01)


def test_every_training_counts(monkeypatch):
    trained, draw_all = [], strategies.draw_all

    def counted(*args, requests, n_draws, **others):
        trained.append(len(requests) * n_draws)
        return draw_all(*args, requests=requests, n_draws=n_draws, **others)

    monkeypatch.setattr(strategies, "draw_all", counted)
    small = replace(SPEC, sizes=(400,), folds=2)
    list(tune(small, 0.02))  # none of the λ: one more to train
    assert n_trained(small) == sum(trained)
    monkeypatch.setattr(spec, "MAX_FITS", n_trained(small) - 1)
    with pytest.raises(InvalidInput, match=f"this one has {n_trained(small):,}"):
        tune(small, 0.01)


def test_too_many_candidates_for_the_records_are_a_failure_that_is_said():
    (result,) = tune(
        replace(SPEC, mechanisms=("output",), losses=SPEC.losses[:1], sizes=(3,)), 0.01
    )
    assert "3 candidates need 4 parts" in result.failure


ENTRY = Entry(
    "x", "X", "Y", "Z", "L.", "no numbers in our copy", "W.", "epsilon", (0.2, 1.0),
    panels=(EntryPanel("P", "unseparable", d=3, knobs=SPEC.knobs),),
    variants=(Variant("as printed", roles={"split": "objective", "fixed": "output"}),),
    n=400, lam=0.01, candidates=LAMS, folds=1, draws=6, seeds=(4,),
)  # fmt: skip


def test_an_entry_keeps_the_strategies_and_mechanisms_that_it_names():
    *_, summed = reproduce(ENTRY)
    assert set(zip(summed.role, summed.mechanism, strict=True)) == {
        ("split", "objective"),
        ("fixed", "output"),
    }
    assert sorted(set(summed["where"])) == [0.2, 1.0]
    assert set(summed.draws) == {6}


def test_results_come_in_the_same_order_whichever_cell_ends_first(monkeypatch):
    # Several losses and mechanisms: a cell each, at one size, fold, ε and λ.
    entry = replace(ENTRY, losses=SPEC.losses, draws=2)
    results, (*_, expected) = EntrySweep.results, reproduce(entry)
    for later in (reversed, lambda cells: cells[1:] + cells[:1]):
        monkeypatch.setattr(EntrySweep, "results", lambda *a, later=later: later(list(results(*a))))
        *_, found = reproduce(entry)
        pd.testing.assert_frame_equal(found, expected)


def test_folds_do_not_share_their_noise(monkeypatch):
    seeds = []

    def noted(*args, seed, **others):
        seeds.append(seed)
        return compare(*args, seed=seed, **others)

    monkeypatch.setattr(tuning, "compare", noted)
    list(tuning.tune(replace(SPEC, sizes=(400,), losses=SPEC.losses[:1], folds=2), 0.01))
    assert seeds.count(SPEC.seed) == 2  # once for each mechanism
    assert len(set(seeds)) == 2
