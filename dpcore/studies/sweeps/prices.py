"""What noise costs in records: how many of them with noise stand for one without, along n.

Examples
--------
>>> from dpcore.simulation.settings import Settings
>>> settings = Settings(data="gaussian", n=1000, draws=10, epsilon=2.0)
>>> asked = grid.Question(settings, "n", ("non_private", "output"))
>>> of_loss = run(Question(grid.spec(asked))).by_loss["logistic"]
>>> of_loss["output"].factor > 1
True
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore.data.dataset import Dataset
from dpcore.simulation.constant import ConstantRule
from dpcore.simulation.measures import in_rows
from dpcore.simulation.needed.crossing import Price, price
from dpcore.simulation.needed.epsilon import of_rows
from dpcore.simulation.summaries import labelled
from dpcore.simulation.sweeps.spec import SweepSpec
from dpcore.studies.sweeps import grid
from dpcore.studies.sweeps.accuracy import private


@dataclass(frozen=True)
class Question:
    """Of which sweep.

    Parameters
    ----------
    sweep : SweepSpec
        Along n.
    measure : str
        Of the errors: a key of `MEASURES`.
    """

    sweep: SweepSpec
    measure: str = "error"


@dataclass(frozen=True, eq=False)
class Prices:
    """What noise costs in records.

    Parameters
    ----------
    question : Question
    by_loss : mapping
        By loss that has an error without noise, and private mechanism; None for a mechanism that
        does not come so low, and for a loss with which no size without noise beats a constant
        answer.
    """

    question: Question
    by_loss: Mapping[str, Mapping[str, Price | None] | None]


def run(question: Question, records: Dataset | None = None) -> Prices:
    """Compute the sweep, and the prices.

    Parameters
    ----------
    question : Question
    records : Dataset, optional
        The visitor's own, for data == "upload".

    Raises
    ------
    InvalidInput
        As `sources.load`.
    """
    sweep = question.sweep
    rule = grid.rule_of(sweep, question.measure, records)
    return read_off(question, grid.rows_of(sweep, records), rule)


def read_off(question: Question, rows: pd.DataFrame, rule: ConstantRule) -> Prices:
    """Return the prices by rows that are computed.

    Parameters
    ----------
    question : Question
    rows : DataFrame
        Of the sweep; what failed is missing.
    rule : ConstantRule
        By the question's measure.
    """
    rows, sweep = in_rows(rows, question.measure), question.sweep
    by_loss: dict[str, dict[str, Price | None] | None] = {}
    for loss, _ in sweep.losses:
        of_loss = rows[rows["loss"] == loss]
        plain = of_loss[of_loss["mechanism"] == "non_private"]
        if len(plain):
            by_loss[loss] = _prices(of_loss, plain, rule, sweep.seed)
    return Prices(question, by_loss)


def _prices(
    rows: pd.DataFrame, plain: pd.DataFrame, rule: ConstantRule, seed: int
) -> dict[str, Price | None] | None:
    sizes, errors, _ = of_rows(plain, "n")
    medians = np.median(errors, axis=(1, 2))
    if not rule.beaten(medians, medians).any():
        return None
    below, found = rule.error - rule.deviation, {}
    for name, each in private(rows).items():
        places, noisy, pieces = of_rows(each, "n")
        if np.array_equal(sizes, places):  # no part of it failed
            found[name] = price(sizes, errors, noisy, pieces, below=below, seed=seed)
    return found


def table(answer: Prices) -> pd.DataFrame:
    """Return how many records with noise stand for one without, by mechanism and loss."""
    sweep = answer.question.sweep
    rows = [
        {
            "mechanism": name,
            "loss": loss,
            "measure": answer.question.measure,
            "folds": sweep.folds,
            "draws": sweep.draws,
            "n_plain": each.n_plain if each else np.nan,
            "n": each.records.place if each else np.nan,
            "factor": each.factor if each else np.nan,
        }
        for loss, found in answer.by_loss.items()
        for name, each in (found or {}).items()
    ]
    return labelled(pd.DataFrame(rows), sweep.source)
