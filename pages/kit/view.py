"""What an answer shows, whoever shows it: a sentence, a figure, how the numbers were made.

A page is what its address asks, `question` in its `values.py`, and `view` in its `view.py`, which
knows no Streamlit. The live page draws the view; the edition, stories, lessons' pictures and
notebooks ask `view(question(reading(texts)))`. A page of several parts has both in each part's
folder.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

import pandas as pd

from pages.kit.figures.style import FigureDict
from pages.kit.values import UrlParameter, spelled

Answer = TypeVar("Answer", covariant=True)
Seen = TypeVar("Seen")


class DrawnFigure(Protocol):
    """Draws a figure."""

    def __call__(self, *, dark: bool, phone: bool) -> FigureDict:
        """Return it for a theme, and laid out for a desktop or for a phone."""


@dataclass(frozen=True, eq=False)
class View(Generic[Answer]):
    """What an answer shows.

    Parameters
    ----------
    sentence : str
        The answer in a sentence, as Markdown.
    alt : str
        The figure in words.
    draw : DrawnFigure
        Returns the figure.
    answer : object
        What was computed: for what a live page shows besides.
    made : str
        How the numbers were made, as Markdown; nothing where the sentence has all of it.
    below : tuple of str
        What stands below and lessons ask for, as Markdown.
    also : str
        What a desktop's figure shows besides, in words.
    alt_of_phone : str
        A phone's figure in words, where these are others.
    rows : callable
        Returns the numbers of the figure: what is saved as CSV, and the table behind it. Empty
        where there are none.
    """

    sentence: str
    alt: str
    draw: DrawnFigure
    answer: Answer
    made: str = ""
    below: tuple[str, ...] = ()
    also: str = ""
    alt_of_phone: str = ""
    rows: Callable[[], pd.DataFrame] = pd.DataFrame

    def told(self, *, phone: bool) -> str:
        """Return the figure in words, laid out for a desktop or for a phone."""
        if phone:
            return self.alt_of_phone or self.alt
        return f"{self.alt}. {self.also}" if self.also else self.alt


def last(states: Iterable[Seen]) -> Seen:
    """Return the last of the states of an answer that grows while it is computed: the whole."""
    *_, whole = states
    return whole


@dataclass(frozen=True)
class EditionDial:
    """What is turned where there is no server; all else stands at its default.

    Parameters
    ----------
    value : UrlParameter
        What the dial turns.
    called : str
        What the dial is called.
    places : tuple
        What the value may be there, from left to right.
    name : callable
        Returns what the dial shows at a place.
    at : mapping
        Texts of other values that are not at their defaults.
    start : optional
        Where the dial stands at first, if not at the value's default.
    part : str
        The folder of the part of the page that is shown, where it has parts.
    """

    value: UrlParameter
    called: str
    places: tuple[Any, ...]
    name: Callable[[Any], str]
    at: Mapping[str, str] = field(default_factory=dict)
    start: Any = None
    part: str = ""

    @property
    def first(self) -> int:
        """Which place the dial stands at, at first."""
        start = self.value.read(self.value.default) if self.start is None else self.start
        return self.places.index(start)

    def texts(self, place: Any) -> dict[str, str]:
        """Return what the address says at a place."""
        return {**self.at, self.value.name: spelled(place)}
