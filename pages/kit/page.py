"""What the house asks of a page: a title, and what it adds to the address.

A page is a folder of `pages`, and the folder's name is the page's name everywhere: in its address,
in links, in the tests. `pages/main.py` lists the folders; each says the rest in its `about.py`.
Pages know each other by name only, so that none imports another.

Examples
--------
>>> address_of("private_tuning")
'private-tuning'
>>> name_of("private-tuning")
'private_tuning'
>>> about("sweeps").title
'Sweeps'
"""

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import cast

from pages.kit.address import Value
from pages.kit.text import PAGES

HOME = "overview"

BAR = "contents"
"""Where the session keeps the pages of the bar by section, as Streamlit has them."""


@dataclass(frozen=True)
class About:
    """A page as the house knows it.

    Parameters
    ----------
    title : str
        Its name in the navigation.
    values : tuple of Value
        What it puts into the address besides the shared settings.
    simulates : bool
        Whether it is about simulation: then it shows the shared settings, and lessons may lead to
        it. A page on which something is really released does neither.
    presents : bool
        Whether it has a figure and a sentence that can fill a screen.
    epsilon : str
        What the arrow keys move there, by its name in the address; nothing for a page without.
    words : tuple of str
        What is explained under it, by the names of the glossary.
    """

    title: str
    values: tuple[Value, ...] = ()
    simulates: bool = True
    presents: bool = True
    epsilon: str = "epsilon"
    words: tuple[str, ...] = ()


def about(name: str) -> About:
    """Return what a page says of itself."""
    return cast(About, module(f"{name}.about").ABOUT)


def module(name: str) -> ModuleType:
    """Return a module of a page, by its name below `pages`."""
    return import_module(f"pages.{name}")


def script(name: str) -> str:
    """Return a page's script, as Streamlit finds it from `pages/main.py`."""
    return f"{name}/page.py"


def names() -> tuple[str, ...]:
    """Return every page."""
    return tuple(sorted(path.parent.name for path in PAGES.glob("*/about.py")))


def path_of(name: str) -> str:
    """Return what stands in the address behind the server's name; Overview is at home."""
    return "/" if name == HOME else f"/{address_of(name)}"


def address_of(name: str) -> str:
    """Return where a page lies below the server's address."""
    return name.replace("_", "-")


def name_of(address: str) -> str:
    """Return the page that lies there; Overview is at home, where nothing stands."""
    return address.replace("-", "_") or HOME
