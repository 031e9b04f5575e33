"""Five tables such as somebody new brings: two of measurements, a quantity, loans, and churn.

Three come with scikit-learn. The other two are generated and describe nobody: loans have gaps,
flags, codes, percent signs and answers by Y and N; churn has the number of each customer, dates,
and few of whom left. Each has its label and what is asked of it, which the page may propose or not.

Examples
--------
>>> [own.name for own in own_tables()]
['tumours.csv', 'wines.csv', 'progression.xlsx', 'loans.csv', 'churn.parquet']
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_diabetes, load_wine

SEED = 59


@dataclass(frozen=True)
class BroughtTable:
    """A file, and which question its owner has.

    Parameters
    ----------
    name : str
        Of the file; its ending says how it is written.
    content : bytes
    asked : str
        What counts as +1, as the page says it; empty where nobody knows.
    """

    name: str
    content: bytes
    asked: str = ""


def own_tables() -> list[BroughtTable]:
    """Return the five tables as files."""
    return [
        BroughtTable(name, written(table(), name), asked) for name, (table, asked) in TABLES.items()
    ]


def from_file(path: Path) -> BroughtTable:
    """Return a table that somebody has as a file."""
    return BroughtTable(path.name, path.read_bytes())


def written(table: pd.DataFrame, name: str) -> bytes:
    """Return a table as a file of the kind that its name says.

    Examples
    --------
    >>> written(pd.DataFrame({"a": [1, None], "b": ["x", "y"]}), "t.csv").split()
    [b'a,b', b'1.0,x', b',y']
    """
    file = io.BytesIO()
    if name.endswith(".xlsx"):
        table.to_excel(file, index=False)
    elif name.endswith(".parquet"):
        table.to_parquet(file, index=False)
    else:
        table.to_csv(file, index=False)
    return file.getvalue()


def tumours() -> pd.DataFrame:
    """Return scikit-learn's tumours, with a diagnosis in words."""
    found = load_breast_cancer(as_frame=True)
    words = found.target.map({0: "malignant", 1: "benign"})
    return found.data.assign(diagnosis=words)


def wines() -> pd.DataFrame:
    """Return scikit-learn's wines: three cultivars, of which one is asked for."""
    found = load_wine(as_frame=True)
    return found.data.assign(cultivar=found.target.map(dict(enumerate(("A", "B", "C")))))


def progression() -> pd.DataFrame:
    """Return scikit-learn's patients: a quantity a year later, in the units of measurement."""
    found = load_diabetes(as_frame=True, scaled=False)
    return found.data.assign(progression=found.target)


def loans() -> pd.DataFrame:
    """Return 900 applications for loans, as a spreadsheet exports them; two thirds are approved."""
    rng = np.random.default_rng(SEED)
    n = 900
    income, years = rng.lognormal(8.4, 0.45, n), rng.integers(0, 40, n)
    amount, rate = income * rng.uniform(0.5, 4, n), rng.uniform(3, 14, n)
    history = np.where(rng.random(n) < 0.8, "1", "0")
    good = 2.2 * (history == "1") + 0.9 * np.log(income / amount) - 0.08 * (rate - 8) - 0.1
    approved = good + rng.logistic(scale=0.5, size=n) > 0.6
    married = rng.choice(("Yes", "No", ""), n, p=(0.6, 0.36, 0.04))
    return pd.DataFrame(
        {
            "loan_id": [f"LP{number:06d}" for number in rng.permutation(n) + 1000],
            "married": married,
            "self_employed": np.where(rng.random(n) < 0.1, "", rng.choice(("Y", "N"), n)),
            "education": rng.choice(("Graduate", "Not graduate"), n, p=(0.7, 0.3)),
            "monthly_income": [f"{value:,.0f}" for value in income],
            "loan_amount": np.where(rng.random(n) < 0.04, "", [f"{each:.0f}" for each in amount]),
            "interest": [f"{value:.2f}%" for value in rate],
            "term_months": rng.choice((120, 180, 360), n, p=(0.1, 0.2, 0.7)),
            "years_employed": np.where(rng.random(n) < 0.06, 999, years),
            "credit_history": np.where(rng.random(n) < 0.08, "", history),
            "approved": np.where(approved, "Y", "N"),
        }
    )


def churn() -> pd.DataFrame:
    """Return customers of a telephone company, of whom one in thirteen has left: 3,000 of them."""
    rng = np.random.default_rng(SEED + 1)
    n = 3000
    months, calls = rng.integers(1, 72, n), rng.poisson(1.4, n)
    minutes, monthly = rng.gamma(4, 45, n), rng.uniform(15, 95, n)
    contract = rng.choice(("monthly", "one year", "two years"), n, p=(0.55, 0.25, 0.2))
    risk = 1.1 * calls + 1.6 * (contract == "monthly") - months / 14 + monthly / 40 - 5.2
    left = risk + rng.logistic(size=n) > 0
    since = pd.Timestamp("2024-06-30") - pd.to_timedelta(months * 30, unit="D")
    return pd.DataFrame(
        {
            "customer_id": rng.permutation(n) + 7_100_000,
            "customer_since": since.strftime("%Y-%m-%d"),
            "months": months,
            "minutes": minutes.round(1),
            "monthly_charge": monthly.round(2),
            "service_calls": calls,
            "contract": contract,
            "paperless": rng.choice((True, False), n),
            "churned": np.where(left, "yes", "no"),
        }
    )


Table = Callable[[], pd.DataFrame]

TABLES: dict[str, tuple[Table, str]] = {
    "tumours.csv": (tumours, "diagnosis = malignant"),
    "wines.csv": (wines, "cultivar = A"),
    "progression.xlsx": (progression, "progression above 140.5"),
    "loans.csv": (loans, "approved = Y"),
    "churn.parquet": (churn, "churned = yes"),
}
"""By the name of its file, what makes each table, and its owner's question; a threshold and one
class of several are proposals of the page."""
