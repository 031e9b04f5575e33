"""Estimators, records and neighbours at random: rows of numbers, and raw tables by an encoder."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from sklearn.pipeline import make_pipeline

from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.erm.losses import LOSSES
from dpcore.estimators import DeclaredEncoder, PrivateLinearClassifier, PrivatelyTunedClassifier
from dpcore.estimators.linear import LinearEstimator
from dpcore.release.safe import pure_mechanisms, released_mechanisms

EXTREME = (0.0, -0.0, 5e-324, -1e-308, 1e-160, 1e160, -1e300, 1.7e308, 1.0, -1.0)
"""Numbers at which a norm under- or overflows."""

HOSTILE = ("", " ", "?", "NA", "1e308", "-1e308", "1e-320", "9" * 40, "-0", "+1", ".5")
"""Cells of a column of numbers: as declared, however odd."""

WITH_DELTA = tuple(name for name in released_mechanisms() if name not in pure_mechanisms())
DELTAS = (1e-9, 1e-6, 1e-3)

ODD_LEVELS = ("", "?", "w9", "W0", "yes ", "a\nb", "é", "=1+1")


@dataclass(frozen=True)
class Fit:
    """An estimator, records and their neighbour: the records in `changed`, of one person, differ.

    Parameters
    ----------
    model : estimator
        Without a ledger.
    encoder : DeclaredEncoder or None
        What comes before it.
    tables : pair of (X, y)
    changed : tuple of int
    records_per_person : int
    has_ledger, stops_short : bool
        Whether it is charged, and whether the solver's gradient is too long, whatever it found.
    outside : str
        What the neighbour's first changed record holds that is not declared; "" for nothing.
    """

    model: LinearEstimator
    encoder: DeclaredEncoder | None
    tables: tuple[tuple[Any, Any], tuple[Any, Any]]
    changed: tuple[int, ...]
    records_per_person: int
    has_ledger: bool
    stops_short: bool
    outside: str

    @property
    def lams(self) -> tuple[float | str, ...]:
        """λ of each candidate; one for an estimator that does not choose."""
        return getattr(self.model, "candidates", None) or (self.model.lam,)

    @property
    def is_tuned(self) -> bool:
        return isinstance(self.model, PrivatelyTunedClassifier)

    @property
    def path(self) -> tuple[str, ...]:
        """Which way through a fit this is."""
        y = self.tables[0][1]
        return (
            self.model.mechanism,
            "tuned" if self.is_tuned else "one λ",
            "rule" if "auto" in self.lams else "typed",
            "table" if self.encoder else "rows",
            "two classes" if len(self.model.classes) == 2 else "several classes",
            "one label" if len(set(y)) == 1 else "labels",
            "several records" if self.records_per_person > 1 else "one record",
            "charged" if self.has_ledger else "free",
            "with δ" if self.model.delta else "ε alone",
            "weighted" if self.model.class_weight else "alike",
            "stops short" if self.stops_short else self.outside or "solves",
        )

    def estimator(self, address: str | None) -> Any:
        """Return what is fitted: the classifier, or a pipeline that ends with it."""
        ledger = address if self.has_ledger else None
        model = type(self.model)(**self.model.get_params() | {"ledger": ledger})
        return make_pipeline(self.encoder, model) if self.encoder else model


def fit(seed: int) -> Fit:
    """Return the fit of a seed."""
    rng = np.random.default_rng(seed)
    # Not the number of columns, classes or candidates: what has so many entries is of the records.
    n, m = int(rng.choice([23, 41, 67])), int(rng.choice([1, 1, 1, 2]))
    changed = tuple(sorted(rng.choice(n, size=m, replace=False).tolist()))
    classes = [("no", "yes"), (0, 1), ("a", "b", "c"), (3, -1, 7, 5)][rng.integers(4)]
    encoder = DeclaredEncoder(_schema(rng)) if rng.random() < 0.5 else None
    outside = ["a strange label", "a strange cell"][seed % 2] if seed % 10 in (4, 7) else ""
    tables = _tables(rng, n, changed, classes, encoder, outside)
    model = _model(rng, classes, has_encoder=encoder is not None)
    # One person's records are a matter of the ledger alone.
    has_ledger = m > 1 or bool(rng.random() < 0.7)
    if rng.random() < 0.4:
        weights = rng.permutation([1.0, *rng.choice([0.01, 0.4, 1.0], len(classes) - 1)])
        model.set_params(class_weight=dict(zip(classes, weights.tolist(), strict=True)))
    if isinstance(model, PrivateLinearClassifier) and m == 1 and rng.random() < 0.5:
        model.set_params(mechanism=str(rng.choice(WITH_DELTA)), delta=float(rng.choice(DELTAS)))
    return Fit(model, encoder, tables, changed, m, has_ledger, seed % 10 == 9, outside)


def _schema(rng) -> Schema:
    numbers = [Numeric(f"number {k}", -1.0, 3.0, missing=0.5) for k in range(rng.integers(1, 4))]
    kinds = [
        Category(f"kind {k}", ("w0", "w1", "w2"), missing="w0", other="w1")
        for k in range(rng.integers(0, 3))
    ]
    return Schema(Label("y", ("yes",)), (*numbers, *kinds), intercept=bool(rng.random() < 0.5))


def _tables(rng, n, changed, classes, encoder, outside):
    # Now and then one record sticks out of all others: what is read from all then follows it.
    is_tame = rng.random() < 0.4
    of_one, of_other = (0.0, 1.0) if is_tame else (0.1, 0.1)
    rows = [_record(rng, encoder, of_one, is_tame) for _ in range(n)]
    # All labels the same, now and then: on one table, on both, or on both but for one record.
    few = classes[: 1 if rng.random() < 0.3 else None]
    labels = [few[rng.integers(len(few))] for _ in range(n)]
    rows_of_other, labels_of_other = [list(row) for row in rows], list(labels)
    for place in changed:
        rows_of_other[place] = _record(rng, encoder, of_other, False)
        labels_of_other[place] = classes[rng.integers(len(classes))]
    if outside == "a strange label":
        labels_of_other[changed[0]] = "stranger" if isinstance(classes[0], str) else 99
    elif outside and encoder is None:
        rows_of_other[changed[0]][0] = np.nan
    elif outside:
        rows_of_other[changed[0]][0] = str(rng.choice(["no number", "1e400", "nan"]))
    return (_made(rows, labels, encoder), _made(rows_of_other, labels_of_other, encoder))


def _record(rng, encoder, odd: float, is_tame: bool) -> list:
    """Return a row, each of whose cells is odd with a chance; a tame one is near the middle."""
    if encoder is None:
        row = rng.normal(0, 0.01 if is_tame else 0.7, 3)
        return np.where(rng.random(3) < odd, rng.choice(EXTREME, 3), row).tolist()
    return [_cell(rng, each, odd, is_tame) for each in encoder.schema.features]


def _cell(rng, feature, odd: float, is_tame: bool) -> str:
    is_odd = rng.random() < odd
    if isinstance(feature, Numeric):
        usual = f"{rng.normal(1, 0.01 if is_tame else 2):.9g}"
        return str(rng.choice(HOSTILE)) if is_odd else usual
    return str(rng.choice(ODD_LEVELS if is_odd else feature.levels))


def _made(rows, labels, encoder):
    if encoder is None:
        return np.array(rows), np.array(labels)
    names = [each.name for each in encoder.schema.features]
    return pd.DataFrame(rows, columns=names), np.array(labels)


def _model(rng, classes, *, has_encoder: bool) -> LinearEstimator:
    def lam():
        # Below c²/100,000, 2.25e-5 for the steepest loss, λ is refused: on any records.
        return "auto" if rng.random() < 0.3 else max(2.3e-5, float(10 ** rng.uniform(-5, 0)))

    epsilon = float(10 ** rng.uniform(-1.5, 1.2))
    shared = {
        "mechanism": str(rng.choice(pure_mechanisms())),
        "loss": str(rng.choice(list(LOSSES))),
        "norm_bound": 1.0 if has_encoder else float(10 ** rng.uniform(-2, 3)),
        "intercept": not has_encoder and bool(rng.random() < 0.5),
        "classes": classes,
    }
    if rng.random() < 0.4:
        return PrivateLinearClassifier(epsilon, lam=lam(), **shared)
    lams = tuple(lam() for _ in range(rng.choice([1, 2, 4])))
    return PrivatelyTunedClassifier(epsilon, lams, **shared)
