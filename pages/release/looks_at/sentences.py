"""What a released model looks at, in words and as rows of a table."""

from collections.abc import Mapping

import pandas as pd

from dplab.instruments.released import ReleasedEffects
from dplab.tables.effects import MIDDLE
from pages.kit import words
from pages.kit.text import escape_markdown

NAMED = 3
"""Columns that the sentence names."""

COSTS_NOTHING = (
    "This is computed from the model file alone, so it costs no ε: whatever is computed from a "
    "released model keeps its guarantee."
)

EFFECTS = (
    "The model answers “{}” where its score is at least 0. The effect of a number is what the "
    "score gains from its lower bound to its upper one. The effect of a level is its score beside "
    "the mean of its column's levels. A row that is longer than 1 has its effects divided by its "
    "length."
)

INTERVALS = (
    "An interval holds the effect of the classifier without noise, at the same λ, with a "
    "probability of 95 % for each effect on its own. An interval that leaves out 0 "
    "does not yet make a sign certain: with a probability of 95 %, the classifier without noise "
    "has all signs that are called certain."
)

NO_INTERVALS = (
    "How much of an effect is noise is not known here: that takes noise on the finished classifier "
    "and a λ that was fixed in advance. No sign is called certain."
)


def lead(found: ReleasedEffects) -> str:
    """Return, as Markdown, which columns move the score most, and how many signs are certain."""
    most = [f"“{escape_markdown(column)}”" for column in list(found.ranges)[:NAMED]]
    moves = "moves" if len(most) == 1 else "move"
    said = f"**{words.listed(most)} {moves} the score of this model most.**"
    if found.margin is None:
        return said
    signs = [
        bool(sure)
        for each, sure in zip(found.effects, found.stands_out, strict=True)
        if each.is_of_column
    ]
    count = sum(signs)
    are = "is" if count == 1 else "are"
    return f"{said} {count} of {len(signs)} signs {are} certain (95 % for all together)."


def explained(found: ReleasedEffects, positive: str) -> str:
    """Return, as Markdown, how the table is read; `positive` is what +1 is called."""
    intervals = NO_INTERVALS if found.margin is None else INTERVALS
    return f"{EFFECTS.format(escape_markdown(positive))} {intervals}"


def rows(found: ReleasedEffects) -> pd.DataFrame:
    """Return the table of the screen: the columns by their ranges, levels together."""
    order = {column: place for place, column in enumerate([*found.ranges, MIDDLE])}
    places = sorted(range(len(found.effects)), key=lambda at: order[found.effects[at].column])
    return pd.DataFrame([_row(found, at) for at in places])


def _row(found: ReleasedEffects, at: int) -> Mapping[str, str]:
    effect, value = found.effects[at], float(found.values[at])
    row = {
        "Column": effect.column,
        "Level or bounds": effect.described,
        "Effect": words.signed(value),
        "Per unit": words.signed(value / effect.width) if effect.bounds else "",
    }
    if found.margin is None:
        return row
    ends = (value - float(found.margin[at]), value + float(found.margin[at]))
    sure = "certain" if found.stands_out[at] else ""
    return row | {"Without noise (95 %)": " to ".join(map(words.signed, ends)), "Sign": sure}
