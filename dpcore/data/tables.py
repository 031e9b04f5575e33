"""Real tables, each with the schema under which it becomes records.

*Breast cancer*: the Wisconsin diagnostic table (569 tumours, 30 measurements of cell nuclei; UCI,
1995), which scikit-learn ships, so that it needs no network. Malignant counts as +1 here;
scikit-learn codes benign as 1.

**Where the bounds come from.** Every measurement is a length, an area or a ratio, so that 0 is a
lower bound before any tumour is seen. The upper bounds are round numbers that about
thirty-nine values in forty stay under, and whoever wrote them down had looked at *this* table. That
harms nobody here, because the table is public, and the numbers stand in the program: no record
of a run can move them. They count as declared for that reason. With the records of
your own patients, take bounds from the instrument or the literature, never from the records.
Lower bounds than the largest value are deliberate: a value above is clipped, and in exchange the
typical record is not squeezed into a corner of the ball.

`TABLES` lists the tables; a further one is one function and one entry there.

Examples
--------
>>> data = load("breast_cancer")
>>> data.X.shape, int((data.y > 0).sum())
((569, 30), 212)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pandas as pd

from dpcore import checks
from dpcore.data.encoding import Encoded, encode
from dpcore.data.schema import Label, Numeric, Schema


@dataclass(frozen=True)
class Table:
    """A real table and how it is encoded.

    Parameters
    ----------
    name : str
        The name in links and scripts.
    label : str
        The name on the screen.
    source : str
        Where the table comes from, as a sentence.
    read : callable
        Returns the table as a DataFrame.
    schema : Schema
        The declared label, features and bounds.
    """

    name: str
    label: str
    source: str
    read: Callable[[], pd.DataFrame]
    schema: Schema


def load(name: str) -> Encoded:
    """Return the records of a table under its own schema.

    Raises
    ------
    InvalidInput
        If there is no such table.
    """
    table = TABLES[checks.one_of("data", name, tuple(TABLES))]
    return encode(table.read(), table.schema)


def _breast_cancer() -> pd.DataFrame:
    # scikit-learn takes a second to import: only who asks for the table waits for it.
    from sklearn.datasets import load_breast_cancer

    bunch = load_breast_cancer(as_frame=True)
    diagnosis = bunch.target.map(dict(enumerate(bunch.target_names)))
    return bunch.data.assign(diagnosis=diagnosis)


_UPPER_BOUNDS = {
    "mean radius": 25.0,
    "mean texture": 30.0,
    "mean perimeter": 150.0,
    "mean area": 1500.0,
    "mean smoothness": 0.12,
    "mean compactness": 0.25,
    "mean concavity": 0.25,
    "mean concave points": 0.15,
    "mean symmetry": 0.25,
    "mean fractal dimension": 0.08,
    "radius error": 1.0,
    "texture error": 2.5,
    "perimeter error": 8.0,
    "area error": 120.0,
    "smoothness error": 0.015,
    "compactness error": 0.08,
    "concavity error": 0.08,
    "concave points error": 0.025,
    "symmetry error": 0.04,
    "fractal dimension error": 0.008,
    "worst radius": 30.0,
    "worst texture": 40.0,
    "worst perimeter": 200.0,
    "worst area": 2500.0,
    "worst smoothness": 0.2,
    "worst compactness": 0.6,
    "worst concavity": 0.8,
    "worst concave points": 0.25,
    "worst symmetry": 0.5,
    "worst fractal dimension": 0.12,
}

_BREAST_CANCER = Schema(
    Label("diagnosis", positive=("malignant",), negative=("benign",)),
    tuple(Numeric(name, 0.0, upper) for name, upper in _UPPER_BOUNDS.items()),
)

TABLES: Mapping[str, Table] = {
    table.name: table
    for table in (
        Table(
            "breast_cancer",
            "Breast cancer, Wisconsin",
            "569 tumours, 30 measurements each; UCI Machine Learning Repository, 1995, "
            "as shipped with scikit-learn. Malignant counts as +1.",
            _breast_cancer,
            _BREAST_CANCER,
        ),
    )
}
"""The tables by name, in the order in which the screen offers them."""
