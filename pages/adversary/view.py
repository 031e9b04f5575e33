"""What a classifier reveals of a record: reconstructed, after a release, or among others."""

import math
from functools import partial
from string import Template
from typing import Any

from dplab.simulation.settings import Settings
from dplab.studies.adversary.attacks import DRAWS, NamedRight, Question
from pages.adversary import results
from pages.adversary import rows as rows_of
from pages.adversary.figures import candidates as of_two
from pages.adversary.figures import columns as of_record
from pages.adversary.figures import curve as of_line_up
from pages.adversary.figures.candidates import HeadWords
from pages.adversary.people import question_of
from pages.adversary.sentences import candidates, columns, line_up, record
from pages.adversary.threshold import view as threshold
from pages.adversary.values import OF_RECORD, AdversaryQuestion
from pages.comparison import terms
from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.comparison.sentences import AS_DECLARED, GUESSED
from pages.kit import words
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import arguments
from pages.kit.text import script_template
from pages.kit.view import View


def view(question: AdversaryQuestion, records: Records | None = None) -> View[Any]:
    """Return the scene that an address names, with what it asks of the records.

    Raises
    ------
    InvalidInput
        If there is no noise, where suspects are lined up; no such line-up; or nobody to leave out.
    """
    records = records or Records()
    if question.scene == "threshold":
        return threshold.view(question, records)
    scenes = {"read": _reconstructed, "epsilon": _open, "line_up": _line_up}
    return scenes[scene_of(question)](question_of(question, records), records)


def scene_of(question: AdversaryQuestion) -> str:
    """Return the scene that is shown: at ε = ∞ there is no noise, whatever the switch says."""
    is_noisy = not math.isinf(question.settings.epsilon)
    return "read" if question.scene in OF_RECORD and not is_noisy else question.scene


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
    alone = columns.alone(found, read)

    def draw(*, dark: bool, phone: bool) -> FigureDict:
        if alone:
            head = HeadWords(record.ALONE)
            return of_two.show(alone, head, share=1.0, dark=dark, phone=phone)
        return of_record.reconstructed(read, said[phone], dark=dark, phone=phone)

    return View(
        f"**{record.headline(found, row, settings)}**",
        columns.alt_reconstructed(read, said[False]),
        draw,
        asked,
        f"{_made(settings, 'non_private', records)} {record.widened(settings)}".rstrip(),
        (
            record.knowledge(found, row, settings, traces.n, records.counted(settings, traces.n)),
            record.traces(traces, settings),
        ),
        alt_of_phone=columns.alt_reconstructed(read, said[True]),
        rows=partial(rows_of.compared, found),
    )


def _open(asked: Question, records: Records) -> View[Question]:
    """Return what ε leaves open between the true record and another one."""
    settings, mechanism, epsilon = asked.settings, asked.mechanism, asked.settings.epsilon
    two = results.two_records(settings, asked.row, records)
    proven, named = results.limit_of_two(asked, records), results.attack_on_two(asked, records)
    head, rows = candidates.head(mechanism, epsilon, proven, named), candidates.rows(two)
    attacked = float(named.named[0])

    def draw(*, dark: bool, phone: bool) -> FigureDict:
        return of_two.show(rows, head, share=proven, attack=attacked, dark=dark, phone=phone)

    who = record.called(results.person(settings, asked.row, records), asked.row)
    others = results.attack(results.of_two(asked), records).line_up.n - 1
    said = f"**{candidates.limit(mechanism, epsilon, proven, asked.delta)}**"
    return View(
        _unless_guessed(said, settings, records),
        candidates.alt(two, head),
        draw,
        asked,
        _made(settings, mechanism, records, asked.delta),
        (candidates.knowledge(who, others, records.counted(settings, others + 1)),),
        rows=partial(rows_of.two, asked, records),
    )


def _line_up(asked: Question, records: Records) -> View[Question]:
    """Return how often the right one is named, at most and by the best attack."""
    mechanism, epsilon = asked.mechanism, asked.settings.epsilon
    attack = results.attack(asked, records)
    limit, m = attack.at(mechanism, epsilon).ceiling(mechanism, epsilon), attack.line_up.m
    along, here = results.along(asked, records), results.here(asked, records)

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001 - the same there
        return of_line_up.limit_and_attack(
            along, here, mechanism=mechanism, epsilon=epsilon, m=m, dark=dark, delta=asked.delta
        )

    said = line_up.verdict(asked.question, mechanism, epsilon, m, here, limit, asked.delta)
    return View(
        _unless_guessed(line_up.with_the_limit_in_bold(said), asked.settings, records),
        line_up.alt_curve({mechanism: here}, epsilon, m),
        draw,
        asked,
        _made(asked.settings, mechanism, records, asked.delta),
        rows=partial(rows_of.named_right, NamedRight(asked, m, {mechanism: along}), records),
    )


def _unless_guessed(said: str, settings: Settings, records: Records) -> str:
    """Return a sentence about risk; where bounds are guesses, that no ε holds."""
    return f"**{GUESSED}** {AS_DECLARED}" if records.is_guessed(settings) else said


def _made(settings: Settings, mechanism: str, records: Records, delta: float = 0.0) -> str:
    """Return what the live page's controls say: nothing below its picture does."""
    lam = terms.lam(settings.lam, records.lams(settings, (mechanism,)))
    also = f"; {terms.called(mechanism)} with δ = {words.number(delta)}" if delta else ""
    return f"{records.called(settings)}; {lam}{also}."


def script(question: AdversaryQuestion, records: Records | None = None) -> str:
    """Return a script on `dplab`: of the line-up where one sees it, but of no own row.

    Raises
    ------
    InvalidInput
        If somebody's own records are asked for, and there are none.
    """
    records = records or Records()
    if question.scene == "threshold":
        return threshold.script(question, records)
    asked = question_of(question, records)
    return _of_line_up(asked) if scene(question) else _of_record(asked, records)


def folder(question: AdversaryQuestion) -> str:
    """Return the folder of the page, or of the part, that the script is of."""
    return threshold.FOLDER if question.scene == "threshold" else "adversary"


def scene(question: AdversaryQuestion) -> str:
    """Return the scene that the script is of: the line-up; none where it reconstructs a record."""
    is_noisy = not math.isinf(question.settings.epsilon)
    is_judged = question.scene == "line_up" and is_noisy and not question.is_own
    return question.scene if is_judged else ""


def _of_record(asked: Question, records: Records) -> str:
    name = "script_own_table" if asked.is_own else "script"
    return Template(script_template("adversary", name)).substitute(
        settings=arguments(vars(asked.settings)),
        row=asked.row,
        **in_script(asked.settings.data, records),
    )


def _of_line_up(asked: Question) -> str:
    question = {name: value for name, value in vars(asked).items() if name != "settings"}
    return Template(script_template("adversary", "script_line_up")).substitute(
        settings=arguments(vars(asked.settings)), question=arguments(question)
    )
