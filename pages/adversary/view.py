"""What a classifier gives away of one record: reconstructed, after a release, or among suspects."""

from functools import partial

from dplab.simulation.settings import Settings
from dplab.studies.adversary.attacks import DRAWS, Question
from pages.adversary import results
from pages.adversary.figures import columns as of_record
from pages.adversary.figures import curve as of_line_up
from pages.adversary.people import question_of
from pages.adversary.sentences import columns, line_up, record
from pages.adversary.values import AdversaryQuestion
from pages.comparison import terms
from pages.comparison.records import Records
from pages.kit.figures.style import FigureDict
from pages.kit.view import View


def view(question: AdversaryQuestion, records: Records | None = None) -> View[Question]:
    """Return the scene that an address names, with what it asks of the records.

    Raises
    ------
    InvalidInput
        If there is no noise, where a release is looked at; or no such line-up.
    """
    records = records or Records()
    scenes = {"read": _reconstructed, "epsilon": _left, "line_up": _line_up}
    return scenes[question.scene](question_of(question, records), records)


def place(asked: Question) -> int:
    """Return which of the releases is shown, from 0."""
    return (asked.draw - 1) % DRAWS


def _reconstructed(asked: Question, records: Records) -> View[Question]:
    """Return what is reconstructed without noise."""
    settings, row = asked.settings, asked.row
    found = results.reconstructed(settings, row, records)
    traces = results.traces(settings, records)
    read = results.reconstructed_columns(settings, row, records)
    said = {phone: columns.of_reconstructed(found, read, phone=phone) for phone in (False, True)}

    def draw(*, dark: bool, phone: bool) -> FigureDict:
        return of_record.reconstructed(read, said[phone], dark=dark, phone=phone)

    return View(
        f"**{record.headline(found, row, settings)}**",
        columns.alt_reconstructed(read, said[False]),
        draw,
        asked,
        _made(settings, "non_private", records),
        (
            record.knowledge(found, row, settings, traces.n),
            record.traces(traces, settings),
        ),
        alt_of_phone=columns.alt_reconstructed(read, said[True]),
    )


def _left(asked: Question, records: Records) -> View[Question]:
    """Return what a release leaves of each column."""
    settings, epsilon = asked.settings, asked.settings.epsilon
    left = results.left_over(asked, records)
    found = results.reconstructed(settings, asked.row, records)
    truths = [columns.own(found, each.column) for each in left]
    said = columns.of_left(left, place(asked), truths)
    return View(
        f"**{columns.left(left, asked.mechanism, epsilon)}**",
        columns.alt_left(said, epsilon),
        partial(of_record.left, left, place(asked), said),
        asked,
        _made(settings, asked.mechanism, records),
    )


def _line_up(asked: Question, records: Records) -> View[Question]:
    """Return how often the right one is named, at most and by the best attack."""
    mechanism, epsilon = asked.mechanism, asked.settings.epsilon
    attack = results.attack(asked, records)
    limit, m = attack.at(mechanism, epsilon).ceiling(mechanism, epsilon), attack.line_up.m
    along, here = results.along(asked, records), results.here(asked, records)

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001 - the same there
        return of_line_up.limit_and_attack(
            along, here, mechanism=mechanism, epsilon=epsilon, m=m, dark=dark
        )

    said = line_up.verdict(asked.question, mechanism, epsilon, m, here, limit)
    return View(
        line_up.with_the_limit_in_bold(said),
        line_up.alt_curve({mechanism: here}, epsilon, m),
        draw,
        asked,
        _made(asked.settings, mechanism, records),
    )


def _made(settings: Settings, mechanism: str, records: Records) -> str:
    """Return what the live page's controls say: nothing below its picture does."""
    lam = terms.lam(settings.lam, records.lams(settings, (mechanism,)))
    return f"{records.called(settings)}; {lam}."
