"""A class with a seed of its own: every step has an answer, and its texts their numbers."""

import pytest

from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import Lesson
from dplab.studies.lessons.replies import feedback
from pages.kit import address
from pages.lessons.steps import place
from tests.pages.lessons.test_steps import near_misses, right

STEPS = [
    pytest.param(
        lesson,
        number,
        seed,
        id=f"{name}-{number}-{seed}",
        marks=() if seed == 1 + number % 2 and lesson.number % 2 else pytest.mark.whole,
    )
    for name, lesson in entries.lessons().items()
    for number in range(1, len(lesson.steps) + 1)
    for seed in (1, 2)
]
"""In every run lessons of odd numbers; at the usual seed every step is held (`test_checked`)."""


@pytest.mark.parametrize(("lesson", "number", "seed"), STEPS)
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


@pytest.mark.parametrize(
    ("name", "number", "reply"),
    [
        ("how_much_data", 2, "n=20000&epsilon=0.1"),
        ("how_much_data", 2, "n=20000"),
        ("how_much_data", 7, "epsilon=1.5&draws=20&within=3&axis=n"),
    ],
)
def test_a_picture_in_an_older_code_is_graded_by_the_defaults_of_then(name, number, reply):
    """It may name no λ and no ε; since then each reply does, and what varies."""
    lesson = entries.lessons()[name]
    step = lesson.steps[number - 1]
    assert place.truth(lesson, step, reply, 0).answer
    assert not place.truth(lesson, step, f"{reply}&lam=auto", 0).answer


def test_a_reply_names_what_an_older_code_left_out(monkeypatch):
    monkeypatch.setattr(address, "text_of", lambda value: value.default)
    assert place.reply("trade_off") == "epsilon=1&lam=auto&axis=epsilon"
    assert place.reply("geometry") == "epsilon=1&lam=auto"
