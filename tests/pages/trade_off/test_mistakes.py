"""Which mistakes are made, on the page: numbers of the tiles' draws, in the label's words."""

import math

import pytest

from dplab.simulation.settings import Settings
from pages.comparison import private
from pages.comparison.records import Records
from tests.pages.screen import complaints, opened, words
from tests.pages.tables import with_table

CHOSEN = {"data": "breast_cancer", "epsilon": "1", "lam": "0.1", "draws": "7"}
SETTINGS = Settings(data="breast_cancer", epsilon=1.0, lam=0.1, draws=7)


def unfolded(app):
    app.session_state["fold mistakes"] = True
    app.run()
    assert complaints(app) == []
    return app


def test_mistakes_in_the_table_are_the_errors_that_are_shown():
    app, now = unfolded(opened("trade_off", **CHOSEN)), private.comparison_at(SETTINGS, Records())
    (rows,) = (each.value for each in app.table)
    assert list(rows)[2:] == ["answered “benign”", "answered “malignant”"]
    shown = {name: rows[rows["Classifier"] == name] for name in set(rows["Classifier"])}
    expected = {
        "Non-private": now.baseline,
        "Objective perturbation": now.means["objective"],
        "Output perturbation": now.means["output"],
    }
    assert set(shown) == set(expected)
    for name, error in expected.items():
        cells = shown[name].iloc[:, 2:].astype(float).to_numpy()
        # Each is rounded to a tenth.
        assert cells[0, 1] + cells[1, 0] == pytest.approx(100 * error, abs=0.11)
        assert cells.sum() == pytest.approx(100, abs=0.21)
    assert f"Of 100 test records, {100 * now.baseline:.1f} get a wrong answer" in words(app)


@pytest.mark.parametrize("measure", ["balanced", "auc"])
def test_mistakes_are_those_of_the_plain_error_whatever_is_measured(measure: str):
    app = unfolded(opened("trade_off", **CHOSEN, measure=measure))
    (rows,) = (each.value for each in app.table)
    assert len(rows) == 6


def test_at_infinity_all_are_alike():
    app = unfolded(opened("trade_off", **(CHOSEN | {"epsilon": "inf"})))
    (rows,) = (each.value for each in app.table)
    assert len(rows.drop(columns="Classifier").drop_duplicates()) == 2
    assert not math.isnan(float(rows.iloc[0, 2]))


def test_an_own_table_has_its_own_words_on_both_sides():
    app = unfolded(with_table().switch_page("trade_off/page.py").run())
    (rows,) = (each.value for each in app.table)
    assert set(rows.iloc[:, 0]) == {"“no”", "“yes”"}
    assert list(rows)[2:] == ["answered “no”", "answered “yes”"]
