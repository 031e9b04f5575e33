"""The first step: which table is released from, and what was declared about it."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data.files.layout import Said
from dpcore.data.schema import Schema
from dpcore.release.records import check_schema, check_table
from pages.release import desk, files, sentences
from pages.shared import controls, own_table, text

SOURCES = {"here": "Uploaded here", "data": "My table of the Data page"}


@dataclass(frozen=True, eq=False)
class Material:
    """A table whose schema a release may use.

    Parameters
    ----------
    schema : Schema
    table : DataFrame
    number : int
        Tells two tables apart: negative for those of the Data page.
    said : Said or None
        How it is written, if that was said and not recognised.
    """

    schema: Schema
    table: pd.DataFrame
    number: int
    said: Said | None


def ask() -> Material | None:
    """Draw the step; return the material once a release may use it."""
    st.header("1. The table and its schema", anchor=False)
    source = desk.one("source", "Table and schema", SOURCES)
    found = _uploaded() if source == "here" else _of_the_data_page()
    if found is None:
        return None
    try:
        check_schema(found.schema)
        check_table(found.table, found.schema)
    except InvalidInput as refusal:
        st.error(text.literal(str(refusal)), icon=":material/block:")
        return None
    st.markdown(sentences.material(found.schema, len(found.table), recognised=not found.said))
    return found


def _uploaded() -> Material | None:
    left, right = st.columns(2, gap="medium")
    with left:
        table = files.table("table", "Your table, as a CSV file with a header", 1)
    with right:
        schema = files.schema("schema")
    if schema and not table:
        # What is missing in a schema is said before there is any table.
        with st.container():
            _check(schema.content)
    if not table or not schema:
        return None
    return Material(schema.content, table.content, table.number, table.said)


def _check(schema: Schema) -> None:
    try:
        check_schema(schema)
    except InvalidInput as refusal:
        st.error(text.literal(str(refusal)), icon=":material/block:")
    else:
        st.caption(sentences.declared(schema))


def _of_the_data_page() -> Material | None:
    own = own_table.current()
    if own is None:
        st.markdown(sentences.NO_OWN_TABLE)
        controls.link_to("data", "Open the Data page", ":material/table_view:")
        return None
    return Material(own.schema, own.table, -own.number, None)
