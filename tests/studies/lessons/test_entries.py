"""The lessons' files: whole, in order, and refused where they say what no lesson says."""

import re

import pytest

from dpcore.checks import InvalidInput
from dplab.studies.lessons import entries

LESSONS = entries.lessons()
TEXT = (entries.FOLDER / "promises.toml").read_text("utf-8")


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_five_to_eight_steps_the_last_without_a_hint(name: str):
    steps = LESSONS[name].steps
    assert 5 <= len(steps) <= 8
    assert all(step.hint for step in steps[:-1])
    assert steps[-1].hint == ""


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_takes_ten_to_twenty_minutes_and_has_notes_and_an_exam(name: str):
    lesson = LESSONS[name]
    assert 10 <= lesson.minutes <= 20
    assert len(lesson.exam) >= 2
    assert all(len(text) > 40 for text in vars(lesson.notes).values())


@pytest.mark.parametrize("name", LESSONS)
def test_every_other_choice_is_explained(name: str):
    for step in LESSONS[name].steps:
        if step.kind == "choice":
            assert set(step.misses) < set(step.options)
            assert len(step.options) - len(step.misses) <= 2  # the right one, and the usual wrong


@pytest.mark.parametrize("name", LESSONS)
def test_another_seed_asks_for_other_numbers(name: str):
    for question in LESSONS[name].exam:
        asked = {
            entries.truth(name, question.check, {"seed": seed}).fill(question.ask)
            for seed in range(12)
        }
        assert len(asked) > 2, question.ask


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("minutes = 15", "minuets = 15", "no entry minuets"),
        ('kind = "number"', 'kind = "guess"', "kind must be one of"),
        ('kind = "number"', 'kind = "choice"', "a choice or an order has options"),
        ("example = { epsilon = 0.3 }\n", "", "a picture has an example"),
        ('title = "What', 'lead = "What', "overwrite"),
    ],
)
def test_a_file_that_says_what_no_lesson_says_is_refused(old: str, new: str, said: str):
    assert old in TEXT
    with pytest.raises((InvalidInput, ValueError), match=re.escape(said)):
        entries.lesson("promises", TEXT.replace(old, new, 1))
