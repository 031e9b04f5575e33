"""What an address may hold: values, each a text under a name, and how the text is read.

A value is read from its text by `read`, and spelled as a text by `spelled`. An address that does
not name it means its default. Where a session keeps the texts, and who writes them: `address`.

Examples
--------
>>> axis = one_of("The axis", "axis", "n", {"n": "records", "lam": "λ"})
>>> axis.read("lam"), axis.shown("lam")
('lam', '“λ”')
>>> spelled(["output", "objective"]), spelled([0.01, 0.1]), spelled(None)
('output,objective', '0.01, 0.1', 'all')
>>> texts_of({"axis": "n", "epsilon": 1.0})
{'axis': 'n', 'epsilon': '1'}
>>> reading({"axis": "lam"})(axis), reading({})(axis)
('lam', 'n')
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dpcore import checks
from pages.kit import words

ALL = "all"
"""How an address spells None."""

SET = "set"
"""Under this name, a link within the program brings values to be set."""


@dataclass(frozen=True)
class UrlParameter:
    """Something that the address bar holds.

    Parameters
    ----------
    name : str
        Its name in the address.
    default : str
        Its text where the address says nothing.
    read : callable
        Returns what a text stands for, or raises `InvalidInput` with a sentence.
    shown : callable
        Returns what the screen shows for a text that can be read.
    """

    name: str
    default: str
    read: Callable[[str], Any] = str
    shown: Callable[[str], str] = words.as_shown


Get = Callable[[UrlParameter], Any]
"""Returns what an address says of a value: the one in the browser's bar, or one of a few texts."""

Also = Callable[[Get], Mapping[UrlParameter, str]]
"""Returns what goes into an address along with a move, by what the address says."""


def reading(texts: Mapping[str, str]) -> Get:
    """Return what reads an address, given as its texts by name; what is absent is the default.

    Raises
    ------
    InvalidInput
        By what is returned, if a text cannot be read.
    """
    return lambda value: value.read(texts.get(value.name, value.default))


def one_of(called: str, name: str, default: str, allowed: Mapping[str, str]) -> UrlParameter:
    """Return a value that is one of a few words.

    A refusal calls it `called`; `allowed` is what the screen calls each word that the address may
    hold.
    """

    def read(text: str) -> str:
        return words.one_of(called, text, allowed)

    return UrlParameter(name, default, read, lambda text: f"“{allowed[text]}”")


def some_of(
    called: str, name: str, default: str, allowed: Mapping[str, str], *, none: str = "Nothing"
) -> UrlParameter:
    """Return a value that is any of a few words, in their order; see `one_of`.

    `none` is what the screen shows where the address names none of them.
    """

    def read(text: str) -> tuple[str, ...]:
        parts = [part.strip() for part in text.split(",") if part.strip()]
        asked = {words.one_of(called, part, allowed) for part in parts}
        return tuple(word for word in allowed if word in asked)

    def shown(text: str) -> str:
        return words.listed([f"“{allowed[word]}”" for word in read(text)]) or none

    return UrlParameter(name, default, read, shown)


def whole(called: str, low: int, high: int) -> Callable[[str], int]:
    """Return what reads a whole number from `low` to `high`; refusals say what it is `called`."""
    wanted = f"a whole number such as {min(2_000, high):,}"
    return lambda text: checks.whole(
        called, words.read_number(called, text, wanted=wanted), low=low, high=high
    )


def spelled(content: Any) -> str:
    """Return how the address spells a number, a word, a list of either, or None."""
    if content is None:
        return ALL
    if isinstance(content, list | tuple):
        # As people type numbers: a comma alone may be a decimal one.
        between = "," if all(isinstance(each, str) for each in content) else ", "
        return between.join(map(spelled, content))
    if isinstance(content, float):
        return words.number(content) if math.isinf(content) else checks.shortened(f"{content:.15g}")
    return str(content)


def texts_of(contents: Mapping[str, Any]) -> dict[str, str]:
    """Return what an address says where values have these contents, by name."""
    return {name: spelled(content) for name, content in contents.items()}
