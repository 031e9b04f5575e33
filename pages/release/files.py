"""The boxes for files: each holds one, read and kept in memory for its visitor alone.

How a table is written is declared by its schema, or else said beside its box: what is recognised
depends on all records, and no ε would cover it.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from dpcore.checks import InvalidInput, Unavailable
from dpcore.data import uploads
from dpcore.data.declared.schema import MAX_JSON, FileLayout, Schema
from dpcore.data.files import commas
from dpcore.data.files.dialect import SEPARATORS, CsvDialect
from dpcore.data.files.limits import MEGABYTE, Limits
from dpcore.release import Model
from dplab.simulation import isolation as apart
from dplab.tables import sample
from pages.comparison.screen.own_table import SourceFile
from pages.kit import text, visitor
from pages.kit.text import help_on
from pages.release import sentences, session
from pages.release.session import ReleaseSession

MOST_ROWS = 1_000_000
COMMAS = {False: "Points: 0.5", True: "Commas: 0,5"}

_numbers = itertools.count(1)


@dataclass(frozen=True, eq=False)
class Arrived:
    """A file that came and was read.

    The number, positive, tells two files apart; `said` is how a table was said to be written, and
    `packed` its file as it came, compressed, to be read in another way. The sample is nobody's
    file.
    """

    number: int
    name: str
    content: Any
    said: CsvDialect | None = None
    is_sample: bool = False
    packed: bytes = b""


def table(
    place: str,
    label: str,
    fewest_columns: int,
    schema: Schema | None = None,
    brought: SourceFile | None = None,
) -> Arrived | None:
    """Draw the box for a table and what is said about it; return the table if there is one.

    It is read as the schema declares, and anew where another schema declares otherwise. A file that
    was brought to the Data page can be taken from there: what was recognised there follows from all
    of its records, and counts for nothing here.
    """
    there = _there(place)
    layout = schema.file if schema else None
    if there:
        said = _as_declared(there.said, schema)
        if said and there.packed and there.said != said:
            read = partial(_read_table, said=said, fewest_columns=fewest_columns, declared=layout)
            _take(place, there.name, partial(read, there.packed, again=True), said)
        if layout and there.packed:
            st.caption(sentences.declared_so(layout))
        elif there.said:
            st.caption(sentences.read_as(there.said))
        return there
    said = layout.dialect() if layout else _said(place, schema, brought)
    read = partial(_read_table, said=said, fewest_columns=fewest_columns, declared=layout)
    if brought and st.button(
        f"Take {text.escape_markdown(brought.name)}{'' if layout else ' with these settings'}",
        icon=":material/move_down:",
    ):
        _take(place, brought.name, partial(read, brought.packed, again=True), said)
    _refused_before(place, said)
    found = _box(place, label, read, said)
    if layout:
        st.caption(sentences.declared_so(layout))
    return found


def _as_declared(said: CsvDialect | None, schema: Schema | None) -> CsvDialect | None:
    """Return how a table is read once there is a schema, whatever was said before."""
    if schema and schema.file:
        return schema.file.dialect()
    if said and schema and schema.says_how_written:
        return replace(said, decimal_comma=False)  # each column has its own way
    return said


def _said(place: str, schema: Schema | None, brought: SourceFile | None) -> CsvDialect:
    """Draw what is asked of a file of which no schema says how it is written."""
    separators = {sign: f"{name.capitalize()}s" for sign, name in SEPARATORS.items()}
    if brought:
        _say_again(place, brought)
    decimal = False
    with st.container(horizontal=True):
        separator = session.choice(f"{place}_separator", "Separator", separators)
        if not schema or not schema.says_how_written:
            decimal = session.choice(f"{place}_decimal", "Decimal mark", COMMAS)
    return CsvDialect(separator, has_header=True, decimal_comma=decimal, as_declared=True)


def _say_again(place: str, brought: SourceFile) -> None:
    """Start, once for each file, from what its owner said of it, never from what was recognised."""
    typed, asked = ReleaseSession.current().typed, (brought.name, brought.said)
    if typed.get(f"{place}_brought") == asked:
        return
    typed[f"{place}_brought"] = asked
    for name, said in (
        ("separator", brought.said.separator),
        ("decimal", brought.said.decimal_comma),
    ):
        if said is not None:
            st.session_state[session.key(f"{place}_{name}", said)] = said


def schema(place: str, brought: Schema | None = None) -> Arrived | None:
    """Draw the box for a schema; return it if there is one.

    One that was declared on the Data page can be taken from there.
    """
    there = _there(place)
    if there:
        return there
    if brought and st.button("Take the schema of the Data page", icon=":material/move_down:"):
        _take(place, "The schema of the Data page", lambda: (brought, b""))
    return _box(place, "Its declared schema, as JSON", _read_schema)


def offer_sample() -> None:
    """Draw the button that brings the sample's table and its schema, as if they were uploaded."""
    st.caption(sentences.SAMPLE_OFFER)
    if not st.button("Try it with the sample", icon=":material/science:"):
        return
    said = CsvDialect(",", has_header=True, decimal_comma=False, as_declared=True)
    cells = sample.table()
    brought = {
        "table": Arrived(next(_numbers), "The table of the sample", cells, said, is_sample=True),
        "schema": Arrived(next(_numbers), "The schema of the sample", sample.SCHEMA),
    }
    try:
        for place, file in brought.items():
            visitor.kept.keep(visitor.name(), f"release_{place}", file)
    except (InvalidInput, Unavailable) as refusal:
        _refuse(refusal)
    else:
        st.rerun()


def _take(
    place: str, name: str, read: Callable[[], "Read"], said: CsvDialect | None = None
) -> None:
    """Keep what the visitor has on the Data page as if its file had been uploaded here."""
    try:
        with st.spinner("Reading the file …"):
            _hold(place, name, read(), said)
    except InvalidInput as refusal:
        # What is refused stays so until it is read in another way: its sentence stays, too.
        st.session_state[f"release_{place}_taken"] = (said, refusal.with_traceback(None))
        _remove(place)
        st.rerun()
    except Unavailable as refusal:
        _refuse(refusal)
    else:
        st.session_state.pop(f"release_{place}_taken", None)
        st.rerun()


def _refused_before(place: str, said: CsvDialect) -> None:
    """Draw why a file of the Data page was refused, as long as it would be read alike."""
    known, refusal = st.session_state.get(f"release_{place}_taken", (None, None))
    if refusal and known == said:
        _refuse(refusal)


def _hold(place: str, name: str, found: "Read", said: CsvDialect | None) -> None:
    content, packed = found
    arrived = Arrived(next(_numbers), name, content, said, packed=packed)
    visitor.kept.keep(visitor.name(), f"release_{place}", arrived)


def _refuse(refusal: InvalidInput | Unavailable) -> None:
    st.error(
        f"This file cannot be used: {text.escape_markdown(str(refusal))}",
        icon=":material/block:",
    )


def model(place: str) -> Arrived | None:
    """Draw the box for a model; return it if there is one."""
    return _there(place) or _box(place, "A released model: model.json, or its zip", _read_model)


def is_of(place: str, file: SourceFile | None) -> bool:
    """Tell whether what is there is called like a file, or nothing is there yet."""
    found: Arrived | None = visitor.kept.get(visitor.name(), f"release_{place}")
    return found is None or (file is not None and found.name == file.name)


def _there(place: str) -> Arrived | None:
    """Draw which file is there, if one is, with the button that removes it."""
    found: Arrived | None = visitor.kept.get(visitor.name(), f"release_{place}")
    if found:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{text.escape_markdown(found.name)}**", width="content")
            st.button(
                "Remove",
                key=f"release_remove_{place}",
                on_click=_remove,
                args=(place,),
                icon=":material/delete:",
                type="tertiary",
            )
    return found


def _remove(place: str) -> None:
    visitor.kept.drop(visitor.name(), f"release_{place}")


def _box(
    place: str, label: str, read: Callable[[bytes], "Read"], said: CsvDialect | None = None
) -> Arrived | None:
    """Draw the box that takes a file; a good one is kept, and the box goes."""
    turn = f"release_{place}_turn"
    file = st.file_uploader(
        label,
        key=f"release_{place}_{st.session_state.setdefault(turn, 0)}",
        help=help_on(f"release_{place.partition('_')[0]}"),
    )
    if file is None:
        return None
    try:
        _keep(place, file, read, said)
    except (InvalidInput, Unavailable) as refusal:
        _refuse(refusal)
        return None
    visitor.give_free(file)
    st.session_state[turn] += 1
    st.rerun()


def _keep(
    place: str, file: UploadedFile, read: Callable[[bytes], "Read"], said: CsvDialect | None
) -> None:
    asked, refused = (file.file_id, said), f"release_{place}_refused"
    known, refusal = st.session_state.get(refused, (None, None))
    if known == asked:  # It is not read twice alike.
        raise refusal
    try:
        with st.spinner("Reading the file …"):
            found = read(file.getvalue())
        with visitor.uncounted(file):
            _hold(place, file.name, found, said)
    except InvalidInput as fault:
        # Without its frames, which would hold on to the file.
        st.session_state[refused] = (asked, fault.with_traceback(None))
        raise


Read = tuple[Any, bytes]
"""What a file holds; and of a table the file itself, compressed."""


def _read_table(
    data: bytes,
    said: CsvDialect,
    fewest_columns: int,
    declared: FileLayout | None = None,
    *,
    again: bool = False,
) -> Read:
    """Return the table of a file, or of one that is packed and read again, and it packed."""
    size = st.get_option("server.maxUploadSize") * MEGABYTE
    limits = Limits(size=size, rows=MOST_ROWS, fewest_rows=1, fewest_columns=fewest_columns)
    read = _read_again if again else _read_first
    try:
        found: Read = apart.read_file(read, data, limits, said, is_kept=again)
    except InvalidInput as refusal:
        if declared is None:
            raise
        how = f"read as its schema declares ({declared.in_words}),"
        raise InvalidInput(f"{how} {refusal}") from None
    return found


def _read_first(data: bytes, limits: Limits, said: CsvDialect) -> Read:
    opened, packed = uploads.packed(data, limits, said)
    return _pointed(opened.table, said), packed


def _read_again(data: bytes, limits: Limits, said: CsvDialect) -> Read:
    return _pointed(uploads.again(data, limits, said).table, said), bytes(data)


def _pointed(table: pd.DataFrame, said: CsvDialect) -> pd.DataFrame:
    """Return a table with points, where its file is said to have decimal commas throughout."""
    return commas.as_declared(table) if said.decimal_comma else table


def _read_schema(data: bytes) -> Read:
    if len(data) > 4 * MAX_JSON:
        raise InvalidInput(f"a schema must have at most {MAX_JSON:,} characters.")
    try:
        return Schema.from_json(data.decode("utf-8-sig")), b""
    except UnicodeDecodeError:
        raise InvalidInput("it is not a saved schema: it is not text in UTF-8.") from None


def _read_model(data: bytes) -> Read:
    return Model.from_bytes(data), b""
