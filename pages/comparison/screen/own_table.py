"""A visitor's own table: in this server's memory, for that visitor, and nowhere else.

It is not written to disk, not put into a cache that visitors share, not part of a link, not logged.
All tabs of one browser see it. It goes ten minutes after the last of them was closed
(`server.visits.visitor_store`), with the results that were computed from it; the registry drops the
rows of its sweeps when it is gone.
"""

import itertools
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data.cells import present
from dpcore.data.declared.schema import Schema
from dpcore.data.encoding import Encoded
from dpcore.data.files.dialect import CsvDialect
from dpcore.data.written.plain import alike
from dplab.simulation.constant import answers_of
from dplab.tables.packed import packed
from pages.kit import visitor

SCHEMA = "schema"
"""Its schema's name in the address of the Data page."""

_KEY, _GROUP = "own_table", "group"
_numbers = itertools.count(1)
_out_of_reach = ContextVar("_out_of_reach", default=False)


@dataclass(frozen=True, eq=False)
class SourceFile:
    """The file that a table was read from, to be read again elsewhere.

    `packed` is the file as it came, compressed (`uploads.packed`); `said` what its owner has said
    of how it is written; the rest was recognised, from its records.
    """

    name: str
    packed: bytes
    said: CsvDialect


@dataclass(frozen=True, eq=False)
class OwnTable:
    """An upload that was declared and encoded.

    The number tells two uploads apart. Cells of the table are texts as they were declared: numbers
    in plain form, joined levels as one; so it is not encoded by its schema again. `results` are, by
    function, what was computed from it, `runs` the sweeps over it, and `noted`, by name, the
    numbers that a page notes about it and the address must not hold; all go when the table goes.
    `file` is where it was read from.
    """

    number: int
    schema: Schema
    data: Encoded
    table: pd.DataFrame
    results: dict[str, OrderedDict[str, Any]] = field(default_factory=dict)
    runs: set[str] = field(default_factory=set)
    noted: dict[str, int] = field(default_factory=dict)
    file: SourceFile | None = None

    @cached_property
    def answers(self) -> tuple[str, str]:
        """What −1 and +1 are called: by their values, as the table has them where all others count.

        A release has to take any value for −1; the visitor, who has the table, knows them by name.
        """
        label = self.schema.label
        if label.threshold is not None or (label.positive and label.negative):
            return answers_of(label)
        known = {*label.positive, *label.negative}
        others = set(present(self.table[label.name], self.schema.markers)) - known
        # Spellings of one value are one only where they are declared: -0 and 0 stand there both.
        named = {alike(each) if label.joined else each: each for each in sorted(others)}
        values = tuple(named.values())
        if label.positive:
            return answers_of(replace(label, negative=values))
        return answers_of(replace(label, positive=values))

    @property
    def group(self) -> str:
        """The column that divides it into groups; nothing where its owner has chosen none."""
        place = self.noted.get(_GROUP, 0)
        return str(self.table.columns[place - 1]) if 0 < place <= len(self.table.columns) else ""

    def place_of(self, column: str) -> int:
        """Return the place of a column, from 1: its name never stands in an address."""
        return [str(name) for name in self.table.columns].index(column) + 1

    def divide_by(self, column: str) -> bool:
        """Note the column that divides it into groups; tell whether there is such a column.

        Another tab can have changed the table since the column was offered.
        """
        is_there = column in map(str, self.table.columns)
        if is_there:
            self.noted[_GROUP] = self.place_of(column)
        return is_there

    def recall(self, function: str, asked: str, most: int, compute: Callable[[], Any]) -> Any:
        """Return a result that is kept, or compute it and keep it in place of the oldest."""
        known = self.results.setdefault(function, OrderedDict())
        if asked in known:
            known.move_to_end(asked)
            return known[asked]
        result = known[asked] = compute()
        is_too_much = visitor.kept.grown(visitor.name(), result)
        if len(known) > most:
            known.popitem(last=False)
            # Weighed anew: what has gone counts no more.
            is_too_much = visitor.kept.size(visitor.name()) > visitor.kept.room.visitor
        if is_too_much:
            self.evict()
        return result

    def known(self, function: str, asked: str = "all") -> Any:
        """Return a result if it is kept, else None."""
        return self.results[function].get(asked) if function in self.results else None

    def evict(self) -> None:
        """Forget the results: they can be computed again, the table only be uploaded again."""
        self.results.clear()


def keep(
    schema: Schema, data: Encoded, table: pd.DataFrame, file: SourceFile | None = None
) -> None:
    """Make this the visitor's own table, in place of an earlier one.

    The same records under other words (declared, no longer read from the data; a constant for cells
    that are not there) keep their number, and with it what was computed from them. Where cells that
    no classifier uses are others, or mean something else, groups by them are: results go.

    Raises
    ------
    InvalidInput
        If the visitor, or the server, has no room for it.
    """
    own = current()
    if own and _are_same(own.data, data):
        known = _known(own, schema, table)
        own = replace(own, schema=schema, data=data, table=table, file=file, **known)
    else:
        own = OwnTable(next(_numbers), schema, data, table, file=file)
    visitor.kept.keep(visitor.name(), _KEY, own)


def _are_same(one: Encoded, other: Encoded) -> bool:
    if one is other:
        return True
    equal = one.features == other.features and np.array_equal(one.y, other.y)
    return equal and np.array_equal(one.X, other.X)


def _known(own: OwnTable, schema: Schema, table: pd.DataFrame) -> dict[str, Any]:
    """Return what still holds of a table whose encoded records have stayed the same."""
    noted = own.noted
    if list(own.table.columns) != list(table.columns):
        noted = {name: number for name, number in noted.items() if name != _GROUP}
    is_same = own.table is table or own.table.equals(table)
    is_read_alike = own.schema.markers == schema.markers and (
        own.schema.label.name == schema.label.name
    )
    return {"noted": noted, "results": own.results if is_same and is_read_alike else {}}


def forget() -> None:
    """Forget the visitor's own table."""
    visitor.kept.drop(visitor.name(), _KEY)


def current() -> OwnTable | None:
    """Return the visitor's own table, if there is one and it is within reach."""
    return None if _out_of_reach.get() else visitor.kept.get(visitor.name(), _KEY)


@contextmanager
def without_own_table() -> Iterator[None]:
    """Let nobody have a table while something is computed that all visitors will see."""
    token = _out_of_reach.set(True)
    try:
        yield
    finally:
        _out_of_reach.reset(token)


def carried() -> str:
    """Return what a link adds to bring the schema of the visitor's own table to the Data page.

    Nothing where there is no table, where its schema still holds what was read from the data, or
    where it is too long for an address: then whoever opens the link needs the saved file.
    """
    own = current()
    if own is None:
        return ""
    try:
        return f"{SCHEMA}={packed(own.schema)}"
    except InvalidInput:
        return ""


def required() -> OwnTable:
    """Return the visitor's own table.

    Raises
    ------
    InvalidInput
        If there is none.
    """
    own = current()
    if own is None:
        raise InvalidInput(
            visitor.kept.note(visitor.name())
            or "These settings need a table of your own, and this server has none of yours. "
            "Links do not carry uploads, and uploads are removed ten minutes after you close the "
            "last tab. Upload the table on the Data page, or choose other data."
        )
    return own
