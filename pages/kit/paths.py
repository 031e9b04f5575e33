"""Where a page lies: its folder's name in an address, and its modules.

Examples
--------
>>> address_of("private_tuning")
'private-tuning'
>>> name_of("private-tuning")
'private_tuning'
"""

from importlib import import_module
from types import ModuleType

from pages.kit.text import PAGES

HOME = "overview"


def path_of(name: str) -> str:
    """Return what stands in the address behind the server's name; Overview is at home."""
    return "/" if name == HOME else f"/{address_of(name)}"


def address_of(name: str) -> str:
    """Return where a page lies below the server's address."""
    return name.replace("_", "-")


def name_of(address: str) -> str:
    """Return the page that lies there; Overview is at home, where nothing stands."""
    return address.replace("-", "_") or HOME


def names() -> tuple[str, ...]:
    """Return every page."""
    return tuple(sorted(path.parent.name for path in PAGES.glob("*/page.md")))


def module(name: str) -> ModuleType:
    """Return a module of a page, by its name below `pages`: pages know each other by name only."""
    return import_module(f"pages.{name}")
