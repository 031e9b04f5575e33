"""The best λ at this ε, by mechanism: how much of a private error is due to λ and not to noise.

What the rule of `suggested_lam` costs on these records, or a λ that somebody typed, is told by the
error at the best λ of a grid, at the same ε and under the same noise. It is read from the test
records: whoever trains at it has looked at the data without paying any ε for it.

Examples
--------
>>> found = run(Question(Settings(n=400, draws=5, epsilon=1.0)))
>>> sorted(found.best), len(table(found))
(['objective', 'output'], 26)
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pandas as pd

from dpcore.data.dataset import Dataset
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.comparison import LAMS, sweep
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import check_measured
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load
from dplab.simulation.summaries import Summary, labelled
from dplab.simulation.sweeps.cells import cells, tested, training_set


@dataclass(frozen=True)
class Question(AboutRecords):
    """On which records, at which ε.

    Parameters
    ----------
    settings : Settings
        Their λ counts for nothing.
    """

    settings: Settings


@dataclass(frozen=True)
class BestLam:
    """The λ of the grid with the least median error."""

    lam: float
    errors: Summary


@dataclass(frozen=True, eq=False)
class ErrorsByLam:
    """What the grid gave.

    Errors are by private mechanism and λ, over the draws.
    """

    question: Question
    n: int
    errors: Mapping[tuple[str, float], Summary]

    @property
    def best(self) -> dict[str, BestLam]:
        """By mechanism, the best λ; of equal ones the largest, which asks for the least noise."""
        found: dict[str, BestLam] = {}
        for (name, lam), errors in sorted(self.errors.items(), key=lambda item: item[0]):
            if name not in found or errors.median <= found[name].errors.median:
                found[name] = BestLam(lam, errors)
        return found

    def beats(self, mechanism: str, rule: ConstantRule) -> bool:
        """Tell whether there is a λ of the grid at which a mechanism beats a constant answer.

        It need not be the best one, whose draws may spread further.
        """
        return any(
            rule.is_beaten_by(errors)
            for (name, _), errors in self.errors.items()
            if name == mechanism
        )


def run(question: Question, records: Dataset | None = None) -> ErrorsByLam:
    """Return the errors of each private mechanism along λ.

    Raises
    ------
    InvalidInput
        As `comparison.sweep`, or if the measure cannot be taken on the test records.
    """
    settings = question.settings
    at_all = replace(sweep(settings, (settings.epsilon,), load(settings, records)), lams=LAMS)
    private = tuple(name for name in at_all.mechanisms if MECHANISMS[name].is_noisy)
    errors: dict[tuple[str, float], Summary] = {}
    for cell in cells(replace(at_all, mechanisms=private)):
        part, (loss,) = training_set(cell, records), cell.spec.losses
        check_measured(settings.measure, [part])
        for group in tested(cell, part, loss):
            place = group.request.mechanism, group.request.lam
            errors[place] = Summary.of(group.mistakes.measured(settings.measure))
    return ErrorsByLam(question, part.n, errors)


def table(answer: ErrorsByLam) -> pd.DataFrame:
    """Return middle and quartiles of the errors of each mechanism at each λ."""
    settings = answer.question.settings
    rows = [
        {
            "mechanism": name,
            "loss": settings.loss,
            "h": settings.h,
            "epsilon": settings.epsilon,
            "lam": lam,
            "n": answer.n,
            "draws": settings.draws,
            "measure": settings.measure,
            "median": errors.median,
            "low": errors.low,
            "high": errors.high,
            **({"delta": settings.delta} if settings.also else {}),
        }
        for (name, lam), errors in answer.errors.items()
    ]
    return labelled(pd.DataFrame(rows), replace(settings, lam=LAMS[0]))
