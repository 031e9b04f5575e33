"""The Sweeps page: started, drawn, cancelled, taken along, and kind to what cannot be."""

import pytest

from dpcore.experiments.store import Store
from dpcore.experiments.sweeps import n_fits
from pages.shared import cached
from tests.pages.screen import complaints, figures, opened, words

PAGE = "explore/sweeps.py"
SMALL = {"data": "uniform", "n": "200", "draws": "3"}
SOON = 30


@pytest.fixture(autouse=True)
def own_store(monkeypatch):
    monkeypatch.setenv("EXPLORER_STORE", "sqlite://")
    cached.registry.clear()
    yield
    cached.registry().close()
    cached.registry.clear()


def started(**query: str):
    app = opened(PAGE, **SMALL | query)
    app.button[0].click().run()
    run = app.text_input(key="run").value
    cached.registry().wait(run, SOON)
    return app.run(), run


@pytest.mark.parametrize("axis", ["epsilon", "n", "lam"])
def test_every_axis_is_swept_and_drawn(axis: str):
    app, run = started(axis=axis, epsilon="2")
    assert complaints(app) == []
    (figure,) = figures(app)
    names = [trace["name"] for trace in figure["data"] if trace.get("name")]
    assert names == ["Non-private", "Output perturbation", "Objective perturbation"]
    assert "Lowest mean error: non-private" in words(app)
    assert cached.registry().status(run).state == "done"


def test_nothing_is_drawn_or_run_before_the_start():
    app = opened(PAGE, **SMALL)
    assert complaints(app) == []
    assert "96 private classifiers: about 1 second" in words(app)
    assert figures(app)[0]["data"] == []


def test_the_folds_and_the_broken_mechanisms_can_be_chosen():
    app, run = started(folds="5", mechanisms="objective_2008,output_laplace_norm", axis="lam")
    assert complaints(app) == []
    spec = cached.registry().spec(run)
    assert (spec.folds, spec.mechanisms) == (5, ("objective_2008", "output_laplace_norm"))
    dashes = {t["name"]: t["line"]["dash"] for t in figures(app)[0]["data"] if t.get("name")}
    assert set(dashes.values()) == {"dot"}


def test_a_run_that_the_server_does_not_know_is_taken_up_again(monkeypatch, tmp_path):
    monkeypatch.setenv("EXPLORER_STORE", f"sqlite:///{tmp_path / 'cells.sqlite'}")
    cached.registry.clear()
    _, run = started(axis="n")
    link = SMALL | {"axis": "n", "run": run}
    cells = Store().count()
    cached.registry().close()
    cached.registry.clear()  # as after a restart
    again = opened(PAGE, **link)
    assert complaints(again) == []
    (name,) = cached.registry()._jobs
    cached.registry().wait(name, SOON)
    status = cached.registry().status(name)
    assert (status.state, status.reused, status.total) == ("done", cells, cells)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"data": "upload"}, "Sweeps run on generated data and public tables"),
        ({"mechanisms": ""}, "mechanisms must hold at least one value"),
        ({"draws": "500", "folds": "5", "mechanisms": "output", "lam": "1e-40"}, "lam must be"),
    ],
)
def test_what_cannot_be_swept_gets_a_sentence(query: dict[str, str], sentence: str):
    app = opened(PAGE, **SMALL | query)
    if app.button:
        app.button[0].click().run()
    assert complaints(app) == []
    assert any(sentence in e.value for e in app.error)


def test_unknown_words_in_a_link_fall_back():
    app = opened(PAGE, **SMALL, axis="sideways", folds="7", mechanisms="magic,output")
    assert complaints(app) == []
    assert "one split" in words(app)


def test_rows_are_those_of_the_sweep():
    app, run = started(axis="epsilon")
    spec, rows = cached.registry().spec(run), cached.registry().rows(run)
    assert len(rows) == n_fits(spec) + 1
    curve = next(t for t in figures(app)[0]["data"] if t.get("name") == "Output perturbation")
    means = rows[rows.mechanism == "output"].groupby("epsilon").error.mean()
    assert curve["x"] == list(means.index)
    assert curve["y"] == pytest.approx(list(means))
