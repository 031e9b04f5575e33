"""The noisy sum in words, with the numbers of the moment."""

import math

from dplab.studies.foundations.noisy_sum import NoisySum
from pages.foundations import rounded
from pages.foundations.noisy_sum.figures import MOST_DOTS
from pages.kit import words

BLANK = "\u00a0"
"""Keeps a number and its unit in one line."""

PLAIN_POWER = 10.0
"""Up to this ε, e^ε is written out."""


def verdict(found: NoisySum) -> str:
    """Return how far answers lie from the truth."""
    return (
        f"**At ε = {words.number(found.asked.epsilon)}, 95 in 100 answers lie within "
        f"±{BLANK}{short(found.exact.width)} of the true sum, {found.total:,}: "
        f"{_of(found.exact.width, found.asked.n)}.**"
    )


def promise(found: NoisySum) -> str:
    """Return what one bit changes."""
    epsilon = found.asked.epsilon
    power = f"e^ε ≈ {math.exp(epsilon):.4g}" if epsilon <= PLAIN_POWER else "e^ε"
    return (
        "This person's bit moves the centre by 1. Whatever the answer is, neither density is more "
        f"than {power} times the other: the privacy loss stays between −ε and ε."
    )


def draws(found: NoisySum) -> str:
    """Return what the draws are, and what they would cost."""
    n = len(found.answers)
    if not n:
        return "No answers yet. Draw one, or a thousand."
    low, high = found.range
    beyond = int(((found.answers < low) | (found.answers > high)).sum())
    parts = [f"{words.pluralize(n, 'fresh answer')} to the same question."]
    if n > 1:
        width = f"±{BLANK}{short(found.exact.width)}"
        parts.append(f"{_percent(found.exact.inside / n)} of them lie within {width}.")
        cost = short(n * found.asked.epsilon)
        parts.append(
            f"To release all of them would cost {n:,} times ε, {cost}; this is a simulation."
        )
    if n > MOST_DOTS:
        parts.append(f"Dots are the latest {MOST_DOTS:,}.")
    if beyond:
        lie = "lies" if beyond == 1 else "lie"
        parts.append(f"{words.pluralize(beyond, 'answer')} {lie} beyond the picture.")
    return " ".join(parts)


def alt(found: NoisySum) -> str:
    """Return the picture in words."""
    zero, one = found.sums
    return (
        f"Two Laplace densities of scale {short(found.scale)}, around {zero:,} and {one:,}. "
        f"A line marks the half width {short(found.exact.width)} that holds "
        f"{words.percent(found.exact.share)} of all answers. "
        f"{words.pluralize(len(found.answers), 'draw')} as dots. "
        "Below, the log of the ratio of the densities: it rises from −ε to ε between the centres, "
        "and is flat beyond them."
    )


def short(value: float, digits: int = 4) -> str:
    """Return a positive number to some digits, as people write it."""
    return words.number(float(f"{value:.{digits}g}"))


def _of(width: float, n: int) -> str:
    share = width / n
    if share > 1:
        return f"more than n = {n:,}, so that hardly anything of the sum can be seen"
    return f"{words.percent(share) if share >= 0.0005 else 'less than 0.1 %'} of n = {n:,}"


def _percent(share: float) -> str:
    return rounded.chance(share, is_certain=True).replace(" ", BLANK)
