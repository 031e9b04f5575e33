"""The upload: a visitor's file becomes a draft, or is refused with a reason."""

from contextlib import suppress

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from dpcore.checks import InvalidInput, Unavailable
from dpcore.data.declared.schema import Schema
from dpcore.data.files.dialect import UNKNOWN, CsvDialect
from dpcore.data.files.limits import MEGABYTE, Limits, NotText
from dpcore.erm.weighted import EVEN
from dplab.simulation.settings import UPLOAD
from pages.comparison import values
from pages.comparison.screen import own_table
from pages.data import draft as drafts
from pages.data import reading, schema_link, sentences
from pages.data.draft import Draft
from pages.data.questions import file_lines
from pages.data.reading import File
from pages.kit import address, text, visitor, words
from pages.kit.text import help_on

_REFUSED = "refused_file"
_ARRIVALS, _BOX = "arrivals", "csv_"


def way() -> None:
    """Draw the way to the place for a file, which is the last of a long list of data."""
    st.button(
        "Bring a table",
        icon=":material/upload:",
        type="tertiary",
        on_click=address.put,
        args=(values.VALUES["data"], UPLOAD),
    )


def show() -> None:
    """Draw the place for a file, or which file is there."""
    draft = drafts.current()
    if st.context.is_embedded and not draft:
        st.info(text.sections("data")["Inside another page"], icon=":material/open_in_new:")
    elif draft:
        _headline(draft)
    else:
        _invitation()


def _invitation() -> None:
    prose = text.sections("data")
    with st.container(border=True, key="invitation"):
        st.header("Bring a table", anchor=False)
        _given_up()
        file_lines.forgotten()
        _brought()
        _drop("Your table: CSV, Excel or Parquet")
        st.markdown(prose["Your own table"].format(**_spelled(reading.limits())))
        st.caption(prose["Came by a link"])


def _given_up() -> None:
    """Say why an earlier table is gone, if the visitor did not remove it."""
    why = visitor.kept.note(visitor.name())
    if why:
        st.warning(why, icon=":material/memory:")


def _brought() -> None:
    """Say what the address declares of a table that is still to come."""
    try:
        schema = schema_link.brought()
    except InvalidInput as refusal:
        st.error(text.escape_markdown(str(refusal)), icon=":material/link_off:")
        return
    if schema:
        columns = words.pluralize(len(schema.features), "column")
        label = text.escape_markdown(schema.label.name)
        st.info(
            f"This link declares {columns} and the label {label}. Drop the table that they belong "
            "to.",
            icon=":material/link:",
        )


def _spelled(most: Limits) -> dict[str, str]:
    numbers = {"size": most.size / MEGABYTE, "columns": most.columns, "rows": most.rows}
    return {name: words.number(number) for name, number in numbers.items()}


def _headline(draft: Draft) -> None:
    records = words.pluralize(len(draft.table), "record")
    columns = words.pluralize(len(draft.table.columns), "column")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{text.escape_markdown(draft.file.name)}**  \n{records}, {columns}")
        with st.popover("Read it differently", icon=":material/tune:"):
            _reread(draft)
        with st.popover(
            "Another table", icon=":material/upload_file:", key=f"another_{_arrivals()}"
        ):
            _drop("Another table: CSV, Excel or Parquet")
        st.button(
            "Forget it",
            icon=":material/delete:",
            on_click=drafts.forget,
            help=help_on("forget"),
        )
    st.caption(sentences.layout(draft.file.opened))
    file_lines.show(draft)


def _reread(draft: Draft) -> None:
    """Draw what the visitor may say about the file, and read it so."""
    opened = draft.file.opened
    said = reading.choose(str(draft.number), draft.file.said, opened.sheets)
    st.caption(text.sections("data")["Reading it again"])
    if said == draft.file.said:
        return
    try:
        with st.spinner("Reading the table …"):
            drafts.begin(reading.again(draft.file, said), _declared())
    except (InvalidInput, Unavailable) as refusal:
        st.error(
            f"It cannot be read this way: {text.escape_markdown(str(refusal))}",
            icon=":material/block:",
        )
    else:
        st.rerun()


def _drop(label: str) -> None:
    """Draw the box that takes a file; a good one becomes the draft."""
    # No file type is asked for: the guard says more kindly what a file is not.
    file = st.file_uploader(label, key=f"{_BOX}{_arrivals()}", help=help_on("csv"))
    if file is None:
        return
    had_table = own_table.current() is not None
    refusal = _take(file, reading.chosen(file.file_id))
    if isinstance(refusal, Unavailable):
        st.error(text.escape_markdown(str(refusal)), icon=":material/block:")
        return
    if refusal:
        st.error(
            f"This file cannot be used: {text.escape_markdown(str(refusal))}",
            icon=":material/block:",
        )
        st.caption(_what_stays())
        if not isinstance(refusal, NotText):
            reading.choose(file.file_id)
        return
    # A box under another name is empty, and nobody needs the file any more.
    visitor.give_free(file)
    st.session_state[_ARRIVALS] = _arrivals() + 1
    share = values.VALUES["positive_share"]
    if had_table and address.text_of(share) != share.default:
        address.bring(share, EVEN)  # What was declared of one table is not so of another.
    st.rerun()


def _arrivals() -> int:
    """Return how many files were taken, by which a box is named: the next one is empty.

    Where another server has counted, which is gone, the file lies in the box as it was named there.
    """
    if _ARRIVALS not in st.session_state:
        st.session_state[_ARRIVALS] = max(visitor.numbers_sent(_BOX), default=0)
    return int(st.session_state[_ARRIVALS])


def _take(file: UploadedFile, said: CsvDialect) -> InvalidInput | Unavailable | None:
    """Make a file the draft, or return why not; a refused one is not read twice alike."""
    asked = (file.file_id, said)
    known, refusal = st.session_state.get(_REFUSED, (None, None))
    if known == asked and isinstance(refusal, InvalidInput):
        return refusal
    try:
        with st.spinner("Reading the table …"):
            found = _read(file, said)
        with visitor.uncounted(file):
            drafts.begin(found, _declared())
    except InvalidInput as refused:
        # Without its frames, which would hold on to the file.
        st.session_state[_REFUSED] = (asked, refused.with_traceback(None))
        return refused
    except Unavailable as lost:  # The next time may go better.
        return lost
    return None


def _read(file: UploadedFile, said: CsvDialect) -> File:
    """Return a file as the schema says that the address brings; one that it does not fit, as is."""
    declared = reading.as_in(_declared())
    if said == UNKNOWN and declared != UNKNOWN:
        with suppress(InvalidInput):
            return reading.first(file.name, file.getvalue(), declared)
    return reading.first(file.name, file.getvalue(), said)


def _declared() -> Schema | None:
    """Return the schema that the address brings; a broken one was complained of already."""
    try:
        return schema_link.brought()
    except InvalidInput:
        return None


def _what_stays() -> str:
    own = own_table.current()
    if own is None:
        return "Nothing else has changed. Correct the file and drop it again."
    records = words.pluralize(len(own.data.y), "record")
    return f"Nothing is lost. Still in use: your table of {records}."
