"""The guessing game is a function of seed and guesses, and the best Bob wins as theory says."""

import numpy as np
import pytest
from scipy import integrate, stats

from dpcore.checks import InvalidInput
from dplab.laplace.game import max_win_on_laplace, max_win_probability
from dplab.studies.foundations import game
from dplab.studies.foundations.game import OTHERS, ROUNDS, Rules

KINDS = ("laplace", "randomised_response", "majority")
MANY = 20_000


def data_sets(ones: int) -> tuple[list[int], list[int]]:
    common = [1] * ones + [0] * (OTHERS - ones)
    return [*common, 0], [*common, 1]


@pytest.mark.parametrize("ones", range(OTHERS + 1))
def test_true_answers_are_those_of_the_two_data_sets(ones: int):
    of = {
        "laplace": sum,
        "randomised_response": lambda votes: votes[-1],
        "majority": lambda votes: sum(votes) > len(votes) - sum(votes),
    }
    for kind, function in of.items():
        expected = tuple(float(function(votes)) for votes in data_sets(ones))
        assert Rules(kind, 1.0, ones).truths == expected
        same = Rules(kind, 1.0, ones, differ=False).truths
        assert same == (expected[0], expected[0])


def test_round_i_takes_coin_and_noise_from_seed_and_i():
    rules, guesses = Rules("laplace", 0.7, ones=3), "0110"
    play = game.after(rules, 99, guesses)
    for i, answer in enumerate(play.answers):
        rng = np.random.default_rng([99, i])
        coin = int(rng.integers(0, 2, 1)[0])
        assert answer == pytest.approx(3 + coin + rng.laplace(scale=1 / 0.7), abs=1e-12)
        if i < len(guesses):
            assert (play.coins[i], play.guesses[i]) == (coin, int(guesses[i]))


@pytest.mark.parametrize("kind", KINDS)
def test_a_play_holds_no_coin_of_a_round_to_come_and_earlier_rounds_stay(kind: str):
    rules = Rules(kind, 1.0)
    for k in range(ROUNDS + 1):
        play = game.after(rules, 7, "01" * (k // 2) + "0" * (k % 2))
        assert len(play.coins) == len(play.guesses) == k
        assert len(play.answers) == min(k + 1, ROUNDS)
    np.testing.assert_array_equal(game.after(rules, 7, "0").answers, play.answers[:2])
    np.testing.assert_array_equal(game.after(rules, 7, "01").coins, play.coins[:2])


def test_games_of_two_seeds_have_other_coins_and_other_noise():
    first, second = (game.after(Rules("laplace", 1.0), seed, "0" * ROUNDS) for seed in (1, 2))
    assert not np.array_equal(first.coins, second.coins)
    assert not set(first.answers) & set(second.answers)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ones", [0, 5, 6])
def test_the_optimal_bob_wins_as_often_as_theory_says(kind: str, ones: int, epsilon: float):
    # Four standard errors of 20,000 rounds: one seed in 16,000 would miss.
    rules = Rules(kind, epsilon, ones)
    expected = game.best(rules)
    share = game.optimal(rules, 4, MANY).wins / MANY
    error = np.sqrt(expected * (1 - expected) / MANY)
    assert abs(share - expected) <= 4 * error


def test_half_and_twice_the_epsilon_are_told_apart():
    share = game.optimal(Rules("laplace", 1.0), 4, MANY).wins / MANY
    for wrong in (0.5, 2.0):
        expected = max_win_on_laplace(wrong)
        assert abs(share - expected) > 4 * np.sqrt(expected * (1 - expected) / MANY)


@pytest.mark.parametrize("kind", KINDS)
def test_equal_data_sets_leave_a_coin(kind: str):
    rules = Rules(kind, 5.0, differ=False)
    assert game.best(rules) == 0.5
    assert abs(game.optimal(rules, 4, MANY).wins / MANY - 0.5) <= 4 * 0.5 / np.sqrt(MANY)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
def test_randomised_response_reaches_what_epsilon_allows_and_a_noisy_sum_does_not(epsilon: float):
    # An oracle: half of one more than the total variation distance, the density by quadrature.
    x = np.linspace(-60 / epsilon, 60 / epsilon + 1, 400_001)
    densities = [stats.laplace.pdf(x, loc, 1 / epsilon) for loc in (0, 1)]
    distance = integrate.trapezoid(np.abs(densities[0] - densities[1]), x) / 2
    assert game.best(Rules("laplace", epsilon)) == pytest.approx((1 + distance) / 2, abs=1e-6)
    assert game.best(Rules("randomised_response", epsilon)) == max_win_probability(epsilon)
    assert game.best(Rules("laplace", epsilon)) < max_win_probability(epsilon)


def test_the_optimal_bobs_rounds_are_none_of_the_game():
    rules = Rules("laplace", 1.0)
    mine = game.after(rules, 3, "0" * ROUNDS)
    assert not set(mine.answers) & set(game.optimal(rules, 3).answers)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("epsilon", [1e-9, 1e9])
def test_extremes_of_epsilon_give_finite_answers(kind: str, epsilon: float):
    rules = Rules(kind, epsilon)
    assert np.isfinite(game.optimal(rules, 1).answers).all()
    assert 0.5 <= game.best(rules) <= 1


def test_wilsons_interval_is_that_of_its_formula():
    play = game.after(Rules("laplace", 1.0), 5, "0110101")
    k, z = 7, stats.norm.ppf(0.975)
    p = play.wins / k
    middle = (p + z**2 / (2 * k)) / (1 + z**2 / k)
    half = z / (1 + z**2 / k) * np.sqrt(p * (1 - p) / k + z**2 / (4 * k**2))
    np.testing.assert_allclose(play.interval, (middle - half, middle + half), atol=1e-9)
    assert game.after(Rules("laplace", 1.0), 5, "").interval == (0.0, 1.0)


@pytest.mark.parametrize("text", ["", "0", "1", "01" * 10])
def test_guesses_are_read(text: str):
    assert game.read_guesses(text) == text


@pytest.mark.parametrize("text", ["2", "ab", "0" * 21, " 0", "-1", "٠", "0" * 10_000])
def test_other_texts_are_refused_with_a_sentence(text: str):
    with pytest.raises(InvalidInput, match="at most 20 signs 0"):
        game.read_guesses(text)
