"""In a course: each link opens a page at settings that it knows; a syllabus counts all lessons."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from dplab.studies.lessons import entries
from edition import views
from pages.kit import page, paths, text
from pages.kit.values import spelled
from pages.lessons import course
from tests.pages.screen import complaints, opened, words

ROWS = [row for reading in text.readings() for row in reading.get("row", ())]
QUESTIONS = [asked for reading in text.readings() for asked in reading.get("question", ())]
SHOWN = sorted({each["at"] for asked in QUESTIONS for each in asked["opens"]})
ADDRESSES = sorted({*SHOWN, *(address for row in ROWS for address in row["pages"])})


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_names_a_page_and_a_part_that_are_there(address: str):
    folder, values = course.place(address)
    assert folder in paths.names()
    known = {value.name: value for value in page.values_of(folder)}
    for parameter, part in values.items():
        assert spelled(known[parameter].read(part)) == part
        assert known[parameter].default != part, "says what stands there anyway"
    assert course.label(address)


def test_every_row_names_lessons_that_are_there():
    numbers = {each.number for each in entries.lessons().values()}
    assert all(set(row["lessons"]) <= numbers for row in ROWS)
    assert {number for row in ROWS for number in row["lessons"]} >= {1, 2, 3, 4, 5, 6, 7, 8}


def test_every_question_is_one_short_line_and_says_what_is_left_to_do():
    assert len(QUESTIONS) >= 20
    for asked in QUESTIONS:
        assert 0 < len(asked["asks"]) <= 90
        assert asked["by_hand"].endswith((".", "?"))
        assert all(0 < len(each["sees"]) <= 85 for each in asked["opens"])


@pytest.mark.whole
@pytest.mark.parametrize("address", [each for each in SHOWN if not each.startswith("lessons")])
def test_every_question_is_answered_where_its_address_opens(address: str, tables_folder: Path):  # noqa: ARG001
    assert views.scene(*course.place(address)).sentence


def test_every_course_says_where_and_when_and_none_invents_a_source():
    for reading in text.readings():
        assert reading["who"]
        source = urlsplit(reading.get("source", "https://none.example"))
        assert source.scheme in ("http", "https")
        assert "." in source.netloc


def test_the_questions_as_text_have_each_address_whole():
    for reading in text.readings():
        if "question" in reading:
            said = course.as_text(reading, "https://lab.example")
            for asked in reading["question"]:
                assert asked["by_hand"] in said
                assert all(f": https://lab.example/{each['at']}" in said for each in asked["opens"])
            assert " " not in "".join(line.partition(": http")[2] for line in said.splitlines())


def test_the_page_opens_with_the_first_course_and_a_paragraph_with_all_lessons():
    app = opened("lessons", lessons_open="course", epsilon="3")
    assert complaints(app) == []
    first = text.readings()[0]["question"][0]
    assert f"**1.** {first['asks']}" in words(app)
    assert first["by_hand"] in words(app)
    [opens] = [
        each.proto for each in app.get("page_link") if each.proto.label == first["opens"][0]["sees"]
    ]
    assert "epsilon%3D1" in opens.query_string, "a setting of before stands in the way"
    (paragraph,) = [block.value for block in app.code]
    for lesson in entries.lessons().values():
        assert f"{lesson.number}. {lesson.title} ({lesson.minutes} minutes)" in paragraph
