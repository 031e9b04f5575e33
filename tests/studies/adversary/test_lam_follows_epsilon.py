"""Where λ follows ε, the attack at each ε is that at the λ in use there."""

import math

import numpy as np
import pytest

from dpcore.data.dataset import split
from dpcore.data.real.tables import load
from dpcore.erm.losses import Logistic
from dpcore.privacy.regularization.suggested import suggested_lam
from dplab.simulation.settings import Settings
from dplab.studies.adversary.curve import Attack, named, of_person
from dplab.studies.adversary.line_up import held_out
from dplab.studies.adversary.person import exact, lam_of, reconstructed

PART = split(load("breast_cancer"), n=150, seed=0)
LINE_UP = held_out(PART, 0, m=5, seed=0)
EPSILONS = (0.3, 3.0, 30.0)


def rule(mechanism: str, epsilon: float) -> float:
    return suggested_lam(mechanism, epsilon, n=150, n_features=30, loss=Logistic())


@pytest.mark.parametrize("mechanism", ["objective", "output", "objective_gaussian"])
def test_a_curve_is_made_of_attacks_at_the_lam_of_each_epsilon(mechanism: str):
    found = named(Attack(LINE_UP, Settings(lam="auto")), mechanism, EPSILONS, 20)
    for place, epsilon in enumerate(EPSILONS):
        typed = Attack(LINE_UP, Settings(lam=rule(mechanism, epsilon)))
        alone = named(typed, mechanism, (epsilon,), 20)
        assert found.named[place] == alone.named[0]
        assert found.hits[place] == alone.hits[0]
    other = named(Attack(LINE_UP, Settings(lam=0.01)), mechanism, EPSILONS, 20)
    assert not np.allclose(found.named, other.named, atol=1e-3)


@pytest.mark.parametrize("mechanism", ["objective", "output"])
def test_what_is_believed_of_a_person_is_that_at_the_lam_in_use(mechanism: str):
    found = of_person(Attack(LINE_UP, Settings(lam="auto")), mechanism, 3.0, 4)
    typed = of_person(Attack(LINE_UP, Settings(lam=rule(mechanism, 3.0))), mechanism, 3.0, 4)
    np.testing.assert_array_equal(found.beliefs, typed.beliefs)


def test_without_noise_the_record_is_reconstructed_from_the_classifier_of_the_rule():
    settings = Settings(data="breast_cancer", n=150, lam="auto")
    assert lam_of(settings, PART) == rule("non_private", math.inf) == 0.1 / 150
    coef = exact(settings)
    found = reconstructed(settings, 3, coef=coef)
    assert found.lam == 0.1 / 150
    assert any(guess.is_true for guess in found.guesses)
    assert found.gradient_norm < 1e-12
