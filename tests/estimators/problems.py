"""Small problems for the estimators, and fits without the warnings that simulations earn."""

import warnings

import numpy as np

from dpcore.estimators import SimulationWarning
from tests.erm.oracles import labelled

INF = float("inf")


def two_classes(n=60, d=3):
    """Return rows of norm at most 1 and the texts "no" and "yes"."""
    X, y = labelled(n, d)
    return X, np.where(y > 0, "yes", "no")


def three_classes(n=60, d=2):
    X, _ = labelled(n, d)
    return X, np.array(["a", "b", "c"])[np.arange(n) % 3]


def simulated(model, X, y):
    """Fit with a random_state, which warns by design."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SimulationWarning)
        return model.fit(X, y)
