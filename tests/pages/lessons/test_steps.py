"""Every step of every lesson: its right answer is right, near misses are not, its page knows it."""

import re
from collections.abc import Iterator
from itertools import permutations
from urllib.parse import urlencode

import pytest

from dpcore.checks import InvalidInput
from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import Lesson, LessonStep
from dplab.studies.lessons.grading import Truth
from dplab.studies.lessons.replies import feedback
from pages.kit import page
from pages.kit.text import sections
from pages.kit.values import spelled, texts_of
from pages.lessons.steps import place

STEPS = [
    pytest.param(lesson, number, id=f"{name}-{number}")
    for name, lesson in entries.lessons().items()
    for number in range(1, len(lesson.steps) + 1)
]
LEFT_OPEN = re.compile(r"[{}]")


def truth_of(lesson: Lesson, step: LessonStep) -> Truth:
    return place.truth(lesson, step, place.example(step), 0)


def right(step: LessonStep, truth: Truth) -> str:
    """Return the right answer as a learner would give it."""
    if isinstance(truth.answer, tuple):
        return ",".join(truth.answer)
    return str(truth.answer) if step.kind == "choice" else f"{truth.answer:.12g}"


def near_misses(step: LessonStep, truth: Truth) -> Iterator[str]:
    if step.kind == "choice":
        yield from (word for word in step.options if word != truth.answer)
    elif isinstance(truth.answer, tuple):
        yield from (",".join(each) for each in permutations(truth.answer) if each != truth.answer)
    elif step.kind == "number":
        apart = max(1.01 * truth.tolerance, 1e-6 * abs(truth.answer), 1e-9)
        yield from (f"{float(truth.answer) + side * apart:.12g}" for side in (-1, 1))
        yield from (f"{miss:.12g}" for miss in truth.misses.values())


@pytest.mark.parametrize(("lesson", "number"), STEPS)
def test_the_right_answer_is_right_and_near_misses_are_not(lesson: Lesson, number: int):
    step = lesson.steps[number - 1]
    truth = truth_of(lesson, step)
    if step.kind == "picture":
        assert feedback.on(step, bool(truth.answer), truth).is_right
        unmoved = urlencode(texts_of(step.at))
        before = place.truth(lesson, step, unmoved, 0)
        said = feedback.on(step, feedback.read(step, unmoved, before), before)
        assert not said.is_right, "the step opens with the picture already as asked"
        return
    assert feedback.on(step, feedback.read(step, right(step, truth), truth), truth).is_right
    misses = list(near_misses(step, truth))
    assert misses
    for miss in misses:
        assert not feedback.on(step, feedback.read(step, miss, truth), truth).is_right, miss


@pytest.mark.parametrize(("lesson", "number"), STEPS)
def test_every_misunderstanding_is_far_from_the_truth_and_explained(lesson: Lesson, number: int):
    step = lesson.steps[number - 1]
    truth = truth_of(lesson, step)
    if step.kind == "number":
        assert set(step.misses) == set(truth.misses)
        for name, miss in truth.misses.items():
            given = feedback.read(step, f"{miss:.12g}", truth)
            assert step.misses[name][:20] in feedback.on(step, given, truth).text
    else:
        assert not truth.misses


@pytest.mark.parametrize(("lesson", "number"), STEPS)
def test_every_text_can_be_filled(lesson: Lesson, number: int):
    step = lesson.steps[number - 1]
    truth = truth_of(lesson, step)
    for text in (step.right, step.wrong, *step.misses.values()):
        assert truth.fill(text)
    for text in (step.on_live_page, step.ask, step.hint):
        assert not LEFT_OPEN.search(re.sub(r"\$[^$]*\$", "", text))


@pytest.mark.parametrize(("lesson", "number"), STEPS)
def test_a_step_sets_what_its_page_reads_as_the_same_value(lesson: Lesson, number: int):
    step = lesson.steps[number - 1]
    known = {value.name: value for value in page.values_of(step.page)}
    guess = step.guess.at if step.guess else {}
    for name, setting in (*step.at.items(), *step.example.items(), *guess.items()):
        wanted = tuple(setting) if isinstance(setting, list) else setting
        read = known[name].read(spelled(setting))
        assert (type(read), read) == (type(wanted), wanted), name
    assert "seed" not in step.at  # a class has its own


@pytest.mark.parametrize("lesson", entries.lessons().values(), ids=entries.lessons())
def test_solutions_of_the_exam_are_whole(lesson: Lesson):
    for question in lesson.exam:
        for seed in range(5):
            truth = place.exam(lesson, question, seed)
            assert truth.fill(question.ask)
            assert truth.fill(question.solution)


PICTURES = [
    pytest.param(lesson, step, id=f"{lesson.name}-{number}")
    for lesson in entries.lessons().values()
    for number, step in enumerate(lesson.steps, 1)
    if step.kind == "picture"
]
ENDLESS = re.compile(r"\b(inf|nan)\b|\de[+-]0")


@pytest.mark.parametrize(("lesson", "step"), PICTURES)
def test_no_epsilon_is_spelled_as_python_does(lesson: Lesson, step: LessonStep):
    for value in page.values_of(step.page):
        if "epsilon" in value.name and value.read("1") == 1:
            shown = urlencode(texts_of(step.at) | {value.name: "inf"})
            truth = place.truth(lesson, step, shown, 0)
            assert not ENDLESS.search(feedback.of(step, shown, truth).text)


def picture(name: str, number: int, **moved: str) -> feedback.Feedback:
    lesson = entries.lessons()[name]
    step = lesson.steps[number - 1]
    shown = urlencode(texts_of(step.at) | moved)
    return feedback.of(step, shown, place.truth(lesson, step, shown, 0))


@pytest.mark.parametrize(
    ("moved", "is_right", "said"),
    [
        ({}, False, "At λ = 1e-6"),
        ({"lam": "0.015"}, False, "the upper bound is 0.2003"),
        ({"lam": "0.0167"}, True, "nλ ≥ 2/ε = 10"),
        ({"lam": "0.02"}, True, "nλ ≥ 2/ε = 10"),
        ({"lam": "0.05"}, False, "it is kept, but a smaller λ would do"),
        ({"lam": "0.02", "n": "700"}, False, "not λ alone was moved"),
    ],
)
def test_the_claim_of_2008_is_said_to_hold_exactly_where_it_does(
    moved: dict[str, str], is_right: bool, said: str
):
    found = picture("proofs", 3, **moved)
    assert (found.is_right, said in found.text) == (is_right, True)


@pytest.mark.parametrize(
    ("moved", "is_right", "said"),
    [
        ({"n": "20000"}, False, "0.1 times as long as with 2,000 records"),
        ({"n": "20000", "epsilon": "0.1"}, True, "Ten times the records bought a tenth of ε"),
        ({"n": "20000", "epsilon": "0.1", "d": "20"}, False, "the noise is 2 times as long as"),
        ({"n": "20000", "epsilon": "0.05", "lam": "0.02"}, False, "more than n and ε was moved"),
        ({"n": "20000", "epsilon": "0.1", "draws": "100"}, False, "more than n and ε was moved"),
        ({"n": "10000", "epsilon": "0.2"}, False, "It should be as long, with 20,000 records"),
    ],
)
def test_the_length_of_the_noise_is_that_of_its_features_too_and_what_is_missing_is_said(
    moved: dict[str, str], is_right: bool, said: str
):
    found = picture("how_much_data", 2, **moved)
    assert (found.is_right, said in found.text) == (is_right, True), found.text


def test_one_candidate_is_one_candidate():
    assert "With 1 candidate the split" in picture("who_chose", 3, candidates="0.01").text
    assert "With 2 candidates the split" in picture("who_chose", 3, candidates="0.01, 0.1").text


def test_a_kernel_is_refused_where_a_step_asks_about_the_records():
    with pytest.raises(InvalidInput, match="Choose “None: records as they are”"):
        picture("who_chose", 3, candidates="0.01, 0.1", tuning_kernel="gaussian")


def test_the_parts_of_the_split_add_up_to_all_records():
    lesson = entries.lessons()["who_chose"]
    truth = place.truth(lesson, lesson.steps[0], "", 0)
    said = truth.said
    assert said["larger"] * truth.answer + said["smaller"] * said["less"] == said["n"] == 5_000
    right = feedback.of(lesson.steps[0], "834", truth).text
    assert "5,000 / 6 = 833.3" in right
    assert "2 of the parts have 834 records and 4 have 833" in right


@pytest.mark.parametrize("seed", range(12))
def test_a_published_value_is_said_to_agree_where_the_difference_is_allowed(seed: int):
    lesson = entries.lessons()["a_paper"]
    truth = place.exam(lesson, lesson.exam[1], seed)
    solution = truth.fill(lesson.exam[1].solution)
    is_near = abs(truth.answer) <= truth.said["points"]
    assert ("it agrees" in solution, "it does not agree" in solution) == (is_near, not is_near)
    assert "equal" not in solution


@pytest.mark.parametrize(("epsilon", "further"), [("0.2", "larger ε"), ("1", "smaller ε")])
def test_whoever_took_more_epsilon_than_it_takes_is_told_so(epsilon: str, further: str):
    lesson = entries.lessons()["promises"]
    truth = place.truth(lesson, lesson.steps[2], f"epsilon={epsilon}", 0)
    assert further in feedback.on(lesson.steps[2], bool(truth.answer), truth).text


def test_the_hours_that_the_page_names_are_those_of_its_lessons():
    lead = sections("lessons")["lead"]
    (named,) = re.findall(r"Lessons ([\d, and]+) take about an hour", lead)
    minutes = {lesson.number: lesson.minutes for lesson in entries.lessons().values()}
    assert round(sum(minutes[int(number)] for number in re.findall(r"\d", named)) / 30) == 2
    assert "all nine about two and a half hours" in lead
    assert len(minutes) == 9
    assert round(sum(minutes.values()) / 30) == 5
