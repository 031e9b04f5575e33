"""Sweeps with a kernel: chosen, swept along D, taken along, linked, and kind to what cannot be."""

import io
import itertools
import subprocess
import sys
import time

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from dpcore.checks import InvalidInput
from dplab.features import SIZES
from dplab.simulation.settings import Settings
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps import spec as core
from dplab.simulation.sweeps.spec import n_fits
from dplab.studies.trade_off import grid
from edition import views
from pages.comparison.kernels import KERNELS
from pages.comparison.records import Records
from pages.comparison.screen import cached
from pages.comparison.terms import FREQUENCIES
from pages.kit import address, page
from pages.kit.view import View
from pages.trade_off.swept import answer, export, progress, sentences
from pages.trade_off.swept.view import SweepAnswer, of_sweep
from pages.trade_off.values import KERNEL as KERNEL_CHOICE
from pages.trade_off.values import SweepQuestion
from tests.house.syntax import ROOT
from tests.pages.kit.dials import looks, turned
from tests.pages.screen import complaints, figures, opened, with_more, words
from tests.pages.tables import with_table

SOON = 120
SMALL = {
    "axis": "epsilon",
    "lam": "0.01",
    "data": "moons",
    "n": "200",
    "draws": "3",
    "epsilon": "5",
}
KERNEL = {"sweeps_kernel": "gaussian", "sweeps_features": "20"}
CHOSEN = Settings(data="moons", n=200, draws=3, knobs=(("noise", 0.1),))
GAUSSIAN = ("gaussian", (("bandwidth", 8.0), ("features", 20)))


@pytest.fixture(autouse=True)
def own_store(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("EXPLORER_STORE", "sqlite://")
    cached.registry.clear()
    cached.store.clear()
    yield
    cached.registry.clear()
    cached.store.clear()


def ended(app: AppTest) -> tuple[AppTest, str]:
    *_, run = app.session_state["sweep_runs"]
    cached.registry().wait(run, SOON, app.session_state["visitor"])
    return app.run(), run


def swept(**query: str) -> tuple[AppTest, str]:
    """Open the page with a sweep that starts by itself, and look at it when it has ended."""
    return ended(opened("trade_off", **SMALL | query))


def seen(**query: str) -> View[SweepAnswer]:
    """Return what an address shows once its sweep is whole."""
    return views.view("trade_off", SMALL | query)


def spec(axis: str, kernel=GAUSSIAN, **changes: object) -> SweepSpec:
    chosen = Settings(**vars(CHOSEN) | changes)
    name, parameters = kernel
    compared = ("non_private", "output")
    return grid.spec(grid.Question(chosen, axis, compared, kernel=name, parameters=parameters))


@pytest.mark.parametrize(
    ("axis", "kernel"),
    [
        *itertools.product(("epsilon", "n", "lam"), ("gaussian", "polynomial")),
        ("features", "laplacian"),
    ],
)
def test_every_axis_is_swept_with_a_kernel(axis: str, kernel: str):
    found = seen(axis=axis, **KERNEL | {"sweeps_kernel": kernel})
    sweep, rows = found.answer.swept.sweep, found.answer.swept.rows
    assert sweep.kernel == kernel
    assert grid.axis_of(sweep) == axis
    curve = next(
        t
        for t in found.draw(dark=False, phone=False)["data"]
        if t.get("name") == "Objective perturbation"
    )
    medians = rows[rows.mechanism == "objective"].groupby(axis).error.median()
    assert curve["x"] == pytest.approx(list(medians.index))
    assert curve["y"] == pytest.approx(list(medians))


@pytest.mark.parametrize("kernel", KERNELS)
def test_each_kernel_asks_for_what_it_is_made_from(kernel: str):
    app = with_more("trade_off", **SMALL, sweeps_kernel=kernel)
    assert complaints(app) == []
    asked = {*looks(app), *(each.label for each in app.number_input)}
    random = {"Bandwidth γ", "Features D"}
    assert asked & {*random, "Degree p"} == ({"Degree p"} if kernel == "polynomial" else random)


def test_without_a_kernel_nothing_is_asked_and_nothing_is_another_sweep():
    app, run = swept(axis="n")
    found = cached.registry().spec(run)
    assert (found.kernel, found.parameters, found.features) == ("linear", (), ())
    assert not {"Bandwidth γ", "Features D", "Degree p"} & {*looks(app)}
    assert "kernel" not in words(app)
    table = export.table(found, cached.registry().rows(run), cached.RECORDS)
    assert not {"kernel", "features", "bandwidth"} & set(table)


def test_controls_move_the_sweep_and_the_address():
    app, before = ended(with_more("trade_off", **SMALL | KERNEL | {"axis": "n"}))
    turned(app, "sweeps_features", 50)
    app, after = ended(app)
    assert before != after
    assert cached.registry().spec(after).features == (50,)
    assert app.session_state["sweeps_features"] == "50"
    assert "sweeps_features=50" in "".join(each.value for each in app.code)
    app.selectbox(key="sweeps_kernel_box").set_value("laplacian").run()
    app, after = ended(app)
    assert cached.registry().spec(after).kernel == "laplacian"
    app.selectbox(key="sweeps_kernel_box").set_value("linear").run()
    app, after = ended(app)
    assert not cached.registry().spec(after).has_kernel
    assert complaints(app) == []


def test_along_d_the_best_of_each_method_is_told_and_said_to_be_read_from_the_test_part():
    found = seen(axis="features", **KERNEL)
    rows = found.answer.swept.rows
    assert sorted(rows.features.unique()) == list(SIZES)
    medians = rows[rows.mechanism == "non_private"].groupby("features").error.median()
    best = f"non-private {100 * medians.min():.1f} % at D = {medians.idxmin():,}"
    assert best in found.sentence
    assert sentences.READ_OFF in found.made
    assert sentences.READ_OFF not in seen(**KERNEL).made
    shapes = found.draw(dark=False, phone=False)["layout"]["shapes"]
    mark = next(s for s in shapes if s["x0"] == s["x1"])
    assert mark["x0"] == pytest.approx(20)  # the visitor's D


def test_the_kernel_and_its_frequencies_are_told_under_the_figure():
    made = seen(**KERNEL, sweeps_bandwidth="2.5").made
    kernel = "in the plane; Logistic loss; Gaussian kernel (γ = 2.5); n = 200, λ = 0.01, D = 20;"
    assert kernel in made
    assert FREQUENCIES in made
    made = seen(sweeps_kernel="polynomial", sweeps_degree="2").made
    assert "polynomial kernel (p = 2); n = 200" in made
    assert FREQUENCIES not in made


def test_a_sweep_shows_the_very_numbers_of_the_kernels_page():
    app, _ = swept(**KERNEL, axis="epsilon")
    kernels = opened(
        "kernels", kernels_n="200", draws="3", kernels_features="20", lam="0.01", epsilon="5"
    )
    (theirs,) = (f for f in figures(kernels) if f["layout"]["title"]["text"].endswith("against ε"))
    for name in ("Output perturbation", "Objective perturbation"):
        curves = [
            next(t for t in drawing["data"] if t.get("name") == name)
            for drawing in (figures(app)[0], theirs)
        ]
        assert curves[0]["x"] == curves[1]["x"]
        assert curves[0]["y"] == curves[1]["y"]


def test_the_kernels_page_leads_to_the_same_sweep():
    query = {"kernels_features": "20", "kernels_bandwidth": "4", "kernels_figure": "features"}
    kernels = opened("kernels", kernels_n="200", draws="3", **query)
    (link,) = (each for each in kernels.get("page_link") if "many ε" in each.proto.label)
    assert link.proto.page.strip("/") == "trade-off"
    query = link.proto.query_string
    for part in ("data%3Dmoons", "sweeps_kernel%3Dgaussian", "sweeps_bandwidth%3D4",
                 "sweeps_features%3D20", "n%3D200", "axis%3Depsilon"):  # fmt: skip
        assert part in query


def test_the_map_is_drawn_with_a_kernel():
    found = seen(axis="map", n="50", draws="2", **KERNEL)
    assert "has its lowest error at λ" in found.sentence
    assert FREQUENCIES in found.made
    assert found.answer.swept.rows.features.unique().tolist() == [20]


def test_beyond_the_table_the_same_noise_holds_with_a_kernel():
    """The noise of kn records at ε is that of n at kε in R^D: D does not grow with n."""
    found = seen(
        axis="n", n="1000", epsilon="0.05", within="2", mechanisms="non_private,output",
        data="circles", **KERNEL,
    )  # fmt: skip
    assert found.answer.swept.sweep.features == (20,)
    traces = found.draw(dark=False, phone=False)["data"]
    (beyond,) = (t for t in traces if "extrapolated" in str(t.get("name")))
    (curve,) = (t for t in traces if t.get("name") == "Output perturbation")
    assert (beyond["x"][0], beyond["y"][0]) == (curve["x"][-1], curve["y"][-1])


def test_what_lambda_costs_a_line_is_not_said_of_a_kernel(monkeypatch: pytest.MonkeyPatch):
    asked = []
    monkeypatch.setattr(answer.baseline, "at", lambda *which: asked.append(which))
    monkeypatch.setattr(answer.baseline, "beside", lambda *_: None)
    answer._cost_of_lam(SweepQuestion(grid.Question(CHOSEN)), spec("epsilon"))
    assert asked == []
    answer._cost_of_lam(SweepQuestion(grid.Question(CHOSEN)), spec("epsilon", ("linear", ())))
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"axis": "features", "sweeps_kernel": "polynomial"}, grid.NO_D),
        ({"sweeps_kernel": "magic"}, "Kernel must be “None: records as they are”, “Gaussian”"),
        (KERNEL | {"sweeps_features": "21"}, "a cosine and a sine for each frequency; got 21"),
        (KERNEL | {"sweeps_features": "0"}, "Features D must be at least 2; got 0"),
        (KERNEL | {"sweeps_features": "1,002"}, "Features D must be at most 1,000; got 1,002"),
        (KERNEL | {"sweeps_features": "many"}, "Features D must be a whole number such as 1,000"),
        (KERNEL | {"sweeps_bandwidth": "0"}, "Bandwidth γ must be between"),
        (
            {"sweeps_kernel": "polynomial", "sweeps_degree": "11"},
            "Degree p must be at most 10; got 11",
        ),
        (
            {"sweeps_kernel": "polynomial", "sweeps_degree": "8", "data": "uniform", "d": "50"},
            "Take a smaller degree, or random features",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_swept_gets_a_sentence(query: dict[str, str], sentence: str):
    with pytest.raises(InvalidInput) as reason:
        seen(**query)
    assert sentence in str(reason.value)


@pytest.mark.whole
def test_a_long_sweep_along_d_is_started_cancelled_and_taken_up_where_it_was(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(progress, "SMALL", 1.0)
    app = opened("trade_off", **SMALL | KERNEL | {"axis": "features", "n": "4000", "draws": "200"})
    assert "sweep_runs" not in app.session_state
    _press(app, "Start")
    (run,) = app.session_state["sweep_runs"]
    registry, owner = cached.registry(), app.session_state["visitor"]
    while not registry.status(run, owner).done:
        time.sleep(0.05)
    _press(app, "Cancel")
    done = registry.status(run, owner).done
    assert "Cancelled. What was computed stays" in words(app)
    _press(app, "Start")
    app, again = ended(app)
    assert again != run
    status = registry.status(again, owner)
    assert (status.state, status.done) == ("done", len(SIZES))
    assert status.reused >= done > 0
    assert sorted(registry.rows(again, owner).features.unique()) == list(SIZES)


def _press(app: AppTest, label: str) -> None:
    next(each for each in app.button if each.label.startswith(label)).click().run()


def test_along_d_features_that_memory_does_not_carry_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
):
    # 5,000 test records are more than the 200 that are trained on.
    monkeypatch.setattr(core, "MAX_CELLS", 100 * 5_000)
    assert spec("features").features == (10, 20, 50, 100)
    assert spec("features", n=10_000).features == (10, 20, 50)


def test_link_table_and_code_carry_the_kernel(tmp_path):
    app, run = swept(axis="features", **KERNEL, sweeps_bandwidth="2.5", draws="2")
    sweep, rows = cached.registry().spec(run), cached.registry().rows(run)
    taken = pd.read_parquet(io.BytesIO(export.parquet(export.table(sweep, rows, cached.RECORDS))))
    assert set(taken.kernel) == {"gaussian"}
    assert set(taken.bandwidth) == {2.5}
    assert sorted(taken.features.unique()) == list(SIZES)
    told = "".join(each.value for each in app.code)
    assert "sweeps_kernel=gaussian&sweeps_bandwidth=2.5&sweeps_features=20" in told
    script = tmp_path / "sweep.py"
    script.write_text(of_sweep(sweep, "error", Records()), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", script], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    key = ["mechanism", "features", "draw"]
    again = pd.read_csv(tmp_path / "sweep.csv").sort_values(key)
    assert list(again.error) == pytest.approx(list(rows.sort_values(key).error), abs=1e-12)
    assert len(again) == n_fits(sweep) + len(SIZES)


def test_an_own_table_is_mapped_in_its_session_alone():
    table = with_table()
    for name, text in KERNEL.items():
        table.query_params[name] = text
        table.session_state[name] = text
    app, run = ended(table.switch_page("trade_off/page.py").run())
    assert complaints(app) == []
    assert "Gaussian kernel (γ = 8)" in words(app)
    registry, owner = cached.registry(), app.session_state["visitor"]
    assert registry.status(run, owner).failures == ()
    assert registry.rows(run, owner).features.unique().tolist() == [20]
    assert registry.store.count() == 0
    assert not registry.knows(run, "somebody-else")


def test_every_value_of_the_kernel_begins_with_the_name_of_the_page():
    assert [value.name for value in KERNEL_CHOICE.values] == [
        "sweeps_kernel",
        "sweeps_bandwidth",
        "sweeps_features",
        "sweeps_degree",
    ]
    assert {value.name for value in KERNEL_CHOICE.values} < {
        value.name for value in page.values_of("trade_off")
    }
    assert address.spelled(8.0) == KERNEL_CHOICE.bandwidth.default
