"""The guessing game: how often somebody who sees a private answer guesses one record right.

Alice has two data sets that differ in one record, a fair coin chooses one of them, and Bob, who
knows both, sees the answer and guesses. Without an answer he wins half of the time. His best guess
is the data set under which the answer is likelier, and with it he wins with probability

    (1 + the total variation distance of the two answers)/2.

| answers | the best Bob wins with probability |
| --- | --- |
| any ε-DP mechanism | e^ε/(1+e^ε) at most |
| randomised response | e^ε/(1+e^ε) |
| Laplace, one sensitivity apart | 1 - e^{-ε/2}/2 |
| TU's bound | e^ε/2 at most: true, and from ε = log 2 on it says nothing |

Examples
--------
>>> [round(f(1.0), 3) for f in (max_win_probability, max_win_on_laplace, paper_most)]
[0.731, 0.697, 1.359]
>>> majority_best(ones=3, others=6), majority_best(ones=4, others=6)
(1.0, 0.5)
"""

import numpy as np
from scipy import stats

from dpcore import checks
from dpcore.checks import Array
from dpcore.privacy.risk import limit
from dplab.laplace.mechanism import scale


def max_win_probability(epsilon: float) -> float:
    """Return the largest probability of winning against any ε-DP mechanism: e^ε/(1+e^ε)."""
    return limit(epsilon)


def max_win_on_laplace(epsilon: float, distance: float = 1.0) -> float:
    """Return the best Bob's probability of winning on Laplace answers.

    `distance` is how far apart the two true answers are, in units of the sensitivity; from 0 to 1.
    """
    gap = checks.positive("epsilon", epsilon) * checks.between("distance", distance, 0, 1)
    return float(0.5 - np.expm1(-gap / 2) / 2)


def paper_most(epsilon: float) -> float:
    """Return TU's bound e^ε/2; more than 1, which says nothing, from ε = log 2 on."""
    with np.errstate(over="ignore"):  # from ε = 710 on it is ∞ in doubles
        return float(np.exp(checks.positive("epsilon", epsilon)) / 2)


def randomised_response(bits: Array, epsilon: float, rng: np.random.Generator) -> Array:
    """Answer each bit truly with probability e^ε/(1+e^ε), and with the other one otherwise.

    Notes
    -----
    **Guarantee.** Each answer is ε-DP for the bit that it answers: the two probabilities of an
    answer have the ratio e^ε (Warner 1965; no ε-DP answer gives more away, `max_win_probability`).
    """
    lies = rng.random(len(bits)) > max_win_probability(epsilon)
    return np.where(lies, 1 - bits, bits)


def best_guess(answer: Array, first: float, second: float) -> Array:
    """Guess 1 where the second of two true answers is the nearer one, else 0: shape of `answer`.

    With Laplace noise of one scale the nearer one is the likelier one.
    """
    return np.where(np.abs(answer - second) < np.abs(answer - first), 1, 0)


def majority_best(ones: int, others: int) -> float:
    """Return the best Bob's probability of winning when the majority is told without noise.

    Parameters
    ----------
    ones, others : int
        How many of the others' votes are one; how many there are, an even number, so that with the
        vote in question there is always a majority. Only where they tie does that vote decide.
    """
    checks.whole("ones", ones, low=0, high=others)
    return 1.0 if 2 * ones == others else 0.5


def interval(wins: int, rounds: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return Wilson's interval for the probability of winning.

    There is one round at least.
    """
    found = stats.binomtest(wins, rounds).proportion_ci(confidence, method="wilson")
    return float(found.low), float(found.high)


def play(answers: str, epsilon: float, n_rounds: int, rng: np.random.Generator) -> Array:
    """Let the best Bob play, and return whether he won each round, shape (n_rounds,).

    Answers are "laplace", for true answers one sensitivity apart, or "randomised_response"; ε is
    that of each answer.
    """
    checks.one_of("answers", answers, ("laplace", "randomised_response"))
    coins = rng.integers(0, 2, n_rounds).astype(float)
    if answers == "laplace":
        seen = coins + rng.laplace(scale=scale(1, epsilon), size=n_rounds)
    else:
        seen = randomised_response(coins, epsilon, rng)
    return np.asarray(best_guess(seen, 0.0, 1.0) == coins)
