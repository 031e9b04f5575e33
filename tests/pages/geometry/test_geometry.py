"""The Geometry page: its numbers, its frames, whatever is asked of it."""

import csv
import io
import re
from typing import Any

import numpy as np
import pytest

from dpcore.erm.losses import Logistic
from dpcore.erm.solver import solve
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from dplab.studies.geometry import plane as core
from dplab.studies.geometry.clouds import GRID, TILTS, Clouds, table
from edition.views import RememberingRecords
from pages.comparison import values
from pages.geometry.figures import clouds, parts, tilt
from pages.geometry.values import PlaneQuestion, question
from pages.geometry.view import features, script, view
from pages.kit import visitor
from pages.kit.figures.style import FigureDict
from pages.kit.values import reading
from pages.kit.view import View
from pages.kit.words import percent
from tests.house.some import every
from tests.pages.screen import as_json, complaints, figures, opened
from tests.pages.screen import words as text_of

PAGE = "geometry"
RECORDS = RememberingRecords()

few_epsilons = pytest.mark.usefixtures("few_epsilons")


def opened_small(**query):
    return opened(PAGE, **({"plane_n": "300"} | query))


def asked(**query: str) -> PlaneQuestion:
    return question(reading({"plane_n": "300"} | query))


def shown(**query: str) -> View[Clouds]:
    return view(asked(**query), RECORDS)


def drawn(found: View[Clouds], *, dark: bool = False, phone: bool = False) -> list[FigureDict]:
    """Return the figures of the page: the clouds, on a phone their lines, and the draws."""
    now = found.answer
    cloud = now.plane.clouds["objective", now.settings.epsilon]
    scene = parts.Scene.of(now)
    both = [found.draw(dark=dark, phone=phone), *([clouds.lines(now, dark=dark)] if phone else [])]
    draws = tilt.over_draws(cloud, scene, now.tilted(), now.plane, dark=dark, phone=phone)
    return [as_json(each) for each in (*both, draws)]


@few_epsilons
def test_page_says_how_far_the_noise_moves_the_classifier():
    found = shown()
    assert "objective perturbation moves the classifier by a median of" in found.sentence
    (shape,) = found.below
    assert "2d/(nλε) = 1.33" in shape
    assert "times as long as wide" in shape


@few_epsilons
def test_no_length_is_written_in_powers_of_ten():
    found = shown(plane_n="10", epsilon="0.01")
    titles = found.draw(dark=False, phone=False)["layout"]["annotations"]
    said = f"{found.sentence} {found.alt} {found.below} {found.made} {titles}"
    assert "moves the classifier by a median of" in said
    assert not re.search(r"\de\+", said)


@few_epsilons
def test_tile_title_and_sentence_show_one_median():
    app = opened_small(epsilon="0.1")
    assert not complaints(app)
    assert [metric.label for metric in app.metric] == [
        "Non-private", "Objective perturbation", "Output perturbation",
    ]  # fmt: skip
    found = shown(epsilon="0.1").answer
    medians = [
        percent(Summary.of(found.plane.clouds[name, 0.1].errors).median)
        for name in ("objective", "output")
    ]
    assert [tile.value for tile in app.metric[1:]] == medians
    titles = [each["text"] for each in figures(app)[0]["layout"]["annotations"]]
    assert all(f"error {error}<" in title for error, title in zip(medians, titles, strict=True))
    assert f"Their median errors are {medians[0]} and {medians[1]}" in text_of(app)


def test_legends_name_every_line_among_the_records_with_its_look():
    points, draws = drawn(shown(epsilon="0.123"))
    for figure, panels, private in (
        (points, {"x3", "x4"}, ["Objective", "Output"]),
        (draws, {"x2"}, ["Private classifier"]),
    ):
        named = [each for each in figure["data"] if each.get("mode") == "lines+markers"]
        assert [each["name"] for each in named] == ["Non-private", *private]
        lines = [
            each
            for each in figure["data"]
            if each.get("mode") == "lines" and each["xaxis"] in panels
        ]
        assert {look(each) for each in lines} == {look(each) for each in named}


def look(trace: FigureDict) -> tuple[Any, Any]:
    return trace["line"]["color"], trace["line"].get("dash")


@few_epsilons
def test_epsilon_is_turned_in_the_card_alone_and_the_picture_follows():
    (at_first, _), (later, _) = drawn(shown(epsilon="0.123")), drawn(shown(epsilon="1"))
    for figure in (at_first, later):
        assert "sliders" not in figure["layout"]
        assert "frames" not in figure
    (title, *_), (other, *_) = (each["layout"]["annotations"] for each in (at_first, later))
    assert title["text"] != other["text"]


@few_epsilons
def test_every_frame_moves_the_same_traces_to_numbers_of_its_own():
    _, draws = drawn(shown(epsilon="0.123"))
    for frame in draws["frames"]:
        assert len(frame["traces"]) == len(frame["data"])
        for place, trace in zip(frame["traces"], frame["data"], strict=True):
            assert draws["data"][place]["type"] == trace["type"]
    assert len(draws["frames"]) == TILTS


@few_epsilons
@pytest.mark.parametrize("measure", every(2, ["error", "auc"]))
def test_on_a_phone_one_epsilon_is_drawn_and_no_square_lies_beside_another(measure):
    found = shown(measure=measure)
    (wide, _), (points, lines, _) = drawn(found), drawn(found, phone=True)
    in_legend = {each["name"] for each in wide["data"] if each.get("mode") == "lines+markers"}
    others = [each for each in wide["data"] if each.get("name") not in in_legend]
    for figure, panels in ((points, ("x", "x2")), (lines, ("x3", "x4"))):
        same = [each for each in figure["data"] if each.get("name") not in in_legend]
        assert same == [each for each in others if each["xaxis"] in panels]
        assert {each["name"] for each in figure["data"] if each not in same} == in_legend
        assert "sliders" not in figure["layout"]
        assert not figure.get("frames")
        rows = [figure["layout"][axis.replace("x", "yaxis")]["domain"] for axis in panels]
        upper, lower = (sorted(row) for row in rows)
        assert upper[0] - lower[1] > 0.05
        titles = [each["y"] for each in figure["layout"]["annotations"]]
        assert titles == [upper[1], lower[1]]


@few_epsilons
def test_on_a_phone_the_lines_stand_below_and_the_draws_in_a_fold_and_as_many(monkeypatch):
    monkeypatch.setattr(visitor, "is_phone", lambda: True)
    app = opened_small()
    assert len(figures(app)) == 2
    app.session_state["fold One draw at a time"] = True
    *_, draws = figures(app.run())
    assert not complaints(app)
    assert len(draws["frames"]) == TILTS
    heights = [draws["layout"][axis]["domain"] for axis in ("yaxis", "yaxis2")]
    for frame in draws["frames"]:
        ends = [title["y"] for title in frame["layout"]["annotations"]]
        assert ends == [end for _, end in heights]


@few_epsilons
def test_nothing_moves_by_itself_and_nothing_glides():
    _, draws = drawn(shown())
    for step in draws["layout"]["sliders"][0]["steps"]:
        assert step["args"][1]["transition"]["duration"] == 0
    (menu,) = draws["layout"]["updatemenus"]
    assert [button["label"] for button in menu["buttons"]] == ["Play", "Pause"]


@few_epsilons
def test_both_clouds_stand_on_the_same_axes():
    layout = shown().draw(dark=False, phone=False)["layout"]
    for first, second in (("xaxis", "xaxis2"), ("yaxis", "yaxis2"), ("xaxis3", "xaxis4")):
        assert layout[first]["range"] == layout[second]["range"]


def test_lines_stand_at_right_angles_to_their_classifier():
    for coef in [*np.random.default_rng(0).standard_normal((20, 2)), np.array([0.0, 1.0])]:
        x, y = parts.ends(coef, 0.7)
        assert coef[0] * x + coef[1] * y == pytest.approx(0, abs=1e-12)
        assert max(np.abs(x).max(), np.abs(y).max()) == pytest.approx(0.7)
    assert not np.any(parts.ends(np.zeros(2), 0.7))


def test_lines_of_many_classifiers_are_those_of_each():
    coefs = np.random.default_rng(1).standard_normal((5, 2))
    many, each = parts.ends(coefs, 0.7), [parts.ends(coef, 0.7) for coef in coefs]
    for axis in (0, 1):
        assert np.array_equal(many[axis], [one[axis] for one in each])


@few_epsilons
def test_records_are_passed_over_once_whatever_epsilon_and_the_draws(monkeypatch):
    records, passes = RememberingRecords(), []

    def risks(*arguments):
        passes.append(arguments)
        return exact(*arguments)

    exact = core.risks
    monkeypatch.setattr(core, "risks", risks)
    for epsilon in ("0.1", "0.123", "1e-6", "inf"):
        now = view(asked(epsilon=epsilon), records).answer
        assert now.tilted().shape == (TILTS, *now.excess.shape)
    assert len(passes) == 1


@few_epsilons
@pytest.mark.parametrize("epsilon", ["0.01", "0.3", "10", "inf"])
def test_rounding_moves_no_contour_by_a_hundredth_of_what_lies_between_two(epsilon):
    now = shown(epsilon=epsilon).answer
    tilted, highest = now.tilted(), now.excess.max()
    relief = parts.Relief.of(tilted, highest)
    exact = np.sqrt(tilted) / np.sqrt(highest) * (parts.LEVELS + 1)
    np.testing.assert_allclose(relief.heights / relief.step, exact, rtol=0, atol=0.01)


@few_epsilons
@pytest.mark.parametrize(
    "query", [{"epsilon": "inf"}, {"epsilon": "1e-6"}, {"data": "breast_cancer"}], ids=str
)
def test_all_figures_are_drawn_on_a_phone_too(query):
    for phone in (False, True):
        assert all(figure["data"] for figure in drawn(shown(**query), dark=phone, phone=phone))


@few_epsilons
@pytest.mark.parametrize(("query", "sentence"), [
    ({"plane_n": "x"}, "Training records n must be a whole number such as 2,000"),
    ({"data": "breast_cancer", "plane_first": "0"}, "First feature must be at least 1"),
    ({"data": "breast_cancer", "plane_first": "1", "plane_second": "1"}, "The two features must"),
    ({"data": "upload"}, "Upload the table on the Data page"),
], ids=str)  # fmt: skip
def test_what_cannot_be_gets_a_sentence(query, sentence):
    app = opened_small(**query)
    assert not complaints(app)
    assert sentence in text_of(app)


@few_epsilons
def test_a_table_names_the_features_that_are_shown():
    app = opened_small(data="breast_cancer", plane_first="3", plane_second="5")
    boxes = [box for box in app.selectbox if box.label.endswith("feature")]
    assert [box.options[box.index] for box in boxes] == ["mean perimeter", "mean smoothness"]
    points, _ = figures(app)
    assert points["layout"]["xaxis3"]["title"]["text"] == "mean perimeter"
    assert "a choice by them" not in text_of(app)


def test_the_pair_at_first_has_the_largest_weights_and_stays_when_lam_moves():
    part = RECORDS.part(Settings(data="breast_cancer", n=5000))
    weights = np.abs(solve(part.X, part.y, Logistic(), 0.01).coefs[0])
    heaviest = (np.argsort(-weights) + 1)[:2].tolist()
    for query in ({}, {"lam": "1"}, {"loss": "huber"}, {"plane_n": "100"}):
        assert list(features(asked(data="breast_cancer", **query), RECORDS)) == heaviest


@few_epsilons
def test_a_choice_by_weights_is_said_to_be_read_from_the_data():
    app = opened_small(data="breast_cancer")
    boxes = [box.value for box in app.selectbox if box.label.endswith("feature")]
    assert tuple(boxes) == features(asked(data="breast_cancer"), RECORDS)
    assert "read from the data: a choice by them is not private" in text_of(app)


def test_a_named_feature_leaves_the_heaviest_other_beside_it():
    first, second = features(asked(data="breast_cancer"), RECORDS)
    beside = asked(data="breast_cancer", plane_first=str(second))
    assert features(beside, RECORDS) == (second, first)


def test_clouds_are_computed_at_the_places_of_the_dial():
    assert [each for each in values.EPSILONS if GRID[0] <= each <= GRID[-1]] == list(GRID)


def test_csv_holds_every_classifier():
    now = shown(plane_n="100", epsilon="1").answer
    rows = list(csv.DictReader(io.StringIO(table(now).to_csv(index=False))))
    assert len(rows) == 2 * len(GRID) * 200
    some = [r for r in rows if r["mechanism"] == "output" and float(r["epsilon"]) == 0.1]
    expected = now.plane.clouds["output", 0.1].coefs[:, 1]
    np.testing.assert_allclose([float(r["w of x2"]) for r in some], expected)


def test_the_offered_script_prints_the_numbers_of_the_page(capsys):
    query = {"data": "breast_cancer", "plane_first": "3", "plane_second": "5", "epsilon": "0.5"}
    now = shown(**query).answer
    exec(script(asked(**query)), {})
    printed = capsys.readouterr().out
    for name in ("output", "objective"):
        middle = Summary.of(now.plane.clouds[name, 0.5].errors)
        half = f"half of the draws: {middle.low:.1%} to {middle.high:.1%}"
        assert f"{name:24} error {middle.median:.1%} ({half})" in printed
    assert f"error {now.plane.error:.1%}" in printed
    assert f"always the larger class  error {RECORDS.constant(now.settings).error:.1%}" in printed
