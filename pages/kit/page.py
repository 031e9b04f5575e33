"""Page metadata: a title, and what it puts into the address.

A page is a folder of `pages`, and the folder's name is the page's name everywhere: in its address,
in links, in the tests. `pages/contents.py` lists the folders; each says the rest as `ABOUT` of
its `values.py`. Pages know each other by name only, so that none imports another.

Examples
--------
>>> about("trade_off").title
'Trade-off'
"""

from dataclasses import dataclass
from typing import cast

from pages.kit import paths
from pages.kit.values import Also, Get, UrlParameter


@dataclass(frozen=True)
class Dial:
    """What the arrow keys move on a slide: one value, through the usual ones.

    The symbol is what its buttons call it, and the steps are its usual values, in order. `also`
    goes along with a move.
    """

    value: UrlParameter
    symbol: str
    steps: tuple[float, ...]
    also: Also | None = None

    def at(self, get: Get) -> float:
        """Return where it stands at an address."""
        return float(get(self.value))

    def moved(self, now: float, step: int) -> float:
        """Return the next of the usual values, above or below; at the end, the same."""
        if step < 0:
            return max((each for each in self.steps if each < now), default=now)
        return min((each for each in self.steps if each > now), default=now)


@dataclass(frozen=True)
class About:
    """What a page says of itself.

    Parameters
    ----------
    title : str
        Its name in the navigation.
    values : tuple of UrlParameter
        All that the address holds for it.
    simulates : bool
        Whether it is about simulation, so that lessons may lead to it. A page on which something
        is really released is not.
    presents : bool
        Whether it has a figure and a sentence that can fill a screen.
    dial : Dial or None
        What the arrow keys move there; nothing for a page without.
    words : tuple of str
        What is explained under it, by the names of the glossary.
    """

    title: str
    values: tuple[UrlParameter, ...] = ()
    simulates: bool = False
    presents: bool = True
    dial: Dial | None = None
    words: tuple[str, ...] = ()

    def turns(self, value: UrlParameter) -> bool:
        """Tell whether its dial moves a value."""
        return self.dial is not None and self.dial.value == value


def about(name: str) -> About:
    """Return what a page says of itself."""
    return cast(About, paths.module(f"{name}.values").ABOUT)


def file_of(name: str) -> str:
    """Return a page's file, as Streamlit finds it from `pages/main.py`."""
    return f"{name}/page.py"


def values_of(name: str) -> tuple[UrlParameter, ...]:
    """Return all that the address holds for a page."""
    return about(name).values
