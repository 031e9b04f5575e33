"""What λ costs, on Sweeps and Geometry: said of what is on screen there, and of nothing else."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from dpcore.data.recipes import RECIPES
from dplab.simulation import sources
from dplab.simulation.measures import MEASURES
from dplab.simulation.settings import Settings
from dplab.simulation.suggestions.baselines import baselines
from pages.comparison import private
from pages.comparison.records import Records
from pages.comparison.screen import baseline, cached
from pages.geometry.values import PlaneQuestion
from pages.geometry.view import view as geometry
from tests.pages.screen import complaints, opened
from tests.pages.tables import own, upload

COSTLY = {"data": "breast_cancer", "n": "300", "draws": "5", "lam": "1"}
SETTINGS = Settings(data="breast_cancer", n=300, draws=5, lam=1.0)
IN_THE_PLANE = {"plane_n": "500", "lam": "1"}

pytestmark = pytest.mark.usefixtures("few_epsilons")


@pytest.fixture(autouse=True)
def own_store(monkeypatch):
    monkeypatch.setenv("EXPLORER_STORE", "sqlite://")
    for each in (cached.registry, cached.store):
        each.clear()
    yield
    for each in (cached.registry, cached.store):
        each.clear()


def told(app: AppTest) -> list[str]:
    assert complaints(app) == []
    return [text.value for text in app.markdown if "itself costs" in text.value]


def taken(app: AppTest) -> set[str]:
    return {each.label for each in app.button if each.label.startswith("Take λ")}


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("settings", [SETTINGS, replace(SETTINGS, loss="huber", lam=0.05)])
def test_the_error_without_noise_is_that_of_the_comparison(settings: Settings, measure: str):
    chosen = replace(settings, measure=measure)
    compared = private.comparison_at(chosen, Records()).baseline
    assert baseline.at(chosen).baseline == pytest.approx(compared, abs=1e-12)


def test_a_sweep_along_epsilon_says_the_same_as_the_trade_off_page():
    (on_trade_off,) = told(opened("trade_off", **COSTLY))
    app = opened("trade_off", **COSTLY)
    assert told(app) == [on_trade_off]
    assert any(link.proto.page == "private-tuning" for link in app.get("page_link"))
    app.button(key="take_lam_auto").click().run()
    assert app.session_state["lam"] == "auto"


@pytest.mark.parametrize("axis", ["lam", "map"])
def test_where_lam_varies_the_picture_says_it(axis: str):
    app = opened("trade_off", **COSTLY, axis=axis)
    assert told(app) == []
    assert not taken(app)


def test_a_learning_curve_names_its_right_end_and_folds_the_split():
    (along_n,) = told(opened("trade_off", **COSTLY, axis="n"))
    assert along_n.startswith("Without noise, at n = 300, λ = 1 itself costs **")
    (folds,) = told(opened("trade_off", axis="epsilon", **COSTLY, folds="5"))
    assert folds.startswith("Without noise, on the first of 5 folds, λ = 1 itself costs **")


def test_several_losses_are_told_each_with_its_own_best_lam():
    app = opened("trade_off", axis="epsilon", **COSTLY, losses="logistic,huber")
    said = told(app)
    assert [text.split(", ")[1] for text in said] == [
        "with the Logistic loss", "with the Huber loss",
    ]  # fmt: skip
    part = sources.part(SETTINGS, 300)
    for text, loss in zip(said, ("logistic", "huber"), strict=True):
        found = baselines(part, replace(SETTINGS, loss=loss).make_loss())
        assert f"at the best λ of a grid the error is {100 * found.error(found.best):.1f} %" in text


def test_the_best_lam_is_left_alone_on_every_page():
    best = baselines(sources.part(SETTINGS, 300), SETTINGS.make_loss()).best
    assert told(opened("trade_off", axis="epsilon", **COSTLY | {"lam": f"{best:.15g}"})) == []


@pytest.mark.parametrize("data", ["moons", "gaussian", "counterexample"])
def test_in_the_plane_the_costs_are_those_of_two_features(data: str):
    said = told(opened("geometry", **IN_THE_PLANE | {"data": data}))
    now = geometry(PlaneQuestion(shared_settings(data))).answer
    found = baselines(now.part, now.settings.make_loss())
    assert bool(said) == (now.plane.error - found.error(found.best) > found.slack)
    if said:
        assert (
            f"at the best λ of a grid the error is {100 * found.error(found.best):.1f} %" in said[0]
        )


def shared_settings(data: str) -> Settings:
    knobs = tuple((name, knob.default) for name, knob in RECIPES[data].knobs.items())
    return Settings(data=data, d=2, n=500, lam=1.0, knobs=knobs)


def test_of_two_features_out_of_many_nothing_is_said():
    app = opened("geometry", **COSTLY | IN_THE_PLANE)
    assert told(app) == []
    assert not taken(app)
    assert told(opened("trade_off", **COSTLY))


def sharp(*, second: bool) -> bytes:
    """Return a table whose label is whether a number is large: a large λ does not see it."""
    rows = [(37 * i % 101, i % 7) for i in range(600)]
    lines = [
        ",".join(map(str, (age, *([more] if second else []), "yes" if age > 70 else "no")))
        for age, more in rows
    ]
    head = "age,more,retired" if second else "age,retired"
    return "\n".join([head, *lines, ""]).encode()


@pytest.mark.parametrize("second", [False, True])
def test_a_column_beside_the_constant_is_told_and_a_third_feature_silences_it(second: bool):
    page = upload(opened("data", data="upload", lam="1"), sharp(second=second))
    assert len(own(page).data.features) == 2 + second
    app = page.switch_page("geometry/page.py").run()
    assert bool(told(app)) == (not second)


def test_the_way_to_private_tuning_takes_the_records_on_screen_along():
    app = opened("geometry", **IN_THE_PLANE | {"data": "moons"})
    assert told(app)
    (link,) = (each for each in app.get("page_link") if each.proto.page == "private-tuning")
    assert "n%3D500" in link.proto.query_string
    assert "d%3D2" in link.proto.query_string
