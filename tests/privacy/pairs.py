"""Neighbouring data sets for the tests of the meter and of the search."""

import numpy as np

from dpcore.privacy.mechanisms import calibrate
from dplab.instruments.meter import Meter
from dplab.instruments.neighbours import Neighbours, exchange
from tests.erm.oracles import DEFAULTS


def metered(mechanism, data, x, label, *, epsilon=0.5, lam=0.01, loss=DEFAULTS[0]):
    pair = exchange(*data, x, label)
    facts = {"lam": lam, "n": pair.n, "loss": loss, "n_features": pair.n_features}
    return Meter(pair, calibrate(mechanism, epsilon, **facts), loss, lam)


def alone(n, d=1, *, after=0.0):
    """Return neighbours that are at the origin but for one record: e1 against a multiple of it."""
    e = np.eye(d)[0]
    return Neighbours(np.empty((0, d)), np.empty(0), e, after * e, n)
