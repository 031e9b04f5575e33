"""In a course: each link opens a page at settings that it knows; a syllabus counts all lessons."""

from urllib.parse import parse_qsl

import pytest

from dplab.studies.lessons import entries
from pages.kit import page, paths, text
from pages.kit.values import spelled
from pages.lessons import course
from tests.pages.screen import complaints, opened, words

ROWS = [row for reading in text.readings() for row in reading["row"]]
ADDRESSES = sorted({address for row in ROWS for address in row["pages"]})


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_names_a_page_and_a_part_that_are_there(address: str):
    name, _, query = address.partition("?")
    folder, values = paths.name_of(name), dict(parse_qsl(query))
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


def test_the_page_opens_with_the_first_course_and_a_paragraph_with_all_lessons():
    app = opened("lessons", lessons_open="course")
    assert complaints(app) == []
    assert text.readings()[0]["row"][0]["reads"] in words(app)
    (paragraph,) = [block.value for block in app.code]
    for lesson in entries.lessons().values():
        assert f"{lesson.number}. {lesson.title} ({lesson.minutes} minutes)" in paragraph
