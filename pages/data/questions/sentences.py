"""What the Data page says of the label: the question that it asks, and what is on its two sides."""

from collections.abc import Sequence

from dpcore.data.declared.schema import READ, Label
from dplab.tables.guesses.sides import SideCounts, Values
from pages.kit import words
from pages.kit.text import escape_markdown

MOST_NAMED = 3
"""Values that a question names; the others are counted."""

MOST_LISTED = 8
"""Values that are listed with their counts."""


def question(label: Label) -> str:
    """Return the question that a label asks of the records; of a proposal, whether it is meant."""
    if label.is_open:
        return f"Which values of {escape_markdown(label.name)} count as +1?"
    asked = "Is this your question" if label.origin == READ else "Your question"
    return f"{asked}: which records have {side(label, 1)}?"


def side(label: Label, sign: int, *, plain: bool = False) -> str:
    """Return what is on a side of a label: income = >50K, price above 300,000.

    Parameters
    ----------
    label : Label
        Not open.
    sign : int
        +1 or -1.
    plain : bool
        As it is, for a figure; else as Markdown takes it.
    """
    name = label.name if plain else escape_markdown(label.name)
    if label.threshold is not None:
        end = words.number(label.threshold)
        return f"{name} above {end}" if sign > 0 else f"{name} at most {end}"
    here, there = label.positive, label.negative
    if sign < 0:
        here, there = there, here
    if here:
        return f"{name} = {_either(here, plain=plain)}"
    return f"{name} other than {_either(there, plain=plain)}"


def records(sign: int, found: SideCounts) -> str:
    """Return how many records are on a side, and which values where these are several."""
    count = found.n_positive if sign > 0 else found.n_negative
    values = found.positive if sign > 0 else found.negative
    n = found.n - found.n_unlabelled
    labelled = "records with a label" if found.n_unlabelled else "records"
    share = f" ({words.percent(count / n)})" if n else ""
    said = f"{count:,} of {n:,} {labelled}{share}"
    return said if len(values) < 2 else f"{said}: {listed(values)}"


def listed(values: Values) -> str:
    """Return values with their counts, the commonest first."""
    named = [f"{shown(text)} ({count:,})" for text, count in values[:MOST_LISTED]]
    more = len(values) - len(named)
    return ", ".join(named) + (f" and {more:,} more" if more else "")


def neither(label: Label, found: SideCounts) -> str:
    """Return which values are on no side yet."""
    if label.is_open:
        return f"Its values, and how many records hold each: {listed(found.neither)}."
    return f"On neither side, so that the table is refused: {listed(found.neither)}."


def origin(label: Label, *, is_proposed: bool) -> str:
    """Return where the label comes from; a threshold that is proposed was read from the data."""
    if label.origin != READ:
        return "These counts are read from the data: not private."
    said = (
        f"A guess, read from the data: {escape_markdown(label.name)} is predicted, as its name, "
        "its place or its values suggest."
    )
    if label.threshold is not None and is_proposed:
        said += " The threshold that is proposed makes the two sides about equally large."
    return f"{said} If it is not what you ask, choose another column, or other sides."


def take(proposal: Label, found: SideCounts) -> str:
    """Return what a button takes: the side +1 and how many records it has."""
    return f"+1: {side(proposal, 1)} ({found.n_positive:,} of {found.n - found.n_unlabelled:,})"


def leave_out(name: str, found: SideCounts) -> str:
    """Return what it means to leave out the records without a label."""
    count = f"{found.n_unlabelled:,} of {found.n:,} records"
    have = "has" if found.n_unlabelled == 1 else "have"
    return f"{count} {have} no {escape_markdown(name)}: leave {_them(found)} out"


def shown(value: str, *, plain: bool = False) -> str:
    """Return a text as a sentence, or a figure, shows it."""
    if not value:
        return "(empty)"
    return value if plain else escape_markdown(value)


def _them(found: SideCounts) -> str:
    return "it" if found.n_unlabelled == 1 else "them"


def _either(values: Sequence[str], *, plain: bool) -> str:
    named = [shown(value, plain=plain) for value in values[:MOST_NAMED]]
    more = len(values) - len(named)
    if more:
        return f"{', '.join(named)} or {more:,} more"
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"
