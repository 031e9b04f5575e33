"""Differentially private linear classifiers, for many draws at once.

The science under the Privacy-Accuracy Explorer; it knows no screen. Rows lie in the unit ball,
labels are -1 and +1, classifiers pass through the origin, draws are axis 0.

Examples
--------
What does ε = 0.5 cost on a table of 455 training records?

>>> import numpy as np
>>> from dpcore import Logistic, draw, error, load, split
>>> part = split(load("breast_cancer"), n=455, seed=0)
>>> def errors(mechanism, epsilon):
...     draws = draw(mechanism, part.X, part.y, loss=Logistic(), lam=0.01, epsilon=epsilon,
...                  n_draws=50, rng=np.random.default_rng(0))
...     return error(draws.coefs, part.X_test, part.y_test)
>>> cost = np.median(errors("objective", 0.5)) - errors("non_private", 0.5)[0]
>>> bool(cost > 0)
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpcore.checks import InvalidInput
    from dpcore.data.dataset import Dataset, split
    from dpcore.data.declared.schema import Category, FileLayout, Label, Numeric, Schema
    from dpcore.data.encoding import encode
    from dpcore.data.files.dialect import CsvDialect
    from dpcore.data.reading import read_table
    from dpcore.data.real.tables import TABLES, load
    from dpcore.data.recipes import RECIPES, generate
    from dpcore.data.uploads import read
    from dpcore.data.written.writing import Writing
    from dpcore.erm.losses import LOSSES, HuberHinge, Logistic, SmoothedHinge, make_loss
    from dpcore.erm.prediction import error, predict
    from dpcore.erm.solver import Solution, solve
    from dpcore.erm.weighted import weighted
    from dpcore.privacy.calibration import Plan
    from dpcore.privacy.mechanisms import MECHANISMS, Draws, Mechanism, calibrate, draw
    from dpcore.privacy.regularization.suggested import suggested_lam

__all__ = [
    "LOSSES",
    "MECHANISMS",
    "RECIPES",
    "TABLES",
    "Category",
    "CsvDialect",
    "Dataset",
    "Draws",
    "FileLayout",
    "HuberHinge",
    "InvalidInput",
    "Label",
    "Logistic",
    "Mechanism",
    "Numeric",
    "Plan",
    "Schema",
    "SmoothedHinge",
    "Solution",
    "Writing",
    "calibrate",
    "draw",
    "encode",
    "error",
    "generate",
    "load",
    "make_loss",
    "predict",
    "read",
    "read_table",
    "solve",
    "split",
    "suggested_lam",
    "weighted",
]

_HOMES = {
    "dpcore.checks": "InvalidInput",
    "dpcore.data.dataset": "Dataset split",
    "dpcore.data.reading": "read_table",
    "dpcore.data.encoding": "encode",
    "dpcore.data.files.dialect": "CsvDialect",
    "dpcore.data.recipes": "RECIPES generate",
    "dpcore.data.declared.schema": "Category FileLayout Label Numeric Schema",
    "dpcore.data.real.tables": "TABLES load",
    "dpcore.data.uploads": "read",
    "dpcore.data.written.writing": "Writing",
    "dpcore.erm.losses": "LOSSES HuberHinge Logistic SmoothedHinge make_loss",
    "dpcore.erm.prediction": "error predict",
    "dpcore.erm.solver": "Solution solve",
    "dpcore.erm.weighted": "weighted",
    "dpcore.privacy.calibration": "Plan",
    "dpcore.privacy.mechanisms": "MECHANISMS Draws Mechanism calibrate draw",
    "dpcore.privacy.regularization.suggested": "suggested_lam",
}


def __getattr__(name: str) -> Any:
    # A name is imported when it is asked for: whoever needs the solver alone does not wait for
    # pandas.
    for home, names in _HOMES.items():
        if name in names.split():
            globals()[name] = getattr(import_module(home), name)
            return globals()[name]
    raise AttributeError(f"module 'dpcore' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
