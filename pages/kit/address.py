"""What the address bar holds: texts under a name, how they are read, and who writes them.

A page, or a group of pages, lists its `Value`s and reads them with `get`. The entry script draws
an unseen box, bound to the address, for each value that is no longer at its default: only there
does Streamlit keep a bound value over page changes. The others need none, since the address does
not name them: what a rerun costs does not grow with the number of pages. The widgets that a visitor
sees follow the values (`follow`) and write into them (`write`). A text that cannot be used, typed
or from a link, gets a sentence (`refusal`) that stays until something else is moved. In its place,
in the address too, comes what was there before, or the default.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn
from urllib.parse import parse_qsl, urlencode

import streamlit as st
from streamlit.runtime.state import get_session_state

from dpcore import checks
from pages.kit import words

ALL = "all"
"""How the address spells None."""

SET = "set"
"""Under this name, a link within the program brings values to be set."""

_MET, _ALL_MET, _BROUGHT, _BOXES = "met", "all_met", "brought", "boxes"
_USED, _REFUSED = "used", "refused"


@dataclass(frozen=True)
class Value:
    """Something that the address bar holds.

    Parameters
    ----------
    name : str
        Its name in the address.
    default : str
        Its text where the address says nothing.
    read : callable
        Returns what a text stands for, or raises `InvalidInput` with a sentence.
    shown : callable
        Returns what the screen shows for a text that can be read.
    """

    name: str
    default: str
    read: Callable[[str], Any] = str
    shown: Callable[[str], str] = words.as_shown


def one_of(called: str, name: str, default: str, allowed: Mapping[str, str]) -> Value:
    """Return a value that is one of a few words.

    Parameters
    ----------
    called : str
        What a refusal calls it.
    name, default : str
    allowed : mapping
        What the screen calls each word that the address may hold.
    """

    def read(text: str) -> str:
        return words.one_of(called, text, allowed)

    return Value(name, default, read, lambda text: f"“{allowed[text]}”")


def some_of(
    called: str, name: str, default: str, allowed: Mapping[str, str], *, none: str = "Nothing"
) -> Value:
    """Return a value that is any of a few words, in their order; see `one_of`.

    `none` is what the screen shows where the address names none of them.
    """

    def read(text: str) -> tuple[str, ...]:
        parts = [part.strip() for part in text.split(",") if part.strip()]
        asked = {words.one_of(called, part, allowed) for part in parts}
        return tuple(word for word in allowed if word in asked)

    def shown(text: str) -> str:
        return words.listed([f"“{allowed[word]}”" for word in read(text)]) or none

    return Value(name, default, read, shown)


def whole(called: str, low: int, high: int) -> Callable[[str], int]:
    """Return what reads a whole number from `low` to `high`; refusals say what it is `called`."""
    wanted = f"a whole number such as {min(2_000, high):,}"
    return lambda text: checks.whole(
        called, words.read_number(called, text, wanted=wanted), low=low, high=high
    )


def show(values: Iterable[Value]) -> None:
    """Draw the unseen boxes that are bound to the address bar; for the entry script alone."""
    for name, text in st.session_state.pop(_BROUGHT, {}).items():
        st.session_state[name] = text
    known = {value.name: value for value in values}
    is_link = _set(known)
    boxes: dict[str, None] = st.session_state.setdefault(_BOXES, {})
    _put_right(known.values(), boxes)
    if is_link:
        _complete_link(known.values())
    named = st.query_params.to_dict()
    for value in known.values():
        if value.name not in boxes and (value.name in named or _is_away(value)):
            # In the order in which they came, so that none of them moves on the page.
            boxes[value.name] = None
    with st.container(key="unseen"):
        for name in boxes:
            st.text_input(name, known[name].default, key=name, bind="query-params")


def _put_right(values: Iterable[Value], boxes: Collection[str]) -> None:
    """Put what is of use in the place of texts that are not, and keep why.

    Before their boxes are drawn: the texts of a link that are not of use get none.
    """
    used: dict[str, str] = st.session_state.setdefault(_USED, {})
    named, wrong, right = st.query_params.to_dict(), {}, {}
    for value in values:
        name = value.name
        is_new = name not in st.session_state and name not in boxes
        text = named.get(name, value.default) if is_new else text_of(value)
        if text != value.default and (why := _fault(value, text)):
            wrong[name], text = why, used.get(name, value.default)
            if is_new:
                del st.query_params[name]
            else:
                st.session_state[name] = text
        right[name] = text
    if wrong:
        st.session_state[_REFUSED] = wrong, right
    elif _REFUSED in st.session_state and st.session_state[_REFUSED][1] != right:
        del st.session_state[_REFUSED]  # Something was moved since.
    used |= right


def _fault(value: Value, text: str) -> str:
    try:
        value.read(text)
    except checks.InvalidInput as reason:
        return str(reason)
    return ""


def _is_away(value: Value) -> bool:
    """Tell whether a value that the address does not name has to be there, and write it.

    Streamlit writes a box's later texts into the address, but not the text it comes with.
    """
    text = text_of(value)
    if text == value.default:
        return False
    st.query_params[value.name] = text
    return True


def setting(contents: Mapping[str, Any]) -> dict[str, str]:
    """Return the query of a link within the program that sets values and leaves the others.

    Boxes that are bound to the address take from it at their first sight only: under their own
    names, values from a link would stand in the address beside the old ones, and not be used.
    """
    texts = {name: spelled(content) for name, content in contents.items()}
    return {SET: urlencode(texts)} if texts else {}


def _set(names: Collection[str]) -> bool:
    """Set what a link within the program brings; tell whether there was one."""
    if SET not in st.query_params:
        return False
    for name, text in parse_qsl(st.query_params[SET], keep_blank_values=True):
        if name in names:
            st.session_state[name] = text
    return True


def _complete_link(values: Iterable[Value]) -> None:
    """Write into the address what a link to the same page took out of it, and the link's own.

    Streamlit writes what changes from now on; what does not would be missing after a reload. It
    lets nobody else write what is bound to a box, but by this way, and sends it with the next word
    that is taken out.
    """
    with get_session_state().query_params() as written:
        for value in values:
            if text_of(value) != value.default:
                written.set_with_no_forward_msg(value.name, text_of(value))
    del st.query_params[SET]


def text_of(value: Value) -> str:
    """Return the text in the address, or the default that it need not say."""
    return str(st.session_state.get(value.name, value.default))


def get(value: Value) -> Any:
    """Return what the address says, or the default if that cannot be used."""
    try:
        return value.read(text_of(value))
    except checks.InvalidInput:
        return value.read(value.default)


def refusal(value: Value) -> str:
    """Return why a text in the address could not be used, or an empty text."""
    wrong, _ = st.session_state.get(_REFUSED, ({}, {}))
    reason = str(wrong.get(value.name, ""))
    return f"{reason} {instead(value, text_of(value))}" if reason else ""


def instead(value: Value, text: str) -> str:
    """Return the sentence that says what is shown in the place of what was refused."""
    shown = value.shown(text)
    return f"{shown} {'are' if '” and “' in shown else 'is'} shown instead."


def query(values: Iterable[Value]) -> str:
    """Return the query that says the same elsewhere; defaults are left out."""
    texts = {value.name: text_of(value) for value in values if text_of(value) != value.default}
    return urlencode(texts)


def put(value: Value, content: Any) -> None:
    """Write into the address; for callbacks only."""
    st.session_state[value.name] = spelled(content)


def spelled(content: Any) -> str:
    """Return how the address spells a number, a word, a list of words, or None."""
    if content is None:
        return ALL
    if isinstance(content, list | tuple):
        return ",".join(content)
    if isinstance(content, float):
        return words.number(content) if math.isinf(content) else checks.shortened(f"{content:.15g}")
    return str(content)


def follow(value: Value, shown: Any, kind: str = "box") -> str:
    """Set a visible widget to what it should show and return its key.

    Not at its first sight: then it starts with `shown`, which it has to be given, unless the
    browser brings another value; see `brought`.
    """
    key = f"{value.name}_{kind}"
    if key in st.session_state.setdefault(_MET, set()) or _ALL_MET in st.session_state:
        st.session_state[key] = shown
    return key


def brought(value: Value, shown: Any, got: Any, kind: str = "box") -> None:
    """Take over what a browser brings along from a session that is gone.

    After the server was started again, the first move of a visitor arrives in a new session, which
    has seen none of the widgets and calls none of their callbacks.
    """
    key = f"{value.name}_{kind}"
    if key not in st.session_state[_MET] and _ALL_MET not in st.session_state:
        st.session_state[_MET].add(key)
        if got != shown:
            # It is one move: what other widgets bring is what they showed before it.
            st.session_state[_ALL_MET] = True
            bring(value, got)


def bring(value: Value, content: Any) -> NoReturn:
    """Write into the address while a page is drawn: the run begins anew."""
    st.session_state[_BROUGHT] = {value.name: spelled(content)}
    st.rerun()


def complete(contents: Mapping[Value, Any]) -> NoReturn:
    """Write into the address, while a page is drawn, what no visitor moved: the run begins anew.

    Other than after a move, what was refused stays refused.
    """
    texts = {value.name: spelled(content) for value, content in contents.items()}
    _, right = st.session_state.get(_REFUSED, ({}, {}))
    right |= texts
    st.session_state[_BROUGHT] = texts
    st.rerun()


def write(value: Value, kind: str = "box") -> None:
    """Write what a visible widget says into the address; for its callback."""
    put(value, st.session_state[f"{value.name}_{kind}"])
