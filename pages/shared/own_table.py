"""A visitor's own table: in this session's memory and nowhere else.

It is not written to disk, not put into a cache that visitors share, not part of a link, not logged.
"""

import itertools
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data.encoding import Encoded
from dpcore.data.schema import Schema

_KEY = "own_table"
_numbers = itertools.count(1)


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
    """

    number: int
    schema: Schema
    data: Encoded
    table: pd.DataFrame


def keep(schema: Schema, data: Encoded, table: pd.DataFrame) -> None:
    """Make this the session's own table, in place of an earlier one.

    The same records under other words (declared, no longer read from the data) keep their number,
    and with it what was computed from them.
    """
    own = current()
    number = own.number if own and own.data is data else next(_numbers)
    st.session_state[_KEY] = OwnTable(number, schema, data, table)


def forget() -> None:
    """Forget the session's own table."""
    st.session_state.pop(_KEY, None)


def current() -> OwnTable | None:
    """Return the session's own table, if there is one."""
    return st.session_state.get(_KEY)


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
