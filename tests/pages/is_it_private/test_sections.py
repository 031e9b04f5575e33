"""The further parts of "Is it private?": every mechanism, the map, the budget, the errata."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.erm.losses import LOSSES, make_loss
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dplab.instruments.worst_case.bound import ceiling
from dplab.studies.is_it_private import errata, how_epsilon_is_spent, worst_map
from dplab.studies.is_it_private.verdicts import Question
from edition import views
from pages.comparison.screen import cached
from pages.is_it_private import answers
from pages.is_it_private.errata import sentences
from pages.is_it_private.errata.values import ERRATA
from pages.is_it_private.mechanisms import sentences as of_all
from pages.is_it_private.values import PARTS
from pages.kit.values import reading
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of

PAGE = "is_it_private"
SMALL = {"n": "100", "lam": "1e-3", "epsilon": "0.1", "d": "1"}
QUESTION = Question("objective_2008", 0.2, 1e-3, "logistic", 0.5, 600, 2)
JACOBIAN = "jacobian"
BOUNDS = "fold What the papers promise in advance"
DRAWN = {"meter": 2, "mechanisms": 1, "map": 2, "spending": 1, "errata": 1}
"""How many figures each part draws."""


@pytest.mark.parametrize("part", DRAWN)
def test_only_the_open_part_is_drawn(part: str):
    assert len(figures(opened(PAGE, **SMALL, is_it_private_part=part))) == DRAWN[part]
    assert list(PARTS.labels) == list(DRAWN)


@pytest.mark.parametrize("part", DRAWN)
def test_every_part_answers_where_there_is_no_noise(part: str):
    app = opened(PAGE, **SMALL | {"epsilon": "inf"}, is_it_private_part=part)
    assert complaints(app) == []
    assert not app.error


# The other parts have it elsewhere: the meter among its extremes, the map in its row of `answers`.
@pytest.mark.parametrize("part", ["spending", "errata"])
def test_a_narrow_corner_is_answered(part: str):
    view = views.view(PAGE, SMALL | {"loss": "huber", "h": "0.2", "is_it_private_part": part})
    assert view.draw(dark=True, phone=True)["data"]
    assert "nan" not in view.sentence + view.alt


def test_the_verdicts_are_counted():
    *_, found = answers.verdicts_on_all(cached.RECORDS, QUESTION)
    said = of_all.counted(found)
    standings = [each.standing for each in found.values()]
    proven = standings.count("holds") + standings.count("approximate")
    claiming = len(standings) - standings.count("none")
    assert said.startswith(f"Of {claiming} mechanisms that claim an ε, {proven} are proven")
    broken = {name for name, each in found.items() if each.standing in ("broken", "endless")}
    named = said.partition("settings: ")[2].removesuffix(".").split("; ")
    assert {MECHANISMS[name].label for name in broken} == set(named)


@pytest.mark.parametrize("erratum", ERRATA)
def test_each_erratum_has_its_figure_and_what_was_printed(erratum: str):
    app = opened(PAGE, **SMALL, is_it_private_part="errata", is_it_private_erratum=erratum)
    assert complaints(app) == []
    assert len(figures(app)) == 1
    assert "**Printed**" in text_of(app)
    folds = [each.label for each in app.expander]
    assert ("At the settings of the paper" in folds) == (erratum == JACOBIAN)


@pytest.mark.parametrize("texts", [
    {"mechanism": "output"}, {"pair": "own"}, {"turned": "7", "pair": "own"}, {"runs": "4000"},
    {"epsilon": "1"},
], ids=str)  # fmt: skip
def test_an_older_address_opens_the_meter(texts: dict[str, str]):
    assert PARTS.question(reading(SMALL | texts)).part == "meter"


def test_the_fold_of_the_paper_has_its_settings():
    app = opened(PAGE, **SMALL, is_it_private_part="errata", is_it_private_erratum=JACOBIAN)
    app.session_state["fold At the settings of the paper"] = True
    table = sentences.of_cm08([cached.RECORDS.get(answers.verdict, q) for q in errata.of_cm08()])
    assert table in [each.value for each in app.run().markdown]


@pytest.mark.parametrize("part", ["map", "spending", "errata"])
def test_the_script_of_a_part_prints_its_table(part: str, capsys):
    texts = {"epsilon": "0.2", "lam": "1e-3", "n": "600", "d": "2", "is_it_private_part": part}
    asked = PARTS.question(reading(texts | {"is_it_private_erratum": "slack"}))
    exec(PARTS.script(asked), {})
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) > 5
    assert len(printed[0].split()) == len(printed[1].split())


@pytest.mark.parametrize("d", [1, 2])
@pytest.mark.parametrize("loss", LOSSES)
def test_the_map_stays_within_the_claim_where_the_jacobian_is_paid_for(loss: str, d: int):
    broken, pure = (worst_map.ratios(name, loss, 0.5, d) for name in worst_map.MAPPED)
    assert pure.max() <= 1 + 1e-9
    assert broken.max() > 100
    # Where λ outweighs the curvature, both are the same and harmless.
    assert broken[-1, -1] == pytest.approx(pure[-1, -1], rel=1e-3)


def test_the_claim_of_2008_ends_where_the_page_says():
    # Logistic loss, two features or more: at nλ = 2/ε.
    ratios = worst_map.ratios("objective_2008", "logistic", 0.5, 2)
    product = np.outer(worst_map.N_LAMBDAS, worst_map.EPSILONS)
    assert np.all(ratios[product < 1.9] > 1)
    assert np.all(ratios[product > 2.1] <= 1 + 1e-9)


def test_the_budget_has_its_spike_at_the_threshold():
    plans = how_epsilon_is_spent.run(QUESTION)
    edge = how_epsilon_is_spent.threshold(QUESTION)
    assert edge == pytest.approx(0.25 / (600 * np.expm1(0.1)))
    spike = plans["objective"].lams[plans["objective"].length.argmax()]
    assert spike == pytest.approx(edge, rel=2 * how_epsilon_is_spent.NEAR)
    assert plans["objective"].noise.min() < 0.01
    assert plans["objective_tight"].noise.min() >= 0.5 * (1 - 1e-12)
    for plan in plans.values():
        assert np.all(plan.used >= plan.lams)


ROWS = ("| Length of the noise", "| Excess loss")


def test_bounds_hold_and_are_loose():
    app = opened(PAGE, data="breast_cancer", epsilon="0.5", is_it_private_part="mechanisms")
    app.session_state[BOUNDS] = True
    rows = [line.split("|") for line in text_of(app.run()).splitlines() if line.startswith(ROWS)]
    loose = [float(row[5].replace(",", "")) for row in rows]
    assert len(loose) == 3
    assert min(loose) > 1
    assert max(loose[1:]) > 50


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
