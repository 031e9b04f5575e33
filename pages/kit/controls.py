"""Widgets on values of the address: a dial, a number, one or several of a few words.

A dial is two widgets: a slider over the usual values, and a box that takes any number.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

import streamlit as st

from pages.kit import address, page, words
from pages.kit.text import escape_markdown, help_on
from pages.kit.values import Also, UrlParameter

Slider = tuple[UrlParameter, str, Sequence[float]]
"""A value that is a number, its label, and its usual ones."""

NOTED = "noted"
"""Where the session keeps what the controls of a run say, by their labels."""


def slider_with_box(
    value: UrlParameter,
    label: str,
    options: Sequence[float],
    shown: float,
    last: Any = "",
    text: str | None = None,
    also: Also | None = None,
) -> None:
    """Draw a slider over `options` beside a box for any number.

    Options ascend and are positive; the slider stands at the one nearest to `shown` in ratio.
    `last` is what its upper end stands for, if not for its number, and `text` what the box shows,
    if not what the address says. `also` goes along with a move of either.
    """
    slider, box = st.columns([3, 1.3], vertical_alignment="bottom", wrap=False)
    with slider:
        _slider(value, label, options, shown, last, "slider", also)
    text = address.text_of(value) if text is None else text
    typed = box.text_input(
        f"{label}, typed",
        text,
        key=address.follow(value, text),
        on_change=_typed,
        args=(value, also),
        label_visibility="collapsed",
        max_chars=24,
    )
    address.brought(value, text, typed)
    used = address.get(value)
    note(label, words.number(used) if isinstance(used, float | int) else address.spelled(used))
    refusal(value, text)


def phone_sliders(
    *sliders: Slider,
    key: str = "reach",
    shown: Mapping[str, float] | None = None,
    also: Also | None = None,
) -> None:
    """Draw sliders a second time, in a row that only a phone shows: right under a figure.

    There the card of settings stands below the answer, and who moves ε in it would not see what
    happens. Where the row is not shown, it is there for nobody: `main.css` leaves it out.

    Parameters
    ----------
    sliders : tuple of (UrlParameter, label, options)
        As those of `dial`; values that are numbers.
    key : str
        "reach_too" for the row of a page's second figure.
    shown : mapping, optional
        Where sliders stand, by the names of their values, if not where the address says.
    also : callable, optional
        As in `slider_with_box`.
    """
    with st.container(key=key, gap="xsmall"):
        for value, label, options in sliders:
            at = (shown or {}).get(value.name)
            _slider(value, label, options, address.get(value) if at is None else at, "", key, also)


def _slider(
    value: UrlParameter,
    label: str,
    options: Sequence[float],
    shown: float,
    last: Any,
    kind: str,
    also: Also | None,
) -> None:
    near = nearest(options, shown)
    at = st.select_slider(
        label,
        options,
        near,
        format_func=words.number,
        key=address.follow(value, near, kind),
        on_change=_slid,
        args=(value, options[-1], last, kind, also),
        help=help_on(value.name) if kind == "slider" else None,
    )
    address.brought(value, near, at, kind)


def nearest(options: Sequence[float], shown: float) -> float:
    """Return the option that is nearest in ratio to a positive number."""
    return min(options, key=lambda each: _apart(each, shown))


def note(label: str, text: str) -> None:
    """Note what a control says, for `page_frame.on_paper`: no control is printed."""
    st.session_state.setdefault(NOTED, {})[label] = text


def number(
    value: UrlParameter,
    label: str,
    low: float,
    high: float,
    step: float,
    *,
    disabled: bool = False,
    shown: float | None = None,
) -> None:
    """Draw a box for a number between bounds; whole numbers where the step is one.

    It shows what the address says, or `shown` where bounds of the moment allow no more.
    """
    start = address.get(value) if shown is None else shown
    got = st.number_input(
        label,
        low,
        high,
        start,
        step=step,
        format="%d" if isinstance(step, int) else "%.6g",
        key=address.follow(value, start),
        on_change=address.write,
        args=(value,),
        disabled=disabled,
        help=help_on(value.name),
    )
    address.brought(value, start, got)
    note(label, words.number(start))
    refusal(value)


def one(value: UrlParameter, label: str, options: Mapping[str, str]) -> str:
    """Draw a choice of one word beside the others and return it; `options` holds their labels."""
    shown = address.get(value)
    got = st.segmented_control(
        label,
        list(options),
        default=shown,
        required=True,
        format_func=options.__getitem__,
        key=address.follow(value, shown),
        on_change=address.write,
        args=(value,),
        width="stretch",
        wrap=True,  # Beside others, some would be out of sight.
        help=help_on(value.name),
    )
    address.brought(value, shown, got)
    refusal(value)
    note(label, options[shown])
    return str(address.get(value))


def one_of_many(value: UrlParameter, label: str, options: Mapping[str, str]) -> str:
    """Draw a choice of one word from a list that opens and return it."""
    shown = address.get(value)
    got = st.selectbox(
        label,
        list(options),
        list(options).index(shown),
        format_func=options.__getitem__,
        key=address.follow(value, shown),
        on_change=address.write,
        args=(value,),
        help=help_on(value.name),
    )
    address.brought(value, shown, got)
    refusal(value)
    note(label, options[shown])
    return str(address.get(value))


def some(value: UrlParameter, label: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """Draw a choice of several words and return them."""
    shown = list(address.get(value))
    got = st.multiselect(
        label,
        list(options),
        shown,
        format_func=options.__getitem__,
        key=address.follow(value, shown),
        on_change=address.write,
        args=(value,),
        wrap=True,
        help=help_on(value.name),
    )
    address.brought(value, shown, got)
    refusal(value)
    note(label, ", ".join(options[each] for each in shown))
    return tuple(address.get(value))


def more(inside: Iterable[UrlParameter], show: Callable[[], None]) -> None:
    """Draw the fold of less usual settings, whose widgets are made when it is opened.

    Parameters
    ----------
    inside : iterable of UrlParameter
        What the widgets show; where one is refused, the fold opens and says so.
    show : callable
        Draws them.
    """
    if any(address.refusal(value) for value in inside):
        st.session_state["more"] = True
    fold = st.expander("More settings", key="more", on_change="rerun")
    if fold.open:
        with fold:
            show()


def link_to(name: str, label: str, icon: str, contents: Mapping[str, Any] | None = None) -> None:
    """Draw a link to another page that sets values of the address; the others stay.

    The page's name is its folder's. Contents are shared settings and values of that page's own, by
    their names in the address.
    """
    query = address.setting(contents or {})
    st.page_link(page.file_of(name), label=label, icon=icon, query_params=query or None)


def go_to(name: str, contents: Mapping[str, Any]) -> NoReturn:
    """Open another page, as a press on `link_to` would, while this one is drawn."""
    st.switch_page(page.file_of(name), query_params=address.setting(contents))


def refusal(value: UrlParameter, text: str | None = None) -> None:
    """Show why the text in the address cannot be used, if it cannot.

    `text` is what is shown instead, if not what the address says.
    """
    if reason := address.refusal(value, text):
        st.error(escape_markdown(reason))


def move(value: UrlParameter, content: Any, also: Also | None) -> None:
    """Write into the address what was moved, and what goes along with it; for callbacks only."""
    address.put(value, content)
    for other, text in also(address.get).items() if also else ():
        address.put(other, text)


def _slid(value: UrlParameter, end: float, last: Any, kind: str, also: Also | None) -> None:
    at = st.session_state[f"{value.name}_{kind}"]
    move(value, last if last != "" and at == end else at, also)


def _typed(value: UrlParameter, also: Also | None) -> None:
    move(value, st.session_state[f"{value.name}_box"], also)


def _apart(option: float, shown: float) -> float:
    return abs(math.log(option) - math.log(min(shown, 1e300)))
