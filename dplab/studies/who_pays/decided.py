"""The answers that the noise decides: how often a second release would answer otherwise.

A mean error hides them. At an ε whose error is nearly that without noise, two releases may still
answer many people differently, each of them wrong about others (Kulynych, Hsu, Troncoso and Calmon
2023). Those who change sides are those near the line: how far noise can carry a record across
depends on its distance from there, as the noise sees it, and on nothing else (to first order, where
noise is part of the objective).

Examples
--------
>>> decided = run(Question(Settings(data="gaussian", n=200, d=3, draws=20), "output"))
>>> decided.n_shown, decided.changed(0).shape
(300, (300,))
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import pandas as pd

from dpcore.checks import Array, InvalidInput, one_of
from dpcore.data.dataset import Dataset
from dpcore.erm.prediction import Flags
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.instruments.chances import FEWEST_TO_DISAGREE, chance
from dplab.simulation.answers import Answers
from dplab.simulation.settings import AboutRecords, Settings
from dplab.studies.who_pays import answers
from dplab.studies.who_pays.answers import Answered, Distances

MOST_SHOWN = 300
"""Test records that a picture shows, the first ones of the split: it looks at no value."""

PLACES = 201
"""Of the curve."""

Ask = Callable[[answers.Question], Answered]
AskLine = Callable[[answers.Question], Distances]


@dataclass(frozen=True)
class Question(AboutRecords):
    """Which classifiers.

    Parameters
    ----------
    settings : Settings
    mechanism : str
        A key of `MECHANISMS`, one with noise.
    """

    settings: Settings
    mechanism: str


@dataclass(frozen=True, eq=False)
class Decided:
    """What two releases would answer."""

    question: Question
    answered: Answered
    line: Distances

    @property
    def answers(self) -> Answers:
        """Those of the draws."""
        return self.answered.answers

    @property
    def n_shown(self) -> int:
        """How many test records a picture shows."""
        return min(MOST_SHOWN, len(self.answers.y))

    @property
    def distance(self) -> Array:
        """Signed distances of those that are shown: (n_shown,)."""
        return self.line.distance[: self.n_shown]

    @property
    def share(self) -> Array:
        """Share of the draws that answer them +1: (n_shown,)."""
        return self.answers.share[: self.n_shown]

    @property
    def is_right(self) -> Flags:
        """Whether they lie on their label's side of the line without this noise: (n_shown,)."""
        return np.asarray((self.distance >= 0) == (self.answers.y[: self.n_shown] > 0))

    def pair(self, number: int) -> tuple[int, int]:
        """Return the draws that stand for a number's two releases, from 0: never one and the same.

        All neighbours come first, then those further apart.
        """
        k = self.answers.n_draws
        first, apart = number % k, 1 + number // k % (k - 1)
        return first, (first + apart) % k

    def changed(self, number: int) -> Flags:
        """Return which of those that are shown two releases answer differently: (n_shown,)."""
        return self._changed(number)[: self.n_shown]

    def share_changed(self, number: int) -> float:
        """Return the share of all test records that two releases answer differently."""
        return float(self._changed(number).mean())

    def _changed(self, number: int) -> Flags:
        one, other = self.pair(number)
        bits = self.answers.bits[one] ^ self.answers.bits[other]
        return np.unpackbits(bits, count=len(self.answers.y)).astype(bool)

    def curve(self, furthest: float) -> tuple[Array, Array] | None:
        """Return distances up to both sides, and the chance of +1 there; None without a formula."""
        if self.line.expected is None:
            return None
        at = np.linspace(-furthest, furthest, PLACES)
        reach = np.full(PLACES, 1 / (self.line.deviation or 1))
        return at, chance(at, reach, self.answered.plan, self.answered.n_features)

    @cached_property
    def off_by(self) -> tuple[float, float]:
        """How far shares of draws are from the formula, and would be by chance if it were exact.

        Both are roots of mean squares over all test records.
        """
        formula = self.line.expected
        if formula is None:
            return np.nan, np.nan
        by_chance = formula * (1 - formula) / self.answers.n_draws
        squares = (self.answers.share - formula) ** 2
        return float(np.sqrt(squares.mean())), float(np.sqrt(by_chance.mean()))


def run(
    question: Question,
    records: Dataset | None = None,
    ask: Ask | None = None,
    ask_line: AskLine | None = None,
) -> Decided:
    """Return what two releases would answer.

    Parameters
    ----------
    question : Question
    records : Dataset, optional
        The visitor's own, for data == "upload".
    ask, ask_line : callable, optional
        As `answers.run` and `answers.line`: for whoever keeps what they return.

    Raises
    ------
    InvalidInput
        As these, or if there is one draw only.
    """
    check_draws(question.settings)
    one_of("mechanism", question.mechanism, [n for n, each in MECHANISMS.items() if each.is_noisy])
    asked = answers.Question(question.settings, question.mechanism)
    ask, ask_line = (
        ask or partial(answers.run, records=records),
        ask_line or partial(answers.line, records=records),
    )
    return Decided(question, ask(asked), ask_line(asked))


def check_draws(settings: Settings) -> None:
    """Refuse settings with one draw.

    Raises
    ------
    InvalidInput
        With what to do.
    """
    if settings.draws < FEWEST_TO_DISAGREE:
        raise InvalidInput(
            "This compares two releases, but the settings have one draw. Set Draws to 2 or more."
        )


def table(answer: Decided) -> pd.DataFrame:
    """Return every test record, one row each."""
    return answers.table(answer.answered).assign(distance=answer.line.distance)
