"""The numbers of Adult that are written down: what noise costs there, and what it decides."""

import dataclasses

import pytest

from dplab.simulation.settings import Settings
from dplab.studies.who_pays.costs import Costs
from dplab.tables.groups.division import Division
from tests.studies.who_pays.cases import paid


@pytest.fixture
def adult(tables_folder, monkeypatch) -> Settings:
    monkeypatch.setenv("EXPLORER_DATA", str(tables_folder))
    return Settings(data="adult", lam=1e-3, epsilon=1.0, draws=2)


def by_sex(settings: Settings, mechanism: str) -> Costs:
    return paid(settings, mechanism, Division("sex"))


def percent(share: float) -> float:
    return 100 * share


def test_on_adult_noise_decides_nine_answers_in_100_at_a_cost_of_a_point(adult: Settings):
    """Exact, so to the digits that are written down; four test groups of one split."""
    found = by_sex(adult, "output")
    groups = {group.name.lower(): group for group in found.groups}
    assert percent(found.whole.without_noise) == pytest.approx(15.6, abs=0.1)
    assert percent(found.whole.at_epsilon) == pytest.approx(16.7, abs=0.1)
    assert percent(found.whole.disagreement) == pytest.approx(9.0, abs=0.1)
    assert percent(groups["female"].disagreement) == pytest.approx(2.8, abs=0.1)
    assert percent(groups["male"].disagreement) == pytest.approx(12.1, abs=0.1)
    smaller = by_sex(adult.with_epsilon(0.1), "output")
    assert percent(smaller.whole.at_epsilon) == pytest.approx(37.4, abs=0.1)


def test_on_adult_tight_objective_perturbation_costs_less_and_decides_less(adult: Settings):
    """100 draws at each ε; their errors hang together: a point, and two of disagreement."""
    settings = dataclasses.replace(adult, draws=100)
    one, tenth = (by_sex(settings.with_epsilon(e), "objective_tight").whole for e in (1.0, 0.1))
    assert percent(one.cost) == pytest.approx(0.0, abs=0.1)
    assert percent(one.disagreement) == pytest.approx(1.8, abs=0.2)
    assert percent(tenth.cost) == pytest.approx(4.5, abs=1.0)
    assert percent(tenth.disagreement) == pytest.approx(17.9, abs=2.0)


def test_the_gap_in_error_shrinks_where_the_gap_in_cost_grows_as_the_page_says(adult: Settings):
    """Exact, to the digits of "Both happen" in the page's prose."""
    plain, noisy = (by_sex(adult.with_epsilon(e), "output") for e in (1.0, 0.01))
    (men, women), (men_at, women_at) = (
        [next(group for group in each.groups if group.name == name) for name in ("Male", "Female")]
        for each in (plain, noisy)
    )
    assert percent(men.without_noise - women.without_noise) == pytest.approx(11.1, abs=0.06)
    assert percent(men_at.at_epsilon - women_at.at_epsilon) == pytest.approx(0.9, abs=0.06)
    assert percent(women_at.cost - men_at.cost) == pytest.approx(10.2, abs=0.06)
