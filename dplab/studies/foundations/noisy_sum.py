"""The noisy sum: one person's bit, both densities, draws, and how far answers lie from the truth.

n people hold a bit each; the answer is the sum plus Lap(1/ε) (TU Section 5). One person's bit moves
the sum by 1, and with it the centre of the density. At every output the logarithm of the ratio of
the two densities lies between -ε and ε.

Half widths around the truth come in three: exact, by Chebyshev's inequality, and as printed. The
picture has the exact one.

Examples
--------
>>> found = run(Question(epsilon=0.1, n=1000, ones=300, bit=1, draws=3))
>>> found.total, [round(each.width, 2) for each in found.widths]
(301, [14.51, 29.96, 63.25])
>>> [round(each.share, 3) for each in found.widths]
[0.766, 0.95, 0.998]
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dplab.laplace import mechanism
from dplab.simulation.sources import stream

SHARE = 0.95
"""Of the answers that a half width is to hold: TU's "95 % sure"."""

REACH = 7.5
"""Scales of the noise on each side of the picture: all of Chebyshev's 6.3, and 1 answer in 1,800
beyond."""

POINTS = 301
FINE = np.concatenate([[0], np.geomspace(1e-2, REACH, 40)])
"""Scales around each centre where the curves are drawn too: noise may be far narrower than 1."""


@dataclass(frozen=True)
class Question:
    """What is asked.

    Parameters
    ----------
    epsilon : float
        Positive and finite.
    n : int
        People, public.
    ones : int
        How many of the *other* n - 1 people have a 1.
    bit : int
        This person's, 0 or 1.
    draws : int
        Answers that are drawn, 0 or more.
    seed : int
    """

    epsilon: float = 0.1
    n: int = 1_000
    ones: int = 300
    bit: int = 1
    draws: int = 0
    seed: int = 0


@dataclass(frozen=True)
class HalfWidth:
    """A half width around the truth.

    The name is "printed", "exact" or "chebyshev". `share` is of all answers within it, exactly, and
    `inside` how many of the draws lie within it.
    """

    name: str
    width: float
    share: float
    inside: int


@dataclass(frozen=True, eq=False)
class NoisySum:
    """What comes of it.

    The total is the true sum, and the scale of the noise 1/ε. Outputs (m,), ascending, are where
    the curves are drawn: densities (2, m) of the answer with this person's bit 0, and 1, and
    `loss`, the log of the latter over the former. Widths are as printed, exact, by Chebyshev's
    inequality.
    """

    asked: Question
    total: int
    scale: float
    outputs: Array
    densities: Array
    loss: Array
    answers: Array
    widths: tuple[HalfWidth, ...]

    @property
    def sums(self) -> tuple[int, int]:
        """The sum with this person's bit 0, and 1."""
        return self.asked.ones, self.asked.ones + 1

    @property
    def exact(self) -> HalfWidth:
        """The half width that holds 95 in 100 answers; the others are as printed, and safe."""
        return next(each for each in self.widths if each.name == "exact")

    @property
    def range(self) -> tuple[float, float]:
        """Where the picture begins and ends; it does not depend on the draws, nor on the bit."""
        middle, half = self.asked.ones + 0.5, REACH * self.scale + 1
        return middle - half, middle + half


def run(asked: Question) -> NoisySum:
    """Return densities, privacy loss, draws and half widths.

    Raises
    ------
    InvalidInput
        If a number is out of its range, or there are more ones than other people.

    Notes
    -----
    **Guarantee.** Each of the draws is ε-DP by itself, where one person's bit is replaced and n is
    public (TU Theorem 4); all of them together cost ``draws * epsilon`` (TU Theorem 7). True sum
    and half widths around it are shown besides: a simulation, not a release.
    """
    _check(asked)
    b, total = mechanism.scale(1, asked.epsilon), asked.ones + asked.bit
    noise = stream(asked.seed, "noisy sum")
    answers = mechanism.answers(total, 1, asked.epsilon, asked.draws, noise)
    outputs = _grid(asked.ones, b)
    zero, one = ((float(asked.ones + bit), b) for bit in (0, 1))
    return NoisySum(
        asked,
        total,
        b,
        outputs,
        np.stack([mechanism.density(outputs, *each) for each in (zero, one)]),
        # Rounding of large sums must not carry the curve beyond what the theorem says.
        np.clip(mechanism.privacy_loss(outputs, one, zero), -asked.epsilon, asked.epsilon),
        answers,
        _widths(b, np.abs(answers - total)),
    )


def _check(asked: Question) -> None:
    n = checks.whole("n", asked.n)
    checks.whole("draws", asked.draws, low=0)
    checks.whole("bit", asked.bit, low=0, high=1)
    if checks.whole("ones", asked.ones, low=0) > n - 1:
        raise InvalidInput(
            f"ones must be at most n - 1 = {n - 1:,}, the other people; got {asked.ones:,}."
        )


def _grid(ones: int, b: float) -> Array:
    half = REACH * b + 1
    even = np.linspace(-half, half, POINTS) + ones + 0.5
    around = [ones + bit + sign * b * FINE for bit in (0, 1) for sign in (-1, 1)]
    return np.unique(np.concatenate([even, *around]))


def _widths(b: float, away: Array) -> tuple[HalfWidth, ...]:
    found = {
        "printed": mechanism.paper_half_width(SHARE, b),
        "exact": mechanism.half_width(SHARE, b),
        "chebyshev": mechanism.chebyshev_half_width(SHARE, b),
    }
    return tuple(
        HalfWidth(name, width, mechanism.coverage(width, b), int((away <= width).sum()))
        for name, width in found.items()
    )


def table(found: NoisySum) -> pd.DataFrame:
    """Return curves, draws and half widths: series, output, value."""
    curves = [
        ("density with bit 0", found.outputs, found.densities[0]),
        ("density with bit 1", found.outputs, found.densities[1]),
        ("privacy loss", found.outputs, found.loss),
        ("draw", found.answers, range(1, len(found.answers) + 1)),
    ]
    frames = [
        pd.DataFrame({"series": name, "output": outputs, "value": values})
        for name, outputs, values in curves
    ]
    widths = pd.DataFrame(
        [(f"half width, {each.name}", each.width, each.share) for each in found.widths],
        columns=["series", "output", "value"],
    )
    return pd.concat([*frames, widths], ignore_index=True)
