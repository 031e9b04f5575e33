"""The anatomy that pages share: the question as title, settings beside answer, a fold below."""

import html
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime
from functools import partial
from zoneinfo import ZoneInfo

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import InvalidInput
from pages.kit import controls, text, visitor
from pages.kit.frame import bar, glossary, mode, story, under_way

CLAUSE_ENDS = re.compile(r"[;.] ")
BOLD = re.compile(r"\*\*(.+?)\*\*", re.S)

FOOT = {"all_pages": "All pages", "accessibility": "Accessibility"}
"""Pages to which every page leads at its foot, with their links' words."""

HOW_COMPUTED = "How this was computed"
TRY = "Try this"
"""A section of prose that says what to do on the page, beside how it works."""

_UNDER_TITLE: ContextVar[Callable[[], object]] = ContextVar("under_title", default=lambda: None)
_CARD: ContextVar[DeltaGenerator | None] = ContextVar("card", default=None)


@contextmanager
def under_title(show: Callable[[], object]) -> Iterator[None]:
    """Have the page that is drawn inside show something under its title; on a slide, at its end."""
    before = _UNDER_TITLE.set(show)
    try:
        yield
    finally:
        _UNDER_TITLE.reset(before)


def title(page: str, follows: str = text.SIMULATION) -> None:
    """Write the page's question, the sentence under it, and what kind of numbers will follow.

    The kind stands in the bar; on paper and on slides, where no bar is, in words. A page without
    numbers has none.
    """
    question, _, lead = text.sections(page)["lead"].partition("\n")
    if mode.is_on():
        scene = under_way.scene()
        with mode.slot("head"):
            said = text.escape_markdown(scene.sentence) if scene else question.removeprefix("# ")
            st.title(text.with_whole_equations(said), anchor=False)
        with mode.slot("note"):
            st.caption(follows)
            _UNDER_TITLE.get()()
        return
    st.title(question.removeprefix("# "), anchor=False)
    with st.container(gap="xsmall", key="lead"):
        st.markdown(glossary.marked(lead.strip()))
    if follows:
        bar.kind(follows)
        with st.container(key="printed_kind"):
            st.caption(follows)
    _UNDER_TITLE.get()()


@contextmanager
def settings_in(place: DeltaGenerator) -> Iterator[None]:
    """Have the page that is drawn inside lay its settings card there, and its answer alone."""
    before = _CARD.set(place)
    try:
        yield
    finally:
        _CARD.reset(before)


def settings_place() -> DeltaGenerator:
    """Return where a page without a card lays its one choice: here, or where `settings_in` says."""
    return _CARD.get() or st.container()


def two_columns(page: str) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Write the title and return the places of the answer and of the settings card."""
    title(page)
    return columns()


def columns() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Return the places of an answer and of its settings card.

    The card stands at the left; on a phone, below the answer.
    """
    if elsewhere := _CARD.get():
        return st.container(key="answer"), elsewhere
    with st.container(key="anatomy"):
        card, answer = st.columns([1, 2.4], gap="medium")
    return answer, card


@contextmanager
def refusing() -> Iterator[None]:
    """Write a refusal where the answer would stand, and let the rest of the page go on."""
    try:
        yield
    except InvalidInput as refusal:
        error(text.escape_markdown(str(refusal)))


def error(said: str) -> None:
    """Write, as Markdown, why there is no answer; on a slide too."""
    with mode.slot("refusal"):
        st.error(said)


def sentence(said: str) -> None:
    """Write a page's main sentence, which stands in bold at the beginning of some Markdown.

    On a slide it is alone; of several such sentences only the first is there.
    """
    bold = BOLD.search(said)
    alone = _ended(bold[1]) if bold else said
    is_first = mode.note(alone)
    if not mode.is_on():
        st.markdown(glossary.marked(said))
    elif is_first and not _is_heading(alone):
        with mode.slot("sentence"):
            st.markdown(alone)


def made(said: str, name: str = "") -> None:
    """Write how numbers were made: its first clause, and all of it on demand and on paper.

    That says of which records the numbers are.

    Parameters
    ----------
    said : str
        As Markdown.
    name : str
        Tells it from another on the same page.
    """
    first, *rest = CLAUSE_ENDS.split(said, maxsplit=1)
    if not rest:
        st.caption(said)
        return
    with st.container(key=f"made_{name}", horizontal=True, vertical_alignment="top", gap="small"):
        st.caption(f"{first}.", width="content")
        with st.popover(HOW_COMPUTED, type="tertiary"):
            st.markdown(glossary.marked(said))
    with st.container(key=f"printed_made_{name}"):
        st.caption(said)


def steady(name: str) -> DeltaGenerator:
    """Return a place for what takes a line more at one ε than at another.

    `main.css` keeps the lines of the longest one free, so that nothing below moves.
    """
    return st.container(key=f"steady_{name}")


def _ended(said: str) -> str:
    """Return a sentence with a full stop, where the bold part of it ended before."""
    return said if said.endswith((".", "?", "!")) else f"{said}."


def _is_heading(said: str) -> bool:
    """Tell whether a scene has the page's own sentence for its heading: one of them is enough."""
    scene = under_way.scene()
    return scene is not None and scene.sentence == story.plain(said)


def folds(
    page: str, proofs: Mapping[str, str] | None = None, of_part: Mapping[str, str] | None = None
) -> None:
    """Write how a page works, in a fold at its end.

    Proofs are by their titles, in Markdown: the mathematics show the one that is asked for. A part
    of a page has texts of its own, which go before those of the page.
    """
    prose = {**text.sections(page), **(of_part or {})}
    lazy_expander(text.HOW_IT_WORKS, partial(_how, page, prose, proofs or {}))


def _how(page: str, prose: Mapping[str, str], proofs: Mapping[str, str]) -> None:
    shown = {tab: prose[heading] for tab, heading in text.TABS.items()}
    shown |= {TRY: prose[TRY]} if TRY in prose else {}
    shown |= {glossary.HEADING: glossary.entries_of(page)} if glossary.words_of(page) else {}
    tabs = st.tabs(tuple(shown))
    for tab, said in zip(tabs, shown.values(), strict=True):
        with tab:
            st.markdown(said)
    if proofs:
        with tabs[0]:
            _proofs(page, proofs)


def _proofs(page: str, proofs: Mapping[str, str]) -> None:
    title = st.selectbox(
        "Proofs, a page each",
        tuple(proofs),
        index=None,
        key=f"proof_{page}",
        placeholder="Choose one",
        help=text.help_on("proof"),
    )
    if title:
        with st.container(border=True):
            st.markdown(proofs[title])


def foot() -> None:
    """Draw what stands under every page: whose it is, all pages, and who can use them."""
    with st.container(key="foot", horizontal=True, vertical_alignment="center"):
        st.caption(f"Privacy-Accuracy Explorer {text.VERSION}", width="content")
        for name, label in FOOT.items():
            controls.link_to(name, label)


def on_paper(query: str) -> None:
    """Write what stands on paper alone, in place of the controls: settings, day, and address.

    Parameters
    ----------
    query : str
        What opens the same settings, behind the page's address.
    """
    noted: dict[str, str] = st.session_state.pop(controls.NOTED, {})
    said = "; ".join(f"{label}: {text}" for label, text in noted.items())
    lines = ["Privacy-Accuracy Explorer"]
    lines += [f"Settings. {said}."] if said else []
    lines += [f"Made on {_today():%d %B %Y}."]
    lines += [(st.context.url or "") + (f"?{query}" if query else "")]
    with st.container(key="paper"):
        st.html("".join(f"<p>{html.escape(line)}</p>" for line in lines))


def _today() -> date:
    """Return the day where the visitor is."""
    try:
        return datetime.now(ZoneInfo(st.context.timezone or "UTC")).date()
    except (KeyError, ValueError):  # A browser may name a place that nobody here knows.
        return datetime.now(UTC).date()


def section(heading: str, show: Callable[[], object], *, is_main: bool = False) -> None:
    """Draw a further section under its heading, a larger one if it is a main one.

    On a phone it is a fold: what follows stays near, and the page is no longer than a few screens.
    """
    if visitor.is_phone():
        lazy_expander(heading, show)
        return
    (st.header if is_main else st.subheader)(heading, anchor=False)
    show()


def lazy_expander(label: str, show: Callable[[], object], name: str = "") -> None:
    """Draw a fold whose content is made when it is opened: until then nobody waits for it.

    Folds of one name are one fold: opened here, it is open wherever it is drawn.
    """
    found = st.expander(label, key=f"fold {name or label}", on_change="rerun")
    if found.open:
        with found:
            show()
