"""The first half of Kernels: private classifiers on random features, as a visitor meets them."""

import csv
import io
import math
from base64 import b64decode
from urllib.parse import parse_qsl

import numpy as np
import pytest
from PIL import Image

from dplab.simulation.comparison import EPSILONS
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from dplab.studies.kernels.features import AtEpsilon, at_epsilon, run, table
from dplab.studies.kernels.random_features import (
    GRID,
    WORKS,
    Question,
    compared,
    mapped,
    regions,
    sizes_within_reach,
)
from edition import views
from edition.views import RememberingRecords
from pages.kernels.features import sentences
from pages.kernels.features.figures import regions as pictures
from pages.kernels.features.values import FeaturesQuestion, question
from pages.kernels.features.view import script
from pages.kit.figures import style
from pages.kit.figures.style import FigureDict
from pages.kit.values import reading
from pages.kit.view import View
from pages.kit.words import percent
from tests.pages.screen import as_json, complaints, figures, opened
from tests.pages.screen import words as text_of
from tests.pages.tables import declare, with_table

PAGE = "kernels"
RECORDS = RememberingRecords()
SMALL = {"kernels_n": "200", "draws": "5", "kernels_features": "20"}
PLANE = Settings(data="moons", d=2, n=200, draws=5)
CHOICE = Question(PLANE, "gaussian", (("bandwidth", 8.0), ("features", 20)))


def open_page(**query: str):
    return opened(PAGE, **SMALL | query)


def shown(**query: str) -> View[AtEpsilon]:
    return views.view(PAGE, SMALL | query, RECORDS)


def drawing(found: View[AtEpsilon]) -> FigureDict:
    return as_json(found.draw(dark=False, phone=False))


def named(figure, name: str):
    return next(trace for trace in figure["data"] if trace.get("name") == name)


def test_tiles_show_the_errors_that_the_core_computes():
    app = open_page(epsilon="1", lam="0.01")
    assert complaints(app) == []
    found = compared(CHOICE, (1.0,))
    order = (("non_private", math.inf), ("objective", 1.0), ("output", 1.0))
    medians = [percent(float(np.median(found[key].errors))) for key in order]
    assert [metric.value for metric in app.metric] == medians
    sentence = shown(epsilon="1", lam="0.01").sentence
    assert sentence in text_of(app)
    assert all(value in sentence for value in medians)


def test_on_a_phone_scale_and_legend_fill_the_quarter_that_three_pictures_leave_free():
    found = regions(CHOICE, 1.0)
    X, y = np.zeros((2, 2)), np.array([1.0, -1.0])
    words = {"features": ("x1", "x2"), "shade": "share", "dark": False}
    drawing = pictures.draw(found, X, y, phone=True, **words)
    layout, scale = drawing["layout"], drawing["data"][-1]["marker"]["colorbar"]
    middle = layout["images"][0]["x"] + pictures.PERIOD  # of the first disc's right neighbour
    beside = [image["x"] >= middle for image in layout["images"] if image["y"] < 0]
    assert beside == [False]
    for part in (layout["legend"], scale):
        assert part["x"] > 0.5 > part["y"]
    assert pictures.height(3, phone=True) == layout["height"]
    wide = pictures.draw(found, X, y, phone=False, **words)
    assert wide["layout"]["legend"]["x"] == 0


@pytest.mark.parametrize("shade", ["share", "one"])
def test_pictures_show_what_the_draws_say_inside_of_the_disc(shade: str):
    plane = drawing(shown(epsilon="1", lam="0.01", kernels_shade=shade))
    found, colours = regions(CHOICE, 1.0), style.palette(dark=False)
    low, middle, high = (np.array(pictures._rgb(each)) for each in pictures._ends(colours))
    at = np.linspace(0, pictures.SIDE - 1, GRID).round().astype(int)
    names = ("non_private", "objective", "output")
    for image, name in zip(plane["layout"]["images"], names, strict=True):
        share = (found[name].one if shade == "one" else found[name].share)[::-1]
        pixels = decoded(image["source"])[np.ix_(at, at)]
        inside = ~np.isnan(share)
        assert pixels[0, 0, 3] == 0  # no record lies in a corner
        assert (pixels[inside][:, 3] == 255).mean() > 0.97  # but for the rim
        # Cells whose neighbours say the same are drawn in their colour, whatever the smoothing.
        same = inside.copy()
        for shift, axis in ((1, 0), (-1, 0), (1, 1), (-1, 1)):
            same &= np.abs(np.roll(share, shift, axis) - share) < 0.03
        part = share[same][:, None]
        expected = np.where(part < 0.5, low, high) * abs(2 * part - 1)
        expected = expected + middle * (1 - abs(2 * part - 1))
        off = np.abs(pixels[same][:, :3] - expected).max(axis=1)
        assert same.sum() > 100
        assert np.quantile(off, 0.95) < 12  # of 255; the rest lies on the border


def decoded(source: str) -> np.ndarray:
    data = b64decode(source.removeprefix("data:image/png;base64,"))
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGBA")).astype(int)


def test_the_best_number_of_features_is_that_of_the_smallest_median():
    app = open_page(epsilon="1", kernels_figure="features")
    plane, along = figures(app)
    assert plane == drawing(shown(epsilon="1"))
    for name in ("Objective perturbation", "Output perturbation"):
        curve = named(along, name)
        star = named(along, f"Best D, {name[0].lower()}{name[1:]}")
        assert star["x"] == [curve["x"][int(np.argmin(curve["y"]))]]
        assert f"D = {star['x'][0]:,} for {name[0].lower()}{name[1:]}" in text_of(app)


def test_curves_over_epsilon_are_those_of_the_kernel_and_of_a_line():
    _, along = figures(open_page(lam="0.01"))
    for choice, name in (
        (CHOICE, "Output perturbation"),
        (CHOICE.linear(), "Output perturbation, a line"),
    ):
        found = compared(choice, EPSILONS)
        medians = [np.median(found["output", epsilon].errors) for epsilon in EPSILONS]
        assert named(along, name)["y"] == pytest.approx(medians)


def test_gaussian_noise_stands_beside_when_it_is_chosen_and_its_delta_is_named():
    app = open_page(kernels_also="objective_gaussian", delta="1e-5")
    assert complaints(app) == []
    assert "objective perturbation, Gaussian " in text_of(app)
    assert len(app.metric) == 4
    assert "δ = 1e-5" in text_of(open_page(kernels_figure="delta", delta="1e-5"))


def test_where_the_kernel_wins_is_told_from_the_curves():
    def at(*medians):
        return {"output": {e: _summary(m) for e, m in zip((0.1, 1.0, 10.0), medians, strict=True)}}

    line = at(0.3, 0.2, 0.1)
    for medians, said in (
        ((0.2, 0.1, 0.0), "from ε = 0.1 with output perturbation. At a smaller ε"),
        ((0.4, 0.1, 0.0), "from ε = 1 with"),
        ((0.2, 0.3, 0.0), "from ε = 10 with"),
        ((0.2, 0.1, 0.1), "With output perturbation it does not, even at the largest ε"),
    ):
        assert said in sentences.from_where(at(*medians), line, ("output",))


@pytest.mark.parametrize(("times", "said"), [
    (3.4, "with 200 features Gaussian noise is 3.4 times shorter, in the mean"),
    (0.5, "with 200 features Gaussian noise is 2 times longer, in the mean"),
    (1.03, "with 200 features Gaussian noise is as long as noise for ε alone, in the mean"),
    (1.2e7, "is 12,000,000 times shorter"),
])  # fmt: skip
def test_what_a_delta_gains_is_told_as_longer_shorter_or_alike(times: float, said: str):
    assert said in sentences.shorter(times, 17.3, 1.0, 1e-6, 200)
    assert "from 18 on it is shorter" in sentences.shorter(times, 17.3, 1.0, 1e-6, 200)


def test_where_delta_helps_is_told_of_the_epsilon_that_was_asked_for():
    assert sentences.NO_NOISE in text_of(open_page(kernels_figure="delta", epsilon="inf"))
    assert "At ε = 100 and δ" in text_of(open_page(kernels_figure="delta", epsilon="100"))


def test_a_link_leads_to_where_the_kernel_works():
    app = open_page()
    (link,) = (each.proto for each in app.get("page_link") if "Where it works" in each.proto.label)
    there = dict(parse_qsl(dict(parse_qsl(link.query_string))["set"]))
    assert question(reading(there)).simulation == WORKS
    found = compared(WORKS, (WORKS.settings.epsilon,))
    assert np.median(found["objective", WORKS.settings.epsilon].errors) < 0.1


def test_records_without_a_plane_have_their_errors_in_its_place_and_as_high():
    plane = drawing(shown())
    query = {"kernels_data": "chosen", "data": "breast_cancer"}
    beside = drawing(shown(**query))
    assert beside["layout"]["height"] == plane["layout"]["height"]
    assert figures(open_page(**query))[0] == beside
    table = Question(
        Settings(data="breast_cancer", n=200, draws=5, lam="auto"), "gaussian", CHOICE.parameters
    )
    there = {
        (trace["y"][0] > round(trace["y"][0]), round(trace["y"][0])): trace["x"][0]
        for trace in beside["data"]
        if trace["x"][0] is not None and trace.get("mode") == "markers"
    }
    for is_kernel, asked in ((True, table), (False, table.linear())):
        found = compared(asked, (1.0,))
        for row, key in enumerate((("output", 1.0), ("objective", 1.0), ("non_private", math.inf))):
            assert there[is_kernel, row] == pytest.approx(np.median(found[key].errors))


def test_what_a_small_lam_needs_is_counted_on_its_fold_and_without_notes_there_is_none():
    few, some = (open_page(lam=lam) for lam in ("0.1", "1e-4"))
    label = "Notes on a small λ"
    assert not any(fold.label.startswith(label) for fold in few.expander)
    assert f"{label} (1)" in [fold.label for fold in some.expander]


def _summary(median: float):
    return Summary(median, median, median)


def test_an_own_table_is_mapped_in_its_session_alone():
    page = declare(with_table())
    for name, value in {"kernels_data": "chosen", "kernels_features": "20"}.items():
        page.session_state[name] = value
    page.switch_page(f"{PAGE}/page.py").run()
    assert complaints(page) == []
    assert "only those of two" in text_of(page)
    assert "Your own table" in text_of(page)
    (sentence,) = (e.value for e in open_page(kernels_data="chosen", data="upload").error)
    assert "Links do not carry uploads" in sentence


def test_sizes_beyond_the_work_that_is_done_are_left_out():
    asked = question(reading({"draws": "100", "kernels_n": "5000"})).simulation
    assert max(sizes_within_reach(asked, asked.settings.n)) == 500


@pytest.mark.parametrize(("query", "said"), [
    ({"kernels_features": "7"}, "must be even"),
    ({"kernels_degree": "0", "kernels_kernel": "polynomial"}, "Degree p must be"),
    ({"kernels_n": "1"}, "Training records n must be"),
    ({"kernels_features": "1000", "kernels_n": "20000", "draws": "50"}, "take too long to learn"),
])  # fmt: skip
def test_a_refusal_is_on_the_page(query: dict[str, str], said: str):
    app = open_page(**query)
    assert any(said in error.value.replace("\\", "") for error in app.error)
    assert not app.exception


def test_the_file_holds_what_the_figures_show():
    rows = list(csv.DictReader(io.StringIO(table(run(CHOICE)).to_csv(index=False))))
    kinds = {row["what"] for row in rows}
    assert kinds == {"features of the kernel", "kernel", "line"}
    at = compared(CHOICE, (0.1,))
    (row,) = (
        row for row in rows
        if (row["what"], row["mechanism"], row["epsilon"]) == ("kernel", "output", "0.1")
    )  # fmt: skip
    assert float(row["median"]) == pytest.approx(np.median(at["output", 0.1].errors))


def test_the_script_prints_the_errors_of_the_tiles(capsys):
    exec(compile(script(FeaturesQuestion(CHOICE)), "script", "exec"), {})
    printed = capsys.readouterr().out
    for summary in at_epsilon(CHOICE, mapped(CHOICE)).errors.values():
        assert f"{summary.median:.1%}" in printed
