"""What the numbers of a table of somebody's own rest on, as far as it is known.

The Data page says all of it in full. Here are the few things that whoever reads an error elsewhere
has to know: bounds and levels that were guessed, columns that may be known only after the outcome,
records that are there twice, and a class of which hardly any record is there. The last three are
read from the records: not private.

Whatever takes a look at all records is found once for a table and kept with it: after a page has
been drawn, never before its first answer.
"""

from collections.abc import Sequence

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import READ, Numeric
from dplab.simulation.suggestions.leaks import LeakingColumn, target_leakage
from dplab.tables.doubled import n_remarkable
from pages.comparison.own.facts import TableBasis
from pages.comparison.screen.own_table import OwnTable

FEWEST_OF_A_CLASS = 25
"""A fifth of the records tests: of fewer, less than five do, and one mistake more is more than
twenty points of the error of that class."""

_LEAKS, _DOUBLED = "data.leaks", "data.doubled"


def known(own: OwnTable) -> TableBasis:
    """Return what is known of a table by now; nothing is looked for."""
    guessed = [each for each in own.schema.features if each.origin == READ]
    bounded = tuple(each.name for each in guessed if isinstance(each, Numeric))
    return TableBasis(
        bounded,
        tuple(each.name for each in guessed if each.name not in bounded),
        tuple(each.column for each in own.known(_LEAKS) or ()),
        own.known(_DOUBLED) or 0,
        _rarer(own),
    )


def found(own: OwnTable) -> TableBasis:
    """Return what is known of a table, and look for what is not known yet."""
    leaks(own)
    own.recall(_DOUBLED, "all", 1, lambda: n_remarkable(own.table[_used(own)]))
    return known(own)


def leaks(own: OwnTable) -> Sequence[LeakingColumn]:
    """Return the columns that predict the label alone; they are looked for once."""

    def look() -> Sequence[LeakingColumn]:
        try:
            return target_leakage(own.data, own.schema)
        except InvalidInput:  # No classifier, no suspicion.
            return ()

    columns: Sequence[LeakingColumn] = own.recall(_LEAKS, "all", 1, look)
    return columns


def _used(own: OwnTable) -> list[str]:
    return [own.schema.label.name, *(each.name for each in own.schema.features)]


def _rarer(own: OwnTable) -> tuple[str, int] | None:
    n_positive = round(own.data.positive_share * own.data.n_records)
    count, name = min(zip((own.data.n_records - n_positive, n_positive), own.answers, strict=True))
    return (name, count) if count < FEWEST_OF_A_CLASS else None
