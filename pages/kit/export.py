"""The quiet row under a figure: Download, Table, Code and Share, on every page in this order."""

import html
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial

import pandas as pd
import streamlit as st
from streamlit.runtime.scriptrunner import ScriptRunContext, add_script_run_ctx, get_script_run_ctx

from pages.kit import address, chart, visitor
from pages.kit.figures import table as numbers
from pages.kit.frame import entry, mode
from pages.kit.notebook import NotebookSubject, of_page
from pages.kit.page import values_of
from server.visits.files import download_token

EMBED = '<iframe src="{}" title="Privacy-Accuracy Explorer" width="800" height="500"></iframe>'
"""Figure, dial and sentence on another page."""

KINDS = {
    "csv": "text/csv",
    "json": "application/json",
    "html": "text/html",
    "zip": "application/zip",
    "ipynb": "application/x-ipynb+json",
}
"""Kinds of files by their endings; of others, Streamlit says that they are bytes."""

NEEDED = "It needs Python and the package dpcore, which docs/library.md tells how to install."
SAME_NUMBERS = f"This script prints the same numbers. {NEEDED}"
NOTEBOOK = "The notebook has the same code in cells, the formula, and the figure."
OWN_RECORDS = (
    "Run it with the file of your table, as its first comment says; in the notebook, a cell names "
    "that file."
)


TABLE, TABLE_KEY = "Table", "Alt+T"
"""Opens the numbers of the figures as a table, and closes them. The key is no letter alone: speech
input would press that, and screen readers keep it for themselves."""

_OPEN, _OPENED = "page_with_its_table_open", "tables_opened"
"""Where the session keeps whose table is open, and how often one was opened."""

OF_MEDIANS = "CSV of the medians"
"""The file of a figure's own points, beside that of every draw behind them."""

Content = Callable[[], str | bytes]

csv = numbers.as_csv

_files: ContextVar[dict[str, Content] | None] = ContextVar("files of a row", default=None)
"""The CSV files of the row that is being drawn."""


@contextmanager
def row() -> Iterator[None]:
    """Lay out beside each other what is drawn inside; below it the table, if it is open."""
    kept = _files.set({name: content for name, (_, content) in mode.files().items()})
    try:
        with st.container(horizontal=True, key="takeaway"):
            yield
        if _is_open():
            _tables(_files.get() or {})
    finally:
        _files.reset(kept)


@contextmanager
def downloads() -> Iterator[None]:
    """Lay behind a button the files that are drawn inside, and the pictures of the figures.

    Those that are CSV stand behind the next button as tables, too.
    """
    with st.popover("Download", icon=":material/download:", type="tertiary"):
        with st.container(horizontal=True):
            yield
            for name, (label, content) in mode.files().items():
                if label:
                    file(name, content, label)
        chart.pictures()
    if _files.get() and not mode.is_on():
        st.button(
            TABLE,
            key="table",
            on_click=_turn,
            icon=":material/expand_less:" if _is_open() else ":material/table_rows:",
            type="tertiary",
            shortcut=TABLE_KEY,
        )


def _is_open() -> bool:
    return not mode.is_on() and st.session_state.get(_OPEN) == mode.on_show()


def _turn() -> None:
    """Open the table of the page on show, or close it; for callbacks."""
    st.session_state[_OPENED] = st.session_state.get(_OPENED, 0) + 1
    st.session_state[_OPEN] = None if _is_open() else mode.on_show()


def _tables(files: dict[str, Content]) -> None:
    """Draw the files as tables, which are made in this moment and kept nowhere.

    The shortest comes first: of medians, say, before every draw behind them. What `also` adds
    comes last, in the order of its figures.
    `assets/page/page.js` leads the keyboard to the first of them once for each number that is
    written there.
    """
    texts = {name: str(content()) for name, content in files.items()}
    opened = f' data-opened="{st.session_state[_OPENED]}"'
    further = [name for name in texts if name in mode.files()]
    first = sorted(set(texts) - set(further), key=lambda name: (len(texts[name]), name))
    st.html("".join(numbers.as_html(name, texts[name], opened) for name in (*first, *further)))


def file(
    name: str,
    content: Content,
    label: str = "CSV",
    *,
    icon: str = ":material/table:",
    disabled: bool = False,
) -> None:
    """Draw the button that saves a file, whose content is made when it is asked for.

    Streamlit would give it to anybody under an address that follows from the content. So it gets a
    token, for which this visitor alone is given the file (`server.visits.files`).
    """
    if name.endswith(".csv"):
        _for_tables(name, content)
    st.download_button(
        label,
        _for_this_visitor(content),
        name,
        KINDS.get(name.rpartition(".")[2]),
        on_click="ignore",
        icon=icon,
        disabled=disabled,
    )


def also(name: str, label: str, rows: Callable[[], pd.DataFrame]) -> None:
    """Have the row that follows save what a figure shows and no other file of the page has."""
    mode.note_file(name, label, lambda: csv(rows()))


def _for_tables(name: str, content: Content) -> None:
    """Keep a file for the tables of its row, or where it stands outside of one, of the next."""
    files = _files.get()
    if files is None:
        mode.note_file(name, "", content)
    else:
        files[name] = content


def _for_this_visitor(content: Content) -> Callable[[], bytes]:
    """Return a function that makes the content as this visitor, whoever calls it.

    Streamlit calls it outside of any session, where nobody has a table of their own.
    """
    run = get_script_run_ctx()

    def made() -> bytes:
        # In a thread that ends with it: a borrowed one would stay this visitor's.
        with ThreadPoolExecutor(1, initializer=lambda: _be(run)) as thread:
            return thread.submit(_token, content).result()

    return made


def _token(content: Content) -> bytes:
    found = content()
    file = found.encode() if isinstance(found, str) else found
    return download_token(visitor.kept, visitor.name(), file)


def _be(run: ScriptRunContext | None) -> None:
    add_script_run_ctx(ctx=run)


def same_numbers(*, own: bool) -> str:
    """Return what is said of a script; one may read the visitor's own table."""
    return f"{SAME_NUMBERS} {OWN_RECORDS}" if own else SAME_NUMBERS


def code(
    about: str,
    program: str = "",
    of: str = "",
    query: str = "",
    *,
    scene: str = "",
    own: bool = False,
) -> None:
    """Draw the script that does the same, behind a button; without one, only what is to be said.

    Parameters
    ----------
    about, program : str
        What is to be said, and the script.
    of : str
        The folder of the page or part that has a notebook, too.
    query : str
        What stands behind the page's address.
    scene : str
        Whose script it is, of a page whose scenes have some of their own.
    own : bool
        Whether the script reads the visitor's own table. The page's sentence may name what is in
        it, and then stands in no notebook.
    """
    with st.popover("Code", icon=":material/code:", type="tertiary"):
        st.markdown(f"{about} {NOTEBOOK}" if of else about)
        if of:
            said = "" if own else mode.said()
            here = (st.context.url or "") + (f"?{query}" if query else "")
            subject = NotebookSubject(of, said, here, own, scene)
            name = f"{of}_{scene}".rstrip("_").replace("_", "-").replace("/", "-")
            content = partial(of_page, subject, program)
            file(f"{name}.ipynb", content, "Notebook", icon=":material/book:")
        if program:
            st.code(program, language="python", height=360)


def share(query: str, *, own: bool, schema: str = "") -> None:
    """Draw behind a button the address of the same picture, and the ways into a presentation.

    Parameters
    ----------
    query : str
        What stands behind the page's address.
    own : bool
        Whether the picture rests on the visitor's own table.
    schema : str
        What brings that table's schema to the Data page, where a link may carry it.
    """
    with st.popover("Share", icon=":material/share:", type="tertiary"):
        here = st.context.url or ""
        st.markdown("This address opens the same picture anywhere that the dashboard runs:")
        _address(here, query)
        if not own:
            st.markdown("In a page of a course, where this server lets it be framed:")
            embedded = f"{here}?{query}{'&' if query else ''}embed=true"
            st.code(EMBED.format(html.escape(embedded)), language="html", wrap_lines=True)
        if own and schema:
            st.markdown(
                "It does not carry your table: anyone who opens it needs the same file. For them, "
                "this address opens the Data page with your settings and what you declared; they "
                "drop the file there and go on:"
            )
            _address(f"{here.rpartition('/')[0]}/data", f"{query}&{schema}")
        elif own:
            st.markdown(
                "It does not carry your table: anyone who opens it must upload the same file on "
                "the Data page, and its schema. Save that there as a file, under “Save, load or "
                "link what is declared here”; once all of it is declared, a link carries it, too."
            )
        entry.show()


def _address(page: str, query: str) -> None:
    st.code(page + (f"?{query}" if query else ""), language=None, wrap_lines=True)


def part_downloads(
    page: str, part: str, table: Callable[[], pd.DataFrame], program: str, *, own: bool = False
) -> None:
    """Draw the quiet row under the figures of one part of a page.

    Parameters
    ----------
    page, part : str
        Name the file; the first word of the part is its folder.
    table : callable
        Returns the numbers of the figures, which become the CSV.
    program : str
        The script that prints the same numbers.
    own : bool
        Whether the picture rests on the visitor's own table.
    """
    folder, query = part.partition("/")[0], address.query(values_of(page))
    with row():
        with downloads():
            file(f"{page}-{part.replace('_', '-').replace('/', '-')}.csv", lambda: csv(table()))
        code(same_numbers(own=own), program, f"{page}/{folder}", query, own=own)
        share(query, own=own)
