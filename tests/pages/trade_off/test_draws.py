"""Draws that one sees: every draw is a dot at its error, or a frame of its own."""

import numpy as np
import plotly.graph_objects as go
import pytest

from dplab.simulation.constant import ConstantRule
from pages.trade_off.along_epsilon import figures
from tests.pages.screen import complaints, opened, words
from tests.pages.screen import figures as shown

ERRORS = {"objective": np.array([0.1, 0.12, 0.11]), "output": np.array([0.2, 0.3, 0.25])}
FEW = {"n": "100", "draws": "7"}
RULE = ConstantRule("<no>", 0.4, 0.01)


def drawn(**changed: object) -> dict:
    given = {"title": "t", "measure": "Test error", "dark": False} | changed
    return figures.draws(ERRORS, 0.09, RULE, **given)


def test_every_draw_is_a_dot_at_its_error():
    dots = drawn()["data"][:2]
    assert [each["x"] for each in dots] == [[0.1, 0.12, 0.11], [0.2, 0.3, 0.25]]
    rows = [np.round(each["y"]) for each in dots]
    assert [set(each) for each in rows] == [{1.0}, {0.0}]


def test_one_by_one_each_frame_is_one_draw_of_each_method():
    frames = drawn(one_by_one=True)["frames"]
    assert [[trace["x"] for trace in frame["data"]] for frame in frames] == [
        [[0.1], [0.2]],
        [[0.12], [0.3]],
        [[0.11], [0.25]],
    ]
    assert all(frame["traces"] == [0, 1] for frame in frames)


@pytest.mark.parametrize("one_by_one", [False, True])
@pytest.mark.parametrize("dark", [False, True])
def test_plotly_knows_all_that_is_drawn(one_by_one: bool, dark: bool):
    go.Figure(drawn(one_by_one=one_by_one, dark=dark))


def test_the_constant_rule_and_the_baseline_have_their_names_as_text():
    texts = [each["text"] for each in drawn()["layout"]["annotations"]]
    assert "Non-private" in texts
    assert any("&lt;no&gt;" in text for text in texts)


def test_dots_of_a_row_stand_apart():
    heights = figures._apart(50)
    assert len(set(heights)) == 50
    assert 0 < heights.min() < 0.05
    assert 0.95 < heights.max() < 1


@pytest.mark.parametrize("form", ["dots", "one_by_one"])
def test_the_page_shows_draws_beside_the_same_tiles(form: str):
    bands, app = opened("trade_off", **FEW), opened("trade_off", **FEW, trade_off_draws=form)
    assert complaints(app) == []
    assert [each.value for each in app.metric] == [each.value for each in bands.metric]
    assert "one possible release" in words(app)
    (figure,) = shown(app)
    assert ("frames" in figure and len(figure["frames"]) == 7) == (form == "one_by_one")
