"""A class with a seed of its own: every step has an answer, and its texts their numbers."""

import pytest

from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import Lesson
from dplab.studies.lessons.replies import feedback
from pages.lessons.steps import place
from tests.pages.lessons.test_steps import near_misses, right

STEPS = [
    pytest.param(lesson, number, id=f"{name}-{number}")
    for name, lesson in entries.lessons().items()
    for number in range(1, len(lesson.steps) + 1)
]


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.whole)])
@pytest.mark.parametrize(("lesson", "number"), STEPS)
def test_with_another_seed_the_right_answer_is_right_and_near_misses_are_not(
    lesson: Lesson, number: int, seed: int
):
    step = lesson.steps[number - 1]
    truth = place.truth(lesson, step, place.example(step), seed)
    if step.kind == "picture":
        assert truth.answer is True
    else:
        given = feedback.read(step, right(step, truth), truth)
        assert feedback.on(step, given, truth).is_right
    for miss in near_misses(step, truth):
        said = feedback.on(step, feedback.read(step, miss, truth), truth)
        assert not said.is_right, miss
        assert said.text
