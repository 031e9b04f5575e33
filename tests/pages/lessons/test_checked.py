"""One call in a notebook says of every answer what the page says, at the class's numbers too."""

from urllib.parse import urlencode

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dplab import lessons
from dplab.lessons import check
from dplab.studies.lessons.entries import Lesson, LessonStep
from dplab.studies.lessons.grading import Truth
from dplab.studies.lessons.replies import feedback
from pages.kit.values import texts_of
from pages.lessons.steps import place
from tests.pages.lessons.test_steps import STEPS, near_misses, right


@pytest.mark.whole
@pytest.mark.parametrize(("lesson", "number"), STEPS)
def test_with_another_seed_what_is_right_is_what_is_right_on_the_page(lesson: Lesson, number: int):
    step = lesson.steps[number - 1]
    assert lessons.truth(lesson.name, number, seed=7) == on_page(lesson, step, 7)


@pytest.mark.parametrize(("lesson", "number"), STEPS)
def test_what_is_right_and_what_an_answer_is_told_are_those_of_the_page(
    lesson: Lesson, number: int
):
    step = lesson.steps[number - 1]
    truth = on_page(lesson, step, 0)
    assert lessons.truth(lesson.name, number) == truth
    if step.kind == "picture":
        for moved in ({}, step.example, {"epsilon": 0.7} if "epsilon" in step.at else {}):
            reply = urlencode(texts_of({**step.at, **moved}))
            told = feedback.of(step, reply, place.truth(lesson, step, reply, 0))
            assert check(lesson.name, number, moved) == told
            assert check(lesson.name, number, texts_of(moved)) == told
        assert check(lesson.name, number, step.example).is_right
        assert not check(lesson.name, number, {}).is_right
        return
    for answer in (right(step, truth), *near_misses(step, truth)):
        said = check(lesson.name, number, answer)
        assert said == feedback.of(step, answer, truth)
        assert said.is_right == (answer == right(step, truth))


def on_page(lesson: Lesson, step: LessonStep, seed: int) -> Truth:
    return place.truth(lesson, step, place.example(step), seed)


@pytest.mark.parametrize("answer", [2.718, np.float64(2.718), "2.718", "≈ 2.72", "2,72"])
def test_a_number_is_one_however_it_is_given(answer: object):
    assert check("promises", 1, answer).is_right


def test_words_in_order_are_a_list_or_one_text():
    order = lessons.truth("output_fails", 5).answer
    assert isinstance(order, tuple)
    assert check("output_fails", 5, list(order)).is_right
    assert check("output_fails", 5, ", ".join(order)).is_right
    assert not check("output_fails", 5, [*reversed(order)]).is_right


@pytest.mark.parametrize(
    ("lesson", "step", "answer", "said"),
    [
        ("promises", 1, ..., lessons.NO_ANSWER),
        ("promises", 1, None, lessons.NO_ANSWER),
        ("promises", 1, "many", "Your answer must be a number such as 14.5"),
        ("promises", 1, [1, 2], "Your answer must be a number such as 14.5"),
        ("promises", 1, True, "Your answer must be a number such as 14.5"),
        ("promises", 1, float("nan"), "Your answer must be a number such as 14.5"),
        ("promises", 3, 0.3, 'Your answer must be settings as the page\'s address spells them'),
        ("promises", 3, {"eps": 0.3}, "This step has no setting eps; it has epsilon."),
        ("promises", 1, 10**400, "Your answer must be a number such as 14.5"),
        ("promises", 3, {"epsilon": "much"}, "epsilon must be a number"),
        ("promises", 3, {"draws": "50"}, "This step has no setting draws; it has epsilon."),
        ("promises", 3, {"epsilon": "auto"}, "epsilon must be a number"),
        ("promises", 3, {"epsilon": [0.3]}, "epsilon must be a number"),
        ("promises", 3, {"epsilon": {}}, "epsilon must be a number"),
        ("promises", 3, {"epsilon": None}, "epsilon must be a number"),
        ("promises", 3, {"epsilon": float("nan")}, "epsilon must be a number"),
        ("promises", 3, {"epsilon": 0}, "epsilon must be positive"),
        ("promises", 3, {"epsilon": "-1"}, "epsilon must be positive"),
        ("promises", 3, {"foundations_part": 1}, "foundations_part must be a word such as sum"),
        ("which_noise", 3, {"plane_n": "inf"}, "plane_n must be a whole number"),
        ("which_noise", 3, {"plane_n": 2000.5}, "plane_n must be a whole number"),
        ("which_noise", 3, {"plane_n": "1e300"}, "plane_n must be at most 10,000,000"),
        ("who_chose", 3, {"candidates": 0.1}, "candidates must be a list of numbers"),
        ("who_chose", 3, {"candidates": [0.1, None]}, "candidates must be a number"),
        ("who_chose", 3, {"draws": 10**9}, "draws must be at most 10,000,000"),
        ("a_paper", 5, {"entry": "cm08_figure_9"}, "entry must be one of cm08_figure_1,"),
        ("output_fails", 1, "everybody", "Your answer must be one of"),
        ("output_fails", 5, ["output"], feedback.EACH_ONCE),
        ("output_fails", 5, 3, feedback.EACH_ONCE),
        ("output_fails", 5, np.array(1.0), feedback.EACH_ONCE),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_not_right_and_says_why(
    lesson: str, step: int, answer: object, said: str
):
    found = check(lesson, step, answer)
    assert not found.is_right
    assert found.text.startswith(said)


@pytest.mark.parametrize(("lesson", "step"), [("promise", 1), ("promises", 0), ("promises", 8)])
def test_a_step_that_there_is_not_is_refused(lesson: str, step: int):
    with pytest.raises(InvalidInput):
        check(lesson, step, 1)


def test_settings_are_read_as_people_type_them():
    for moved in ({"epsilon": 0.3}, {"epsilon": "0,3"}, {"epsilon": " 0.3 "}):
        assert check("promises", 3, moved).is_right
    for moved in ({"candidates": (0.01, 0.1)}, {"candidates": [0.01, 0.1]}):
        assert check("who_chose", 3, moved).is_right


def test_in_a_notebook_the_sentence_is_shown_as_markdown():
    said = check("promises", 1, 1)
    assert said._repr_markdown_() == said.text
