"""Mistakes planted in what the page Foundations computes are caught by the property they break.

Each mutant is a slip that the formulas invite, most of them seen in text books or lecture notes. It
is planted, and a test of its neighbours, which passes without it, must fail: a suite that lets one
through proves nothing about the code that it passes.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from dplab.laplace import average, beliefs, composition, game, mechanism, regression
from dplab.laplace.composition import LossOfMany
from tests.laplace import test_average as of_average
from tests.laplace import test_beliefs as of_beliefs
from tests.laplace import test_composition as of_composition
from tests.laplace import test_game as of_game
from tests.laplace import test_mechanism as of_mechanism
from tests.laplace import test_regression as of_regression


@dataclass(frozen=True)
class Planted:
    """A mistake, and the check that must not let it pass.

    Parameters
    ----------
    places : tuple of (object, str)
        What is replaced, wherever its name was imported.
    mistake : callable
        Makes the mutant of what stands there.
    check : callable
        A test, which knows nothing of mutants.
    given : tuple
        With which the test is called.
    """

    places: tuple[tuple[object, str], ...]
    mistake: Callable
    check: Callable[..., None]
    given: tuple = ()


RATIO = (
    of_mechanism.test_the_density_ratio_of_neighbours_reaches_e_to_the_epsilon_and_never_exceeds_it
)
DRAWN = of_mechanism.test_answers_are_laplace_around_the_truth
MORE_DATA = of_average.test_more_data_yield_less_noise_and_the_same_privacy
BOB = of_game.test_the_best_bob_wins_as_often_as_theory_says
MASS = of_composition.test_the_law_has_mass_one_and_the_exact_mean
BRUTE = of_composition.test_tails_agree_with_brute_force
PARTS = of_composition.test_a_changed_value_that_moves_its_record_between_parts_costs_two_answers
LAMBDA = of_regression.test_ridge_moves_too_far_for_a_bound_without_lambda
LEMMA = of_regression.test_the_bound_of_ridge_is_that_of_the_lemma
LENGTH = of_regression.test_the_noise_of_private_ridge_has_the_length_that_its_sensitivity_asks_for
REACHED = of_beliefs.test_both_bounds_are_reached
HALF = of_beliefs.test_half_of_epsilon_would_be_too_little

SCALE = ((mechanism, "scale"),)
SCALE_OF_AVERAGE, SCALE_OF_GAME = ((average, "scale"),), ((game, "scale"),)
LAPLACE = (6.0, "laplace", game.max_win_on_laplace)
BITS = (1.0, "randomised_response", game.max_win_probability)


def times(factor: float) -> Callable:
    """Return a mutation of a function of (sensitivity, ε): ε times a factor."""
    return lambda right: lambda sensitivity, epsilon: right(sensitivity, factor * epsilon)


def other_n(step: int) -> Callable:
    """Return a mutation of M/n: one record too many, or too few, is counted."""
    return lambda right: lambda bound, n: right(bound, n + step)


def other_n_of_ridge(step: int) -> Callable:
    return lambda right: lambda *, n, lam, **more: right(n=n + step, lam=lam, **more)


def without_lambda(right: Callable) -> Callable:
    return lambda *, n, lam, **more: lam * right(n=n, lam=lam, **more)


def at_threshold(threshold: float) -> Callable:
    """Return a mutation of the best Bob: he guesses B from another answer on than the middle."""
    return lambda _: (
        lambda answer, first, second: (answer > first + threshold * (second - first)).astype(int)
    )


def lying(share: Callable[[float], float]) -> Callable:
    """Return a mutation of randomised response: it tells the truth with another probability."""
    return lambda _: (
        lambda bits, epsilon, rng: np.where(rng.random(len(bits)) > share(epsilon), 1 - bits, bits)
    )


def no_atoms(right: property) -> property:
    return property(lambda law: right.func(law) * [1.0, 0.0])


def no_atoms_in_pieces(right: Callable) -> Callable:
    return lambda law, pieces, atoms: right(law, pieces, 0 * atoms)


def once(right: Callable) -> Callable:
    return lambda epsilons, **_: right(epsilons)


def rate_times(factor: float) -> Callable:
    return lambda right: lambda kind, rate, *more: right(kind, factor * rate, *more)


PARALLEL = ((composition, "parallel"), (of_composition, "parallel"))
FROM_PRIOR, BETWEEN = ((beliefs, "most_from_prior"),), ((beliefs, "most_between_worlds"),)
TANH = beliefs.most_from_prior, beliefs.most_between_worlds

MUTANTS = {
    "standard deviation GS/ε": Planted(SCALE, times(2**0.5), RATIO, (1.0,)),
    "GS/ε for the standard deviation": Planted(SCALE, times(2**-0.5), RATIO, (1.0,)),
    "ε/2 for ε": Planted(SCALE, times(0.5), RATIO, (1.0,)),
    "2ε for ε": Planted(SCALE, times(2), RATIO, (1.0,)),
    "standard deviation, drawn": Planted(SCALE, times(2**0.5), DRAWN),
    "ε/2 for ε, drawn": Planted(SCALE, times(0.5), DRAWN),
    "2ε for ε, drawn": Planted(SCALE, times(2), DRAWN),
    "standard deviation, average": Planted(SCALE_OF_AVERAGE, times(2**0.5), MORE_DATA, (20,)),
    "2ε for ε, average": Planted(SCALE_OF_AVERAGE, times(2), MORE_DATA, (20,)),
    "n - 1 for n": Planted(((average, "sensitivity"),), other_n(-1), MORE_DATA, (1000,)),
    "n + 1 for n": Planted(((average, "sensitivity"),), other_n(1), MORE_DATA, (1000,)),
    "ε/2 for ε, game": Planted(SCALE_OF_GAME, times(0.5), BOB, LAPLACE),
    "2ε for ε, game": Planted(SCALE_OF_GAME, times(2), BOB, LAPLACE),
    "threshold a quarter off": Planted(((game, "best_guess"),), at_threshold(0.25), BOB, LAPLACE),
    "threshold at B": Planted(((game, "best_guess"),), at_threshold(1), BOB, LAPLACE),
    "lies as Laplace does": Planted(
        ((game, "randomised_response"),), lying(game.max_win_on_laplace), BOB, BITS
    ),
    "lies at ε/2": Planted(
        ((game, "randomised_response"),),
        lying(lambda e: game.max_win_probability(e / 2)),
        BOB,
        BITS,
    ),
    "lies at 2ε": Planted(
        ((game, "randomised_response"),),
        lying(lambda e: game.max_win_probability(2 * e)),
        BOB,
        BITS,
    ),
    "ridge without λ": Planted(((regression, "ridge_sensitivity"),), without_lambda, LAMBDA),
    "ridge, n - 1": Planted(((regression, "ridge_sensitivity"),), other_n_of_ridge(-1), LEMMA),
    "ridge, n + 1": Planted(((regression, "ridge_sensitivity"),), other_n_of_ridge(1), LEMMA),
    "ridge, ε/2": Planted(((regression, "sample"),), rate_times(0.5), LENGTH),
    "ridge, 2ε": Planted(((regression, "sample"),), rate_times(2), LENGTH),
    "tanh(ε/2) for the prior": Planted(FROM_PRIOR, lambda _: TANH[1], REACHED, (1.0,)),
    "tanh(ε/4) between worlds": Planted(BETWEEN, lambda _: TANH[0], REACHED, (1.0,)),
    "tanh(ε/4) between worlds, half": Planted(BETWEEN, lambda _: TANH[0], HALF),
    "atoms left out": Planted(((LossOfMany, "atoms"),), no_atoms, MASS, (3, 2.0)),
    "atoms left out, drawn": Planted(((LossOfMany, "atoms"),), no_atoms, BRUTE, (3, 2.0)),
    "atoms left out of the next answer": Planted(
        ((LossOfMany, "_with_one_more"),), no_atoms_in_pieces, MASS, (3, 2.0)
    ),
    "parallel counted once": Planted(PARALLEL, once, PARTS),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_planted_mistake_is_caught_by_the_property_it_breaks(name: str, monkeypatch):
    planted = MUTANTS[name]
    planted.check(*planted.given)
    for owner, attribute in planted.places:
        right = vars(owner)[attribute]
        monkeypatch.setattr(owner, attribute, planted.mistake(right))
    with pytest.raises(AssertionError):
        planted.check(*planted.given)


def test_exchanged_bounds_are_caught_though_each_is_a_bound_of_something(monkeypatch):
    monkeypatch.setattr(beliefs, "most_from_prior", TANH[1])
    monkeypatch.setattr(beliefs, "most_between_worlds", TANH[0])
    for check, given in ((REACHED, (1.0,)), (HALF, ())):
        with pytest.raises(AssertionError):
            check(*given)
