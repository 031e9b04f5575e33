"""A declared schema in the address: what was declared travels, what was read from a table does not.

Whoever opens the link brings the table (`dplab.tables.packed`).
"""

import streamlit as st

from dpcore.data.declared.schema import Schema
from dplab.simulation.settings import UPLOAD
from dplab.tables.packed import packed, unpacked
from pages.comparison.screen.own_table import SCHEMA as NAME


def query(schema: Schema) -> str:
    """Return the query of a link that brings a schema to the Data page.

    Raises
    ------
    InvalidInput
        If something in it was read from the data, or it is too long for an address.
    """
    return f"data={UPLOAD}&{NAME}={packed(schema)}"


def brought() -> Schema | None:
    """Return the schema that the address brings, if it brings one.

    Raises
    ------
    InvalidInput
        If it brings a broken one.
    """
    text = st.query_params.get(NAME, "")
    return unpacked(text) if text else None
