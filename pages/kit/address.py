"""What the address bar holds now, who writes it, and which widgets follow it.

A page, or a group of pages, lists its `values` and reads them with `get`. Their texts lie in
`st.session_state`, each under its value's name; no text there is the default.

**From the address.** The entry script draws a hidden text box, bound to the address by Streamlit,
for each value that is no longer at its default (`show`): only there does Streamlit keep a bound
value over page changes. The others need no box, since the address does not name them: what a rerun
costs does not grow with the number of pages.

**From visible widgets.** They are bound to nothing. Before a widget is drawn it is set to what its
value says (`follow`); when a visitor moves it, its callback writes the value (`write`). So several
widgets may show one value, on several pages.

**Defaults.** What an address does not name is at its default, always.

**Refusals.** A text that cannot be read, typed or from a link, gives way to the one in use before,
or to the default, in the address too. A sentence says so (`refusal`) until something else is moved.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn
from urllib.parse import parse_qsl, urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import get_session_state

from dpcore import checks
from pages.kit.values import SET, UrlParameter, one_of, spelled, texts_of, whole

__all__ = [
    "SET",
    "UrlParameter",
    "bring",
    "brought",
    "complete",
    "follow",
    "get",
    "instead",
    "is_unseen",
    "one_of",
    "put",
    "query",
    "refusal",
    "reset",
    "setting",
    "show",
    "spelled",
    "text_of",
    "whole",
    "write",
]

_STATE = "address"
"""Where a session keeps its `AddressState`. Values share this name space: none may be called so."""


_NAMES: set[str] = set()
"""Of all values that were ever shown."""


def is_unseen(widget: str) -> bool:
    """Tell whether a widget, by Streamlit's name for it, is a hidden box: nobody moves those.

    A browser says of them what it was told last. Whoever presses twice before the first answer is
    there says with the second press what held before the first, which would be undone by that.

    Examples
    --------
    >>> is_unseen("$$ID-0123abc-epsilon_box")
    False
    """
    return widget.split("-", 2)[-1] in _NAMES


@dataclass
class AddressState:
    """What one session remembers of its address, besides the texts themselves.

    Parameters
    ----------
    boxes : list of str
        Names of the values that have a hidden box, in the order in which they left their defaults.
        A box is never taken away: Streamlit forgets the text of a widget that is not drawn.
    in_use : dict
        By name, the last text that could be read: what comes back when the next one cannot.
    reasons : dict
        By name, why a text was refused.
    at_refusal : dict
        All texts as they were after the refusal. Once they differ, something was moved since.
    for_next_run : dict
        Texts to be written when the next run begins.
    texts : dict
        By name, the texts of this run that are not the default: to ask the session for each value
        of each page would take a tenth of a run.
    widgets : set of str
        Keys of the visible widgets that this session has drawn.
    is_taken_over : bool
        Whether the session began with a move in a page that an earlier one had drawn.
    """

    boxes: list[str] = field(default_factory=list)
    in_use: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    at_refusal: dict[str, str] = field(default_factory=dict)
    for_next_run: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    widgets: set[str] = field(default_factory=set)
    is_taken_over: bool = False


def _state() -> AddressState:
    state: AddressState = st.session_state.setdefault(_STATE, AddressState())
    return state


# --- A run begins ---------------------------------------------------------------------------------


def show(values: Iterable[UrlParameter]) -> None:
    """Bring texts and address together, and draw the hidden boxes; for the entry script alone.

    The order matters. Streamlit lets a script write the text of a widget, and what the address says
    under its name, only before that widget is drawn: all that writes comes before the boxes.
    """
    known, state = {value.name: value for value in values}, _state()
    _NAMES.update(known)
    _write_what_waited(state)
    has_link, before = _follow_link(known), dict(state.in_use)
    held = _replace_unreadable(known.values(), state)  # What a link brings may be among them.
    asked = {name: text for name, text in state.texts.items() if name in held}
    if has_link:
        _complete_address(asked)
    _add_boxes(known.values(), asked, before, state)
    with st.container(key="unseen"):
        for name in state.boxes:
            st.text_input(name, known[name].default, key=name, bind="query-params")


def _write_what_waited(state: AddressState) -> None:
    """Write what the last run wanted to write when its boxes were drawn already."""
    texts, state.for_next_run = state.for_next_run, {}
    for name, text in texts.items():
        st.session_state[name] = text


def _follow_link(names: Collection[str]) -> bool:
    """Write what a link within the program sets; tell whether the visitor came by one."""
    if SET not in st.query_params:
        return False
    for name, text in parse_qsl(st.query_params[SET], keep_blank_values=True):
        if name in names:  # Anybody can write a link.
            st.session_state[name] = text
    return True


def _replace_unreadable(
    values: Collection[UrlParameter], state: AddressState
) -> Collection[object]:
    """Put texts that were in use in place of those that cannot be read, and keep the reasons.

    Returns what the session holds; all else comes from the address, or is at its default. A text
    from the address is judged before it gets a box: Streamlit lets nobody delete from the address
    what is bound to one.
    """
    in_address, texts, reasons = st.query_params.to_dict(), {}, {}
    held = st.session_state.to_dict()
    for value in values:
        name = value.name
        # Streamlit hands a text from the address to the box, when that is first drawn.
        is_from_address = name not in held and name not in state.boxes
        text = str((in_address if is_from_address else held).get(name, value.default))
        # Defaults can be read, and most texts are that.
        if text != value.default and (reason := _fault(value, text)):
            reasons[name], text = reason, state.in_use.get(name, value.default)
            if is_from_address:
                del st.query_params[name]
            else:
                st.session_state[name] = text
        texts[name] = text
    if reasons:
        state.reasons, state.at_refusal = reasons, texts
    elif texts != state.at_refusal:
        state.reasons = {}
    state.in_use |= texts
    state.texts = {
        each.name: texts[each.name] for each in values if texts[each.name] != each.default
    }
    return held


def _fault(value: UrlParameter, text: str) -> str:
    """Return why a text cannot be read, or an empty text if it can."""
    try:
        value.read(text)
    except checks.InvalidInput as reason:
        return str(reason)
    return ""


def _complete_address(texts: Mapping[str, str]) -> None:
    """Write into the address what a link to the same page took out of it, and the link's own.

    The browser goes to an address that holds `set` alone. Of texts that have a box, Streamlit
    writes into it only those that change from now on: the others would be missing after a reload.
    It lets nobody else write what is bound to a box, but by this way, which sends nothing to the
    browser; the removal of `set` does.
    """
    _write_unseen(texts)
    del st.query_params[SET]


def _write_unseen(texts: Mapping[str, str]) -> None:
    """Write what is bound to boxes; the next change of the address tells the browser."""
    with get_session_state().query_params() as written:
        for name, text in texts.items():
            written.set_with_no_forward_msg(name, text)


def _add_boxes(
    values: Iterable[UrlParameter],
    texts: Mapping[str, str],
    before: Mapping[str, str],
    state: AddressState,
) -> None:
    """Add the values that the address has to say: last, so that no other box moves.

    A browser that moves before it has seen an answer says the address of before. What the last run
    wrote into it is missing there: it is written again, but for Back and Forward, which mean what
    they say.
    """
    in_address, boxes, new = st.query_params.to_dict(), state.boxes, dict[str, str]()
    lost = {
        name: text
        for name in boxes
        if (text := texts.get(name)) and before.get(name) == text != in_address.get(name)
    }
    if _is_back_or_forward():
        lost.clear()
    for value in values:
        name = value.name
        if name in boxes:
            continue
        if name in in_address:
            boxes.append(name)
        elif name in texts:
            # Streamlit writes a box's later texts into the address, not the one it comes with.
            new[name] = texts[name]
            boxes.append(name)
    if lost:
        _write_unseen(lost)
    if new or lost:  # All at once: Back leads to each address.
        st.query_params.update(new)


def _is_back_or_forward() -> bool:
    """Tell whether this run answers the browser's own buttons."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


# --- A page reads ---------------------------------------------------------------------------------


def text_of(value: UrlParameter) -> str:
    """Return the text in the address, or the default that it need not say."""
    return str(st.session_state.get(value.name, value.default))


def _texts(values: Iterable[UrlParameter]) -> dict[str, str]:
    """Return what an address has to say: the texts that are no longer the default."""
    asked = _state().texts
    return {
        value.name: text
        for value in values
        if (text := asked.get(value.name, value.default)) != value.default
    }


def get(value: UrlParameter) -> Any:
    """Return what the address says, or the default if that cannot be used.

    Callbacks may meet such a text: they run before `show` replaces it.
    """
    try:
        return value.read(text_of(value))
    except checks.InvalidInput:
        return value.read(value.default)


def refusal(value: UrlParameter, text: str | None = None) -> str:
    """Return why a text could not be used, and that `text`, or the address's, is shown; or ""."""
    reason = _state().reasons.get(value.name, "")
    shown = text_of(value) if text is None else text
    return f"{reason} {instead(value, shown)}" if reason else ""


def instead(value: UrlParameter, text: str) -> str:
    """Return the sentence that says what is shown instead of what was refused."""
    shown = value.shown(text)
    return f"{shown} {'are' if '” and “' in shown else 'is'} shown instead."


# --- Links ----------------------------------------------------------------------------------------


def query(values: Iterable[UrlParameter]) -> str:
    """Return the query that says the same elsewhere; defaults are left out."""
    return urlencode(_texts(values))


def setting(contents: Mapping[str, Any]) -> dict[str, str]:
    """Return the query of a link within the program that sets values and leaves the others.

    Boxes that are bound to the address take from it at their first sight only: under their own
    names, values from a link would stand in the address beside the old ones, and not be used.
    """
    texts = texts_of(contents)
    return {SET: urlencode(texts)} if texts else {}


def reset(values: Iterable[UrlParameter]) -> dict[str, str]:
    """Return what a link within the program sets so that values go back to their defaults."""
    return {value.name: value.default for value in values if text_of(value) != value.default}


# --- A page writes --------------------------------------------------------------------------------


def put(value: UrlParameter, content: Any) -> None:
    """Write into the address; for callbacks only.

    They come before the run, when no box is drawn yet.
    """
    st.session_state[value.name] = _state().texts[value.name] = spelled(content)


def bring(value: UrlParameter, content: Any) -> NoReturn:
    """Write into the address while a page is drawn: the run begins anew."""
    _state().for_next_run = {value.name: spelled(content)}
    st.rerun()


def complete(contents: Mapping[UrlParameter, Any]) -> NoReturn:
    """Write into the address, while a page is drawn, what no visitor moved: the run begins anew.

    Unlike after a move, what was refused stays refused.
    """
    texts, state = {value.name: spelled(content) for value, content in contents.items()}, _state()
    state.at_refusal |= texts
    state.for_next_run = texts
    st.rerun()


# --- Visible widgets ------------------------------------------------------------------------------


def _key(value: UrlParameter) -> str:
    return f"{value.name}_box"


def follow(value: UrlParameter, shown: Any) -> str:
    """Set a visible widget to what it should show and return its key.

    A widget that this session has not drawn yet is left alone. It starts with `shown`, which it has
    to be given, unless the browser brings another content, which `shown` would hide: see `brought`.
    """
    key, state = _key(value), _state()
    if key in state.widgets or state.is_taken_over:
        st.session_state[key] = shown
    return key


def brought(value: UrlParameter, shown: Any, got: Any) -> None:
    """Take over what a browser brings along from a session that is gone.

    After the server was started again, the first move of a visitor arrives in a new session. It has
    drawn none of the widgets, so that Streamlit calls none of their callbacks, but each shows what
    the browser says. The address still holds what was there before the move.
    """
    key, state = _key(value), _state()
    if key in state.widgets or state.is_taken_over:
        return
    state.widgets.add(key)
    if got != shown:
        # It is one move: what other widgets bring is what they showed before it, so that from now
        # on they all follow.
        state.is_taken_over = True
        bring(value, got)


def write(value: UrlParameter) -> None:
    """Write what a visible widget says into the address; for its callback."""
    put(value, st.session_state[_key(value)])
