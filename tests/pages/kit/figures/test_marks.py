"""Marks: the parts of figures, as Plotly's browser side reads them."""

import json

import numpy as np
import plotly.graph_objects as go
import plotly.io
import pytest
from plotly.subplots import make_subplots

from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

COLOURS = style.palette(dark=False)
STROKE = marks.stroke(COLOURS.ink, 2, "dot")
MARKER = marks.marker("circle", 9, COLOURS.ink)
TRACES = {
    "scatter": lambda **more: marks.scatter([1], [2], **more),
    "line": lambda **more: marks.line([1], [2], STROKE, **more),
    "dots": lambda **more: marks.dots([1], [2], MARKER, **more),
    "bar": lambda **more: marks.bar([1], [2], **more),
    "band": lambda **more: marks.band([1, 2], [0, 0], [1, 1], style.band(COLOURS.ink), **more),
    "here": lambda **more: marks.here(1, 2, "circle", COLOURS.ink, COLOURS, **more),
    "whole": lambda **more: marks.trace("contour", z=[[1, 2], [3, 4]], **more),
}
NOTES = {
    "note": lambda **more: marks.note("n", 1, 2, COLOURS.ink, **more),
    "above": lambda **more: marks.above("n", 1, COLOURS.ink, **more),
}
SHAPES = {
    "vertical": lambda **more: marks.vertical(1, STROKE, **more),
    "horizontal": lambda **more: marks.horizontal(1, STROKE, **more),
}
AXES = {
    "axis": lambda **more: marks.axis("n", 6, **more),
    "log_axis": lambda **more: marks.log_axis(Axis("n", 1, 100), **more),
}
LEGENDS = {
    "legend": marks.legend,
}
ARRAYS = {
    "floats": np.array([0.5, np.nan, np.inf]),
    "single precision": np.linspace(0, 1, 6, dtype=np.float32).reshape(2, 3),
    "every other": np.arange(10.0)[::2],
    "one byte": np.array([-128, 127]),
    "two bytes": np.array([-128, 128]),
    "four bytes": np.array([0, 2**31 - 1]),
    "eight bytes": np.array([0, 2**31]),
    "none": np.array([]),
    "names": np.array(["a", "b"]),
    "truths": np.array([True, False]),
}


def whole(**layout: object) -> FigureDict:
    traces = [mark() for mark in TRACES.values()]
    return marks.figure(traces, "Marks", dark=False, **layout)


@pytest.mark.parametrize("mark", TRACES.values(), ids=TRACES)
def test_a_mark_has_no_name_and_no_words_that_it_was_not_given(mark):
    assert not {"name", "text", "hovertemplate", "customdata", "opacity"} & set(mark())
    assert mark(name="n")["name"] == "n"


@pytest.mark.parametrize(
    ("mark", "own"),
    [
        *((TRACES[name], "showlegend") for name in ("band", "here")),
        (TRACES["line"], "mode"),
        *((mark, "font") for mark in NOTES.values()),
        *((mark, "line") for mark in SHAPES.values()),
        (AXES["log_axis"], "title"),
        (AXES["log_axis"], "range"),
        *((mark, "x") for mark in LEGENDS.values()),
        (whole, "template"),
    ],
)
def test_what_is_given_wins(mark, own: str):
    given = mark(**{own: "given"})
    assert given.get("layout", given)[own] == "given"


def test_a_mark_leaves_what_it_is_made_of_as_it_is():
    silent = dict(marks.SILENT)
    marks.band([1], [0], [1], style.band(COLOURS.ink), showlegend=True)
    marks.layout("Marks", dark=False, template={})
    assert silent == marks.SILENT
    assert style.template(dark=False)


def test_plotly_accepts_all_marks():
    drawing = whole(
        annotations=[mark() for mark in NOTES.values()]
        + [marks.heading("n", 1, COLOURS.ink), marks.panel_title("n", 0.5, 1)],
        shapes=[mark() for mark in SHAPES.values()] + [marks.circle(1, STROKE)],
        xaxis=AXES["axis"](),
        yaxis=AXES["log_axis"](),
        legend=marks.legend(),
    )
    drawing["data"][0] |= {"error_y": marks.whisker([1], [2], COLOURS.ink, 5)}
    checked = json.loads(plotly.io.to_json(go.Figure(drawing), validate=True))
    assert checked == json.loads(json.dumps(drawing))


def test_a_figure_without_a_title_has_none():
    assert "title" not in marks.layout(dark=True)
    assert marks.layout("n", dark=True)["title"]["text"] == "n"
    assert marks.layout({"text": "n", "y": 1}, dark=True)["title"] == {"text": "n", "y": 1}


@pytest.mark.parametrize("values", ARRAYS.values(), ids=ARRAYS)
def test_arrays_are_packed_as_plotly_packs_them(values):
    (theirs,) = json.loads(go.Figure(go.Scatter(customdata=values)).to_json())["data"]
    ours = marks.trace("scatter", customdata=values)
    assert json.loads(json.dumps(ours)) == theirs


def test_lists_travel_as_they_are():
    assert marks.scatter([1, None], ["a", "b"])["x"] == [1, None]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_panels_stand_where_plotly_puts_them(count: int):
    theirs = make_subplots(count, count, horizontal_spacing=0.1, vertical_spacing=0.2).to_dict()
    across = marks.domains(count, 0.1)
    upward = marks.domains(count, 0.2)[::-1]
    for panel in range(1, count * count + 1):
        row, column = divmod(panel - 1, count)
        axes = marks.panel_axes(panel, {"domain": across[column]}, {"domain": upward[row]})
        for name, axis in axes.items():
            assert axis["anchor"] == theirs["layout"][name]["anchor"]
            assert axis["domain"] == pytest.approx(theirs["layout"][name]["domain"])


def test_a_trace_stands_on_the_axes_of_its_panel():
    for panel in (1, 2, 11):
        names = marks.panel_axes(panel, {}, {})
        on = marks.on(panel)
        assert list(names) == [on[axis].replace(axis[0], axis) for axis in ("xaxis", "yaxis")]
        assert next(iter(names.values()))["anchor"] == on["yaxis"]
