"""A text that usually means missing, as a level of one category, and back.

Examples
--------
>>> column = pd.Series(["NZ", "NA", "NO"], name="country")
>>> feature = Category("country", ("NO", "NZ", "missing"), "missing")
>>> with_level(feature, column, "NA").levels
('NO', 'NZ', 'NA')
>>> without_level(with_level(feature, column, "NA"), "NA") == feature
True
"""

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from dpcore.data import cells
from dpcore.data.declared.schema import Category
from dpcore.data.facts import USUAL_MARKERS

OWN_LEVELS = ("missing", "(missing)")
"""What a level for missing cells is called, the first that is free."""


def with_level(
    feature: Category, column: pd.Series, text: str, markers: Sequence[str] = USUAL_MARKERS
) -> Category:
    """Return a category with one more level, a text that means missing elsewhere.

    Its own level for missing cells goes where no cell is missing any more.
    """
    levels = (*feature.levels, text)
    used = cells.texts(column).used()
    missing = set(used) - set(cells.unmarked(used, markers)) - set(levels)
    own = feature.missing
    if own not in OWN_LEVELS or own in used or missing:
        return replace(feature, levels=levels)
    return replace(
        feature,
        levels=tuple(level for level in levels if level != own),
        missing=None,
        other=None if feature.other == own else feature.other,
    )


def without_level(feature: Category, text: str) -> Category:
    """Return a category without a level; its cells are read as the level for missing ones."""
    levels = tuple(level for level in feature.levels if level != text)
    missing = feature.missing if feature.missing != text else None
    if missing is None:
        missing = next(level for level in OWN_LEVELS if level not in levels)
        levels = (*levels, missing)
    other = feature.other if feature.other != text else missing
    return replace(feature, levels=levels, missing=missing, other=other)
