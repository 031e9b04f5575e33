"""A law's profile at places that are fixed by the law: what a grid is made from, and compared by.

Between its places the profile lies below the chord of both. So the law is dominated by the pair
whose profile is those chords, and so is every other law that is no larger at the places.

Examples
--------
>>> from dpcore.privacy.profile.laws import GammaInObjective
>>> declared = GammaInObjective(0.9, n_features=10, slack=0.1)
>>> dominates(declared, GammaInObjective(0.95, n_features=10, slack=0.05))
True
"""

import math
from dataclasses import dataclass
from typing import Self

import numpy as np

from dpcore.checks import Array
from dpcore.privacy.profile.laws import Law
from dpcore.privacy.profile.losses import FARTHEST, ROUNDED, Losses, joined

PLACES, DENSE = 257, 6.0
"""Places at which a profile is computed, for ε from 0 on: steps of 2.4 % of ε, but for the
smallest, which are 1.2e-4 of the end. They add less than 2e-4 to the variance of a loss."""

UNDERFLOW = 1e-300
NOTHING = 1e-20
"""A δ of which nothing is left: there a law without an end is cut."""

SHORTEST = 1e-12
"""The least place where a law without an end is cut."""


@dataclass(frozen=True)
class Profile:
    """Values of a law's profile from where it is nearly 1 to where nothing is left of it.

    Parameters
    ----------
    places : array of shape (n_places,)
        ε, ascending and symmetric about 0.
    deltas : array of shape (n_places,)
    """

    places: Array
    deltas: Array

    @classmethod
    def of(cls, law: Law) -> Self:
        """Return a law's profile at places that are dense where small losses are."""
        top = _end(law)
        usual = top * np.sinh(np.linspace(0.0, DENSE, PLACES)) / math.sinh(DENSE)
        # And dense where a pure law ends: all of a δ that is small enough comes from there.
        above = np.union1d(usual[:-1], top * (1 - np.geomspace(1e-9, 0.1, PLACES // 4)))
        above = np.append(above, top)
        places = np.concatenate([-above[:0:-1], above])
        return cls(places, law.profile(places))

    def cut(self, tail: float) -> "Profile":
        """Return it up to the first place at which δ is `tail` at most."""
        # Of a law that is smaller than `tail` everywhere, 0 and the places beside it are kept.
        n_cut = min(int((self.deltas[:-1] <= tail).sum()), len(self.places) // 2 - 1)
        kept = slice(n_cut, len(self.places) - n_cut)
        return Profile(self.places[kept], self.deltas[kept])

    @property
    def end(self) -> float:
        """The last place."""
        return float(self.places[-1])

    def on_grid(self, step: float) -> Losses:
        """Return a pair on a grid that dominates the law: chords of chords lie above it, too."""
        last = math.ceil(self.end / step)
        places = np.arange(-last, last + 1)
        # expm1 keeps the digits of a small ε.
        at = np.interp(np.expm1(places * step), np.expm1(self.places), self.deltas)
        # Before the first place the chord from (γ, δ) = (0, 1) on, and not the first value.
        below = places * step < self.places[0]
        share = np.exp(np.where(below, places * step - self.places[0], 0.0))
        at = np.where(below, 1 - share * (1 - self.deltas[0]), at)
        return joined(at, -last, step)


def dominates(declared: Law, other: Law) -> bool:
    """Tell whether the pair that a declared law is composed by dominates another law."""
    profile = Profile.of(declared)
    # Where one underflows to 0, the other may still have its last bits.
    most = profile.deltas * (1 + ROUNDED) + UNDERFLOW
    return bool((other.profile(profile.places) <= most).all())


def _end(law: Law) -> float:
    """Return the largest loss of a law, or one from which on hardly any δ is left, or it stays."""
    if math.isfinite(law.pure):
        return min(law.pure, FARTHEST)
    top, before = 1.0, math.inf
    while top > SHORTEST and float(law.profile(np.array([top / 2]))[0]) <= NOTHING:
        top /= 2
    while top < FARTHEST:
        now = float(law.profile(np.array([top]))[0])
        if now <= NOTHING or now > before * (1 - ROUNDED):
            break
        top, before = min(2 * top, FARTHEST), now
    return top
