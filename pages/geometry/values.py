"""What the address of Geometry asks: data in the plane, ε, λ, the loss, and few enough records.

n is the page's own: a picture shows points, and thousands say no more than hundreds.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from dpcore import checks
from dplab.simulation.settings import AboutRecords, Settings
from dplab.studies.geometry.clouds import GRID, USUAL_RECORDS
from dplab.studies.geometry.moved_record import FIRST as SHOWN
from dplab.studies.geometry.moved_record import INSIDE
from dplab.studies.geometry.plane import FEATURES
from pages.comparison import values
from pages.kit import words
from pages.kit.values import Get, UrlParameter, whole

FEWEST, MOST, MOST_FEATURES = 10, 5_000, 10_000
MOVED, WANTED = "The place of the moved record", "two numbers such as 0.5,-0.3"
SIZES = tuple(size for size in values.SIZES if FEWEST <= size <= MOST)


def _feature(called: str) -> Callable[[str], int | None]:
    def read(text: str) -> int:
        place = words.read_number(called, text, is_whole=True, wanted="its number, such as 1")
        return checks.whole(called, place, high=MOST_FEATURES)

    return lambda text: read(text) if text else None


def _by_number(text: str) -> str:
    return f"Feature {text}" if text else "A feature with a large weight"


SIZE = UrlParameter("plane_n", str(USUAL_RECORDS), whole(values.CALLED["n"], FEWEST, MOST))
FIRST = UrlParameter("plane_first", "", _feature("First feature"), _by_number)
SECOND = UrlParameter("plane_second", "", _feature("Second feature"), _by_number)
"""Features by their numbers: an own table's names stay out of links. Empty: by their weights."""


@dataclass(frozen=True)
class RecordAsked:
    """Which record is moved, by its number from 1, and where to: None for the usual."""

    row: int | None = None
    to: tuple[float, float] | None = None


def _moved(text: str) -> RecordAsked:
    if not text:
        return RecordAsked()
    if text.count(",") > FEATURES:
        raise checks.InvalidInput(f"{MOVED} must be {WANTED}; got “{checks.cut(text)}”.")
    numbers = [words.read_number(MOVED, each, wanted=WANTED) for each in text.split(",")]
    # One number is a record's, two are a place, and three a place and a record's.
    row = None
    if len(numbers) != FEATURES:
        row = checks.whole("The number of the moved record", numbers.pop(), high=SHOWN)
    if not numbers:
        return RecordAsked(row)
    across, up = numbers
    if not math.hypot(across, up) <= INSIDE:
        raise checks.InvalidInput(f"{MOVED} must lie in the unit ball; got “{checks.cut(text)}”.")
    return RecordAsked(row, (across, up))


RECORD = UrlParameter(
    "geometry_record",
    "",
    _moved,
    lambda text: f"A record at {text}" if text else "The unchanged table",
)
"""A record that is moved, as "x,y", "x,y,number" or "number"."""
VALUES = (SIZE, FIRST, SECOND, RECORD)

ABOUT = values.simulating(
    "Geometry",
    VALUES,
    words=(
        "classifier",
        "output perturbation",
        "objective perturbation",
        "noise rate β",
        "sensitivity",
        "regularization λ",
    ),
)

EDITION = values.epsilon_dial(GRID)


@dataclass(frozen=True)
class PlaneQuestion(AboutRecords):
    """Which records, and the places of two of their features, from 1; None for one by its weight.

    Of generated records, there are no others than two. `record` is the one that is moved.
    """

    settings: Settings
    first: int | None = None
    second: int | None = None
    record: RecordAsked = RecordAsked()


def question(get: Get) -> PlaneQuestion:
    """Return what an address asks."""
    settings = replace(values.about_one_lam(get).unweighted, d=FEATURES, n=get(SIZE))
    return PlaneQuestion(settings, get(FIRST), get(SECOND), get(RECORD))
