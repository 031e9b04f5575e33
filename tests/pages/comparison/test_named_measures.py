"""Geometry and Private tuning: tiles, titles and sentences name the measure of a link."""

import re

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, balanced_accuracy_score, roc_auc_score

from dpcore.erm.prediction import predict
from dplab.simulation.measures import MEASURES
from edition.views import view
from pages.comparison import terms
from pages.geometry.figures.parts import SHORT
from pages.kit.words import percent
from pages.private_tuning import answer as tuning
from tests.house.some import some
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of

PLAIN = re.compile(r"\berrs? [\d.]+ %(?! \(balanced\))|\bmedian errors?\b|(?<!test )\berrors are\b")
"""An error by that name alone: right for the share of wrong labels, and for nothing else."""

IN_THE_PLANE = {"data": "breast_cancer", "plane_n": "300", "plane_first": "3", "plane_second": "5"}
TUNED = {"data": "breast_cancer", "n": "300", "draws": "5", "epsilon": "2"}
OTHERS = ("balanced", "auc")

pytestmark = pytest.mark.usefixtures("few_epsilons")


def said(page: str, measure: str, **query: str) -> str:
    """Return what the page says of the numbers of the moment, without the line on the measure."""
    app = opened(page, measure=measure, **query)
    assert complaints(app) == []
    texts = text_of(app).split("\n")
    return "\n".join(text for text in texts if "It is itself computed" not in text)


@pytest.mark.parametrize("measure", OTHERS)
@pytest.mark.parametrize(("page", "query"), [("geometry", IN_THE_PLANE), ("private_tuning", TUNED)])
def test_no_sentence_calls_another_measure_an_error(page, query, measure):
    plain, other = said(page, "error", **query), said(page, measure, **query)
    assert PLAIN.search(plain)
    assert PLAIN.findall(other) == []
    assert terms.error(measure) in other or terms.errors(measure) in other
    assert MEASURES[measure].noun not in plain


@pytest.mark.parametrize("measure", some(MEASURES, OTHERS))
def test_tiles_and_titles_in_the_plane_are_scikit_learns(measure: str):
    app = opened("geometry", measure=measure, **IN_THE_PLANE)
    now = view("geometry", {"measure": measure, **IN_THE_PLANE}).answer
    coefs = now.plane.clouds["objective", now.settings.epsilon].coefs
    y, scores = now.part.y_test, coefs @ now.part.X_test.T
    labels = predict(coefs, now.part.X_test)
    by_scikit_learn = {
        "error": [1 - accuracy_score(y, each) for each in labels],
        "balanced": [1 - balanced_accuracy_score(y, each) for each in labels],
        "auc": [1 - roc_auc_score(y, each) for each in scores],
    }[measure]
    shown = percent(float(np.median(by_scikit_learn)))
    assert app.metric[1].value == shown
    title = figures(app)[0]["layout"]["annotations"][0]["text"]
    did = SHORT[measure].format(shown)
    assert title.replace("<br>", " ").startswith(f"<b>Objective</b> {did} moves w by")
    assert f"median {terms.errors(measure)} are" in text_of(app)


@pytest.mark.parametrize("measure", MEASURES)
def test_the_sentences_on_tuning_have_the_numbers_of_the_tile_and_say_by_what_is_picked(measure):
    app = opened("private_tuning", measure=measure, **TUNED)
    text = text_of(app)
    assert f"has a median {terms.error(measure)} of {app.metric[0].value}" in text
    assert ("goes by counts of wrong labels" in text) == (measure != "error")
    *_, curves = figures(app)
    named = {
        each["name"]: each["y"][each["x"].index(2.0)] for each in curves["data"] if "name" in each
    }
    fixed = terms.errs(named["Fixed in advance"], measure)
    app.session_state[f"fold {tuning.OTHERS}"] = True
    assert f"without looking at the data, {fixed}, and its choice" in text_of(app.run())
