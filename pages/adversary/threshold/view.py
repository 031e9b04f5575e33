"""Membership by a threshold on the loss: its ROC curve beside its limits, and a sentence."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from string import Template

import pandas as pd

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import Settings
from dplab.studies.adversary import membership, rates
from dplab.studies.adversary.attacks import Question as AboutPerson
from dplab.studies.adversary.rates import Membership, Question
from pages.adversary import people, results
from pages.adversary.threshold import figures, sentences
from pages.adversary.values import AdversaryQuestion
from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.comparison.sentences import AS_DECLARED, GUESSED
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import arguments, as_python
from pages.kit.text import script_template
from pages.kit.view import View

FOLDER = "adversary/threshold"


@dataclass(frozen=True, eq=False)
class ThresholdAnswer:
    """The attack without noise, and on what is released; the same at ε = ∞.

    Parameters
    ----------
    exact, released : Membership
    """

    exact: Membership
    released: Membership

    @property
    def is_noisy(self) -> bool:
        """Whether there is noise."""
        return self.released is not self.exact


def view(asked: AdversaryQuestion, records: Records | None = None) -> View[ThresholdAnswer]:
    """Return the ROC curves and the distributions of margins, with their sentence.

    Raises
    ------
    InvalidInput
        If no record can be left out.
    """
    records = records or Records()
    found = answer(asked, records)
    said = sentences.verdict(found.exact, found.released)
    return View(
        f"**{GUESSED}** {AS_DECLARED}" if records.is_guessed(asked.settings) else said,
        sentences.alt(found.exact, found.released),
        partial(_drawn, found),
        found,
        sentences.made(found.exact, records.called(asked.settings)),
        rows=partial(rows, found, records),
    )


def answer(asked: AdversaryQuestion, records: Records) -> ThresholdAnswer:
    """Return the attack without noise and at ε; without noise it depends on no mechanism."""
    settings, epsilon = used(asked, records), asked.settings.epsilon
    exact = _found(settings, membership.NO_NOISE, math.inf, records)
    if math.isinf(epsilon):
        return ThresholdAnswer(exact, exact)
    return ThresholdAnswer(exact, _found(settings, asked.mechanism, epsilon, records))


def used(asked: AdversaryQuestion, records: Records) -> Settings:
    """Return the settings with one λ for all ε, and as many members as there are here."""
    settings = asked.settings
    n = people.members(settings, records)
    plain = settings.with_epsilon(Settings().epsilon)
    return replace(plain, n=n, lam=settings.given_lam)


def along(asked: AdversaryQuestion, records: Records) -> Iterator[tuple[Membership, ...]]:
    """Yield the attack on what is released at more and more of `EPSILONS`."""
    settings = used(asked, records)
    found: tuple[Membership, ...] = ()
    for epsilon in membership.EPSILONS:
        found = (*found, _found(settings, asked.mechanism, epsilon, records))
        yield found


def informed(asked: AdversaryQuestion, records: Records) -> tuple[float, int]:
    """Return how often who knows all other records tells a person from somebody else, and whom."""
    settings = used(asked, records).with_epsilon(asked.settings.epsilon)
    person = min(asked.row, people.rows(settings, records))
    about = AboutPerson(settings, person - 1, mechanism=asked.mechanism)
    return float(results.attack_on_two(about, records).named[0]), person


def rows(found: ThresholdAnswer, records: Records) -> pd.DataFrame:
    """Return the points of the curves with their limits, without noise and with it."""
    both = (found.exact, found.released) if found.is_noisy else (found.exact,)
    points = pd.concat([rates.points(each) for each in both], ignore_index=True)
    return records.with_names(points, found.exact.question.settings)


def script(asked: AdversaryQuestion, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers."""
    records = records or Records()
    settings, epsilon = used(asked, records), asked.settings.epsilon
    return Template(script_template(FOLDER)).substitute(
        settings=arguments(vars(settings)),
        mechanism=as_python(membership.NO_NOISE if math.isinf(epsilon) else asked.mechanism),
        epsilon=as_python(epsilon),
        **in_script(settings.data, records),
    )


def _found(settings: Settings, mechanism: str, epsilon: float, records: Records) -> Membership:
    if not MECHANISMS[mechanism].uses_delta:
        settings = replace(settings, delta=Settings().delta)
    question = Question(settings, mechanism, (epsilon,))
    return records.ask_in_steps(membership.in_steps, question)


def _drawn(found: ThresholdAnswer, *, dark: bool, phone: bool) -> FigureDict:
    released = found.released if found.is_noisy else None
    return figures.show(found.exact, released, dark=dark, phone=phone)
