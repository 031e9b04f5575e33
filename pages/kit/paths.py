"""Where a page lies, and where it once lay: its folder's name in an address, and its modules.

Examples
--------
>>> address_of("private_tuning")
'private-tuning'
>>> name_of("private-tuning")
'private_tuning'
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any
from urllib.parse import parse_qsl, unquote_plus, urlencode

from pages.kit import text
from pages.kit.text import PAGES
from pages.kit.values import SET

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


def moved(path: str, query: str, moves: Iterable[Mapping[str, Any]] | None = None) -> str:
    """Return the address of what another page now shows, with all that was asked; or "".

    What a visitor sent stays as it was sent, letter for letter: it is data, whatever it holds.

    Parameters
    ----------
    path, query : str
        As in an address: behind the server's name, and behind the question mark.
    moves : iterable of mapping, optional
        As `pages/moved.toml` says them, which are those that hold.

    Examples
    --------
    >>> move = {"from": "sweeps", "to": "trade_off", "unsaid": {"axis": "n"}}
    >>> moved("/sweeps", "epsilon=2&embed=true", [move])
    '/trade-off?epsilon=2&embed=true&axis=n'
    >>> moved("/sweeps", "axis=lam", [move]), moved("/data", "", [move])
    ('/trade-off?axis=lam', '')
    """
    said = _said(query)
    texts = {name: unquote_plus(piece.partition("=")[2]) for name, piece in said}
    for move in text.moves() if moves is None else moves:
        where, says = move.get("where", {}), move.get("says", {})
        if path != path_of(move["from"]) or any(texts.get(each) != where[each] for each in where):
            continue
        kept = [piece for name, piece in said if name not in {*where, *says}]
        unsaid = {each: said for each, said in move.get("unsaid", {}).items() if each not in texts}
        there = "&".join([*kept, *([urlencode(says | unsaid)] if says or unsaid else [])])
        return path_of(move["to"]) + (f"?{there}" if there else "")
    return ""


def _said(query: str) -> list[tuple[str, str]]:
    """Return the pieces of a query behind their names, a link's own in place of the address's.

    Whoever copies a link within the program from a page has it with all that it sets in one piece.
    """
    said = [(unquote_plus(each.partition("=")[0]), each) for each in query.split("&") if each]
    links = [piece.partition("=")[2] for name, piece in said if name == SET]
    if not links:
        return said
    inner = dict(parse_qsl(unquote_plus(links[-1]), keep_blank_values=True))
    kept = [(name, piece) for name, piece in said if name not in {SET, *inner}]
    return kept + [(name, urlencode({name: said})) for name, said in inner.items() if name != SET]
