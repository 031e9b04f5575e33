"""A real table that is not on this machine: what it is, and how to get it."""

import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data.real import places
from dpcore.data.real.table import Source, Table
from pages.kit import text


def show(table: Table) -> None:
    """Say how to get a table, and offer to fetch it."""
    with st.container(border=True, key="absent"):
        st.header("Not here yet", anchor=False)
        st.markdown(f"**{table.label}.** {table.about}")
        st.markdown(text.sections("data")["Absent table"].format(files=_files(table)))
        if table.source:
            _offer(table, table.source)


def _files(table: Table) -> str:
    return " or ".join(" and ".join(f"`{name}`" for name in names) for names in table.files)


def _offer(table: Table, source: Source) -> None:
    label = f"Fetch it: {source.megabytes} MB from {source.host}"
    if not st.button(label, icon=":material/download:"):
        return
    try:
        with st.spinner(f"Fetching. The attempt ends after {places.PATIENCE} seconds …"):
            places.fetch(table)
    except InvalidInput as refusal:
        st.error(text.escape_markdown(str(refusal)), icon=":material/cloud_off:")
    else:
        st.rerun()
