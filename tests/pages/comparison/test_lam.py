"""λ follows ε: its control, what the pages say of it, and their files and scripts."""

import csv
import io
import math
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from dpcore.erm.losses import Logistic
from dpcore.privacy.regularization.suggested import suggested_lam
from dplab.simulation.comparison import COMPARED
from dplab.simulation.settings import Settings
from pages.comparison import private
from pages.comparison.records import Records
from pages.comparison.terms import rounded
from pages.kit.export import csv as as_csv
from pages.trade_off.along_epsilon import view as trade_off
from pages.trade_off.along_epsilon.view import script
from pages.trade_off.values import TradeOffQuestion
from tests.house.some import every
from tests.pages.kit.dials import looks, place_of, text_on, told, turned
from tests.pages.screen import complaints, opened, words

FOLLOWING = ("trade_off", "kernels", "adversary")
GIVEN = ("geometry", "private_tuning", "is_it_private")
QUICK = {"data": "breast_cancer", "n": "300", "draws": "5", "epsilon": "1"}


def rule(mechanism: str, epsilon: float = 1.0) -> float:
    return suggested_lam(mechanism, epsilon, n=300, n_features=30, loss=Logistic())


def toggle(app: AppTest) -> AppTest:
    turned(app, "lam", place_of(app, "lam") if told(app, "lam")["auto"] else "auto")
    assert complaints(app) == []
    return app


@pytest.mark.parametrize("page", every(2, FOLLOWING))
def test_it_follows_unless_the_address_names_one(page: str):
    fresh = opened(page, **QUICK)
    assert complaints(fresh) == []
    assert told(fresh, "lam")["auto"]
    given = opened(page, **QUICK, lam="0.01")
    assert not told(given, "lam")["auto"]
    assert text_on(given, "lam") == "0.01"


@pytest.mark.parametrize("page", every(2, GIVEN))
def test_a_page_about_a_given_lam_has_the_usual_one_and_no_toggle(page: str):
    app = opened(page)
    assert complaints(app) == []
    assert looks(app)["Regularization λ"]["follows"] is None
    assert text_on(app, "lam") == "0.01"
    assert "auto" not in words(app)


def test_the_toggle_takes_one_lam_for_all_and_gives_it_back():
    app = toggle(opened("trade_off", **QUICK, lam="auto"))
    # The nearest on the slider to that of objective perturbation.
    assert app.session_state["lam"] == "0.02"
    assert rule("objective") == 0.03
    assert "All methods at this one λ." in words(app)
    app = toggle(app)
    assert app.session_state["lam"] == "auto"
    # Each private method's; that without noise may be chosen by folds, and is known later.
    assert f"Objective {rounded(rule('objective'))}; output" in words(app)


def test_the_slider_moves_with_epsilon_until_it_is_moved_itself():
    app = opened("trade_off", **QUICK, lam="auto")
    before = float(place_of(app, "lam"))
    turned(app, "epsilon", 10.0)
    assert float(place_of(app, "lam")) < before
    turned(app, "lam", 0.2)
    assert app.session_state["lam"] == "0.2"
    assert not told(app, "lam")["auto"]
    turned(app, "epsilon", 0.1)
    assert float(place_of(app, "lam")) == 0.2


def test_auto_may_be_typed_and_another_word_is_refused_in_a_sentence():
    app = opened("trade_off", **QUICK, lam="3")
    turned(app, "lam", "Auto")
    assert told(app, "lam")["auto"]
    turned(app, "lam", "often")
    assert complaints(app) == []
    (refusal,) = (each.value for each in app.error)
    assert "λ that follows ε is shown instead" in refusal


def test_the_protocol_names_each_lam_or_the_one_of_all():
    auto = words(opened("trade_off", **QUICK, lam="auto"))
    assert "λ follows ε by a public rule, each method at its own: λ = " in auto
    for name in COMPARED:
        epsilon = math.inf if name == "non_private" else 1.0
        assert f"{rounded(rule(name, epsilon))} " in auto
    assert "all at λ = 0.3." in words(opened("trade_off", **QUICK, lam="0.3"))


def table(settings: Settings) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(as_csv(trade_off.table(settings, Records())))))


def test_the_file_has_the_lam_of_each_row_and_says_that_it_follows():
    settings = Settings(data="breast_cancer", n=300, draws=2, epsilon=1.0, lam="auto")
    rows = table(settings)
    assert {row["lam_follows_epsilon"] for row in rows} == {"True"}
    for row in rows:
        assert float(row["lam"]) == pytest.approx(rule(row["mechanism"], float(row["epsilon"])))
    given = table(replace(settings, lam=0.3))
    assert {row["lam"] for row in given} == {"0.3"}
    assert "lam_follows_epsilon" not in given[0]


@pytest.mark.parametrize("also", [(), ("objective_gaussian",)])
def test_the_code_prints_the_numbers_of_the_page(also: tuple[str, ...], capsys):
    settings = Settings(data="breast_cancer", n=300, draws=20, epsilon=1.0, lam="auto", also=also)
    exec(script(TradeOffQuestion(settings)), {})
    lines = [line for line in capsys.readouterr().out.splitlines() if "half of the draws" in line]
    now = private.comparison_at(settings, Records())
    shown = {name: (now.summaries[name].median, now.lams[name]) for name in now.outcomes}
    shown |= {"non_private": (now.baseline, now.lams["non_private"])}
    assert len(lines) == 3 + len(also)
    for line in lines:
        median, lam = shown[line.split()[0]]
        assert line.split()[2] == f"{median:.1%}"
        assert line.endswith(f"λ = {lam:.3g})")


def test_the_best_lam_at_this_epsilon_is_told_in_a_fold_and_taken_by_a_click():
    app = opened("trade_off", **QUICK, lam="2")
    fold = next(each for each in app.expander if each.label == "What does λ cost at this ε?")
    assert not fold.proto.expanded
    app.session_state["fold best_lam"] = True
    app.run()
    assert complaints(app) == []
    assert "at the best λ of the grid" in words(app)
    assert "Read from the test records, so not private" in words(app)
    best = [each for each in app.button if each.label.startswith("Take λ = ")]
    assert best
    best[0].click().run()
    assert app.session_state["lam"] == best[0].key.removeprefix("take_lam_")


def test_where_no_lam_helps_the_fold_says_so_and_offers_none():
    app = opened("trade_off", **QUICK | {"epsilon": "0.001"}, lam="auto")
    app.session_state["fold best_lam"] = True
    app.run()
    assert complaints(app) == []
    assert words(app).count("at no λ is it clearly better than always predicting") == 2
    assert not [each for each in app.button if each.label.startswith("Take λ = ")]
