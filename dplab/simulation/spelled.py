"""Settings as an address spells them, read for the studies.

Pages read them with the bounds and sentences of their controls; here they come from the program's
own stories and lessons, and a test holds that both read the same.

Examples
--------
>>> read({"n": "2000", "data": "two_groups", "epsilon": "inf", "lam": "auto", "gamma": "0.1"})
{'n': 2000, 'data': 'two_groups', 'epsilon': inf, 'lam': 'auto', 'gamma': 0.1}
"""

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from dpcore.data.recipes import RECIPES
from dplab.simulation.settings import Settings

WHOLE = re.compile(r"\d+")
REAL = re.compile(r"[-+.\d]+(e[-+]?\d+)?|inf")
ALL = "all"
POINTS = {"within"}
"""What an address has in points, and studies as a share."""


def read(texts: Mapping[str, str]) -> dict[str, Any]:
    """Return numbers as numbers, points as shares, "all" as None, and words as they are."""
    return {
        name: _value(text) / 100 if name in POINTS and text else _value(text)
        for name, text in texts.items()
    }


def whole(texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the same, and what an address that names λ or nothing leaves at its default."""
    known = {each.name: getattr(Settings(), each.name) for each in fields(Settings)}
    given = known | read(texts)
    recipe = RECIPES.get(given["data"])
    knobs = {name: knob.default for name, knob in recipe.knobs.items()} if recipe else {}
    return knobs | given


def _value(text: str) -> Any:
    if text == ALL:
        return None
    if WHOLE.fullmatch(text):
        return int(text)
    return float(text) if REAL.fullmatch(text) else text
