"""Mean error and disagreement of several mechanisms along ε: what the error hides.

Examples
--------
>>> settings = Settings(data="gaussian", n=200, d=3, draws=4)
>>> *_, curves = run(Question(settings, ("output",), epsilons=(0.1, 1.0)))
>>> list(curves.at)
[('output', 0.1), ('output', 1.0)]
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

import pandas as pd

from dpcore.data.dataset import Dataset
from dplab.simulation.comparison import DECISIVE
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.summaries import labelled
from dplab.studies.who_pays import answers
from dplab.studies.who_pays.answers import delta_of
from dplab.studies.who_pays.decided import Ask, check_draws


@dataclass(frozen=True)
class Question(AboutRecords):
    """Which classifiers, and where.

    ε of the settings counts for nothing; the mechanisms have noise, and `epsilons` ascend.
    """

    settings: Settings
    mechanisms: tuple[str, ...]
    epsilons: tuple[float, ...] = field(default=DECISIVE, kw_only=True)


@dataclass(frozen=True)
class ErrorAndDisagreement:
    """Means over the test records and the noise.

    λ is before Δ.
    """

    error: float
    disagreement: float
    lam: float


@dataclass(frozen=True, eq=False)
class DisagreementCurves:
    """What is known so far, by mechanism and ε."""

    question: Question
    n: int
    at: Mapping[tuple[str, float], ErrorAndDisagreement]


def run(
    question: Question, records: Dataset | None = None, ask: Ask | None = None
) -> Iterator[DisagreementCurves]:
    """Yield the curves after each ε.

    `ask` is as `answers.run`: for whoever keeps what it returns.

    Raises
    ------
    InvalidInput
        As `decided.run`.
    """
    check_draws(question.settings)
    ask = ask or partial(answers.run, records=records)
    known: dict[tuple[str, float], ErrorAndDisagreement] = {}
    for epsilon in question.epsilons:
        for name in question.mechanisms:
            found = ask(answers.Question(question.settings.with_epsilon(epsilon), name))
            n, said = found.n, found.answers
            known[name, epsilon] = ErrorAndDisagreement(
                said.mean_error, said.mean_disagreement, found.lam
            )
        yield DisagreementCurves(question, n, dict(known))


def table(answer: DisagreementCurves) -> pd.DataFrame:
    """Return every mechanism at every ε, one row each."""
    settings = answer.question.settings
    rows = [
        {
            "mechanism": name,
            "loss": settings.loss,
            "h": settings.h,
            "epsilon": epsilon,
            "lam": at.lam,
            "n": answer.n,
            "draws": settings.draws,
            "mean_error": at.error,
            "disagreement": at.disagreement,
            **delta_of(name, settings),
        }
        for (name, epsilon), at in answer.at.items()
    ]
    return labelled(pd.DataFrame(rows), settings)
