"""What was noticed in how the file is written: a quiet line each above the question."""

import streamlit as st

from dpcore.checks import cut
from dpcore.data.files.dialect import ENCODINGS, UTF_8
from dpcore.data.uploads import ParsedTable
from pages.data import draft as drafts
from pages.data.draft import Draft
from pages.kit import words
from pages.kit.text import escape_markdown

MOST_NAMED = 3
"""Lines above a header, and columns under another name, that are named."""

_WRONG = "wrong_letters"


def show(draft: Draft) -> None:
    """Draw the lines; a press forgets a file whose letters are wrong."""
    opened = draft.file.opened
    for line in (*above(opened), *renamed(opened), *sheet(opened)):
        st.caption(f":material/visibility: {line}")
    if opened.encoding != UTF_8:
        place, click = st.columns([4, 1], vertical_alignment="center", gap="small")
        place.caption(f":material/visibility: {letters(opened)}")
        if click.button("The letters are wrong", key=f"letters_{draft.number}", type="tertiary"):
            st.session_state[_WRONG] = draft.file.name
            drafts.forget()
            st.rerun()


def forgotten() -> None:
    """Say why the file of before is gone, where its letters were wrong."""
    name = st.session_state.pop(_WRONG, None)
    if name:
        st.warning(
            f"{escape_markdown(cut(name))} was forgotten, as its letters came out wrong. Open it "
            "where it comes from, save it as “CSV UTF-8”, and drop it again.",
            icon=":material/translate:",
        )


def letters(opened: ParsedTable) -> str:
    """Return by which encoding a file was read, and letters that show whether that is right."""
    sample = ", ".join(escape_markdown(cut(word)) for word in opened.letters)
    return f"Read as {ENCODINGS[opened.encoding]}: {sample or 'no letters but A to Z'}."


def above(opened: ParsedTable) -> list[str]:
    """Return which lines above the header were skipped."""
    skipped = opened.header_line - 1
    if skipped < 1:
        return []
    shown = words.listed([f"“{escape_markdown(cut(line))}”" for line in opened.above[:MOST_NAMED]])
    if skipped == 1 and opened.above and opened.above[0].casefold().startswith("sep="):
        return [f"The first line, {shown}, names the separator. The header is in line 2."]
    lines = "the line above it is" if skipped == 1 else f"the {skipped:,} lines above it are"
    said = f"The header is in line {opened.header_line:,}; {lines} skipped"
    end = "" if len(opened.above) <= MOST_NAMED else " …"
    said += f": {shown}{end}." if opened.above else "."
    return [f"{said} “Read it differently” changes that."]


def renamed(opened: ParsedTable) -> list[str]:
    """Return which columns have other names than stand in the file."""
    said = [
        f"column {number:,} {_stood(was)} and is called “{escape_markdown(cut(name))}”"
        for number, was, name in opened.renamed[:MOST_NAMED]
    ]
    if more := len(opened.renamed) - MOST_NAMED:
        said += [f"{words.pluralize(more, 'more column')} likewise"] if more > 0 else []
    return [f"Names got a number: {'; '.join(said)}."] if said else []


def _stood(was: str) -> str:
    return f"was a second “{escape_markdown(cut(was))}”" if was else "had no name"


def sheet(opened: ParsedTable) -> list[str]:
    """Return which sheet of a workbook was read."""
    if len(opened.sheets) < 2:
        return []
    number = opened.sheets.index(opened.sheet) + 1
    name = escape_markdown(cut(opened.sheet))
    return [
        f"Sheet {number:,} of {len(opened.sheets):,} is read, “{name}”. “Read it differently” "
        "takes another one."
    ]
