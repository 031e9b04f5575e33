"""Trade-off's batches: what ε does not change is trained once, and all of them are one sweep."""

import math

import numpy as np

from dplab.simulation import comparison
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load
from dplab.simulation.sweeps.cells import cells
from dplab.studies.trade_off import errors

SETTINGS = Settings(n=300, draws=5, lam="auto")


def test_another_epsilon_does_not_train_the_non_private_classifier_again():
    (plain, one), (again, other) = (errors.batches(SETTINGS, (each,)) for each in (0.1, 0.3))
    assert plain == again
    assert one != other
    assert plain.spec.mechanisms == ("non_private",)
    assert "non_private" not in other.spec.mechanisms


def test_batches_hold_what_a_sweep_of_all_methods_finds():
    together = comparison.sweep(SETTINGS, (0.1, 0.3), load(SETTINGS))
    (cell,) = cells(together)
    whole = comparison.outcomes(cell)
    parts = errors.at(SETTINGS, (0.1, 0.3), None, errors.of_batch)
    assert parts.keys() >= whole.keys()
    # Without noise a λ chosen by folds is tried besides: it errs less here, by 5 of 5,000 records.
    plain = whole.pop(("non_private", math.inf))
    assert parts["non_private", math.inf].errors < plain.errors
    for place, each in whole.items():
        assert np.array_equal(each.errors, parts[place].errors)
        assert each.lam == parts[place].lam


def test_a_batch_at_one_epsilon_is_that_of_the_epsilon_alone():
    plain, *along = errors.batches(SETTINGS, comparison.EPSILONS)
    for epsilon in (0.3, math.inf):
        assert errors.batches(SETTINGS, (epsilon,)) == [plain, errors.batch_at(along[0], epsilon)]
