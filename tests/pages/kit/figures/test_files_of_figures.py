"""What a page's further figures draw is in a file of the page, and so in a table."""

import csv
import io
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.pages.answers.rows import ROWS
from tests.pages.kit.figures.numbers import check_open
from tests.pages.screen import complaints, figures, opened

NAIVE = "The same attack, against the noise"

SPENT = {"foundations_spent": "0.1,0.2"}
TABLE = {"data": "breast_cancer"}
OF_DELTA = {"kernels_figure": "delta"}
SHARES = ("share", "low", "high")

FILES = [
    ("adversary epsilon", {}, NAIVE, "adversary-distances.csv", ("distance",)),
    ("counterexample", {}, "", "counterexample-noise.csv", ("signal", "noise")),
    ("counterexample", {}, "", "counterexample-lines.csv", ()),
    ("foundations beliefs", {}, "", "foundations-beliefs-moved.csv", SHARES),
    ("foundations beliefs", {}, "shared", "foundations-beliefs-right.csv", SHARES),
    ("foundations composition", SPENT, "", "foundations-composition-budget.csv", ()),
    ("foundations game", {}, "", "foundations-game-wins.csv", SHARES),
    ("geometry", {}, "", "geometry-draws.csv", ("w of x1", "w of x2")),
    ("geometry", {}, "", "geometry-tilts.csv", ("w of x1", "w of x2")),
    ("is_it_private meter", {}, "", "neighbours.csv", ("along", "across")),
    ("kernels features", {}, "", "kernels-regions.csv", ()),
    ("kernels features", OF_DELTA, "", "kernels-where-delta-helps.csv", ("features",)),
    ("kernels serving", {}, "", "kernels-pinp.csv", ("question", "exact", "answer")),
    ("kernels serving", {}, "", "kernels-tdil.csv", ("n", "distance_left", "selection_loss")),
    ("private_tuning", {}, "", "private-tuning-run.csv", ("records", "mistakes", "chance")),
    ("trade_off", TABLE, "looks_at", "looks-at.csv", ()),
    ("who_pays groups", {}, "who_pays_gaps", "who-pays-gaps.csv", ()),
]
"""Rows of pages with what else their address asks and the fold that is open; a file, and which of
its columns a figure draws as they are."""


@pytest.mark.parametrize(
    ("name", "more", "fold", "file", "columns"), FILES, ids=[file for *_, file, _ in FILES]
)
def test_what_a_figure_draws_is_in_a_file(
    name: str,
    more: dict[str, str],
    fold: str,
    file: str,
    columns: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
):
    (row,) = (each for each in ROWS if each.name == name)
    app = opened(row.page, **row.texts(**more))
    if fold:
        app.session_state[f"fold {fold}"] = True
        app.run()
    drawn = np.array([number for each in figures(app) for number in numbers(each)])
    rows = list(csv.DictReader(io.StringIO(check_open(app, monkeypatch)[file])))
    assert complaints(app) == []
    for column in columns:
        for value in (float(each[column]) for each in rows if each[column]):
            near = np.isclose(drawn, value, rtol=5e-3, atol=1e-4)
            assert near.any() or np.isinf(value), (column, value)


def numbers(drawing: Any) -> Iterator[float]:
    """Yield the places of all points of a figure and of its frames."""
    traces = [*drawing["data"], *(each for f in drawing.get("frames") or () for each in f["data"])]
    for values in (trace.get(axis, ()) for trace in traces for axis in ("x", "y")):
        if isinstance(values, dict):
            yield from np.frombuffer(b64decode(values["bdata"]), values["dtype"]).tolist()
        else:
            yield from (float(each) for each in values if isinstance(each, int | float))


def test_the_first_figure_comes_first_and_of_it_the_shortest_file(monkeypatch: pytest.MonkeyPatch):
    (row,) = (each for each in ROWS if each.name == "geometry")
    files = check_open(opened("geometry", **row.texts()), monkeypatch)
    first, *others = files
    assert first == "geometry-draws.csv"
    assert others == ["geometry.csv", "geometry-tilts.csv", "geometry-record.csv"]
    draws = list(csv.DictReader(io.StringIO(files["geometry-draws.csv"])))
    assert len({each["epsilon"] for each in draws}) == 1
    assert len({each["mechanism"] for each in draws[:2]}) == 2
