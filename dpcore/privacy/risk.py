"""What ε means for one record, in the one sentence that everything here says it in.

Someone who knows every other record, finds two values for the last equally likely, and sees what
was released, is right about it with a probability of at most ``(e^ε + δ)/(1 + e^ε)``: of any test
between two neighbouring tables, true and false positives are bound by each other, TP ≤ e^ε FP + δ,
so that with ``p = (TP + 1 - FP)/2`` the best that is left is there where TP = 1 - FP (Wasserman and
Zhou 2010; Kairouz, Oh and Viswanath 2015). Randomised response reaches it. For δ > 0 it is a mean
over releases: single ones may say more.

It is an upper bound for whoever knows *all* other records, and no licence to say that somebody
*can*. Whoever knows less, but believes that records go together, may be right more often.

Examples
--------
>>> print(sentence(1.0))  # doctest: +NORMALIZE_WHITESPACE
Someone who knows every other record, and finds two values for the last equally likely, is right at
most 73 times in 100; a coin, 50.
>>> print(sentence(1.0, up=True))  # doctest: +NORMALIZE_WHITESPACE
Someone who knows every other record, and finds two values for the last equally likely, is right at
most 73.2 times in 100; a coin, 50.
>>> times(10.0), times(10.0, up=True), times(0.1), times(5.0)
('wrong at least about once in 22,000 times', 'wrong at least once in 22,100 times', \
'right at most 52.5 times in 100', 'right at most 99.3 times in 100')
"""

import math

from dpcore import checks

KNOWING = "Someone who knows every other record, and finds two values for the last equally likely,"
KNOWING_GROUP = (
    "Someone who knows everybody else's records, and finds two values for the last person's "
    "equally likely,"
)

NEAR_A_COIN, NEAR_CERTAIN, ODDS = 0.55, 0.95, 0.9985
"""Between the first two, whole numbers tell one ε from the next; from the last on, a probability
would be written as 99.9 or more, and odds tell more."""

BILLION = 1e9
"""Odds beyond which nobody counts."""

UNLIMITED = "may be right every time"


def limit(epsilon: float, delta: float = 0.0) -> float:
    """Return how often who knows all other records is right at most about two values of the last.

    Parameters
    ----------
    epsilon : float
        Positive, or ∞.
    delta : float
        In [0, 1].

    Examples
    --------
    >>> round(limit(1.0), 4), limit(math.inf), round(limit(1.0, 0.1), 4)
    (0.7311, 1.0, 0.758)
    """
    # Divided by e^ε, which overflows where ε is large.
    share = math.exp(-checks.positive("epsilon", epsilon, infinite=True))
    return min(1.0, (1 + checks.between("delta", delta, 0.0, 1.0) * share) / (1 + share))


def allowed(risk: float, delta: float = 0.0) -> float:
    """Return the largest ε whose `limit` is no larger than a risk: log((r - δ)/(1 - r)).

    It is 0 where not even a tiny ε is small enough.

    Parameters
    ----------
    risk : float
        In [0.5, 1].
    delta : float
        In [0, 1].

    Examples
    --------
    >>> round(limit(allowed(0.6)), 12)
    0.6
    """
    risk = checks.between("risk", risk, 0.5, 1)
    if risk == 1:
        return math.inf
    odds = (risk - checks.between("delta", delta, 0.0, 1.0)) / (1 - risk)
    return math.log(odds) if odds > 1 else 0.0


def times(epsilon: float, delta: float = 0.0, *, up: bool = False) -> str:
    """Return the limit as a count: of 100 guesses, or as odds where hardly one of them is wrong.

    Parameters
    ----------
    epsilon, delta
        As in `limit`.
    up : bool
        Rounded up to tenths, as whoever promises must; else to the nearest whole number, and to
        tenths below 55 and from 95 on.
    """
    chance = limit(epsilon, delta)
    if chance == 1.0:
        return UNLIMITED
    if chance >= ODDS:
        seldom = once_in(epsilon, delta, up=up)
        # What ε bounds from below is how often they are wrong: no more is said of them.
        if seldom.startswith("less"):
            return f"may be wrong {seldom}"
        return f"wrong at least {seldom.removeprefix('at least ')}"
    if up:
        return f"right at most {math.ceil(1000 * chance) / 10:.1f} times in 100"
    return f"right at most {in_100(chance)} times in 100"


def in_100(chance: float) -> str:
    """Return a chance as times in 100, to the nearest: tenths near a coin and near certainty."""
    return f"{100 * chance:.{0 if NEAR_A_COIN <= chance < NEAR_CERTAIN else 1}f}"


def shares(epsilon: float) -> tuple[str, str]:
    """Return how much of the true value is not ruled out, and how much of the other, of 100.

    Examples
    --------
    >>> shares(1.0), shares(3.0), shares(10.0), shares(math.inf)
    (('73', '27'), ('95.3', '4.7'), ('> 99.9', '< 0.1'), ('100', '0'))
    """
    chance = limit(epsilon)
    if ODDS <= chance < 1:
        return "> 99.9", "< 0.1"
    own = "100" if chance == 1 else in_100(chance)
    return own, f"{100 - float(own):.{len(own.partition('.')[2])}f}"


def once_in(epsilon: float, delta: float = 0.0, *, up: bool = False) -> str:
    """Return how seldom a guess at the limit is wrong, with two digits; rounded up with three.

    Parameters
    ----------
    epsilon, delta, up
        As in `times`; the limit is below 1.
    """
    share = math.exp(-epsilon)
    guesses = (1 + share) / (share * (1 - delta))  # 1/(1 - limit) without cancellation
    if guesses > BILLION and not up:
        return "less than once in a billion times"
    unit = 10.0 ** (math.floor(math.log10(guesses)) - (2 if up else 1))
    kept = (math.ceil(guesses / unit) if up else round(guesses / unit)) * unit
    return f"{'at least' if up else 'about'} once in {kept:,.0f} times"


def sentence(
    epsilon: float, delta: float = 0.0, *, up: bool = False, records_per_person: int = 1
) -> str:
    """Return the one sentence about risk.

    Parameters
    ----------
    epsilon, delta, up
        As in `times`.
    records_per_person : int
        Whose records neighbours differ in: one record, or all of one person.
    """
    knowing = KNOWING if records_per_person == 1 else KNOWING_GROUP
    counted = times(epsilon, delta, up=up)
    if counted == UNLIMITED:
        return f"{knowing} {UNLIMITED}: nothing is ruled out."
    coin = "50" if counted.startswith("right") else "half of the time"
    mean = ", on average over releases" if delta else ""
    said = counted if counted.startswith("may") else f"is {counted}"
    return f"{knowing} {said}{mean}; a coin, {coin}."
