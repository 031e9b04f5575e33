"""Who is answered by the noise: people near the line, two releases, and disagreement along ε."""

import html
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from dpcore.privacy.mechanisms import in_order
from dplab.studies.who_pays import decided as study
from dplab.studies.who_pays import disagreements
from dplab.studies.who_pays.decided import Decided
from dplab.studies.who_pays.disagreements import DisagreementCurves
from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import DrawnFigure, View, last
from pages.who_pays import results
from pages.who_pays.decided import figures, sentences
from pages.who_pays.decided.values import DecidedQuestion

COMPARED = ("objective", "output")


@dataclass(frozen=True, eq=False)
class Decision:
    """What two releases would answer; `baseline` is the test error without noise."""

    decided: Decided
    baseline: float


def view(question: DecidedQuestion, records: Records | None = None) -> View[Decision]:
    """Return who is answered by the noise.

    Raises
    ------
    InvalidInput
        If there is one draw only.
    """
    return last(views(question, records))


def views(question: DecidedQuestion, records: Records | None = None) -> Iterator[View[Decision]]:
    """Yield the same: the people first, then the curves along ε as far as they are computed."""
    records, people = records or Records(), question.people
    settings, mechanism = people.settings, people.mechanism
    decided = results.of_people(records, study.Question(settings, mechanism))
    baseline = results.without_noise(records, settings).answers.mean_error
    at_epsilon = View(
        f"**{sentences.verdict(decided, baseline)}**",
        sentences.alt(decided),
        _people(question, decided, records),
        Decision(decided, baseline),
        sentences.protocol(
            decided, records.called(settings), results.lams(records, settings, mechanism)
        ),
        rows=lambda: records.with_names(study.table(decided), settings),
    )
    yield at_epsilon
    if question.figure == "along":
        compared = mechanisms(mechanism)
        asked = disagreements.Question(settings, compared)
        for curves in disagreements.run(asked, ask=partial(results.of_noise, records)):
            draw = partial(_along, curves, settings.epsilon)
            yield replace(at_epsilon, alt=sentences.alt_along(compared), draw=draw)


def mechanisms(chosen: str) -> tuple[str, ...]:
    """Return the mechanisms that are compared along ε: two, and the chosen one."""
    return in_order({*COMPARED, chosen})


def _people(question: DecidedQuestion, decided: Decided, records: Records) -> DrawnFigure:
    """Return what draws the people, and whoever changed sides between two releases."""
    return partial(
        figures.people,
        decided,
        decided.changed(question.pair - 1) if question.pair else None,
        title=sentences.title(decided),
        positive=html.escape(records.class_names(decided.question.settings)[1], quote=False),
    )


def _along(curves: DisagreementCurves, epsilon: float, *, dark: bool, phone: bool) -> FigureDict:
    return figures.along(curves.at, epsilon, dark=dark, phone=phone)


def script(question: DecidedQuestion, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If somebody's own records are asked for, and there are none.
    """
    people = question.people
    asked = vars(people.settings) | {"mechanism": people.mechanism}
    reading = in_script(people.settings.data, records or Records())
    return part_code("who_pays", "decided", asked, reading)
