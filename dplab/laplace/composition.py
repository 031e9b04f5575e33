"""What many answers reveal together: kε at most, and how likely each privacy loss is.

Each of k Laplace answers to the same question loses

    ε with probability 1/2,   -ε with probability e^{-ε}/2,
    between them a loss ε - 2u with density e^{-u}/2 in u, 0 < u < ε.

The loss of all k together is kε - 2T, with T the sum of k such u. The worst case is kε (TU Theorem
7) and is reached with probability 2^{-k} only.

The law of T is computed without subtraction. With e^{-t} taken out, the density of T is a
polynomial between neighbouring multiples of ε, and each further answer maps the pieces h_j to

    (h_j + h_{j-1})/2 + (∫ from the left end of piece j to t + ∫ from t - ε to the right end of
    piece j-1)/2,

sums of positive terms in Bernstein's basis, so that no digit is lost however large k is.

**Parallel composition.** Answers on disjoint parts cost their largest ε together, if the parts do
not depend on the value that changes (TU Theorem 8). Where the changed value moves its record to
another part, two answers change: 2ε when one record is replaced.

Examples
--------
>>> together = LossOfMany(k=10, epsilon=0.5)
>>> together.most, round(together.mean, 3)
(5.0, 1.065)
>>> round(together.exceeds(together.mean), 2)
0.5
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy import stats

from dpcore import checks
from dpcore.checks import Array, InvalidInput

MOST_ANSWERS = 100
"""The pieces of the density take k² numbers, and k³ steps."""

NODES = 64
"""Of Gauss-Legendre on each piece: exact to rounding for degree 99 times e^{-t}."""


def sequential(epsilons: npt.ArrayLike) -> float:
    """Return what answers on the same records cost together: the sum (TU Theorem 7)."""
    return float(np.sum(epsilons))


def parallel(epsilons: npt.ArrayLike, *, parts_are_fixed: bool = True) -> float:
    """Return what answers on disjoint parts cost together when one record is replaced.

    Parameters
    ----------
    epsilons : array
        Of the answer on each part.
    parts_are_fixed : bool
        Whether a record stays in its part whatever its value becomes. If so, one answer changes,
        and the largest ε is spent (TU Theorem 8). If not, two may: the two largest together.
    """
    spent = np.sort(np.ravel(epsilons))
    return float(spent[-1] if parts_are_fixed else spent[-2:].sum())


def spend(spent: float, epsilon: float, budget: float) -> float:
    """Return what is spent after one more query, or refuse it.

    Raises
    ------
    InvalidInput
        If the budget does not allow it. Nothing is spent then.
    """
    total = spent + checks.positive("epsilon", epsilon)
    # A budget of 1 pays for ten queries at 0.1, whatever their sum is in binary.
    if total > budget * (1 + 1e-12):
        raise InvalidInput(
            f"This query costs ε = {epsilon:g}, and {max(budget - spent, 0):.3g} of the budget "
            f"{budget:g} is left. Ask for less, or stop here."
        )
    return min(total, budget)


@dataclass(frozen=True)
class LossOfMany:
    """The exact law of the privacy loss of k Laplace answers one sensitivity apart.

    Parameters
    ----------
    k : int
        Answers, from 1 to `MOST_ANSWERS`.
    epsilon : float
        Of each answer; positive.

    Raises
    ------
    InvalidInput
        If one of them is out of range.
    """

    k: int
    epsilon: float

    def __post_init__(self) -> None:
        checks.whole("k", self.k, low=1, high=MOST_ANSWERS)
        checks.positive("epsilon", self.epsilon)

    @property
    def most(self) -> float:
        """The loss that is never exceeded: kε."""
        return self.k * self.epsilon

    @property
    def mean(self) -> float:
        """The mean loss, k (ε - 1 + e^{-ε})."""
        return float(self.k * (self.epsilon + np.expm1(-self.epsilon)))

    @cached_property
    def atoms(self) -> Array:
        """Losses that have a probability of their own, and that: shape (k + 1, 2).

        j of the k answers lie beyond the one centre, all others beyond the other.
        """
        j = np.arange(self.k + 1)
        beyond = stats.binom.logpmf(j, self.k, 0.5) - j * self.epsilon
        return np.column_stack([(self.k - 2.0 * j) * self.epsilon, np.exp(beyond)])

    def density(self, loss: npt.ArrayLike) -> Array:
        """Return the density of the continuous part at each loss, in the shape of `loss`."""
        t = (self.most - np.asarray(loss, dtype=float)) / 2
        inside = (t > 0) & (t < self.most)
        piece = np.clip((t // self.epsilon).astype(int), 0, self.k - 1)
        place = np.clip(t / self.epsilon - piece, 0, 1)
        # dT = dL/2.
        height = np.exp(-np.where(inside, t, 0)) * self._heights(piece, place) / 2
        return np.where(inside, height, 0.0)

    def exceeds(self, loss: float) -> float:
        """Return the probability that the loss of all answers together exceeds `loss`."""
        t = (self.most - loss) / 2
        # Atoms at the very place do not exceed it; rounding must not decide which side they are on.
        apart = 1e-9 * self.epsilon
        atoms = self.atoms[self.atoms[:, 0] > loss + apart, 1].sum()
        ends = np.clip([np.arange(self.k), np.arange(1, self.k + 1)], 0, max(t, 0) / self.epsilon)
        nodes, weights = np.polynomial.legendre.leggauss(NODES)
        widths = (ends[1] - ends[0])[:, None]
        pieces = np.arange(self.k)[:, None]
        places = np.clip(ends[0][:, None] - pieces, 0, 1) + widths * (nodes + 1) / 2
        times = (pieces + places) * self.epsilon
        heights = np.exp(-times) * self._heights(np.broadcast_to(pieces, times.shape), places)
        mass = self.epsilon * (widths / 2 * weights * heights).sum()
        return float(min(atoms + mass, 1.0))

    @cached_property
    def _pieces(self) -> Array:
        """Bernstein coefficients of e^t times the density of T on each [jε, (j+1)ε], shape (k, k).

        Row j belongs to piece j; all have degree k - 1.
        """
        halves = np.array([[0.5]])  # of one answer: one piece, degree 0
        for n in range(1, self.k):
            halves = self._with_one_more(halves, stats.binom.pmf(np.arange(n + 1), n, 0.5))
        return halves

    def _with_one_more(self, pieces: Array, atoms: Array) -> Array:
        """Return the pieces of n + 1 answers from those of n, and from the n + 1 atoms of these."""
        n = len(pieces)
        raised = _raise_degree(pieces)
        step = self.epsilon / n  # ∫ of a Bernstein polynomial of degree n - 1 over one piece
        from_left = step * np.cumsum(np.pad(pieces, ((0, 0), (1, 0))), axis=1)
        to_right = step * np.cumsum(np.pad(pieces[:, ::-1], ((0, 0), (1, 0))), axis=1)[:, ::-1]
        made = np.zeros((n + 1, n + 1))
        made[:n] += raised + from_left
        made[1:] += raised + to_right
        # An atom of the old law and a u in between: a constant on its piece.
        made += atoms[:, None]
        return made / 2

    def _heights(self, piece: npt.NDArray[np.intp], place: Array) -> Array:
        """Evaluate the pieces at places in [0, 1]: a mean of positive numbers."""
        i = np.arange(self.k)
        basis = stats.binom.pmf(i, self.k - 1, np.asarray(place)[..., None])
        return np.asarray((self._pieces[piece] * basis).sum(axis=-1))


def _raise_degree(pieces: Array) -> Array:
    """Write Bernstein polynomials of degree n - 1 as ones of degree n."""
    n = pieces.shape[1]
    share = np.arange(n + 1) / n
    padded = np.pad(pieces, ((0, 0), (1, 1)))
    return np.asarray(share * padded[:, :-1] + (1 - share) * padded[:, 1:])
