"""The controls of the noisy average."""

import streamlit as st

from dplab.simulation.settings import UPLOAD
from dplab.studies.foundations.average import Question
from pages.comparison import values
from pages.comparison.screen import own_table, settings
from pages.foundations import choices as of_page
from pages.foundations.average import own_column
from pages.foundations.average.values import (
    BOUND,
    CALLED_BOUND,
    CALLED_N,
    COLUMN,
    SIZE,
    SOURCE,
    SOURCES,
    WAY,
    WAYS,
    question,
)
from pages.kit import address, controls
from pages.kit.text import help_on

BOUNDS = (20, 50, 100, 200, 400, 1_000)
SIZES = (2, 5, 10, 20, 50, 100, 200, 500, 1_000)


def card() -> Question:
    """Draw the controls and return what they say."""
    of_page.dial()
    if controls.one(SOURCE, "Values", SOURCES) == UPLOAD:
        _of_own_table()
    else:
        controls.dial(BOUND, CALLED_BOUND, BOUNDS, address.get(BOUND))
        controls.dial(SIZE, CALLED_N, SIZES, address.get(SIZE), reach=2)
        controls.more((values.VALUES["seed"],), lambda: settings.number("seed", "Seed"))
    return question(address.get)


def ways() -> None:
    """Draw the choice of the way; beside the picture, where a phone has it in sight."""
    controls.one(WAY, "How the noise is scaled", WAYS)


def _of_own_table() -> None:
    own = own_table.current()
    columns = own_column.numeric(own.schema) if own else []
    if columns:
        _by_name([each.name for each in columns])
    label = "Declare bounds on the Data page" if own else "Bring a table on the Data page"
    controls.link_to("data", label, ":material/table:", {"data": UPLOAD})


def _by_name(names: list[str]) -> None:
    place = own_column.place_of(address.get(COLUMN), len(names))
    got = st.selectbox(
        "Numeric column",
        range(1, len(names) + 1),
        place - 1,
        format_func=lambda at: names[at - 1],
        key=address.follow(COLUMN, place),
        on_change=address.write,
        args=(COLUMN,),
        help=help_on(COLUMN.name),
    )
    address.brought(COLUMN, place, got)
    controls.refusal(COLUMN)
