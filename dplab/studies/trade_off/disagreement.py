"""How often a second release would answer otherwise: exactly, where noise is on the classifier.

Elsewhere the draws of the comparison say so without bias (`Mistakes.disagreement`). An exact number
takes one minimisation and no draw.

Examples
--------
>>> round(run(Question(Settings(n=400, epsilon=1.0, lam="auto"), "output")), 3)
0.207
"""

from dataclasses import dataclass

import numpy as np

from dpcore.data.dataset import Dataset
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dplab.instruments.chances import disagreement
from dplab.simulation.answers import exact_chances
from dplab.simulation.comparison import lams, split_of
from dplab.simulation.settings import AboutRecords, Settings


@dataclass(frozen=True)
class Question(AboutRecords):
    """Of which classifiers.

    Parameters
    ----------
    settings : Settings
        At their ε.
    mechanism : str
        A key of `MECHANISMS` that `is_exact`.
    """

    settings: Settings
    mechanism: str


def is_exact(mechanism: str) -> bool:
    """Tell whether the chance of each answer of a mechanism is known without a draw."""
    return MECHANISMS[mechanism].has_exact_chances


def run(question: Question, records: Dataset | None = None) -> float:
    """Return the chance that two releases answer a test record differently, on average.

    Raises
    ------
    InvalidInput
        If a value is out of range, or the mechanism has no exact chances.
    """
    settings, name, part = (
        question.settings,
        question.mechanism,
        split_of(question.settings, records),
    )
    loss, (n, d) = settings.make_loss(), (part.n, part.X.shape[1])
    (lam,) = lams(settings, (name,), n=n, n_features=d).values()
    plan = calibrate(
        name, settings.epsilon, lam=lam, n=n, loss=loss, delta=settings.delta, n_features=d
    )
    p = exact_chances(plan, part, loss=loss, lam=lam)
    return float(np.average(disagreement(p), weights=part.test_weight))
