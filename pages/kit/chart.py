"""How a figure comes onto the screen: drawn, drawn again while it is computed, saved as a picture.

The one place that draws Plotly's figures, so that all of them look and save alike.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, TypeVar

import streamlit as st
from plotly.basedatatypes import BaseFigure
from streamlit.delta_generator import DeltaGenerator

from pages.kit import visitor
from pages.kit.figures.style import FigureDict
from pages.kit.frame import mode
from pages.kit.text import help_on, unbroken
from pages.kit.view import View

FORMATS = {"svg": "for print and slides", "png": "for everything else"}

QUIET: dict[str, object] = {"displayModeBar": False, "responsive": True}
"""Plotly's settings for a small picture, which nobody would save by itself."""

PATIENCE = 1.0
"""Seconds of computing after which a figure is drawn as far as it has come."""

MOMENT = 0.5
"""Seconds of computing after which somebody would like to know how far it is."""

SHORT_LABEL, MOST_BESIDE, FEW_BESIDE = 20, 4, 3
"""Letters of a label for which up to four tiles stand in a row; else there are three in it."""

NOW = "At these settings: "
"""Begins the line under a tile where its help repeats it: on a phone it stands there alone."""

_DRAWN = "page_with_a_figure"
"""Where the session keeps which page drew a figure last."""

State = TypeVar("State")


class Plain(BaseFigure):  # type: ignore[misc]
    """A figure that is its own JSON, which nobody checks again.

    Streamlit takes dictionaries too, but has Plotly build a graph object of each to check it.
    """

    def __init__(self, drawing: FigureDict) -> None:
        self._drawing = drawing

    def to_dict(self) -> FigureDict:
        """Return what the browser draws."""
        return self._drawing


class FigureSlot:
    """A place for a figure that is drawn again while it is computed.

    Each drawing takes the place of the one before, that of the last run included: an `st.empty` is
    empty first, and for some frames there would be no figure.
    """

    def __init__(self) -> None:
        # On a slide a figure lies in a container, which is replaced only in an `st.empty`.
        self.at = st.empty() if mode.is_on() else st.container()


def show(
    figure: FigureDict,
    file: str,
    *,
    alt: str,
    key: str | None = None,
    place: DeltaGenerator | FigureSlot | None = None,
) -> None:
    """Draw a figure.

    Parameters
    ----------
    figure : FigureDict
        With a template of `style`.
    file : str
        Name under which it is saved, without its ending; "" where nobody would.
    alt : str
        The figure in words, for somebody who does not see it.
    key : str, optional
        Needed where one page draws two figures that may be equal.
    place : DeltaGenerator or FigureSlot, optional
        Where it is drawn, if not here.
    """
    at = place.at if isinstance(place, FigureSlot) else place
    st.session_state[_DRAWN] = mode.on_show()
    if mode.is_on():
        _on_slide(figure, file, alt, key, at)
        return
    config = QUIET
    if file:
        config = _with_camera(file)
        mode.note_figure(file)
    drawn = (st if at is None else at).plotly_chart(
        Plain(figure), theme=None, config=config, key=key, alt=alt
    )
    if isinstance(place, FigureSlot):
        place.at = drawn


@contextmanager
def awaited(height: int) -> Iterator[None]:
    """Hold the place of a page's first figure, as high as that, while it is computed.

    Any later one has a figure before it, which stays, dimmed.
    """
    if mode.is_on() or st.session_state.get(_DRAWN) == mode.on_show():
        yield
        return
    with st.skeleton(height):
        yield


def view(
    shown: View[object],
    file: str,
    *,
    key: str | None = None,
    place: DeltaGenerator | FigureSlot | None = None,
) -> None:
    """Draw the figure of a view for this visitor; see `show`."""
    dark, phone = visitor.is_dark(), visitor.is_phone()
    figure = shown.draw(dark=dark, phone=phone)
    show(figure, file, alt=shown.told(phone=phone), key=key, place=place)


def _on_slide(
    figure: FigureDict, file: str, alt: str, key: str | None, place: DeltaGenerator | None
) -> None:
    """Draw the figure of a slide over its whole height; the page's others are left out."""
    if not mode.takes(file):
        return
    with mode.slot("figure_tall" if mode.is_tall(figure) else "figure", place):
        st.plotly_chart(
            Plain(mode.enlarged(figure)),
            theme=None,
            config=QUIET,
            key=key,
            alt=alt,
            height="stretch",
        )


def _with_camera(file: str) -> dict[str, object]:
    return {
        "displaylogo": False,
        "displayModeBar": True,
        "modeBarButtons": [["toImage"]],
        "responsive": True,
        "toImageButtonOptions": {"format": "svg", "filename": file},
    }


def pictures() -> None:
    """Draw the buttons that save the figures drawn so far, in either format.

    The browser has the picture and not the server: `assets/page/page.js` hears the press, and has
    the figure's own camera save it. `main.css` hides that camera, but for figures that stand below
    the buttons.
    """
    files = mode.figures()
    for file in files:
        of = f" of {file.replace('-', ' ')}" if len(files) > 1 else ""
        each = "".join(
            f'<button type="button" data-picture="{file}" data-format="{form}">'
            f"{form.upper()}, {use}</button>"
            for form, use in FORMATS.items()
        )
        st.html(f'<div class="pictures"><span>Picture{of}</span>{each}</div>')


def as_it_grows(
    states: Iterable[State], show: Callable[[State], None], patience: float = PATIENCE
) -> State:
    """Draw the last of some states, and earlier ones where that takes long.

    There is one state at least, and each takes a while to compute. `show` draws one of them in
    place of the one before; the state of the moment is drawn after `patience` seconds.
    """
    drawn, is_drawn = time.monotonic(), False
    for state in states:
        is_drawn = time.monotonic() - drawn > patience
        if is_drawn:
            show(state)
            drawn = time.monotonic()
    if not is_drawn:
        show(state)
    return state


def progress(place: DeltaGenerator, text: str) -> Callable[[float], None]:
    """Return what shows the share that is done, with a text, once that has taken a moment."""
    begun = time.monotonic()

    def tell(share: float) -> None:
        if time.monotonic() - begun > MOMENT:
            place.progress(share, text)

    return tell


@dataclass(frozen=True)
class Metric:
    """A number that stands by itself above a figure.

    `help` is the key of its help text, and `found` a sentence, as markdown, that stands below that.
    The note is the line under it, and `delta` what stands beside the number, shown as a loss if it
    `is_bad`.
    """

    label: str
    value: str
    help: str
    note: str = ""
    delta: str = ""
    is_bad: bool = False
    found: str = ""


def _tile(tile: Metric) -> None:
    color: Literal["inverse", "off"] = "inverse" if tile.is_bad else "off"
    now = f"{NOW}{tile.note}." if tile.note else ""
    st.metric(
        unbroken(tile.label),
        tile.value,
        tile.delta or None,
        delta_color=color,
        delta_arrow="off",
        help="\n\n".join(filter(None, (help_on(tile.help), now, tile.found))),
    )
    if tile.note:
        st.caption(unbroken(tile.note))


def tiles(each: Sequence[Metric]) -> None:
    """Draw tiles in rows: on a phone low ones, whose lines are in their help."""
    is_short = max(len(tile.label) for tile in each) <= SHORT_LABEL
    beside = len(each) if is_short and len(each) <= MOST_BESIDE else min(len(each), FEW_BESIDE)
    with st.container(key="tiles"):
        for row in (each[start : start + beside] for start in range(0, len(each), beside)):
            for column, tile in zip(st.columns(beside, wrap=False), row, strict=False):
                with column.container(border=True, height="stretch"):
                    _tile(tile)
