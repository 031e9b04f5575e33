"""The first step: which table is released from, and what was declared about it."""

from dataclasses import dataclass, replace

import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data.declared.labelled import labelled
from dpcore.data.declared.schema import Schema
from dpcore.data.files.dialect import CsvDialect
from dpcore.release.records import check_commas, check_schema, check_table
from dplab.simulation.settings import UPLOAD
from pages.comparison.own import line
from pages.comparison.screen import own_table
from pages.comparison.screen.own_table import OwnTable
from pages.kit import controls, text
from pages.release import files, sentences
from pages.release.session import ReleaseSession, TableIdentity


@dataclass(frozen=True, eq=False)
class Material:
    """A table whose schema a release may use.

    The number tells two tables apart, and the name is its file's; `said` is how it was said to be
    written; the records of a sample describe nobody.
    """

    schema: Schema
    table: pd.DataFrame
    number: int
    said: CsvDialect
    is_sample: bool
    name: str

    @property
    def identity(self) -> TableIdentity:
        """What tells its data set from another."""
        features = frozenset(each.name for each in self.schema.features)
        return TableIdentity(self.name, features, self.schema.label.name)


def ask() -> Material | None:
    """Draw the step; return the material once a release may use it.

    A table of the Data page is none as it stands there: how it is written was recognised from all
    of its records, so that one cell of one record can change how all others are read. Its file can
    be taken from there, and is then read anew, as is said here.
    """
    if ReleaseSession.current().lost:
        st.warning(ReleaseSession.current().lost, icon=":material/memory:")
    own, place = own_table.current(), st.container()
    if own:
        st.markdown(sentences.READ_ANEW)
    found = _uploaded(own)
    if own and files.is_of("table", own.file):
        with place:
            line.before_release(own)
    if found is None:
        return None
    try:
        check_schema(found.schema)
        if found.said.decimal_comma:
            check_commas(found.schema)
        check_table(found.table, found.schema)
    except InvalidInput as refusal:
        st.error(text.escape_markdown(str(refusal)), icon=":material/block:")
        return None
    ReleaseSession.current().lost = ""
    # Where rows without a label are left out, n counts the others: who has one was declared public.
    found = replace(found, table=labelled(found.table, found.schema))
    st.markdown(sentences.material(found.schema, len(found.table)))
    if found.is_sample:
        st.info(sentences.SAMPLE, icon=":material/science:")
    return found


def _uploaded(own: OwnTable | None) -> Material | None:
    left, right = st.columns(2, gap="medium")
    ready = None
    with right:
        ready = _ready(own.schema) if own else None
        schema = files.schema("schema", ready)
    with left:
        declared = schema.content if schema else ready
        file = own.file if own else None
        table = files.table("table", "Your table", 2, declared, file)
    if not table and not schema:
        files.offer_sample()
    if schema and not table:
        # What is missing in a schema is said before there is any table.
        with st.container():
            _check(schema.content)
    if not table or not table.said or not schema:
        return None
    return Material(
        schema.content, table.content, table.number, table.said, table.is_sample, table.name
    )


def _ready(schema: Schema) -> Schema | None:
    """Return the schema of the Data page, or say why a release cannot use it and where to go."""
    try:
        check_schema(schema)
    except InvalidInput:
        st.caption(sentences.NOT_READY)
        controls.link_to("data", "Complete it there", ":material/task_alt:", {"data": UPLOAD})
        return None
    return schema


def _check(schema: Schema) -> None:
    try:
        check_schema(schema)
    except InvalidInput as refusal:
        st.error(text.escape_markdown(str(refusal)), icon=":material/block:")
    else:
        st.caption(sentences.declared(schema))
