"""Which groups are shown before anybody has chosen some.

For the public tables and the recipes the division is written down here (`named`). For an own table
it is guessed (`proposed`), in this order: columns whose names say sex, race, age or the like, by
which the price of privacy is mostly asked for; columns of few values; columns of numbers. A column
of numbers with many values is cut at a round number near its median.

A guess is *read from the data*, the column and the cut: it is for a simulation.

Examples
--------
>>> named("pima")
Division(column='Age', cuts=(30.0,))
>>> table = pd.DataFrame({"colour": ["red", "blue"] * 4, "Gender": ["f", "m"] * 4})
>>> proposed(table, label="colour")
Division(column='Gender', cuts=())
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data import cells, two_groups
from dpcore.data.facts import MAX_TEXT, USUAL_MARKERS
from dpcore.data.real.tables import TABLES
from dpcore.data.recipes import RECIPES
from dplab.tables.groups.cuts import round_cut
from dplab.tables.groups.division import MOST_GROUPS, Division, divide, used_texts
from dplab.tables.guesses.identifiers import (
    is_category,
    is_named_id,
    looks_like_identifier,
    names_persons,
    words_of,
)

_OF_DATA: Mapping[str, Division] = {
    "breast_cancer": Division("mean texture", (20,)),
    "pima": Division("Age", (30,)),
    "adult": Division("sex"),
    "kddcup99_70k": Division("protocol_type"),
    "kddcup99": Division("protocol_type"),
    "covertype": Division("Elevation", (3_000,)),
    "two_groups": Division(two_groups.COLUMN),
}

_OF_OTHER_RECIPES = Division("x1", (0,))
"""All laws of the registry but two groups are drawn around the origin, with features x1, x2, …"""

NAMES = (
    ("sex", "gender"),
    ("race", "ethnicity", "ethnic", "ethnicgroup", "caste"),
    ("age", "ages", "agegroup", "ageband"),
    ("nationality", "citizenship", "citizen", "immigrant", "migrant", "migration"),
    ("religion",),
    ("disability", "disabilities", "disabled"),
    ("marital", "maritalstatus", "married"),
    ("female", "male"),
    ("region", "country", "state", "district", "county", "province"),
)
"""Words in the names of columns that are asked about, those of one line alike, the first first."""

_AMOUNTS = frozenset(("age", "ages"))
"""Of these words a column holds a quantity, even where it has few values."""


def named(name: str) -> Division:
    """Return the first division of a public table or a recipe.

    Raises
    ------
    InvalidInput
        If there is neither.
    """
    checks.one_of("data", name, (*RECIPES, *TABLES))
    return _OF_DATA.get(name, _OF_OTHER_RECIPES)


def proposed(
    table: pd.DataFrame, label: str, markers: Sequence[str] = USUAL_MARKERS
) -> Division | None:
    """Return a first division of a table that nobody has described, or None if there is none.

    The label is the column that is predicted.
    """
    for division in _candidates(table, label, markers):
        try:
            divide(table, division, markers=markers, label=label)
        except InvalidInput:
            continue
        return division
    return None


def of_column(table: pd.DataFrame, name: str, markers: Sequence[str] = USUAL_MARKERS) -> Division:
    """Return a first division by a column: by its values, or cut where it holds many numbers."""
    words = {*words_of(name), "".join(words_of(name))}
    return _division(name, table[name], markers, is_amount=bool(words & _AMOUNTS))


def _candidates(table: pd.DataFrame, label: str, markers: Sequence[str]) -> Iterator[Division]:
    """Yield divisions in the order in which they are proposed; not all can be made."""
    names = [str(name) for name in table.columns]
    usable = [
        (name, table.iloc[:, place])
        for place, name in enumerate(names)
        if name != label and len(name) <= MAX_TEXT
    ]
    for said in NAMES:
        for name, column in usable:
            words = {*words_of(name), "".join(words_of(name))}
            if words & set(said):
                yield _division(name, column, markers, is_amount=bool(words & _AMOUNTS))
    others = [(name, column) for name, column in usable if not _tells_apart(column, markers)]
    yield from (Division(name) for name, _ in others)
    yield from (_division(name, column, markers) for name, column in others)


def _division(
    name: str, column: pd.Series, markers: Sequence[str], *, is_amount: bool = False
) -> Division:
    """Return a column by its values, or where it holds many numbers, cut near their median."""
    texts, codes, missing = used_texts(column, markers)
    each = cells.parsed(texts)
    different = len(np.unique(each[~missing]))
    many = different > (2 if is_amount else MOST_GROUPS)
    if not many or not np.isfinite(each[~missing]).all():
        return Division(name)
    numbers = each[codes]
    return Division(name, (round_cut(numbers[~missing[codes]]),))


def _tells_apart(column: pd.Series, markers: Sequence[str]) -> bool:
    """Return whether a column tells records apart, as an identifier or a person's name does."""
    if names_persons(column, markers) or looks_like_identifier(column):
        return True
    return is_named_id(str(column.name)) and not is_category(column, markers)
