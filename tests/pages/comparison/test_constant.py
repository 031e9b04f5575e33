"""The constant rule on every page with errors: beside them, and before any cost."""

import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from dplab.simulation.constant import ConstantRule
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from pages.comparison import records, sentences, terms
from pages.comparison.screen import cached
from pages.kit import visitor
from tests.house.some import every
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of
from tests.pages.tables import declare, with_table

N, RARE = 600, 10
FLATTERS = re.compile(
    r"no measurable cost|costs 0\.0|costs nothing|better on this data|have the same error"
    r"|has the smaller error|Lowest error|lowest error at λ",
)
RULE = ConstantRule("no", 0.1, 0.01)

pytestmark = pytest.mark.usefixtures("few_epsilons")


def table(*, told_apart: bool) -> bytes:
    """Return records of which one in ten says yes; the features tell which, or nothing.

    All but one have the same `here`, which is as good as a constant: all who learn name the larger
    class.
    """
    rng = np.random.default_rng(0)
    lines = []
    for i in range(N):
        sick = i % RARE == 0
        age = rng.uniform(60, 80) if sick and told_apart else rng.uniform(20, 40)
        lines.append(f"{age:.1f},{int(i > 0)},{'yes' if sick else 'no'}")
    return "\n".join(["age,here,sick", *lines, ""]).encode()


@pytest.fixture(scope="module", autouse=True)
def own_store():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EXPLORER_STORE", "sqlite://")
        cached.registry.clear()
        cached.store.clear()
        yield
        cached.registry.clear()
        cached.store.clear()


@pytest.fixture(scope="module")
def skewed(own_store: None) -> AppTest:  # noqa: ARG001
    """A visitor who has brought a table that nobody learns anything from."""
    return declare(with_table(table(told_apart=False)))


@pytest.fixture(scope="module")
def told(own_store: None) -> AppTest:  # noqa: ARG001
    """A visitor who has brought a table that everybody learns from."""
    return declare(with_table(table(told_apart=True)))


def at(page: AppTest, name: str, **settings: str) -> AppTest:
    """Go to a page with some settings, and wait for a sweep that starts by itself."""
    for key, value in settings.items():
        page.session_state[key] = value
    page.switch_page(f"{name}/page.py").run()
    if settings.get("axis", "epsilon") != "epsilon":
        *_, run = page.session_state["sweep_runs"]
        cached.registry().wait(run, 120, page.session_state["visitor"])
        page.run()
    assert {key: page.session_state[key] for key in settings} == settings
    assert complaints(page) == []
    assert [each.value for each in page.error] == []
    return page


PLACES = [
    ("trade_off", {}),
    ("geometry", {}),
    ("private_tuning", {}),
    *(("trade_off", {"axis": axis}) for axis in ("n", "lam", "map")),
]


@pytest.mark.parametrize(("name", "settings"), every(3, PLACES), ids=str)
def test_no_page_says_that_privacy_costs_nothing_where_all_name_the_larger_class(
    skewed, name, settings
):
    page = at(skewed, name, epsilon="10", draws="9", **settings)
    text = text_of(page)
    assert "no better than always predicting no (10.0 %)" in text
    assert FLATTERS.findall(text) == []
    bold = next(m.value for m in page.markdown if "always predicting" in m.value)
    assert "cost" not in bold.partition("no better than")[0]
    assert not any("0.0 points" in (m.delta or "") + m.value for m in page.metric)


@pytest.mark.parametrize(("name", "settings"), every(3, PLACES), ids=str)
def test_who_beats_it_clearly_is_not_maligned(told, name, settings):
    page = at(told, name, epsilon="1000", lam="0.001", draws="9", **settings)
    assert "better than always" not in text_of(page)
    if name == "trade_off":
        assert "Always predicting no: 10.0 % wrong" in [each.value for each in page.caption]


def test_every_figure_of_errors_has_a_thin_line_with_its_name(told):
    for name, axis in (("trade_off", "epsilon"), ("private_tuning", "epsilon"), ("trade_off", "n")):
        *_, figure = figures(at(told, name, epsilon="0.1", draws="9", axis=axis))
        (line,) = (s for s in figure["layout"]["shapes"] if s["y0"] == s["y1"])
        assert line["y0"] == pytest.approx(0.1)
        said = [note["text"] for note in figure["layout"]["annotations"]]
        assert "always predicting no (10.0 %)" in said


def test_on_a_phone_every_level_is_named_in_the_legend(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(visitor, "is_phone", lambda: True)
    app = opened("trade_off", data="breast_cancer", n="300", draws="9", within="2")
    (figure,) = figures(app)
    assert [note["text"] for note in figure["layout"]["annotations"]] == ["you are here"]
    names = [each.get("name") for each in figure["data"]]
    assert "Always predicting benign (41.2 %)" in names
    assert "2.0 points above the error without noise" in names
    levels = [line for line in figure["layout"]["shapes"] if line["y0"] == line["y1"]]
    assert levels[0]["y0"] == pytest.approx(0.412, abs=1e-3)


def test_cells_of_a_map_that_do_not_beat_it_are_marked_and_no_lam_is_their_best(skewed):
    (drawing,) = figures(at(skewed, "trade_off", axis="map", draws="3"))
    each = len(drawing["data"]) // 2
    for panel in (drawing["data"][:each], drawing["data"][each:]):
        heat, *marks = panel[:3]
        best = panel[3:5]
        marked = [x for mark in marks for x in mark["x"] if x is not None]
        assert len(marked) == np.size(heat["z"])
        assert {place for line in best for place in line["y"]} == {None}


def test_generated_data_name_their_classes_by_sign():
    page = opened("trade_off", n="300", draws="3", epsilon="0.001")
    assert re.search(r"no better than always predicting [−+]1 \(4\d\.\d %\)", text_of(page))


def test_a_real_table_names_its_classes_by_its_label():
    assert cached.constant(Settings(data="breast_cancer")).answer == "benign"


def test_it_is_computed_once_whatever_moves(monkeypatch: pytest.MonkeyPatch):
    asked = []
    monkeypatch.setattr(records, "constant_rule", lambda *a: asked.append(a) or RULE)
    for epsilon, n in ((0.1, 100), (0.2, 100), (0.2, 200)):
        cached.constant(Settings(data="uniform", seed=90_212, epsilon=epsilon, n=n))
    assert len(asked) == 1
    cached.constant(Settings(data="uniform", seed=90_213))
    assert len(asked) == 2


def test_markdown_in_an_answer_stays_as_it_is():
    rule = terms.as_markdown(ConstantRule("<=50K *x*", 0.25, 0.01))
    assert terms.always(rule) == r"always predicting \<=50K \*x\* (25.0 %)"


WORSE, EQUAL, NEAR, CLEAR = (Summary(e, e - 0.02, e + 0.02) for e in (0.3, 0.1, 0.09, 0.05))
SHORT = {
    "nobody": ({"A": CLEAR}, ""),
    "equal": ({"A": EQUAL}, "A does no better than always predicting no (10.0 %)"),
    "three": (
        {"A": WORSE, "B": EQUAL, "C": WORSE, "D": CLEAR},
        "A, B and C do no better than always predicting no (10.0 %)",
    ),
    "within the spread": (
        {"A": NEAR},
        "A is not clearly better than always predicting no (10.0 %)",
    ),
    "both": (
        {"A": NEAR, "B": WORSE},
        "B does no better than always predicting no (10.0 %); A is not clearly better",
    ),
}


@pytest.mark.parametrize(("found", "expected"), SHORT.values(), ids=SHORT)
def test_who_falls_short_is_named(found: dict[str, Summary], expected: str):
    assert terms.short_of(RULE, found) == expected


def test_who_falls_short_comes_before_any_cost():
    now = {"output": WORSE, "objective": CLEAR}
    assert sentences.cost(Settings(), 0.04, now, RULE) == (
        "At ε = 0.1, output perturbation does no better than always predicting no (10.0 %); "
        "objective perturbation costs 1.0 point (half of the draws: −1.0 to 3.0)."
    )


def test_costs_are_told_in_people_where_they_are_costs():
    now = {"objective": Summary(0.045, 0.04, 0.05), "output": CLEAR}
    means = {"objective": 0.047, "output": 0.0502}  # others than the medians
    assert sentences.people(Settings(), 0.04, now, RULE, means) == (
        "Of 1,000 people, 7 more get a wrong label with objective perturbation, "
        "10 with output perturbation (means over the draws)."
    )
    free = {"objective": Summary(0.04, 0.04, 0.04)}
    assert sentences.people(Settings(), 0.04, free, RULE, {"objective": 0.0401}) == ""
    assert sentences.people(Settings(measure="balanced"), 0.04, now, RULE, means) == ""
    # Beside an error that a constant answer reaches, no difference is a cost.
    assert sentences.people(Settings(), RULE.error, now, RULE, means) == ""


@pytest.mark.parametrize("baseline", [0.1, 0.0905, 0.3])
def test_without_a_baseline_nothing_is_a_cost(baseline: float):
    said = sentences.cost(Settings(), baseline, {"output": CLEAR}, RULE)
    assert said.startswith("Without noise the classifier ")
    assert said.endswith("the figure says nothing about what privacy costs.")
    assert "output" not in said
