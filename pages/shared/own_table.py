"""A visitor's own table: in this session's memory and nowhere else.

It is not written to disk, not put into a cache that visitors share, not part of a link, not logged.
"""

import itertools
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data.encoding import Encoded
from dpcore.data.schema import Schema

_KEY = "own_table"
_numbers = itertools.count(1)
_out_of_reach = ContextVar("_out_of_reach", default=False)


@dataclass(frozen=True, eq=False)
class OwnTable:
    """An upload that was declared and encoded.

    Parameters
    ----------
    number : int
        Tells two uploads of one session apart.
    schema : Schema
    data : Encoded
    table : DataFrame
        Its cells, as texts.
    results : dict
        By function, what was computed from it; it goes when the table goes.
    """

    number: int
    schema: Schema
    data: Encoded
    table: pd.DataFrame
    results: dict[str, OrderedDict[str, Any]] = field(default_factory=dict)

    def recall(self, function: str, asked: str, most: int, compute: Callable[[], Any]) -> Any:
        """Return a result that is kept, or compute it and keep it in place of the oldest."""
        kept = self.results.setdefault(function, OrderedDict())
        if asked not in kept:
            kept[asked] = compute()
        kept.move_to_end(asked)
        if len(kept) > most:
            kept.popitem(last=False)
        return kept[asked]


def keep(schema: Schema, data: Encoded, table: pd.DataFrame) -> None:
    """Make this the session's own table, in place of an earlier one.

    The same records under other words (declared, no longer read from the data) keep their number,
    and with it what was computed from them.
    """
    own = current()
    if own and own.data is data:
        st.session_state[_KEY] = replace(own, schema=schema, table=table)
    else:
        st.session_state[_KEY] = OwnTable(next(_numbers), schema, data, table)


def forget() -> None:
    """Forget the session's own table."""
    st.session_state.pop(_KEY, None)


def current() -> OwnTable | None:
    """Return the session's own table, if there is one and it is within reach."""
    return None if _out_of_reach.get() else st.session_state.get(_KEY)


@contextmanager
def out_of_reach() -> Iterator[None]:
    """Let nobody have a table while something is computed that all visitors will see."""
    token = _out_of_reach.set(True)
    try:
        yield
    finally:
        _out_of_reach.reset(token)


def required() -> OwnTable:
    """Return the session's own table.

    Raises
    ------
    InvalidInput
        If there is none.
    """
    own = current()
    if own is None:
        raise InvalidInput(
            "These settings ask for a table of your own, and this session has none. "
            "Uploads stay with whoever made them: a link does not carry them. "
            "Upload the table on the Data page, or choose other data."
        )
    return own
