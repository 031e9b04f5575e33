"""What the noisy average asks for: whose values, their bound, and which way the noise is scaled."""

import streamlit as st

from dpcore import checks
from dpcore.data.declared.schema import Numeric, Schema
from dplab.simulation.settings import UPLOAD
from dplab.studies.foundations.average import Question
from pages.comparison import values
from pages.comparison.screen import own_table, settings
from pages.foundations import epsilon
from pages.kit import address, controls, words
from pages.kit.address import UrlParameter
from pages.kit.text import help_on

MADE_UP = "made_up"
SOURCES = {MADE_UP: "Made-up pay", UPLOAD: "Your own table"}
WAYS = {
    "kept": "As promised",
    "largest": "M from the data",
    "hidden": "n not public",
    "unclipped": "No clipping",
}
BOUNDS = (20, 50, 100, 200, 400, 1_000)
SIZES = (2, 5, 10, 20, 50, 100, 200, 500, 1_000)
CALLED_BOUND, CALLED_N = "Declared bound M", "People n"
SMALLEST, LARGEST, MOST, MOST_COLUMNS = 1, 1e6, 100_000, 10_000


def _bound(text: str) -> float:
    value = words.read_number(CALLED_BOUND, text, wanted="a number such as 100")
    return checks.between(CALLED_BOUND, value, SMALLEST, LARGEST)


def _place(text: str) -> int | None:
    called = "Numeric column"
    return address.whole(called, 1, MOST_COLUMNS)(text) if text else None


SOURCE = address.one_of("The source of the values", "foundations_average_of", MADE_UP, SOURCES)
WAY = address.one_of("The way", "foundations_average_way", "kept", WAYS)
BOUND = UrlParameter("foundations_average_bound", "100", _bound)
SIZE = UrlParameter("foundations_average_n", "20", address.whole(CALLED_N, 2, MOST))
COLUMN = UrlParameter(
    "foundations_average_column", "", _place, lambda text: text or "The first column"
)
"""By its number: an own table's names stay out of links."""
VALUES = (SOURCE, WAY, BOUND, SIZE, COLUMN)


def card() -> Question:
    """Draw the controls and return what they say."""
    epsilon.dial()
    if controls.one(SOURCE, "Values", SOURCES) == UPLOAD:
        _of_own_table()
    else:
        controls.slider_with_box(BOUND, CALLED_BOUND, BOUNDS, address.get(BOUND))
        controls.slider_with_box(SIZE, CALLED_N, SIZES, address.get(SIZE))
        controls.more((values.VALUES["seed"],), lambda: settings.number("seed", "Seed"))
    return chosen()


def ways() -> None:
    """Draw the choice of the way; beside the picture, where a phone has it in sight."""
    controls.one(WAY, "How the noise is scaled", WAYS)


def chosen() -> Question:
    """Return what the address says; a column that the table does not have is its first."""
    return Question(
        data=address.get(SOURCE),
        way=address.get(WAY),
        epsilon=epsilon.used(),
        bound=address.get(BOUND),
        n=address.get(SIZE),
        column=_column(),
        seed=settings.chosen().seed,
    )


def numeric(schema: Schema) -> list[Numeric]:
    """Return the numeric columns of a table."""
    return [feature for feature in schema.features if isinstance(feature, Numeric)]


def within_reach(data: str) -> None:
    """Draw the sliders that move the picture right under it, for a phone."""
    of_made_up = () if data == UPLOAD else ((SIZE, CALLED_N, SIZES),)
    epsilon.within_reach(*of_made_up)


def _column() -> int:
    own, asked = own_table.current(), address.get(COLUMN)
    known = len(numeric(own.schema)) if own else 0
    return asked if asked and asked <= known else 1


def _of_own_table() -> None:
    own = own_table.current()
    columns = numeric(own.schema) if own else []
    if columns:
        _by_name([each.name for each in columns])
    label = "Declare bounds on the Data page" if own else "Bring a table on the Data page"
    controls.link_to("data", label, ":material/table:", {"data": UPLOAD})


def _by_name(names: list[str]) -> None:
    place = _column()
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
