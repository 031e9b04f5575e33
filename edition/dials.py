"""What a picture of the edition is: a dial, and a page's view at each of its places."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pages.kit.view import EditionDial, View


@dataclass(frozen=True)
class DialPlace:
    """One place of a dial: what the dial shows there, what the address says, and the view."""

    name: str
    texts: Mapping[str, str]
    view: View[Any]


@dataclass(frozen=True)
class DialPicture:
    """A page's main picture.

    Parameters
    ----------
    page : str
        The folder of `pages` whose picture it is.
    dial : EditionDial
        What is turned.
    places : tuple of DialPlace
        From left to right.
    """

    page: str
    dial: EditionDial
    places: tuple[DialPlace, ...]

    @property
    def folder(self) -> str:
        """Where its text lies, below `pages`."""
        return f"{self.page}/{self.dial.part}" if self.dial.part else self.page

    @property
    def also(self) -> str:
        """What a desktop's figure shows besides, in words."""
        return self.places[self.dial.first].view.also
