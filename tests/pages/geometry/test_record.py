"""The record that a visitor of Geometry moves: its address, its sentence, its buttons."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from edition.views import RememberingRecords
from pages.geometry import record, sentences
from pages.geometry.values import RECORD, RecordAsked, question
from pages.kit import address, visitor
from pages.kit.values import reading
from tests.pages.screen import complaints, opened
from tests.pages.screen import words as text_of
from tests.pages.tables import csv, own_records

few_epsilons = pytest.mark.usefixtures("few_epsilons")
RECORDS = RememberingRecords()


def asked(text: str, **query: str):
    return question(reading({"plane_n": "60", "data": "gaussian", "geometry_record": text} | query))


@pytest.mark.parametrize(("text", "meant"), [
    ("", RecordAsked()),
    ("0.5,-0.25", RecordAsked(None, (0.5, -0.25))),
    ("0.6,-0.8,17", RecordAsked(17, (0.6, -0.8))),
    ("17", RecordAsked(17)),
])  # fmt: skip
def test_an_address_names_a_place_a_record_or_both(text: str, meant: RecordAsked):
    assert asked(text).record == meant


@pytest.mark.parametrize(
    "text", ["1,1", "inf,0", "x", "0.1,0.2,0", "0.1,0.2,301", "1,", ",".join("0" * 9)]
)
def test_no_other_place_is_read(text: str):
    with pytest.raises(InvalidInput):
        asked(text)


def test_what_is_told_is_what_the_address_says():
    found = record.moved(asked("0.6,-0.8,17"), RECORDS)
    told = record._told(found, asked("0.6,-0.8,17"))
    assert told["at"] == [0.6, -0.8]
    assert (told["row"], told["named"]) == (16, True)
    assert sum(each**2 for each in told["step"]) ** 0.5 == pytest.approx(
        found.distance / found.bound
    )
    assert "of the bound 2/(nλ)" in told["said"]
    assert "in its own place" in sentences.moved_record(record.moved(asked("17"), RECORDS))


def test_a_record_that_was_moved_is_not_said_to_be_in_its_own_place():
    # With a hinge, a record far on its side of the line has no slope, here or there.
    found = record.moved(asked("17"), RECORDS)
    still = replace(found, question=replace(found.question, to=(0.1, 0.2)), place=np.ones(2))
    assert "does not move the classifier from here" in sentences.moved_record(still)


def test_the_farthest_place_can_be_read_back():
    where = asked("17")
    spelled = record._spelled(record.moved(where, RECORDS).farthest, where)
    assert asked(spelled).record.row == 17
    assert record._spelled(None, where) == "17"
    assert record._spelled(None, asked("0.1,0.1")) == ""


def test_which_row_of_an_own_table_is_moved_stands_in_no_link():
    records = own_records(csv())
    own = question(reading({"data": "upload", "geometry_record": "0.1,0.2,3"}))
    first = question(reading({"data": "upload", "geometry_record": "0.1,0.2"}))
    assert record.moved(own, records).row == record.moved(first, records).row
    told = record._told(record.moved(own, records), own)
    assert not told["named"]
    assert record._spelled(None, own) == ""


def test_a_refused_place_is_followed_by_what_is_shown():
    assert address.instead(RECORD, "") == "The unchanged table is shown instead."
    assert address.instead(RECORD, "0.5,0") == "A record at 0.5,0 is shown instead."


@few_epsilons
def test_on_a_phone_a_link_opens_the_fold_of_the_record(monkeypatch):
    monkeypatch.setattr(visitor, "is_phone", lambda: True)
    app = opened("geometry", plane_n="60", geometry_record="0.6,-0.8")
    assert not complaints(app)
    app.button(key=next(b.key for b in app.button if b.label == "Put it back")).click()
    assert not complaints(app.run())
    assert "Noise must hide every such move" in text_of(app)
