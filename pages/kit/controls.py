"""Widgets on values of the address: a dial, a number, one or several of a few words."""

import math
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn

import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest
from streamlit.components.v2.types import ComponentRenderer

from pages.kit import address, page, words
from pages.kit.frame import mode
from pages.kit.text import COMPONENTS, escape_markdown, help_on
from pages.kit.values import UrlParameter, spelled

LONGEST_TOLD = 24
"""Characters of a text that is told: the box takes no more."""

NOTED = "noted"
"""Where the session keeps what the controls of a run say, by their labels."""

_SESSION = "session_of_dials"
"""Where a session keeps a name by which dials tell it from another."""

PRODUCT = "explorer"
"""A component's script lies below `/_stcore/bidi-components/explorer.<its name>/`."""


@dataclass(frozen=True)
class Follows:
    """What a dial's value does by itself, if nobody turns it.

    Parameters
    ----------
    content : object
        What the address says then.
    label : str
        What its switch is called.
    help : str
        Its help, by name.
    """

    content: object
    label: str
    help: str


def dial(
    value: UrlParameter,
    label: str,
    options: Sequence[float],
    shown: float,
    *,
    last: object = "",
    text: str | None = None,
    ends: Sequence[str] = (),
    follows: Follows | None = None,
    reach: int = 0,
) -> None:
    """Draw a range over usual values, with a box on it that takes any number.

    Parameters
    ----------
    value : UrlParameter
        What it turns.
    label : str
        What it is called.
    options : sequence of float
        Its places, ascending and positive.
    shown : float
        The number in use: it stands at the place that is nearest in ratio.
    last : object
        What its upper end stands for, if not for its number; it is called so where that is one.
    text : str, optional
        What the box shows, if not what the address says.
    ends : sequence of str
        What its two ends are called.
    follows : Follows, optional
        What the value does by itself.
    reach : int
        Its place in the bar that stays with the picture in a narrow window, 1 or 2; or 0.
    """
    said, near = address.text_of(value), nearest(options, shown)
    texts = [spelled(each) for each in options]
    texts[-1] = texts[-1] if last == "" else spelled(last)
    names = [words.number(each) for each in options]
    names[-1] = words.number(last) if isinstance(last, float) else names[-1]
    is_auto = follows is not None and address.get(value) == follows.content
    box = words.number(near) if is_auto else said if text is None else text
    look = {
        "label": label,
        "names": names,
        "texts": texts,
        "values": list(options),
        "ends": list(ends),
        "help": help_on(value.name),
        "follows": follows
        and {
            "label": follows.label,
            "text": spelled(follows.content),
            "help": help_on(follows.help),
        },
    }
    of_frame = mode.is_framed() and page.about(mode.on_show()).turns(value)
    key = (
        f"slide_dial_{value.name}"
        if of_frame
        else f"{value.name}_dial{0 if mode.is_on() else reach}"
    )
    why = address.refusal(value, text)
    told = {"at": list(options).index(near), "text": box, "auto": is_auto, "refused": why}
    turn(value, "control", key, {"look": look}, told)
    used = address.get(value)
    note(label, words.number(used) if isinstance(used, float | int) else spelled(used))
    refusal(value, text)


def turn(
    value: UrlParameter,
    name: str,
    key: str,
    look: Mapping[str, Any],
    told: Mapping[str, Any],
    css: str | None = None,
) -> None:
    """Draw a component that turns a value: the one owner of where it stands.

    It tells a text and the number of the turn; it hears with `told` which turn that answers, and in
    which session: what answers an earlier turn than its last it does not hear, and a session that
    has heard of none, as after a new start of the server, it tells once more
    (`assets/components/dial.js`).
    """
    session = st.session_state.setdefault(_SESSION, secrets.token_hex(4))
    draw = component(name, css)
    draw(
        key=key,
        data={**look, "told": {**told, "turn": _told(key)[1], "session": session}},
        on_told_change=partial(_turned, value, key),
    )


def move(value: UrlParameter, content: object) -> None:
    """Turn a value, and what goes along with it on this page; for callbacks only."""
    address.put(value, content)
    about = page.about(mode.on_show())
    if about.dial and about.turns(value) and about.dial.also:
        for other, text in about.dial.also(address.get).items():
            address.put(other, text)


def _turned(value: UrlParameter, key: str) -> None:
    text, number = _told(key)
    if number:
        move(value, text)


def _told(key: str) -> tuple[str, int]:
    """Return the text that a component told last, and the number of the turn; 0 for none."""
    told = (st.session_state.get(key) or {}).get("told")
    if isinstance(told, dict):  # A browser may tell anything.
        text, number = told.get("text"), told.get("turn")
        if isinstance(text, str) and isinstance(number, int):
            return text[:LONGEST_TOLD], number
    return "", 0


def component(name: str, css: str | None) -> ComponentRenderer:
    """Return what draws a script of `assets/components`.

    A file of the server, as the policy of its content asks.
    """
    manager, full = get_bidi_component_manager(), f"{PRODUCT}.{name}"
    if manager.get_component_asset_root(full) is None:
        config = ComponentConfig(name, asset_dir=COMPONENTS.name)
        manager.register_from_manifest(ComponentManifest(PRODUCT, "1", [config]), COMPONENTS.parent)
    return st.components.v2.component(full, css=css, js=f"{name}.js", isolate_styles=False)


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


def one(
    value: UrlParameter, label: str, options: Mapping[str, str], *, is_named: bool = True
) -> str:
    """Draw a choice of one word beside the others and return it; `options` holds their labels.

    The address may hold another word, of something that is chosen elsewhere: then none is marked.
    Where it is not named on screen, the label is read to whoever does not see what is around it.
    """
    word = address.get(value)
    shown = word if word in options else None
    got = st.segmented_control(
        label,
        list(options),
        default=shown,
        required=shown is not None,
        format_func=options.__getitem__,
        key=address.follow(value, shown),
        on_change=address.write,
        args=(value,),
        width="stretch",
        wrap=True,  # Beside others, some would be out of sight.
        help=help_on(value.name) if is_named else None,
        label_visibility="visible" if is_named else "collapsed",
    )
    address.brought(value, shown, got)
    refusal(value)
    if shown is not None:
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


def link_to(
    name: str, label: str, icon: str = "", contents: Mapping[str, Any] | None = None
) -> None:
    """Draw a link to another page that sets values of the address; the others stay.

    The page's name is its folder's. Contents are shared settings and values of that page's own, by
    their names in the address.
    """
    query = address.setting(contents or {})
    st.page_link(page.file_of(name), label=label, icon=icon or None, query_params=query or None)


def go_to(name: str, contents: Mapping[str, Any]) -> NoReturn:
    """Open another page, as a press on `link_to` would, while this one is drawn."""
    st.switch_page(page.file_of(name), query_params=address.setting(contents))


def refusal(value: UrlParameter, text: str | None = None) -> None:
    """Show why the text in the address cannot be used, if it cannot.

    `text` is what is shown instead, if not what the address says.
    """
    if reason := address.refusal(value, text):
        st.error(escape_markdown(reason))


def _apart(option: float, shown: float) -> float:
    return abs(math.log(option) - math.log(min(shown, 1e300)))
