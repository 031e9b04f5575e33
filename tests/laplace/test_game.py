"""The guessing game: the best Bob wins as often as theory says, and no more."""

import numpy as np
import pytest

from dplab.laplace import game

EPSILONS = (0.05, 0.3, 1.0, 2.0, 6.0)
ROUNDS = 20_000


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize(
    ("answers", "most"),
    [("laplace", game.max_win_on_laplace), ("randomised_response", game.max_win_probability)],
)
def test_the_best_bob_wins_as_often_as_theory_says(epsilon, answers, most):
    # Four standard errors: one seed in 16,000 would miss.
    won = game.play(answers, epsilon, ROUNDS, np.random.default_rng([1, ROUNDS])).mean()
    expected = most(epsilon)
    error = np.sqrt(expected * (1 - expected) / ROUNDS)
    assert abs(won - expected) <= 4 * error


def test_a_mechanism_at_half_the_epsilon_is_told_apart():
    won = game.play("laplace", 1.0, ROUNDS, np.random.default_rng(3)).mean()
    for wrong in (0.5, 2.0):
        expected = game.max_win_on_laplace(wrong)
        assert abs(won - expected) > 4 * np.sqrt(expected * (1 - expected) / ROUNDS)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_nobody_beats_the_best_of_any_mechanism(epsilon):
    assert 0.5 < game.max_win_on_laplace(epsilon) < game.max_win_probability(epsilon)
    assert game.max_win_probability(epsilon) <= game.paper_most(epsilon)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_an_event_differs_by_the_hyperbolic_tangent_at_most(epsilon):
    # By linear programming's corners: p ≤ e^ε q and 1 - q ≤ e^ε (1 - p), on a fine grid of q.
    q = np.linspace(0, 1, 100_001)
    most = np.minimum(np.exp(epsilon) * q, 1 - np.exp(-epsilon) * (1 - q)) - q
    assert most.max() == pytest.approx(np.tanh(epsilon / 2), abs=2e-5 * np.exp(epsilon))
    assert most.max() <= np.tanh(epsilon / 2) * (1 + 1e-9) <= epsilon
    assert 2 * game.max_win_probability(epsilon) - 1 == pytest.approx(
        np.tanh(epsilon / 2), rel=1e-12
    )


def test_the_lectures_bound_says_nothing_from_log_two_on():
    assert game.paper_most(np.log(2)) == pytest.approx(1)


def test_no_other_threshold_wins_more_often_than_the_nearer_one():
    # The best Bob's share, by quadrature over thresholds: largest at the middle.
    thresholds = np.linspace(-2, 3, 501)
    epsilon = 1.3
    below = lambda t, c: np.where(  # noqa: E731
        t < c, np.exp(-np.abs(t - c) * epsilon) / 2, 1 - np.exp(-np.abs(t - c) * epsilon) / 2
    )
    wins = (below(thresholds, 0) + 1 - below(thresholds, 1)) / 2
    assert wins.max() == pytest.approx(game.max_win_on_laplace(epsilon), abs=1e-12)


def test_closer_answers_are_harder_to_tell_apart():
    assert game.max_win_on_laplace(1.0, 0.0) == 0.5
    assert game.max_win_on_laplace(1.0, 0.5) == pytest.approx(game.max_win_on_laplace(0.5))


@pytest.mark.parametrize("others", [0, 2, 10])
def test_without_noise_one_vote_decides_only_where_the_others_tie(others):
    # By brute force: both votes, and what is told.
    for ones in range(others + 1):
        told = [2 * (ones + vote) > others + 1 for vote in (0, 1)]
        expected = 1.0 if told[0] != told[1] else 0.5
        assert game.majority_best(ones, others) == expected


def test_the_interval_holds_the_share_and_stays_a_probability():
    for wins in (0, 7, 20):
        low, high = game.interval(wins, 20)
        assert 0 <= low <= wins / 20 <= high <= 1
