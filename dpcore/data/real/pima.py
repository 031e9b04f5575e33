"""Pima Indians diabetes: 768 women, 8 measurements (UCI, 1990).

Predicted is diabetes within five years. In five columns the table writes 0 for "not recorded" (a
body without blood pressure does not come to the clinic); such a cell is read as missing.

**What is declared.** Bounds are round numbers of medicine and of the study's design (women from 21
years on), not extremes of the table, and a constant in the healthy range stands for a missing
value.
"""

import pandas as pd

from dpcore.data.declared.schema import Label, Numeric, Schema
from dpcore.data.real.table import Source, Table

_UNRECORDED = ("Glucose", "BloodPressure", "SkinThickness", "Insulin", "BMI")
_COLUMNS = {
    "preg": "Pregnancies",
    "plas": "Glucose",
    "pres": "BloodPressure",
    "skin": "SkinThickness",
    "insu": "Insulin",
    "mass": "BMI",
    "pedi": "DiabetesPedigreeFunction",
    "age": "Age",
    "class": "Outcome",
}


def _tidy(table: pd.DataFrame) -> pd.DataFrame:
    return table.assign(**{name: table[name].mask(table[name] == 0) for name in _UNRECORDED})


def _fetch(folder: str) -> pd.DataFrame:
    from sklearn.datasets import fetch_openml

    table = fetch_openml(data_id=37, data_home=folder, as_frame=True, parser="pandas").frame
    table = table.rename(columns=_COLUMNS)
    return table.assign(Outcome=(table["Outcome"].astype(str) == "tested_positive").astype(int))


TABLE = Table(
    "pima",
    "Pima diabetes",
    "768 women of Pima heritage, 8 measurements each; UCI Machine Learning Repository, 1990. "
    "Diabetes within five years counts as +1.",
    Schema(
        Label("Outcome", positive=("1",), negative=("0",)),
        (
            Numeric("Pregnancies", 0, 10),
            Numeric("Glucose", 50, 200, missing=120),
            Numeric("BloodPressure", 40, 110, missing=72),
            Numeric("SkinThickness", 0, 60, missing=29),
            Numeric("Insulin", 0, 400, missing=125),
            Numeric("BMI", 15, 50, missing=32),
            Numeric("DiabetesPedigreeFunction", 0, 1.5),
            Numeric("Age", 20, 70),
        ),
    ),
    _tidy,
    (("pima_diabetes.csv",),),
    Source("openml.org", 1, 768, _fetch),
)
