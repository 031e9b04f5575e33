"""All pages: a card for each, in the order of the menus, with what its figure shows."""

import re
from base64 import b64decode

import pytest

from edition import views
from pages.all_pages import pictures
from pages.contents import CONTENTS, NAMES
from pages.kit import text
from pages.kit.figures import thumbnail
from tests.pages.screen import complaints, opened

CARDS = [name for name in NAMES if name not in ("all_pages", "accessibility")]


def svg(name: str, *, dark: bool = False) -> str:
    return b64decode(re.search(r"base64,([^\"]+)", pictures.of_page(name, dark=dark))[1]).decode()


def test_each_page_has_a_card_with_its_question_a_sentence_and_a_picture():
    app = opened("all_pages")
    assert complaints(app) == []
    assert [each.value for each in app.header] == ["Start here", *[*CONTENTS][1:]]
    links = [each.proto.label for each in app.get("page_link")][: len(CARDS)]
    assert links == [text.question(name) for name in CARDS]
    said = [each.value for each in app.caption][: len(CARDS)]
    assert all(20 < len(each) < 130 and each.endswith(".") for each in said)
    drawn = [
        each.proto.body for each in app.get("html") if each.proto.body.startswith("<img class=")
    ]
    assert drawn == [pictures.of_page(name, dark=False) for name in CARDS]
    assert len(set(drawn)) == len(CARDS)


@pytest.mark.parametrize("name", CARDS)
def test_a_picture_differs_on_dark_and_has_no_words(name: str):
    assert svg(name) != svg(name, dark=True)
    assert "<text" not in svg(name)
    assert len(re.findall(r"<(?:polyline|polygon|circle|image)", svg(name))) >= 5


@pytest.mark.parametrize("name", ["trade_off", "private_tuning"])
def test_the_lines_of_a_picture_are_those_of_the_figure(name: str):
    figure = views.view(name, {}).draw(dark=False, phone=False)
    lines = [trace for trace in figure["data"] if trace.get("line", {}).get("width")]
    lows, highs = figure["layout"]["yaxis"]["range"]
    drawn = re.findall(r'<polyline points="([^"]+)" fill="none" stroke="(#\w+)"', svg(name))
    height = float(re.search(r'viewBox="0 0 320 (\S+)"', svg(name))[1])
    for trace in lines:
        points = max((p for p, c in drawn if c == trace["line"]["color"]), key=len)
        shares = [1 - (float(each.split(",")[1]) - 8) / (height - 16) for each in points.split()]
        wanted = [(y - lows) / (highs - lows) for y in trace["y"] if y is not None]
        assert shares[: len(wanted)] == pytest.approx(wanted[: len(shares)], abs=0.001)


def test_a_drawing_leaves_gaps_and_packed_numbers_and_names_where_they_are():
    figure = {
        "layout": {
            "height": 410,
            "xaxis": {"type": "log", "range": [0, 2]},
            "yaxis": {"range": [0, 1]},
            "yaxis2": {"autorange": "reversed"},
        },
        "data": [
            {
                "mode": "lines",
                "line": {"color": "#111111"},
                "x": [1, 10, None, 10, 100],
                "y": [0, 1, 0, 1, 0],
            },
            {
                "mode": "markers",
                "marker": {"color": ["#222222", "#333333"]},
                "yaxis": "y2",
                "x": [1, 100],
                "y": ["first", "last"],
            },
        ],
    }
    made = thumbnail.drawn(figure)
    assert made.count("<polyline") == 2
    assert '<polyline points="8.0,152.0 160.0,8.0"' in made
    marks = re.findall(r'cx="(\S+)" cy="(\S+)" r="2.6" fill="(\S+)"', made)
    assert marks == [("8.0", "44.0", "#222222"), ("312.0", "116.0", "#333333")]


def test_menus_say_under_each_page_which_question_it_answers():
    rules = "".join(each.proto.body for each in opened("accessibility").get("html"))
    for name in NAMES:
        assert f'content: "{text.question(name)}"' in rules
        assert '"' not in text.question(name)
