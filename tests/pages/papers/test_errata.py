"""Errata: one list of all, with the place and what is right, and the losses of four."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.erm.losses import LOSSES, make_loss
from dpcore.privacy.mechanisms import calibrate
from dplab.instruments.worst_case.bound import ceiling
from dplab.studies.is_it_private import errata, verdicts
from dplab.studies.is_it_private.verdicts import Question
from edition import views
from pages.papers.errata import listed, sentences
from pages.papers.errata.values import ERRATA
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of

SMALL = {"n": "100", "lam": "1e-3", "epsilon": "0.1", "d": "1", "papers_part": "errata"}
QUESTION = Question("objective_2008", 0.2, 1e-3, "logistic", 0.5, 600, 2)
JACOBIAN = "jacobian"


def test_every_erratum_is_in_one_list_with_its_place_and_what_is_right():
    said = text_of(opened("papers", **SMALL))
    found = listed.errata()
    assert len({each.where for each in found}) == len(found) == 9
    for each in found:
        assert {each.where, each.printed, each.right, each.known} <= set(
            said.replace("\n", " | ").split(" | ")
        )
        assert "|" not in each.printed + each.right  # which would end a cell


def test_a_narrow_corner_is_answered():
    view = views.view("papers", SMALL | {"loss": "huber", "h": "0.2"})
    assert view.draw(dark=True, phone=True)["data"]
    assert "nan" not in view.sentence + view.alt


def test_where_there_is_no_noise_the_list_is_there_all_the_same():
    app = opened("papers", **SMALL | {"epsilon": "inf"})
    assert complaints(app) == []
    assert not app.error
    assert "How we know" in text_of(app)


def test_the_script_of_an_erratum_prints_its_table(capsys):
    texts = {"epsilon": "0.2", "lam": "1e-3", "n": "600", "d": "2", "papers_part": "errata"}
    asked = views.question("papers", texts | {"is_it_private_erratum": "slack"})
    exec(views.paths.module("papers.view").script(asked), {})
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) > 5
    assert len(printed[0].split()) == len(printed[1].split())


@pytest.mark.parametrize("erratum", ERRATA)
def test_each_erratum_has_its_figure_and_what_was_printed(erratum: str):
    app = opened("papers", **SMALL, is_it_private_erratum=erratum)
    assert complaints(app) == []
    assert len(figures(app)) == 1
    assert "**Printed**" in text_of(app)
    folds = [each.label for each in app.expander]
    assert ("At the settings of the paper" in folds) == (erratum == JACOBIAN)


def test_the_fold_of_the_paper_has_its_settings():
    app = opened("papers", **SMALL, is_it_private_erratum=JACOBIAN)
    app.session_state["fold At the settings of the paper"] = True
    table = sentences.of_cm08([verdicts.verdict(q) for q in errata.of_cm08()])
    assert table in [each.value for each in app.run().markdown]


def test_laplace_length_has_no_limit_near_the_classifier_without_noise():
    found = errata.laplace_length(QUESTION)
    wrong, right = found.series["output_laplace_norm"], found.series["output"]
    assert np.all(np.diff(wrong[:40]) < 0)
    # Ten times nearer: log 10 more, for the one feature beyond the first.
    per_decade = (wrong[0] - wrong[20]) / np.log(found.x[20] / found.x[0])
    assert per_decade * QUESTION.epsilon == pytest.approx(1.0, rel=1e-3)
    assert right.max() <= 1


def test_printed_standard_deviation_loses_root_two():
    found = errata.standard_deviation(QUESTION)
    assert found.series["output_laplace_norm"].max() == pytest.approx(np.sqrt(2), rel=1e-6)
    assert found.series["output"].max() == pytest.approx(1.0, rel=1e-6)


def test_missing_jacobian_bites_where_the_ceiling_lets_it():
    found = errata.missing_jacobian(QUESTION)
    loss = make_loss("logistic", 0.5)
    for name, ratios in found.series.items():
        for pull, ratio in zip(found.x, ratios, strict=True):
            plan = calibrate(name, 0.2, lam=float(pull), n=1, loss=loss)
            most = ceiling(plan, loss, lam=float(pull), n=1, n_features=1)
            assert ratio * 0.2 <= most * (1 + 1e-9)
    assert found.series["objective_2008"][0] > 20
    assert found.series["objective"].max() <= 1


def test_no_end_is_named_to_where_a_hinge_of_2008_exceeds_its_claim():
    found = errata.missing_jacobian(replace(QUESTION, loss="huber"))
    assert found.series["objective_2008"].min() > 1
    assert "exceeds its claim at every nλ shown;" in sentences.erratum(JACOBIAN, found)
    logistic = sentences.erratum(JACOBIAN, errata.missing_jacobian(QUESTION))
    assert "exceeds its claim up to nλ = " in logistic


@pytest.mark.parametrize("loss", LOSSES)
def test_half_of_the_slack_is_what_the_meter_needs(loss: str):
    found = errata.slack(Question("objective", 0.2, 1e-3, loss, 0.5, 600, 2))
    np.testing.assert_allclose(found.series["objective"], 2 * found.series["objective_tight"])
    np.testing.assert_allclose(found.series["needed"], found.series["objective_tight"], rtol=1e-6)
