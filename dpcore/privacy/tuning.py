"""Private tuning: choosing among candidates within the same ε (CMS11 Algorithm 4).

Whoever trains many classifiers and keeps the one that did best has looked at the data once more,
and has to pay for the look. Algorithm 4 pays with records instead of ε: the data are cut at
random into m + 1 equal parts, candidate i is trained on part i, and the last part judges. With z_i
the mistakes of candidate i there, candidate i is released with probability

    p_i ∝ exp(-ε z_i / 2),

the exponential mechanism for a count that one record changes by at most 1. Where the candidates'
loss has class weights, a mistake counts what its class does, at most 1 likewise: by plain mistakes
the pick would go to whoever names the common class always.

**Why the total is ε.** The cut does not depend on the records' values, so that exchanging one
record changes one part only. If it is a training part, one candidate's training sees it, at ε; all
else is post-processing or untouched. If it is the last part, the pick alone sees it, at ε.

With probability 1 - δ the pick makes at most min z + 2 log(m/δ)/ε mistakes (`mistakes_bound`).

Examples
--------
>>> from dpcore.erm.losses import Logistic
>>> candidates = [Candidate("objective", lam, Logistic()) for lam in (0.001, 0.1)]
>>> plan = plan_tuning(candidates, epsilon=1.0, n=301)
>>> plan.sizes
(101, 100, 100)
>>> selection_probabilities(np.array([[3.0, 1.0]]), epsilon=2.0).round(2)
array([[0.12, 0.88]])
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.erm.losses import Loss
from dpcore.erm.prediction import says_positive
from dpcore.erm.weighted import weights_of
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, calibrate, draw

# Each candidate costs a share of the records: with 50, each part has less than 2 % of them.
MOST_CANDIDATES = 50
Picks = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Candidate:
    """One way to train, among which tuning chooses.

    Parameters
    ----------
    mechanism : str
        A key of `MECHANISMS`.
    lam : float
        Regularization, positive.
    loss : Loss
    """

    mechanism: str
    lam: float
    loss: Loss


@dataclass(frozen=True)
class TuningPlan:
    """Who is trained on which part, at which ε, and why the total is ε.

    ε is that of the whole: of each training, of the pick, and of all together. `sizes` are the
    records of each part, m + 1 of them, the last of which judges; `plans` are those of each
    candidate on its part.
    """

    candidates: tuple[Candidate, ...]
    epsilon: float
    sizes: tuple[int, ...]
    plans: tuple[Plan, ...]
    theorem: str = "CMS11 Algorithm 4: parallel composition and the exponential mechanism"

    @property
    def n(self) -> int:
        """Records in all."""
        return sum(self.sizes)


@dataclass(frozen=True, eq=False)
class Tuned:
    """What came of tuning, run after run on the same parts.

    Parameters
    ----------
    coefs : array (m, n_draws, n_features)
        All candidates' classifiers; only the picked one is released.
    mistakes : array (n_draws, m)
        z, on the part that judges, each by its class weight. Not private.
    probabilities : array (n_draws, m)
        Not private either.
    picks : int array (n_draws,)
        The candidate that is released.
    converged : bool array (n_draws,)
        Whether every candidate's minimisation met its tolerance.
    """

    coefs: Array
    mistakes: Array
    probabilities: Array
    picks: Picks
    converged: npt.NDArray[np.bool_]

    @property
    def released(self) -> Array:
        """The picked classifiers, shape (n_draws, n_features)."""
        released: Array = self.coefs[self.picks, np.arange(len(self.picks))]
        return released


def plan_tuning(candidates: Sequence[Candidate], epsilon: float, n: int) -> TuningPlan:
    """Return the plan of Algorithm 4.

    ε is positive, or ∞: then nothing is private, and the fewest mistakes win. n is public.

    Raises
    ------
    InvalidInput
        If there are no candidates or too many, one uses a δ, they differ in class weights, or there
        are fewer records than parts.
    """
    sizes = part_sizes(len(candidates), n)
    for one in candidates:
        if MECHANISMS[checks.one_of("mechanism", one.mechanism, tuple(MECHANISMS))].uses_delta:
            raise InvalidInput(
                f"Private tuning adds up ε and has no δ; {MECHANISMS[one.mechanism].label} is "
                "private only with a δ. Choose a mechanism without one."
            )
    if len({weights_of(one.loss) for one in candidates}) > 1:
        raise InvalidInput("Candidates must have the same class weights, by which one is picked.")
    plans = tuple(
        calibrate(one.mechanism, epsilon, lam=one.lam, n=size, loss=one.loss)
        for one, size in zip(candidates, sizes, strict=False)
    )
    return TuningPlan(tuple(candidates), checks.positive("epsilon", epsilon, infinite=True),
                      sizes, plans)  # fmt: skip


def part_sizes(m: int, n: int) -> tuple[int, ...]:
    """Return how many records each of the m + 1 parts has, by n and m alone; the last one judges.

    Parameters
    ----------
    m : int
        Number of candidates, from 1 to `MOST_CANDIDATES`.
    n : int
        Public number of records, at least one for each part.

    Raises
    ------
    InvalidInput
        If there are no candidates or too many, or fewer records than parts.
    """
    m = checks.whole("number of candidates", m, high=MOST_CANDIDATES)
    n = checks.whole("n", n)
    if n < m + 1:
        raise InvalidInput(
            f"{m} {'candidate needs' if m == 1 else 'candidates need'} {m + 1} parts, each of one "
            f"record at least; n is {n}. Take fewer candidates or more records."
        )
    # What is left over goes to the first parts, which train.
    return tuple(n // (m + 1) + (part < n % (m + 1)) for part in range(m + 1))


def cut(plan: TuningPlan, rng: np.random.Generator) -> list[Picks]:
    """Return the rows of each part: a random permutation that looks at no value."""
    return np.split(rng.permutation(plan.n), np.cumsum(plan.sizes)[:-1])


def tune(
    plan: TuningPlan,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    parts: Sequence[Picks],
    n_draws: int,
    rng: np.random.Generator,
) -> Tuned:
    """Run Algorithm 4 `n_draws` times on the same parts.

    The parts are rows, from `cut`; no row may be in two of them, and they stay: each run draws
    noise and pick anew, from `rng`.

    Raises
    ------
    InvalidInput
        If the records are not as many as planned for, or out of range, or the parts overlap.

    Guarantee
    ---------
    The pick and its classifier of one run are ε-differentially private for replace-one neighbours
    of public size n, if the parts do not depend on the records and every candidate's mechanism is
    "pure" (CMS11 Algorithm 4; exponential mechanism, McSherry and Talwar 2007). Mistakes,
    probabilities and the classifiers that are not picked are not part of it. With ε = ∞ nothing is
    promised.
    """
    X, y = checks.records(X, y)
    if len(y) != plan.n:
        raise InvalidInput(f"The plan is for {plan.n} records; got {len(y)}.")
    if tuple(map(len, parts)) != plan.sizes:
        raise InvalidInput(f"parts must be as large as planned, {plan.sizes}.")
    if not np.array_equal(np.sort(np.concatenate(parts)), np.arange(plan.n)):
        # A record that two parts see would be paid for once and used twice.
        raise InvalidInput(f"parts must hold each of the {plan.n} rows exactly once.")
    # At the whole ε, each: a record is in one part only (parallel composition).
    batches = [
        draw(
            one.mechanism,
            X[rows],
            y[rows],
            loss=one.loss,
            lam=one.lam,
            epsilon=plan.epsilon,
            n_draws=n_draws,
            rng=rng,
        )
        for one, rows in zip(plan.candidates, parts, strict=False)
    ]
    coefs = np.stack([batch.coefs for batch in batches])
    converged = np.all([batch.converged for batch in batches], axis=0)
    judge = parts[-1]
    weight = plan.candidates[0].loss.class_weights(y[judge])
    mistakes, probabilities, picks = select(
        coefs, X[judge], y[judge], weight, epsilon=plan.epsilon, rng=rng
    )
    return Tuned(coefs, mistakes, probabilities, picks, converged)


def select(
    coefs: Array,
    X: Array,
    y: Array,
    weight: Array | None = None,
    *,
    epsilon: float,
    rng: np.random.Generator,
) -> tuple[Array, Array, Picks]:
    """Pick one of m classifiers in each run, by its mistakes on (X, y).

    Coefs are (m, n_draws, n_features), X (n, n_features), y (n,), and weight (n,) is what a mistake
    on each record counts, at most 1; left out, 1. Returned are each run's mistakes (n_draws, m),
    their probabilities (n_draws, m) and the picks.

    Guarantee
    ---------
    Given the classifiers, each pick is ε-differentially private for replace-one neighbours of
    (X, y): one record changes the sum of its mistakes by at most 1 (exponential mechanism).
    """
    weight = np.ones(len(y)) if weight is None else weight
    positive = y > 0
    mistakes = np.stack([(says_positive(one, X) != positive) @ weight for one in coefs], axis=1)
    probabilities = selection_probabilities(mistakes, epsilon)
    # The inverse of the distribution function, for all runs at once; rounding may leave its end
    # a hair below 1.
    steps = np.cumsum(probabilities, axis=1)
    above = rng.random((len(steps), 1)) * steps[:, -1:] < steps
    return mistakes, probabilities, np.argmax(above, axis=1)


def selection_probabilities(mistakes: npt.ArrayLike, epsilon: float) -> Array:
    """Return exp(-ε z/2) of each run's mistakes, divided by their sum.

    Mistakes are (n_draws, m). ε is positive, or ∞: then the fewest mistakes share the probability.
    """
    behind = np.asarray(mistakes, dtype=np.float64)
    # A common factor cancels in the quotient, and without it exp(-ε z/2) may be 0 for all.
    behind = behind - behind.min(axis=1, keepdims=True)
    if np.isinf(checks.positive("epsilon", epsilon, infinite=True)):
        weight = (behind == 0).astype(np.float64)
    else:
        weight = np.exp(-0.5 * epsilon * behind)  # the best has weight 1: no sum of zeros
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))


def mistakes_bound(*, m: int, epsilon: float, delta: float) -> float:
    """Return how many mistakes more than the best the pick makes, but with probability δ.

    2 log(m/δ)/ε, for m candidates and δ in (0, 1).
    """
    m = checks.whole("m", m)
    if not 0 < checks.between("delta", delta, 0.0, 1.0) < 1:
        raise InvalidInput(f"delta must be above 0 and below 1; got {delta}.")
    return float(2 * np.log(m / delta) / checks.positive("epsilon", epsilon, infinite=True))
