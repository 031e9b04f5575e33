"""What a picture of the edition is: a dial, and at each of its places a figure and a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pages.kit.view import DrawnFigure


@dataclass(frozen=True)
class DialPlace:
    """One place of a dial.

    Parameters
    ----------
    value : str
        What stands for it in the live page's address.
    name : str
        What the dial shows there, such as "ε = 0.1".
    sentence : str
        The live page's, as Markdown.
    alt : str
        The figure in words.
    draw : DrawnFigure
        Returns the figure.
    made : str
        How the numbers were made, as the live page says it below, as Markdown; nothing where the
        sentence has all of it.
    below : tuple of str
        What the page says below that lessons ask for, as Markdown.
    """

    value: str
    name: str
    sentence: str
    alt: str
    draw: DrawnFigure
    made: str = ""
    below: tuple[str, ...] = ()


@dataclass(frozen=True)
class DialPicture:
    """A page's main picture.

    Parameters
    ----------
    page : str
        The folder of `pages` whose picture it is.
    label : str
        What the dial is called.
    parameter : str
        The dial's name in the live page's address.
    places : tuple of DialPlace
        From left to right.
    start : int
        Where the dial stands at first.
    values : mapping
        What else the live page's address says at the same settings.
    also : str
        What a desktop's figure shows besides, in words.
    part : str
        The part of the page that it is of, where that has a text of its own.
    """

    page: str
    label: str
    parameter: str
    places: tuple[DialPlace, ...]
    start: int
    values: Mapping[str, str] = field(default_factory=dict)
    also: str = ""
    part: str = ""

    @property
    def folder(self) -> str:
        """Where its text lies, below `pages`."""
        return f"{self.page}/{self.part}" if self.part else self.page

    def alt(self, place: DialPlace, *, phone: bool) -> str:
        """Return a place's figure in words."""
        return f"{place.alt}. {self.also}" if self.also and not phone else place.alt

    def address(self, place: DialPlace) -> dict[str, str]:
        """Return what the live page's address says at a place."""
        return {**self.values, self.parameter: place.value}
