"""The edition's lessons say of an answer what the live ones say, right or wrong or no number."""

import json
import math
from dataclasses import replace
from functools import cache

import pytest
from playwright.sync_api import sync_playwright

from dpcore.checks import InvalidInput
from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import LessonStep
from dplab.studies.lessons.grading import Truth
from dplab.studies.lessons.replies import feedback, reading
from edition import lessons, prose
from edition.drawing.chromium import executable
from edition.site import HERE
from pages.kit import words
from pages.lessons.steps import place
from tests.house.some import some

LESSONS = entries.lessons()

BLANK = r"\u00a0"
"""Which no line ends at, as JSON has it: beside ∞ the live page has a usual one."""

TYPED = [
    "", " ", "0", "1", "-1", "−3,5", "1e3", "1e-3", "2,718", "2.718", "20,000", "20 000", "20’000",
    "1.234,5", "1.000.000", "0,125", "0.125", "1/2", "½", "⅓", "1/0", "abc", "nan", "inf", "∞",
    "10 %", "10％", "10 percent", "10 per cent", "0.1 %", "≈ 14.5", "~3", "= 7", "± 2",
    "33 million",
    "3.3 × 10^7", "3.3·10⁷", "1_000", "１２", "٣", "1,2,3", "--1", "1e400", "1e", ".5", "5.", "+4",
    "three", "2 thousand", "1 record", "1,000 records", "23 in 100", "4 points", "4 point", "50%%",
    "1 / 3", "x" * 60, "1/2/3", "1e-400", "²", "1.5.2", "  3  ", "9007199254740993", "<b>3</b>",
    "⁄", "⅟", "-inf", "+infinity", "20 × 10^400", "-2,5 x 10 ^ 400", "0.00001 × 10^3", "1e17·10²",
    "∞ × 10^3", "1e308 million", "∞ million", "1 constructor", "1 __proto__", "\ufeff7", "7\x1c",
    "\x85", "3 × 10^٣",
]  # fmt: skip


def cases() -> list[tuple[str, LessonStep, Truth]]:
    """Return every step that is graded, with what is right."""
    return [
        (lesson.name, step, lessons.truth(lesson, step))
        for lesson in LESSONS.values()
        for step in lesson.steps
        if step.kind != "picture"
    ]


def answers(step: LessonStep, truth: Truth) -> list[str]:
    """Return right answers, near ones, every known slip, and what somebody may type besides."""
    if step.kind == "choice":
        return list(step.options)
    if step.kind == "order":
        order = list(truth.answer)
        return [",".join(order), ",".join(reversed(order)), ",".join(order[1:] + order[:1])]
    right = float(truth.answer)
    near = [right + by * truth.tolerance for by in (0.999, -0.999, 1.01, -1.01)]
    numbers = [right, *near, *truth.misses.values(), 100 * right, right / 100, 2 * right + 1]
    written = [repr(float(each)) for each in numbers if not math.isinf(each)]
    rounded = [f"{right:.{count}g}" for count in (2, 3, 4)]
    return [*written, *rounded, *(f"{each} {step.unit}" for each in rounded), *TYPED]


def said(step: LessonStep, text: str, truth: Truth) -> dict[str, object]:
    """Return what the live lesson says, as HTML, and whether the answer is right."""
    try:
        found = feedback.of(step, text, truth)
    except InvalidInput as refusal:
        return {"refused": str(refusal)}
    return {"isRight": found.is_right, "html": prose.inline(found.text)}


ASK = """([asked, words, steps, texts]) => {
  explorer.lesson(words, []);
  return texts.map((each, at) => each.map((text) => {
    try { return explorer[asked](steps[at], text); }
    catch (fault) { return { refused: fault.message }; }
  }));
}"""


def asked(what: str, scripts: list[object], texts: list[list[str]]) -> list[list[object]]:
    """Return what the edition's script says of each text to each step."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=["--no-sandbox"])
        page = browser.new_page()
        page.set_content("<p></p>")
        for script in ("edition.js", "lesson.js"):
            page.add_script_tag(path=HERE / "static" / script)
        said = json.loads(json.dumps(lessons.WORDS))
        found: list[list[object]] = page.evaluate(ASK, [what, said, scripts, texts])
        browser.close()
    return found


def came(step: LessonStep, text: str, truth: Truth) -> object:
    """Return what the live lesson says of a guess, as HTML."""
    assert step.guess
    try:
        value = words.number(reading.read_answer(text, step.guess.unit))
    except InvalidInput as refusal:
        return {"refused": str(refusal)}
    filled = replace(truth, said={**truth.said, "guess": value}).fill(step.guess.came)
    return str(prose.inline(filled))


def test_every_guess_is_answered_as_on_the_live_page():
    every = [(step, truth) for _, step, truth in cases() if step.guess]
    typed = [*TYPED, "123456.7", "0.000123456789", "1e14", "1e15", "1234567.5", "-0", "-2,5"]
    scripts = [lessons.ShownStep(step, 1, truth).script for step, truth in every]
    found = asked("came", scripts, [typed] * len(every))
    for (step, truth), theirs in zip(every, found, strict=True):
        ours = [came(step, text, truth) for text in typed]
        assert json.dumps(theirs).replace(BLANK, " ") == json.dumps(ours).replace(BLANK, " ")


def test_every_answer_to_every_step_is_graded_as_on_the_live_page():
    every = cases()
    texts = [answers(step, truth) for _, step, truth in every]
    scripts = [lessons.ShownStep(step, 1, truth).script for _, step, truth in every]
    found = asked("check", scripts, texts)
    different = [
        (name, step.title, text, theirs, ours)
        for (name, step, truth), all_texts, all_theirs in zip(every, texts, found, strict=True)
        for text, theirs in zip(all_texts, all_theirs, strict=True)
        if theirs != (ours := said(step, text, truth))
    ]
    assert different == []
    assert sum(map(len, texts)) > 2_000


@cache
def live(name: str, number: int) -> Truth:
    """Return what the live lesson computes for a step."""
    lesson = LESSONS[name]
    return place.truth(lesson, lesson.steps[number - 1], "", 0)


@pytest.mark.parametrize("name", some(LESSONS, ("promises", "output_fails", "proofs", "a_paper")))
def test_what_is_right_is_what_the_live_lesson_computes(name):
    for step in lessons.steps(LESSONS[name]):
        if step.truth:
            assert step.truth == live(name, step.number)


def test_a_solution_that_begins_with_a_whole_number_is_no_list():
    solutions = [prose.blocks(feedback.solution(step, truth)) for _, step, truth in cases()]
    assert any(each.startswith("<p>5. ") for each in solutions)
    assert not [each for each in solutions if "<ol" in each]


def test_a_key_of_a_paper_leads_to_its_reference_wherever_it_stands():
    link = '<a href="references.html#CM08">CM08</a>'
    assert prose.inline("CM08 Figure 1, *CM08* and (CM08)").count(link) == 3
    assert "CM08a</a>" in prose.inline("CM08a Figure 1")
    assert "#Dwork-et-al-2006" in prose.inline("(Dwork et al. 2006)")
    assert "<a" not in prose.inline("`CM08`, CM081, TUV and $CM08$")
