"""The attack that takes a private classifier for an exact one, and what it gets.

Without noise the gradient is zero, and the record can be reconstructed (`adversary`). The naive
attacker does the same with a private classifier: what is left over is then s(w·u) u and the noise
together. Where no record of the unit ball fits, the nearest point of the ball in that direction is
named.

How near that comes is compared with a guess that needs no classifier: a mean of known records.

Examples
--------
>>> from dpcore.data.dataset import split
>>> from dpcore.data.real.tables import load
>>> from dplab.studies.adversary.curve import of_person
>>> from dplab.studies.adversary.line_up import held_out
>>> from dplab.simulation.settings import Settings
>>> part = split(load("breast_cancer"), n=455, seed=0)
>>> attack = Attack(held_out(part, 0, m=10, seed=0), Settings(lam=0.01))
>>> found = naive(attack, of_person(attack, "objective", 1.0, n_draws=50).coefs)
>>> bool(found.distances.mean() > found.blind)
True
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array
from dplab.instruments.adversary import candidates
from dplab.studies.adversary.curve import Attack


@dataclass(frozen=True, eq=False)
class Naive:
    """How far the naive attack ends from the true record u.

    Parameters
    ----------
    distances : array (n_draws,)
        ‖û - u‖ for each classifier, from 0 to 2: of two records that fit, the nearer one.
    fitted : bool array (n_draws,)
        Whether any record of the unit ball fits; else û is the nearest point of the ball.
    blind : float
        The distance of the guess without any classifier.
    guess : str
        Which guess that is: "mean" of all known u, or "larger class", the mean of its known u.
    """

    distances: Array
    fitted: npt.NDArray[np.bool_]
    blind: float
    guess: str


def naive(attack: Attack, coefs: Array) -> Naive:
    """Reconstruct the record from each classifier as if it had no noise."""
    truth = attack.line_up.suspects[attack.line_up.truth]
    left_over = attack.attacker.residual(coefs)
    found = candidates(coefs, left_over, loss=attack.loss, n=attack.line_up.n)
    named = [each if len(each) else _end(g) for each, g in zip(found, left_over, strict=True)]
    distances = [np.linalg.norm(each - truth, axis=1).min() for each in named]
    guess, place = _blind_guess(attack)
    return Naive(
        np.array(distances),
        np.array([len(each) > 0 for each in found]),
        float(np.linalg.norm(place - truth)),
        guess,
    )


def _end(left_over: Array) -> Array:
    """Return where the direction leaves the ball, shape (1, n_features); the origin for none."""
    length = np.linalg.norm(left_over)
    return (left_over / length if length else left_over)[None]


def _blind_guess(attack: Attack) -> tuple[str, Array]:
    """Return the better of two guesses, by their mean distances from the known records."""
    known, counts = attack.attacker.known, attack.attacker.counts
    line_up = attack.line_up
    weight = np.ones(len(line_up.y)) if line_up.weight is None else line_up.weight
    U = line_up.X * line_up.y[:, None]
    positive = line_up.y > 0
    larger = positive if weight[positive].sum() * 2 >= weight.sum() else ~positive
    guesses = {
        "mean": np.average(U, axis=0, weights=weight),
        "larger class": np.average(U[larger], axis=0, weights=weight[larger]),
    }
    away = {
        name: np.average(np.linalg.norm(known - place, axis=1), weights=counts)
        for name, place in guesses.items()
    }
    best = min(away, key=lambda name: away[name])
    return best, guesses[best]
