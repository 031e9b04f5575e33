"""Small problems for the tests of a release, and chance that can be had again."""

import numpy as np
import pandas as pd

from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.erm.losses import Logistic
from dpcore.release.entropy import Entropy
from dpcore.release.orders import ReleaseRequest
from dpcore.release.running import execute

SCHEMA = Schema(
    Label("sick", ("yes",)),
    (
        Numeric("age", 0, 90, missing=45),
        Category("ward", ("a", "b", "c"), missing="c", other="c"),
    ),
    intercept=True,
)


class Repeated:
    """Bytes that depend on a seed, for tests alone; counts what it gave."""

    def __init__(self, seed: int = 0) -> None:
        self._rng, self.given = np.random.default_rng(seed), 0

    def __call__(self, k: int) -> bytes:
        self.given += k
        return self._rng.bytes(k)


def table(n: int = 200, seed: int = 0) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    age = rng.integers(0, 91, n)
    ward = rng.choice(["a", "b", "c"], n)
    sick = np.where(age + rng.normal(0, 10, n) > 45, "yes", "no")
    return pd.DataFrame({"age": age.astype(str), "ward": ward, "sick": sick})


def order(**asked) -> ReleaseRequest:
    usual = {
        "schema": SCHEMA, "mechanism": "objective_tight", "epsilon": 1.0, "lam": 0.01,
        "loss": Logistic(), "data_set": "clinic",
    }  # fmt: skip
    return ReleaseRequest(**usual | asked)


def run(ledger, *, rows=None, idempotency_key=None, source=None, **asked):
    """Release with test entropy."""
    entropy = Entropy(source or Repeated())
    rows = table() if rows is None else rows
    return execute(order(**asked), rows, ledger, idempotency_key, entropy)
