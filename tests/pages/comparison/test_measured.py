"""Measures on the pages: scikit-learn's numbers, named on axis, title and caption; rare classes."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, balanced_accuracy_score, roc_auc_score

from dpcore.erm.prediction import predict
from dpcore.privacy.mechanisms import draw
from dplab.simulation import comparison
from dplab.simulation.comparison import COMPARED, EPSILONS, part_of
from dplab.simulation.measures import MEASURES
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load, stream
from dplab.simulation.suggestions.measured import baselines_by
from dplab.simulation.sweeps import SweepSpec
from dplab.studies.private_tuning.costs import Question, at_one_place
from dplab.studies.trade_off import grid
from pages.comparison import sentences, values
from pages.comparison.records import Records
from pages.comparison.screen import cached
from pages.geometry.values import PlaneQuestion
from pages.geometry.view import script as of_geometry
from pages.geometry.view import view as geometry
from pages.kit.export import csv as as_csv
from pages.kit.words import percent
from pages.private_tuning.view import script as of_tuning
from pages.trade_off import values as trade_off
from pages.trade_off.along_epsilon import view as of_trade_off
from pages.trade_off.along_epsilon.view import script
from pages.trade_off.swept.view import of_sweep
from tests.house.some import every
from tests.pages.screen import complaints, figures, opened, words
from tests.pages.tables import own, with_table

CANCER = {"data": "breast_cancer", "n": "300", "draws": "5", "epsilon": "2", "lam": "0.05"}
SETTINGS = Settings(data="breast_cancer", n=300, draws=5, epsilon=2.0, lam=0.05)
PAGES = ("trade_off", "geometry", "private_tuning")
WITH_TILES = ("trade_off", "geometry", "private_tuning")
SKLEARN = {
    "error": lambda y, said, _: 1 - accuracy_score(y, said),
    "balanced": lambda y, said, _: 1 - balanced_accuracy_score(y, said),
    "auc": lambda y, _, scores: 1 - roc_auc_score(y, scores),
}
OTHERS = ("balanced", "auc")

pytestmark = pytest.mark.usefixtures("few_epsilons")


@pytest.fixture(autouse=True)
def own_store(monkeypatch):
    monkeypatch.setenv("EXPLORER_STORE", "sqlite://")
    for each in (cached.registry, cached.store):
        each.clear()
    yield
    for each in (cached.registry, cached.store):
        each.clear()


def csv(rare: int = 10, yes: str = "yes", n: int = 300) -> bytes:
    """Return a table in which one record in `rare` says yes."""
    lines = (f"{i * 37 % 101},{i % 11},{yes if i % rare == 0 else 'no'}" for i in range(n))
    return "\n".join(["age,here,sick", *lines, ""]).encode()


def ended(app):
    """Wait for the session's latest sweep and look again."""
    *_, run = app.session_state["sweep_runs"]
    cached.registry().wait(run, 120, app.session_state["visitor"])
    return app.run()


def by_scikit_learn(name: str, measure: str) -> float:
    part = part_of(load(SETTINGS), SETTINGS)
    draws = draw(
        name,
        part.X,
        part.y,
        loss=SETTINGS.make_loss(),
        lam=SETTINGS.lam,
        epsilon=SETTINGS.epsilon,
        n_draws=SETTINGS.draws,
        rng=stream(SETTINGS.seed, name, 0, part.n),
    )
    said, scores = predict(draws.coefs, part.X_test), draws.coefs @ part.X_test.T
    tested = zip(said, scores, strict=True)
    return float(np.median([SKLEARN[measure](part.y_test, *each) for each in tested]))


@pytest.mark.parametrize("measure", MEASURES)
def test_numbers_are_scikit_learns_on_the_same_draws(measure: str):
    app = opened("trade_off", **CANCER, measure=measure)
    assert complaints(app) == []
    shown = [metric.value for metric in app.metric]
    expected = [by_scikit_learn(name, measure) for name in ("non_private", "objective", "output")]
    assert shown == [percent(each) for each in expected]
    sweep = ended(opened("trade_off", **CANCER, axis="n", measure=measure))
    said = "Error at" if measure == "error" else MEASURES[measure].noun.capitalize() + " at"
    assert said in words(sweep)
    for tile in app.metric:
        assert f"{tile.label.lower()} {tile.value}" in words(sweep)


@pytest.mark.parametrize("measure", OTHERS)
@pytest.mark.parametrize("page", every(2, PAGES))
def test_every_page_names_its_measure_and_says_that_it_is_not_private(page: str, measure: str):
    app = opened(page, **CANCER, measure=measure)
    assert complaints(app) == []
    assert [e.value for e in app.error] == []
    assert sentences.MEASURED[measure] in [caption.value for caption in app.caption]
    label = MEASURES[measure].label
    if page != "geometry":
        layout = figures(app)[-1]["layout"]
        assert label in layout["yaxis"]["title"]["text"]
        assert f"{label} against ε" in layout["title"]["text"]
    assert "Always predicting" not in words(app) or "50.0 %" in words(app)


@pytest.mark.parametrize("page", PAGES)
def test_the_plain_error_needs_no_words(page: str):
    app = opened(page, **CANCER)
    assert complaints(app) == []
    for text in sentences.MEASURED.values():
        assert text not in words(app)
    assert "Only" not in words(app)  # four records in ten are malignant


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    "measure", every(2, ["AUC", "", "<script>alert(1)</script>" + "a" * 5_000])
)
def test_an_unknown_measure_gets_a_sentence_and_the_error(page: str, measure: str):
    app = opened(page, **CANCER, measure=measure)
    assert complaints(app) == []
    if measure:
        (sentence,) = (e.value for e in app.error)
        assert sentence.startswith("Measure must be “Error”")
        assert "<script>" not in sentence
    for text in sentences.MEASURED.values():
        assert text not in words(app)


@pytest.mark.parametrize("page", ["papers", "counterexample", "is_it_private"])
def test_pages_about_the_plain_error_stay_with_it(page: str):
    app = opened(page, measure="auc")
    assert complaints(app) == []
    assert MEASURES["auc"].label not in words(app)


@pytest.mark.parametrize("page", WITH_TILES)
def test_the_help_of_a_tile_has_the_recall_of_both_classes(page: str):
    helps = [metric.proto.help for metric in opened(page, **CANCER).metric]
    found = [text for text in helps if "Of the test records that are “malignant”" in text]
    assert len(found) == (1 if page == "private_tuning" else 3)
    assert all("of “benign”" in text for text in found)
    assert sum("(medians over the draws)" in text for text in found) == max(1, len(found) - 1)


def test_recall_is_the_share_of_a_class_that_is_found():
    part = part_of(load(SETTINGS), SETTINGS)
    plain = replace(SETTINGS, epsilon=math.inf)
    coefs = draw(
        "non_private", part.X, part.y, loss=plain.make_loss(), lam=plain.lam,
        epsilon=math.inf, n_draws=1, rng=np.random.default_rng(0),
    ).coefs  # fmt: skip
    said = predict(coefs, part.X_test)[0]
    recalls = [percent(np.mean(said[part.y_test == y] == y)) for y in (1, -1)]
    (told,) = (m.proto.help for m in opened("trade_off", **CANCER).metric if "Non" in m.label)
    assert f"“malignant” {recalls[0]} are found, of “benign” {recalls[1]}." in told


@pytest.mark.parametrize("page", every(2, PAGES))
def test_a_rare_class_is_remarked_on_and_one_click_balances_the_error(page: str):
    app = with_table(csv()).switch_page(f"{page}/page.py").run()
    assert complaints(app) == []
    (told,) = (c.value for c in app.caption if c.value.startswith("Only "))
    assert " % of the test records are “yes”: the balanced error" in told
    assert "measure" not in app.session_state
    app = app.button(key="take_balanced").click().run()
    assert complaints(app) == []
    assert app.session_state["measure"] == "balanced"
    assert sentences.MEASURED["balanced"] in [caption.value for caption in app.caption]
    assert "Only " not in words(app)
    can_weigh = page in ("trade_off", "private_tuning")
    assert (sentences.UNWEIGHTED in words(app)) == can_weigh


def test_class_weights_are_named_until_there_are_some():
    app = with_table(csv()).switch_page("trade_off/page.py")
    app.query_params["measure"] = "balanced"
    assert sentences.UNWEIGHTED in words(app.run())
    app.query_params["positive_share"] = "0.1"
    assert sentences.UNWEIGHTED not in words(app.run())


def test_a_class_of_one_in_five_or_more_is_not_rare():
    app = with_table(csv(rare=4)).switch_page("trade_off/page.py").run()
    assert complaints(app) == []
    assert "of the test records are" not in words(app)


def test_the_words_of_a_table_stay_words():
    hostile = "**[x](http://evil.example)**"
    app = with_table(csv(yes=hostile)).switch_page("trade_off/page.py").run()
    assert complaints(app) == []
    (told,) = (c.value for c in app.caption if c.value.startswith("Only "))
    assert hostile not in told
    assert "\\*\\*\\[x\\]" in told
    assert all(hostile not in metric.proto.help for metric in app.metric)


@cache
def one_class() -> bytes:
    """Return a table whose single record of one class is among those to train on."""
    for odd in range(40):
        lines = (f"{i * 37 % 101},{i % 11},{'yes' if i == odd else 'no'}" for i in range(40))
        data = "\n".join(["age,here,sick", *lines, ""]).encode()
        app = with_table(data)
        part = part_of(own(app).data, Settings(data="upload"))
        if len(np.unique(part.y_test)) == 1:
            return data
    raise AssertionError


@pytest.mark.parametrize("page", every(2, PAGES))
def test_a_test_part_of_one_class_gets_a_sentence_by_all_measures_but_the_error(page):
    app = with_table(one_class()).switch_page(f"{page}/page.py")
    for measure in MEASURES:
        app.session_state["measure"] = measure
        app.run()
        assert complaints(app) == []
        said = words(app)
        refused = "cannot be measured: no test record of class" in said.replace("\\", "")
        assert refused == (measure != "error")
        assert "nan" not in said


@pytest.mark.parametrize("measure", OTHERS)
def test_what_lam_costs_is_told_by_the_measure(measure: str):
    app = opened("trade_off", **CANCER | {"lam": "1"}, measure=measure)
    found = baselines_by(measure, part_of(load(SETTINGS), SETTINGS), SETTINGS.make_loss())
    told = [text.value for text in app.markdown if "itself costs" in text.value]
    cost = by_lam(1.0, measure) - found.error(found.best)
    assert bool(told) == (cost > found.slack)
    if told:
        assert told[0].endswith("not private.")
        assert percent(found.error(found.best)) in told[0]


def by_lam(lam: float, measure: str) -> float:
    found = baselines_by(measure, part_of(load(SETTINGS), SETTINGS), SETTINGS.make_loss(), (lam,))
    return found.error(lam)


@pytest.fixture
def printed_by(capsys, monkeypatch, tmp_path):
    """Run a script in a folder of its own; `test_sweeps.py` does in a process of its own."""
    monkeypatch.chdir(tmp_path)

    def printed(script: str) -> str:
        exec(script, {"__name__": "__main__"})
        return capsys.readouterr().out

    return printed


@pytest.mark.parametrize("measure", OTHERS)
def test_scripts_print_the_numbers_of_their_pages_by_any_measure(measure: str, printed_by):
    settings, column = replace(SETTINGS, measure=measure), MEASURES[measure].column
    printed = printed_by(script(trade_off.TradeOffQuestion(settings)))
    for name in COMPARED:
        assert f"{name:12} {column} {by_scikit_learn(name, measure):.1%}" in printed
    plane = PlaneQuestion(replace(settings, d=2), 3, 5)
    now = geometry(plane).answer
    printed = printed_by(of_geometry(plane))
    assert f"non-private              {column} {now.plane.error:.1%}" in printed
    asked = Question(settings, lams=(0.1,))
    found = at_one_place(asked)
    printed = printed_by(of_tuning(asked))
    assert f"{column} {np.median(found.errors['split']):.1%}" in printed


@pytest.mark.parametrize("measure", OTHERS)
def test_the_script_of_a_sweep_sums_its_rows_up_by_the_measure(measure: str, printed_by):
    app = opened("trade_off", **CANCER, axis="n", measure=measure)
    spec = next(iter(app.session_state["sweep_runs"].values()))[0]
    assert spec.ranks == (measure == "auc")
    printed = printed_by(of_sweep(spec, measure, Records()))
    assert f"{MEASURES[measure].column} 50.0%" in printed
    assert f"{by_scikit_learn('output', measure):.6f}"[:6] in printed


def test_the_figure_that_stays_is_named_by_what_its_rows_measure():
    asked = replace(SETTINGS, measure="auc")
    assert grid.measure_of(SweepSpec(ranks=True), asked) == "auc"
    assert grid.measure_of(SweepSpec(), asked) == "error"
    assert grid.measure_of(SweepSpec(), replace(SETTINGS, measure="balanced")) == "balanced"


def test_a_link_opens_the_same_measure():
    assert "measure=auc" in values.link(replace(SETTINGS, measure="auc"))
    assert "measure" not in values.link(SETTINGS)


@pytest.mark.parametrize("page", ["trade_off", "geometry"])
def test_the_list_of_measures_is_among_the_further_settings(page: str):
    app = opened(page, **CANCER)
    app.session_state["more"] = True
    app = app.run()
    (chosen,) = (box for box in app.selectbox if box.label == "Measure")
    assert chosen.options == [each.choice for each in MEASURES.values()]
    app = chosen.set_value("balanced").run()
    assert complaints(app) == []
    assert sentences.MEASURED["balanced"] in [caption.value for caption in app.caption]


@pytest.mark.parametrize("measure", MEASURES)
def test_files_hold_recall_and_measure_beside_the_error(measure: str):
    rows = of_trade_off.table(replace(SETTINGS, measure=measure), Records())
    lines = as_csv(rows).splitlines()
    columns = lines[0].split(",")
    assert {"error", "wrong_negative", "wrong_positive", MEASURES[measure].column} <= set(columns)
    rule = cached.constant(SETTINGS).error
    assert float(lines[1].split(",")[columns.index("majority_error")]) == rule


def test_the_balanced_error_computes_no_cell_again(monkeypatch):
    cells = []
    compute = comparison.outcomes
    monkeypatch.setattr(
        comparison, "outcomes", lambda *given: cells.append(given) or compute(*given)
    )
    opened("trade_off", **CANCER | {"seed": "4242"})
    first = len(cells)
    assert first > 0
    opened("trade_off", **CANCER | {"seed": "4242"}, measure="balanced")
    assert len(cells) == first
    # Beyond the curve, what more records like these would cost in people: by the plain error alone.
    beyond = sum(not set(cell.spec.epsilons) <= set(EPSILONS) for cell, *_ in cells)
    opened("trade_off", **CANCER | {"seed": "4242"}, measure="auc")
    assert len(cells) == 2 * first - beyond
