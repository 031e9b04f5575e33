"""The further parts of "Is it private?": every mechanism, the map, the budget."""

import numpy as np
import pytest

from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.is_it_private import how_epsilon_is_spent, worst_map
from dplab.studies.is_it_private.verdicts import Question
from edition import views
from pages.comparison.screen import cached
from pages.is_it_private import answers
from pages.is_it_private.mechanisms import sentences as of_all
from pages.is_it_private.values import PARTS
from pages.kit.values import reading
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of

PAGE = "is_it_private"
SMALL = {"n": "100", "lam": "1e-3", "epsilon": "0.1", "d": "1"}
QUESTION = Question("objective_2008", 0.2, 1e-3, "logistic", 0.5, 600, 2)
BOUNDS = "fold What the papers promise in advance"
DRAWN = {"meter": 2, "mechanisms": 1, "map": 2, "guarantee": 1, "sensitivity": 1, "spending": 1}
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
@pytest.mark.parametrize("part", ["spending", "guarantee", "sensitivity"])
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


@pytest.mark.parametrize("texts", [
    {"mechanism": "output"}, {"pair": "own"}, {"turned": "7", "pair": "own"}, {"runs": "4000"},
    {"epsilon": "1"},
], ids=str)  # fmt: skip
def test_an_older_address_opens_the_meter(texts: dict[str, str]):
    assert PARTS.question(reading(SMALL | texts)).part == "meter"


@pytest.mark.parametrize("part", ["map", "spending", "guarantee", "sensitivity"])
def test_the_script_of_a_part_prints_its_table(part: str, capsys):
    texts = {"epsilon": "0.2", "lam": "1e-3", "n": "600", "d": "2", "is_it_private_part": part}
    asked = PARTS.question(reading(texts))
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
