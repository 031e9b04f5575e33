"""What the page shows of serving predictions: errors of four ways, at one ε and along ε.

Examples
--------
>>> from dplab.simulation.settings import Settings
>>> choice = ServingChoice(Settings(data="cubic", d=4, n=200, epsilon=1.0, draws=3), n_points=20)
>>> found = run(Question(choice))
>>> found.broken
()
>>> list(found.here("off")) == list(SHOWN)
True
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.checks import Array
from dpcore.data.dataset import Dataset, Split
from dplab.kernels.plans import AnswerPlan, UpdatePlan
from dplab.kernels.tdil import SelfTaught
from dplab.simulation.constant import ConstantRule, constant_rule
from dplab.simulation.summaries import Summary
from dplab.studies.kernels.serving import (
    EPSILONS,
    Learner,
    ServingChoice,
    conversation,
    learn,
    served,
)

SHOWN = ("functional", "tddl_gaussian", "tddl_laplace", "pinp")
"""The ways in the order in which they are shown."""

MEASURED = ("wrong", "off")
"""The errors: shares of wrong labels, and distances from the predictions without noise."""


@dataclass(frozen=True)
class Question:
    """How predictions are served, and in which form of the algorithms.

    The form is "mended" or "printed".
    """

    choice: ServingChoice
    form: str = "mended"

    @property
    def is_own(self) -> bool:
        """Whether its records are the visitor's own table."""
        return self.choice.is_own


@dataclass(frozen=True)
class ErrorsOfWay:
    """Errors of one way at one ε, and its plan.

    `wrong` are shares of wrong labels, and `off` mean distances from the non-private predictions.
    """

    wrong: Summary
    off: Summary
    plan: AnswerPlan


Along = Mapping[tuple[str, float], ErrorsOfWay]
"""By way and ε."""


@dataclass(frozen=True, eq=False)
class ServedPredictions:
    """What a question gives.

    `now` are the errors at the question's ε, and `along` those along `EPSILONS`.
    """

    question: Question
    learner: Learner
    now: Along
    along: Along

    @property
    def epsilon(self) -> float:
        """The question's ε."""
        return self.question.choice.settings.epsilon

    @property
    def broken(self) -> tuple[str, ...]:
        """Ways whose plan does not keep its claim, at any ε shown."""
        places = (*self.now.items(), *self.along.items())
        broken = {way for (way, _), each in places if each.plan.guarantee == "broken"}
        return tuple(way for way in SHOWN if way in broken)

    def is_broken(self, way: str) -> bool:
        """Tell whether a way does not keep its claim at the question's ε."""
        return self.now[way, self.epsilon].plan.guarantee == "broken"

    @property
    def largest(self) -> float:
        """CR: no prediction is larger."""
        problem = self.question.choice.problem(self.learner.n, self.epsilon)
        return float(problem.proven_norm_bound * problem.radius)

    def here(self, measured: str) -> dict[str, Summary]:
        """Return the errors of each way at the question's ε."""
        return {way: getattr(self.now[way, self.epsilon], measured) for way in SHOWN}

    def curves(self, measured: str) -> dict[str, dict[float, Summary]]:
        """Return the errors of each way along ε."""
        return {
            way: {epsilon: getattr(self.along[way, epsilon], measured) for epsilon in EPSILONS}
            for way in SHOWN
        }


def errors(question: Question, epsilons: Sequence[float], learner: Learner) -> Along:
    """Return the errors of each way at some ε, whatever the ε of the question."""
    places = served(question.choice, epsilons, form=question.form, learned=learner)
    return {
        place: ErrorsOfWay(Summary.of(each.wrong), Summary.of(each.off), each.plan)
        for place, each in places.items()
    }


def rule_of_points(part: Split, n_points: int, answers: tuple[str, str]) -> ConstantRule:
    """Return what always giving the same answer errs at the points that ask: those alone."""
    X, y = part.X_test[:n_points], part.y_test[:n_points]
    return constant_rule([replace(part, X_test=X, y_test=y, test_weight=None)], answers)


def run(question: Question, records: Dataset | None = None) -> ServedPredictions:
    """Return the errors of each way at the question's ε and along `EPSILONS`.

    Raises
    ------
    InvalidInput
        As `learn` and `served`.
    """
    learner = learn(question.choice, records)
    epsilon = question.choice.settings.epsilon
    now, along = (errors(question, each, learner) for each in ((epsilon,), EPSILONS))
    return ServedPredictions(question, learner, now, along)


def table(found: ServedPredictions) -> pd.DataFrame:
    """Return the errors along ε and at the question's, one row each."""
    rows = [
        (measured, way, epsilon, each.plan.scale, at.low, at.median, at.high)
        for measured in MEASURED
        for (way, epsilon), each in sorted({**found.along, **found.now}.items())
        for at in [getattr(each, measured)]
    ]
    columns = ["error", "way", "epsilon", "noise_scale", "low", "median", "high"]
    return pd.DataFrame(rows, columns=columns).assign(form=found.question.form)


@dataclass(frozen=True, eq=False)
class SpokenOnce:
    """One draw of a conversation with PINP, and how many updates each draw has."""

    plan: UpdatePlan
    answers: Array
    updated: npt.NDArray[np.bool_]
    updates: npt.NDArray[np.int64]

    @property
    def median_updates(self) -> float:
        """Over the draws."""
        return float(np.median(self.updates))


def table_of_answers(spoken: SpokenOnce, exact: Array) -> pd.DataFrame:
    """Return a conversation, a question to each row, beside the predictions without noise."""
    columns = {"exact": exact, "answer": spoken.answers, "is_update": spoken.updated}
    return pd.DataFrame({"question": range(1, len(exact) + 1), **columns})


def spoken_once(question: Question, learner: Learner) -> SpokenOnce:
    """Return PINP's plan and its first conversation."""
    plan, spoken = conversation(question.choice, form=question.form, learned=learner)
    return SpokenOnce(plan, spoken.answers[0], spoken.updated[0], spoken.updated.sum(axis=1))


def table_of_tdil(
    forms: Mapping[str, Mapping[int, tuple[UpdatePlan, SelfTaught]]],
) -> pd.DataFrame:
    """Return what TDIL has left to learn, and what a selection may cost, by form and n."""
    columns = ["form", "n", "distance_left", "share_of_updates", "selection_loss"]
    rows = [
        (form, n, run.distances[:, -1].mean(), run.share_updated, plan.selection_loss)
        for form, runs in forms.items()
        for n, (plan, run) in runs.items()
    ]
    return pd.DataFrame(rows, columns=columns)
