"""Lessons' notebooks with the answers that are tried: right ones, none, and every near miss."""

import json
from functools import cache
from itertools import zip_longest

import nbformat

from dplab.studies.lessons import entries
from dplab.studies.lessons.replies import feedback
from edition.notebooks.cells import LessonNotebook
from tests.pages.lessons.test_steps import near_misses

NAMES = list(entries.lessons())

Answers = dict[int, str]
"""By the number of a step."""


@cache
def made(name: str) -> LessonNotebook:
    return LessonNotebook(entries.lessons()[name])


def rounds(of: LessonNotebook) -> list[Answers]:
    """Return near misses of all steps, in as few sets of answers as have them all."""
    missed = [
        list(near_misses(step, of.truth(number))) or [json.dumps(dict(step.at))]
        for number, step in enumerate(of.lesson.steps, start=1)
    ]
    sets = [dict(enumerate(each, start=1)) for each in zip_longest(*missed)]
    return [{number: answer for number, answer in each.items() if answer} for each in sets]


def sentence(of: LessonNotebook, number: int, answer: str) -> str:
    """Return what the page says of an answer that is not right."""
    step, truth = of.lesson.steps[number - 1], of.truth(number)
    if step.kind == "picture":
        return feedback.NOT_YET
    said = feedback.of(step, answer, truth)
    assert not said.is_right
    return said.text


def answered(of: LessonNotebook, answers: Answers) -> str:
    """Return the student's notebook with answers written into its cells."""
    found = nbformat.reads(of.student(), as_version=4)
    for number, answer in answers.items():
        empty = f"answer_{number} = ..."
        (cell,) = (each for each in found.cells if each.source.startswith(empty))
        is_picture = of.lesson.steps[number - 1].kind == "picture"
        cell.source = f"answer_{number} = {answer if is_picture else json.dumps(answer)}"
    return nbformat.writes(found)
