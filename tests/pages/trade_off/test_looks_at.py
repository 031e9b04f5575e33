"""What the classifier looks at, on the page: computed when asked, in the table's own words."""

import math

import numpy as np
import pytest

from dpcore.data.real.tables import TABLES
from dplab.simulation.settings import Settings
from dplab.studies.trade_off import looks_at
from dplab.studies.trade_off.looks_at import Question, run
from pages.comparison.records import Records
from pages.trade_off.along_epsilon.looks_at import answer, figures, sentences
from tests.pages.screen import as_json, complaints, opened, words
from tests.pages.screen import figures as figures_of
from tests.pages.tables import with_table

CHOSEN = {"data": "breast_cancer", "epsilon": "1", "lam": "0.1", "draws": "7"}
SETTINGS = Settings(data="breast_cancer", epsilon=1.0, lam=0.1)
FOLD = "fold looks_at"


def unfolded(app):
    app.session_state[FOLD] = True
    return app.run()


def test_nothing_is_computed_before_the_fold_is_open(monkeypatch):
    asked = []
    monkeypatch.setattr(answer, "run", lambda *given: asked.append(given))
    app = opened("trade_off", **CHOSEN)
    assert complaints(app) == []
    assert answer.LABEL in [each.label for each in app.expander]
    assert not asked


def test_the_sentence_counts_the_signs_that_are_certain():
    found, app = run(Question(SETTINGS)), unfolded(opened("trade_off", **CHOSEN))
    assert complaints(app) == []
    first, *_ = found.ranges
    objective, output = (found.private[name].certain.sum() for name in ("objective", "output"))
    said = words(app)
    assert f"Without noise, “{first}”" in said
    assert f"{objective} of 30 signs {'is' if objective == 1 else 'are'} certain with" in said
    assert f"{output} with output perturbation" in said
    assert len(figures_of(app)) == 2


def test_the_table_has_every_column_with_its_bounds_and_its_effect():
    (rows,) = (each.value for each in unfolded(opened("trade_off", **CHOSEN)).dataframe)
    found = run(Question(SETTINGS))
    assert list(rows["Column"]) == list(found.ranges)
    bounds = {each.name: each.upper for each in TABLES["breast_cancer"].schema.features}
    for name, said in zip(rows["Column"], rows["Level or bounds"], strict=True):
        assert float(said.split(" to ")[1].replace(",", "")) == bounds[name]
    certain = rows["Output perturbation"].str.endswith("(certain)")
    assert certain.sum() == found.private["output"].certain.sum()


def test_an_own_table_is_spoken_of_in_its_own_words():
    page = with_table().switch_page("trade_off/page.py").run()
    page = unfolded(page)
    assert complaints(page) == []
    (rows,) = (each.value for each in page.dataframe)
    assert {"smith", "baker"} <= set(rows["Level or bounds"])
    assert "answers “yes”" in words(page)


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("data", ["breast_cancer", "gaussian"])
def test_the_picture_has_the_largest_effects_and_hollow_marks_for_uncertain_signs(
    data: str, phone: bool
):
    found = run(Question(Settings(data=data, epsilon=1.0, lam="auto")))
    drawing = as_json(figures.effects(found, ("no", "<b>"), title="t", dark=phone, phone=phone))
    rows = figures.shown(found)
    assert len(rows) == min(figures.MOST_ROWS, len(found.plain))
    left_out = np.delete(np.abs(found.plain), rows)
    assert np.abs(found.plain[rows]).min() >= left_out.max(initial=0)
    *private, plain = drawing["data"]
    assert len(plain["x"]) == len(rows)
    for trace, spread in zip(private, found.private.values(), strict=True):
        hollow = [symbol.endswith("-open") for symbol in trace["marker"]["symbol"]]
        assert hollow == (~spread.certain[rows]).tolist()
    assert "&lt;b&gt;" in drawing["layout"]["xaxis"]["title"]["text"]


def test_levels_are_grouped_and_the_longest_columns_cut(tables_folder, monkeypatch):
    monkeypatch.setenv("EXPLORER_DATA", str(tables_folder))
    monkeypatch.setattr(figures, "MOST_ROWS", 100)
    found = run(Question(Settings(data="adult", n=500, epsilon=1.0, lam=0.1)))
    columns = [found.effects[at].column for at in figures.shown(found)]
    grouped = [
        name for name, before in zip(columns, [None, *columns], strict=False) if name != before
    ]
    assert grouped == list(found.ranges)
    assert max(map(columns.count, grouped)) == figures.MOST_LEVELS
    rows = sentences.rows(found)
    assert len(rows) == len(found.effects)
    assert rows.iloc[-1]["Level or bounds"] == "all columns in their middle"


def test_where_noise_hides_all_the_sentence_says_so():
    found = run(Question(Settings(data="breast_cancer", epsilon=0.01, lam="auto")))
    assert "At ε = 0.01, no sign of 30 is certain: noise hides" in sentences.lead(found)


def test_without_noise_no_sign_is_called_certain():
    app = unfolded(opened("trade_off", **(CHOSEN | {"epsilon": "inf"})))
    assert complaints(app) == []
    said = words(app)
    assert "certain with" not in said
    assert "at ε = ∞ have" not in said


@pytest.mark.parametrize(
    ("loss", "said"), [("logistic", "log-odds of “b”"), ("huber", "not log-odds")]
)
def test_a_score_is_log_odds_for_the_logistic_loss_alone(loss: str, said: str):
    found = run(Question(Settings(data="gaussian", n=200, loss=loss, epsilon=1.0)))
    assert said in sentences.made(found, "b")


def test_with_class_weights_a_score_is_the_log_odds_among_weighted_records():
    found = run(Question(Settings(data="gaussian", n=200, epsilon=1.0, positive_share=0.2)))
    assert "log-odds of “b” among records that count their weight" in sentences.made(found, "b")


def test_the_file_has_what_the_study_found():
    found = answer.of_columns(Records(), Question(SETTINGS))
    assert len(looks_at.table(found)) == 3 * 30
    text = answer._csv(found)
    assert text.splitlines()[0].count(",") == len(looks_at.table(found).columns) + 1
    assert not math.isnan(found.length)
