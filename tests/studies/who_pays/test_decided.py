"""The answers that the noise decides: pairs of releases, people near the line, and the curve."""

import warnings
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import rows_to_test
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import Settings
from dplab.studies.who_pays import decided
from dplab.studies.who_pays.decided import MOST_SHOWN, Decided, Question
from tests.house.some import some
from tests.privacy.oracles import OFTEN
from tests.studies.who_pays.cases import (
    EXACT,
    NOISY,
    SOURCES,
    answered,
    on_the_sphere,
    own,
    two_groups,
)


def found(settings: Settings, mechanism: str) -> Decided:
    return decided.run(Question(settings, mechanism))


@pytest.mark.parametrize("draws", [2, 3, 5, 50])
def test_every_number_has_a_pair_of_two_releases_and_all_pairs_come(draws: int):
    people = found(replace(SOURCES["gaussian"], draws=draws), "output")
    every = draws * (draws - 1)
    pairs = [people.pair(number) for number in range(3 * every)]
    assert all(one != other for one, other in pairs)
    assert {each for pair in pairs for each in pair} == set(range(draws))
    assert len(set(pairs[:every])) == every
    assert pairs[:every] == pairs[every : 2 * every]
    assert all(one != other for one, other in pairwise(pairs))


@pytest.mark.parametrize("number", [0, 1, 19, 20, 379, 380, 10**6, 10**18])
def test_any_number_has_an_answer(number: int):
    people = found(replace(SOURCES["gaussian"], draws=20), "objective")
    assert people.changed(number).shape == (MOST_SHOWN,)
    assert 0 <= people.share_changed(number) <= 1


@pytest.mark.parametrize("mechanism", ["output", "objective"])
def test_whoever_changed_sides_is_answered_otherwise_by_two_draws(mechanism: str):
    settings = replace(SOURCES["breast_cancer"], draws=6)
    people, says = found(settings, mechanism), answered(settings, mechanism).says
    for number in range(40):
        one, other = people.pair(number)
        differ = says[one] != says[other]
        assert np.array_equal(people.changed(number), differ[: people.n_shown])
        assert people.share_changed(number) == pytest.approx(differ.mean())


def test_over_all_pairs_as_many_change_sides_as_disagreement_says():
    people = found(replace(SOURCES["gaussian"], draws=8), "objective")
    shares = [people.share_changed(number) for number in range(8 * 7)]
    assert np.mean(shares) == pytest.approx(people.answers.disagreement.mean())


def test_a_picture_shows_the_first_300_or_all():
    assert found(SOURCES["gaussian"], "output").n_shown == 300
    small = found(SOURCES["breast_cancer"], "output")
    assert small.n_shown == 114
    assert len(small.distance) == len(small.share) == len(small.is_right) == 114


@pytest.mark.parametrize("mechanism", some(NOISY, OFTEN))
def test_being_right_is_that_of_the_classifier_without_this_noise(mechanism: str):
    settings = SOURCES["breast_cancer"]
    people = found(settings, mechanism)
    quiet = answered(settings.with_epsilon(np.inf), mechanism)
    if MECHANISMS[mechanism].family.has_jacobian:
        assert (people.is_right == (quiet.says[0] == (quiet.y > 0))).mean() > 0.9  # Δ is another
    else:
        assert np.array_equal(people.is_right, quiet.says[0] == (quiet.y > 0))


@pytest.mark.parametrize("settings", SOURCES.values(), ids=SOURCES)
@pytest.mark.parametrize("mechanism", EXACT)
def test_the_distance_decides_alone_and_lies_on_the_curve(mechanism: str, settings: Settings):
    people = found(settings, mechanism)
    furthest = float(np.abs(people.distance).max())
    at, chance = people.curve(furthest)
    assert (at[0], at[-1]) == (-furthest, furthest)
    assert np.all(np.diff(chance) >= 0)
    assert chance == pytest.approx(1 - chance[::-1])
    expected = people.answers.chance[: people.n_shown]
    assert np.interp(people.distance, at, chance) == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize("mechanism", ["output_laplace_norm", "objective_laplace_norm"])
def test_without_a_formula_there_is_no_curve(mechanism: str):
    people = found(SOURCES["gaussian"], mechanism)
    assert people.curve(1.0) is None
    assert np.isnan(people.off_by).all()


@pytest.mark.parametrize("mechanism", EXACT)
def test_where_it_is_exact_draws_are_as_far_away_as_chance_alone_has_them(mechanism: str):
    """Within a factor of two: 5,000 records share 400 draws, and few of them go separate ways."""
    off, by_chance = found(replace(SOURCES["gaussian"], draws=400), mechanism).off_by
    assert 0.5 * by_chance < off < 2 * by_chance


def test_to_first_order_it_is_near_where_noise_is_short_and_off_where_it_is_long():
    """400 draws; long noise is several times what chance alone would give."""
    short, long = (
        found(two_groups(0.05, n=5_000, draws=400, epsilon=epsilon), "objective").off_by
        for epsilon in (5.0, 0.05)
    )
    assert short[0] < 1.5 * short[1]
    assert long[0] > 1.5 * long[1]


def test_those_near_the_line_change_sides():
    people = found(replace(SOURCES["gaussian"], draws=200), "objective")
    near = np.argsort(np.abs(people.distance))
    disagree = people.answers.disagreement[: people.n_shown]
    assert disagree[near[:30]].mean() > 5 * disagree[near[-30:]].mean()


@pytest.mark.parametrize("mechanism", some(NOISY, OFTEN))
def test_without_noise_nobody_changes_sides(mechanism: str):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        people = found(SOURCES["breast_cancer"].with_epsilon(np.inf), mechanism)
        assert not any(people.changed(number).any() for number in range(12))
        assert np.isinf(people.distance).all()
        curve = people.curve(1.0)
    if curve is not None:
        assert set(curve[1]) == {0.0, 1.0}


@pytest.mark.parametrize("mechanism", some(NOISY, OFTEN))
def test_a_record_that_nothing_moves_is_infinitely_far_on_the_positive_side(mechanism: str):
    rng = np.random.default_rng(1)
    X = on_the_sphere(100, 2, rng)
    X[:] = 0.0
    X[:40] = on_the_sphere(40, 2, rng)
    y = np.where(rng.random(100) < 0.5, 1.0, -1.0)
    settings = Settings(data="upload", lam=0.1, epsilon=0.5, draws=3)
    records = own(X, y, np.zeros(100))
    people = decided.run(Question(settings, mechanism), records)
    still = people.share == 1
    assert np.isfinite(people.distance[~still]).all()
    assert (people.distance == np.inf).sum() == (~X.any(axis=1))[rows_to_test(records, 0)].sum()


@pytest.mark.parametrize("mechanism", ["output", "objective"])
def test_one_draw_is_refused_with_what_to_do(mechanism: str):
    with pytest.raises(InvalidInput, match=r"one draw\. Set Draws to 2 or more"):
        found(replace(SOURCES["gaussian"], draws=1), mechanism)


def test_the_table_has_every_test_record():
    rows = decided.table(found(SOURCES["breast_cancer"], "objective"))
    assert len(rows) == 114
    assert rows["distance"].notna().all()
    assert rows["disagreement"].between(0, 1).all()
