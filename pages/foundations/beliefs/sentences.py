"""Before and after in words, with the numbers of the moment."""

import math
from collections.abc import Sequence

from dplab.laplace.beliefs import SUM_TOLERANCE
from dplab.studies.foundations.beliefs import PEOPLE, Beliefs, Question, Shared
from pages.foundations import rounded
from pages.kit import words

NAMES = {0.0: "0", 0.5: "½", 1.0: "1"}
"""How the screen writes Ana's values."""

REACHED = 1 - 1e-6
"""A change that is so much of its bound has reached it: a weight has nine decimals."""


ROUNDING, SMALL, MOST = 1e-12, 0.01, 1e4
"""What is below the first is none; below the second a change has two digits; what is beyond the
third is written so."""


def rescaled(asked: Question) -> str:
    """Return what the weights sum to, and what becomes of them."""
    total = math.fsum(asked.weights)
    if abs(total - 1) <= SUM_TOLERANCE:
        return "The weights sum to 1: they are the prior probabilities."
    return f"The weights sum to {total:.6g}, not to 1: each is divided by that sum."


def moved(asked: Question, found: Beliefs) -> str:
    """Return both changes and how far ε lets them go."""
    return (
        f"The answer is {words.number(asked.output)}, at ε = {words.number(asked.epsilon)}. "
        f"**From prior to posterior, no probability changes by more than "
        f"{points(found.from_prior)}**; ε allows at most tanh(ε/4), {points(found.most_from_prior)}"
        f"{_reached(found.from_prior, found.most_from_prior)}. **Had your value been 1 "
        "instead of 0**, the same answer would have led to a posterior that differs by "
        f"{points(found.between_worlds)}; ε allows at most tanh(ε/2), "
        f"{points(found.most_between_worlds)}"
        f"{_reached(found.between_worlds, found.most_between_worlds)}."
    )


def _reached(change: float, most: float) -> str:
    return ", which is reached" if change >= REACHED * most else ""


def setting(asked: Question) -> str:
    """Return who knows what."""
    if asked.question == "sum":
        return (
            "Every value lies from 0 to 1; Ana's is 0, ½ or 1. The answer is the sum of all values "
            "with Laplace noise of scale 1/ε, here minus the known sum; yours is 0."
        )
    return (
        "Ana's bit and yours are 0 or 1; yours is 0. The answer is their XOR, 1 if they differ, by "
        "randomised response."
    )


def shared(found: Shared, epsilon: float) -> str:
    """Return what a belief that records go together makes of the ε of one record."""
    beyond = "more than" if found.together > found.most else "no more than"
    return (
        f"The sum is answered at ε = {words.number(epsilon)}. Someone who knows all records but "
        "one, and finds 0 and 1 equally likely for that, guesses right in "
        f"{rounded.chance(found.one)} of all answers, and is never more than "
        f"{rounded.chance(found.most)} sure. Somebody else believes that {PEOPLE} people share one "
        f"value, 0 or 1, knows all others, and guesses right in {rounded.chance(found.together)}: "
        f"{beyond} ε allows the first. The guarantee is not broken: ε is about replacing one "
        f"record while the others stay, and {PEOPLE} people who go together are {PEOPLE} such "
        f"steps, with the limit of {PEOPLE}ε."
    )


def alt(labels: Sequence[str], found: Beliefs) -> str:
    """Return the picture in words."""
    columns = zip(labels, found.before, found.after, found.replaced, strict=True)
    return "Probabilities of Ana's values before, after, and after with your value replaced. " + (
        "; ".join(
            f"{label}: {', '.join(believed(before, each) for each in (before, after, replaced))}"
            for label, before, after, replaced in columns
        )
        + "."
    )


def believed(before: float, share: float) -> str:
    """Return a belief: certain are only values that were so, or were impossible, before."""
    return rounded.chance(share, is_certain=before in (0, 1))


def points(change: float) -> str:
    """Return a change of a probability, or a bound on it, in points of a hundred."""
    if change >= MOST:
        return f"more than {100 * MOST:,.0f} points"
    if rounded.NEARLY <= change <= 1:  # No answer at a finite ε makes certain what was not.
        return "nearly 100 points"
    if change < ROUNDING:
        return "0 points"
    return words.points(change) if change >= SMALL else f"{100 * change:.2g} points"
