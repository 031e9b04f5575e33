"""Figures that are drawn while they are computed."""

import json
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import numpy as np
import plotly.graph_objects as go
import plotly.io
import pytest
import streamlit as st

from dplab.simulation.constant import ConstantRule
from dplab.simulation.summaries import Summary
from pages.comparison.figures import curves, maps
from pages.comparison.figures.curves import EPSILON_AXIS
from pages.kit import chart
from pages.kit.figures import style
from pages.kit.figures.axes import Axis
from tests.pages.kit.dials import turned
from tests.pages.screen import complaints, opened

PLACES = (0.01, 1.0)
CURVES = {
    (name, loss): (PLACES, [Summary(0.3, 0.3 - width, 0.3 + width)] * 2)
    for name, width in (("non_private", 0.0), ("output", 0.1), ("objective", 0.05))
    for loss in ("logistic", "huber")
}
ONE_LOSS = {key: curve for key, curve in CURVES.items() if key[1] == "huber"}


@pytest.mark.parametrize(("patience", "drawn"), [(math.inf, [3]), (-1.0, [1, 2, 3])])
def test_the_last_state_is_drawn_once_and_earlier_ones_when_they_take_long(patience, drawn):
    seen: list[int] = []
    assert chart.as_it_grows(iter([1, 2, 3]), seen.append, patience) == 3
    assert seen == drawn


def test_what_grows_is_drawn_whole():
    seen: list[list[int]] = []

    def growing():
        state: list[int] = []
        for k in range(3):
            state.append(k)
            yield state

    chart.as_it_grows(growing(), lambda state: seen.append(list(state)), math.inf)
    assert seen == [[0, 1, 2]]


def drawing(drawn: dict, *, dark: bool) -> style.FigureDict:
    rule = ConstantRule("<b>no</b>", 0.3, 0.01)
    plain = curves.error_against(EPSILON_AXIS, drawn, title="Errors", dark=dark, rule=rule)
    now = {"output": Summary(0.3, 0.2, 0.4)}
    return curves.mark(plain, EPSILON_AXIS, 0.5, now, dark=dark)


def map_of_errors(*, dark: bool) -> style.FigureDict:
    across, up = EPSILON_AXIS, Axis("λ", 0.01, 1.0)
    errors = np.array([[0.3, np.nan], [0.2, 0.4]])
    of_use = errors < 0.25
    plain = maps.error_over(across, up, PLACES, PLACES, errors, of_use, title="Errors", dark=dark)
    return maps.mark(plain, across, up, 0.5, 1e9, dark=dark)


@pytest.mark.parametrize(
    "draw",
    [*(partial(drawing, drawn) for drawn in (CURVES, ONE_LOSS, {})), map_of_errors],
    ids=["two losses", "one loss", "none", "map"],
)
@pytest.mark.parametrize("dark", [False, True])
def test_plotly_accepts_what_is_drawn_without_it(draw: Callable[..., style.FigureDict], dark: bool):
    plain = draw(dark=dark)
    checked = json.loads(plotly.io.to_json(go.Figure(**plain), validate=True))
    assert checked == json.loads(json.dumps(plain))


def test_a_drawing_reaches_the_screen_as_it_is(monkeypatch):
    def unchecked(*_, **__):
        raise AssertionError("Plotly built a graph object.")

    plain, shown = drawing(ONE_LOSS, dark=False), []
    monkeypatch.setattr(go.Figure, "__init__", unchecked)
    monkeypatch.setattr(
        st.delta_generator.DeltaGenerator, "_enqueue", lambda *a, **_: shown.append(a)
    )
    chart.show(plain, "", alt="Errors")
    ((_, kind, proto),) = shown
    assert kind == "plotly_chart"
    assert json.loads(proto.spec) == json.loads(json.dumps(plain))


def test_progress_is_shown_after_a_moment_only(monkeypatch: pytest.MonkeyPatch):
    class Place:
        def __init__(self) -> None:
            self.shown: list[tuple[float, str]] = []

        def progress(self, share: float, text: str) -> None:
            self.shown.append((share, text))

    now, place = [100.0], Place()
    monkeypatch.setattr(chart.time, "monotonic", lambda: now[0])
    tell = chart.progress(place, "Running")
    tell(0.1)
    assert place.shown == []
    now[0] += chart.MOMENT + 0.01
    tell(0.2)
    assert place.shown == [(0.2, "Running")]


def test_the_place_of_a_pages_first_figure_is_held_and_no_later_one_moves_anything(monkeypatch):
    held = list[int]()

    @contextmanager
    def skeleton(height: int) -> Iterator[None]:
        held.append(height)
        yield

    monkeypatch.setattr(chart.st, "skeleton", skeleton)
    app = opened("kernels", kernels_size="100", draws="2")
    assert complaints(app) == []
    assert len(held) == 1
    turned(app, "epsilon", "0.3")
    assert len(held) == 1
    app.switch_page("private_tuning/page.py").run()
    assert len(held) == 2
