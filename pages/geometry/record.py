"""One record that a visitor moves, and the classifier that moves with it."""

from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from dpcore.checks import Array
from dplab.studies.geometry import moved_record as study
from dplab.studies.geometry.moved_record import FIRST, MovedRecord, Question
from pages.comparison.records import Records, keeping
from pages.comparison.screen import cached
from pages.geometry import sentences
from pages.geometry.values import RECORD, PlaneQuestion, RecordAsked
from pages.geometry.view import features
from pages.kit import address, controls, export, text
from pages.kit.frame import page_frame

COMPONENT = "record"
MOST_MOVES = 200
DECIMALS = 2
HEADING = "Move one record"

keeping(study.run, MOST_MOVES)


def moved(asked: PlaneQuestion, records: Records) -> MovedRecord:
    """Return what moving the record does that the address names."""
    shown, number = features(asked, records), _number(asked)
    row = number and number - 1
    settings = asked.settings.with_epsilon(1.0)  # No ε moves the minimiser.
    return records.ask(study.run, Question(settings, shown, row, asked.record.to))


def section(asked: PlaneQuestion) -> None:
    """Draw the section; on a phone, its fold is open where the address names a record."""
    if asked.record != RecordAsked():
        st.session_state.setdefault(f"fold {HEADING}", True)
    with st.container(key="one_record"):
        page_frame.section(HEADING, partial(_show, asked))


def _show(asked: PlaneQuestion) -> None:
    """Draw the record among the others, and both classifiers."""
    found = moved(asked, cached.RECORDS)
    controls.turn(
        RECORD,
        COMPONENT,
        "moved_record",
        {"plane": _plane(found, asked)},
        _told(found, asked),
        text.style_of(COMPONENT),
    )
    controls.refusal(RECORD)
    with st.container(horizontal=True, gap="small"):
        farthest = (RECORD, _spelled(found.farthest, asked))
        st.button("Move it where it matters most", on_click=address.put, args=farthest)
        back = (RECORD, _spelled(None, asked))
        st.button("Put it back", on_click=address.put, args=back, type="tertiary")
    st.caption(sentences.EVERY_MOVE)
    controls.link_to(
        "is_it_private",
        "How far records of this table move a classifier",
        ":material/arrow_forward:",
        {"is_it_private_part": "sensitivity"},
    )
    export.also("geometry-record.csv", "CSV of the moved record", lambda: study.table(found))


def _plane(found: MovedRecord, asked: PlaneQuestion) -> dict[str, Any]:
    """Return what stays while the record moves: places and labels of those shown, and words."""
    X, y = found.part.X[:FIRST].round(3), found.part.y[:FIRST]
    return {
        "points": np.column_stack([X, y]).tolist(),
        "canChoose": not asked.is_own,
        "features": list(found.features),
        "words": sentences.RECORD_WORDS,
    }


def _told(found: MovedRecord, asked: PlaneQuestion) -> dict[str, Any]:
    """Return where the record is, and both classifiers; what is between them in bounds."""
    step = (found.after - found.before) / found.bound
    return {
        "at": found.place.round(DECIMALS).tolist(),
        "row": found.row,
        "named": _number(asked) is not None,
        "before": found.before.tolist(),
        "after": found.after.tolist(),
        "step": step.tolist(),
        "said": sentences.moved_record(found),
    }


def _spelled(place: Array | None, asked: PlaneQuestion) -> str:
    """Return what the address says of the record at a place, or at its own."""
    number = _number(asked)
    # Towards 0, so that no rounding takes it out of the unit ball.
    at = [] if place is None else [f"{each:g}" for each in np.trunc(place * 100) / 100]
    return ",".join([*at, *([] if number is None else [str(number)])])


def _number(asked: PlaneQuestion) -> int | None:
    """Return which record the address names; which row of an own table, stands in no link."""
    return None if asked.is_own else asked.record.row
