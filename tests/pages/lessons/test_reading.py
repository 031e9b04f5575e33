"""Answers as people type them, codes as they paste them: understood, or told how."""

import json
import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace
from time import perf_counter

import pytest

from dpcore.checks import InvalidInput
from dplab.studies.lessons import entries
from dplab.studies.lessons.grading import Truth
from dplab.studies.lessons.replies import feedback
from dplab.studies.lessons.replies.reading import read_answer
from pages.lessons import materials, sheet
from pages.lessons.steps.answers import Reply
from pages.lessons.steps.done import read_done, spell_done


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("20,000", "", 20000),
        ("20 000", "", 20000),
        ("0,5", "", 0.5),
        ("1/2", "", 0.5),
        (" 1 / 4 ", "", 0.25),
        ("½", "", 0.5),
        ("10 %", "", 0.1),
        ("10%", "%", 10),
        ("10", "%", 10),
        ("23 %", "in 100", 23),
        ("1/2 %", "%", 0.5),
        ("2,000 records", "records", 2000),
        ("1e-3", "", 0.001),
        ("−3", "", -3),
        ("∞", "", float("inf")),
        ("≈0.5", "", 0.5),
        ("~ 30", "", 30),
        ("± 30", "", 30),
        ("33 million", "records", 33e6),
        ("33 million records", "records", 33e6),
        ("3.3 × 10^7", "records", 3.3e7),
        ("3,3·10⁷", "records", 3.3e7),
        ("2*10^-3", "", 0.002),
        ("1 record", "records", 1),
        ("2.5points", "points", 2.5),
        ("23.2 in 100", "in 100", 23.2),
        ("2.5 %", "points", 2.5),
        ("10 percent", "", 0.1),
        ("10 per cent", "%", 10),
    ],
)
def test_numbers_are_read_as_they_are_typed(text: str, unit: str, value: float):
    assert read_answer(text, unit) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    "text", ["", "  ", "%", "many", "1/0", "1/", "/2", "1/2/3", "10 % %", "=", "∞/∞", "2.7 times"]
)
def test_what_is_no_number_gets_a_sentence_that_says_what_is(text: str):
    with pytest.raises(InvalidInput, match="a number such as"):
        read_answer(text)


def test_a_fraction_that_cannot_be_read_is_quoted_whole():
    with pytest.raises(InvalidInput, match="got “1/2/3”"):
        read_answer("1/2/3")


THOUSANDS = replace(
    entries.lessons()["output_fails"].steps[0], kind="number", unit="records", right="Yes."
)


@pytest.mark.parametrize(
    ("text", "truth", "other"),
    [("2.000", 2000.0, "2,000"), ("2,500 records", 2.5, "2.500"), ("2，500", 2.5, "2.500")],
)
def test_the_right_one_of_two_readings_is_offered(text: str, truth: float, other: str):
    said = feedback.of(THOUSANDS, text, Truth(truth)).text
    assert f"If you mean {other}, write it with a" in said


@pytest.mark.parametrize(
    ("text", "truth"), [("2.000", 2.0), ("2,000", 2000.0), ("0,125", 125.0), ("2,500 %", 2.5)]
)
def test_a_reading_that_is_wrong_too_is_not_offered(text: str, truth: float):
    assert "If you mean" not in feedback.of(THOUSANDS, text, Truth(truth)).text


@pytest.mark.parametrize("done", [{}, {1: {1}}, {1: {1, 2, 7}, 8: {3}}, {8: {1, 2, 3, 4, 5, 6, 7}}])
def test_a_code_brings_the_progress_back(done: dict[int, set[int]]):
    known = {number: frozenset(steps) for number, steps in done.items()}
    assert read_done(spell_done(known)) == known


def test_a_code_holds_no_more_than_there_are_lessons_and_steps():
    assert read_done("1.ffffffff,99.1") == {1: frozenset(range(1, 8))}


def test_a_code_may_be_typed_with_blanks_and_capitals():
    assert read_done(" 1.3F, 2.1 ") == read_done("1.3f,2.1")


@pytest.mark.parametrize("text", ["1", "1.g", "0.1", "1.1;2.1", "x" * 500, "1." + "f" * 9, "<b>"])
def test_what_is_no_code_of_progress_is_refused(text: str):
    with pytest.raises(InvalidInput, match="code of your progress"):
        read_done(text)


REPLIES = {
    ("promises", 1): Reply("2,72", is_right=True, tries=2, seed=0),
    ("promises", 2): Reply("14.5", is_right=True, tries=1, seed=0),
}


def test_a_sheet_is_graded_anew_whatever_it_claims():
    found = list(sheet.graded(sheet.read(sheet.spell(REPLIES))))
    assert [each.is_right for each in found] == [True, False]
    assert [each.reply.tries for each in found] == [2, 1]


def packed(content: object) -> str:
    return urlsafe_b64encode(zlib.compress(json.dumps(content).encode())).decode()


@pytest.mark.parametrize(
    "code",
    [
        "abc",
        "ü",
        "A" * 30_000,
        packed(5),
        packed([1]),
        packed([["no_lesson", 1, "1", 1, 0]]),
        packed([["promises", 99, "1", 1, 0]]),
        packed([["promises", 1, 7, 1, 0]]),
        packed([["promises", 1, "1", -1, 0]]),
        packed([["promises", 1, "1", 1, 2**40]]),
        packed([["promises", 1, "1" * 5000, 1, 0]]),
        packed("x" * 1_000_000),
    ],
)
def test_a_hostile_code_of_a_sheet_gets_a_sentence(code: str):
    with pytest.raises(InvalidInput):
        sheet.read(code)


def test_a_sheet_shows_hostile_text_as_text():
    replies = {("promises", 1): Reply("<script>alert(1)</script>", is_right=False, tries=1, seed=0)}
    assert "<script>" not in sheet.as_html("<b>me</b>", replies, sheet.date(2026, 1, 2))


def test_a_sheet_writes_infinity_as_its_sign():
    replies = {
        ("promises", 1): Reply("inf", is_right=False, tries=1, seed=0),
        ("promises", 3): Reply("epsilon=%E2%88%9E&seed=2", is_right=False, tries=1, seed=0),
        ("proofs", 3): Reply("epsilon=inf", is_right=False, tries=1, seed=0),
    }
    number, picture, typed = (each.given for each in sheet.graded(replies))
    assert number.startswith("∞")
    assert picture == "Privacy parameter ε = ∞, Seed = 2"
    assert typed == "Privacy parameter ε = ∞"


def test_a_sheet_names_what_a_picture_was_moved_to_as_its_control_is_called():
    moved = "epsilon=0.3&lam=auto&foundations_sum_draws=100"
    replies = {("promises", 3): Reply(moved, is_right=False, tries=1, seed=0)}
    assert [each.given for each in sheet.graded(replies)] == ["Privacy parameter ε = 0.3"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [("2,000", "2,000 records"), ("2,000 records", "2,000 records"), ("1 record", "1 record")],
)
def test_a_sheet_writes_the_unit_once(text: str, shown: str):
    replies = {("gives_away", 1): Reply(text, is_right=False, tries=1, seed=0)}
    assert [each.given for each in sheet.graded(replies)] == [shown]


def test_a_long_answer_on_a_sheet_takes_no_time():
    text = "1" + " " * 2_900 + "×" + " " * 90
    started = perf_counter()
    for _ in range(100):
        with pytest.raises(InvalidInput):
            read_answer(text, "points")
    assert perf_counter() - started < 1


def test_no_full_stop_follows_a_title_that_asks():
    for lesson in entries.lessons().values():
        for lines in (materials.questions(lesson), materials.solutions(lesson)):
            assert not [line for line in lines if "?." in line]
