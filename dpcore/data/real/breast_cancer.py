"""Breast cancer, Wisconsin diagnostic: 569 tumours, 30 measurements of cell nuclei (UCI, 1995).

scikit-learn ships it, so that it needs no network. Malignant counts as +1 here; scikit-learn codes
benign as 1.

**Where the bounds come from.** Every measurement is a length, an area or a ratio, so that 0 is a
lower bound before any tumour is seen. The upper bounds are round numbers that about
thirty-nine values in forty stay under, and whoever wrote them down had looked at *this* table.
Lower bounds than the largest value are deliberate: a value above is clipped, and in exchange the
typical record is not squeezed into a corner of the ball.
"""

import pandas as pd

from dpcore.data.declared.schema import Label, Numeric, Schema
from dpcore.data.real.table import Table, untouched

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


def _shipped() -> pd.DataFrame:
    # scikit-learn takes a second to import: only who asks for the table waits for it.
    from sklearn.datasets import load_breast_cancer

    bunch = load_breast_cancer(as_frame=True)
    diagnosis = bunch.target.map(dict(enumerate(bunch.target_names)))
    return bunch.data.assign(diagnosis=diagnosis)


TABLE = Table(
    "breast_cancer",
    "Breast cancer, Wisconsin",
    "569 tumours, 30 measurements each; UCI Machine Learning Repository, 1995, "
    "as shipped with scikit-learn. Malignant counts as +1.",
    Schema(
        Label("diagnosis", positive=("malignant",), negative=("benign",)),
        tuple(Numeric(name, 0.0, upper) for name, upper in _UPPER_BOUNDS.items()),
    ),
    untouched,
    shipped=_shipped,
)
