"""What may be decided in words, with the numbers of the moment."""

import math
from collections.abc import Callable

from dpcore.privacy.regularization.suggested import AUTO
from dpcore.studies.decide import LEAST, MOST, Band, DecisionSheet
from pages.comparison import terms
from pages.kit import words

FOLLOWS = "λ follows ε by a public rule, each method at its own"
NOT_PRIVATE = (
    "The costs are read from the data. Whoever decides by them on private records has looked at "
    "these without paying for it: decide on public records, or on last year's, and then release."
)


def verdict(band: Band, risk: float, cost: float) -> str:
    """Return which ε keeps both tolerances, or that none does."""
    if band.holds and band.least is not None:
        return (
            f"Every ε from {_up(band.least)} to {_down(band.most)} keeps both: at most "
            f"{words.number(risk)} right guesses in 100, and at most {words.number(cost)} more "
            "wrong labels in 1,000."
        )
    return f"No ε keeps both: {_allowed(band, risk)}, and {_needed(band, cost)}."


def _allowed(band: Band, risk: float) -> str:
    return f"{words.number(risk)} right guesses in 100 allow an ε of at most {_down(band.most)}"


def _needed(band: Band, cost: float) -> str:
    labels = f"{words.number(cost)} more wrong labels in 1,000"
    if band.least is None:
        return f"none up to ε = {words.number(MOST)} costs at most {labels}"
    return f"at most {labels} need one of {_up(band.least)} or more"


def signed(band: Band, found: DecisionSheet, cost: float) -> str:
    """Return the sentence that a board can sign, at the smallest ε that is enough."""
    if not band.holds or band.least is None:
        return ""
    epsilon = min(float(_up(band.least).replace(",", "")), band.most)
    name = terms.called(_nearest(found, epsilon))
    return (
        f"“We release one classifier at ε = {words.number(epsilon)}, by {name}. Whoever knows "
        "every record but one, and is torn between two values of it, then guesses right at most "
        f"{_in_100(epsilon)} times in 100; a coin, 50 times. Of 1,000 people, at most "
        f"{words.number(cost)} more get a wrong label than without noise.”"
    )


def _nearest(found: DecisionSheet, epsilon: float) -> str:
    """Return the mechanism that is best at the place of the grid above an ε."""
    place = next((each for each in found.prices if each >= epsilon), max(found.prices))
    return found.prices[place].mechanism


def _in_100(epsilon: float) -> str:
    chance = 100 / (1 + math.exp(-epsilon))
    return f"{math.ceil(chance * 10 - 1e-9) / 10:g}"


def help_of(band: Band) -> str:
    """Return what would bring both together, where nothing keeps both."""
    if band.holds:
        return ""
    if math.isinf(band.times):
        return (
            "What would help: records that say more about the label, or fewer columns. More "
            "records alone cannot be counted here, since no ε that was tried is enough."
        )
    times = float(f"{band.times:.2g}")
    return (
        f"What would help: about {words.number(times)} times the records (extrapolated: so many at "
        "a smaller ε get the same noise), fewer columns, a larger risk, or a larger cost."
    )


def nothing_learned(rule_error: str) -> str:
    """Return that there is nothing to decide, where the classifier without noise is of no use."""
    return (
        "Without noise the classifier is not clearly better than a constant answer "
        f"({rule_error}): on these records there is nothing to decide yet."
    )


def protocol(found: DecisionSheet, called: str) -> str:
    """Return how the numbers were made."""
    lam = found.question.settings.lam
    lams = FOLLOWS if lam == AUTO else terms.lam(lam, {})
    return (
        f"{called}; {lams}. At each ε the better of objective and output perturbation. One split: "
        f"trained on {words.pluralize(found.n, 'record')}. Costs are means over "
        f"{words.pluralize(found.question.settings.draws, 'draw')}, bands half of them. "
        f"{NOT_PRIVATE}"
    )


def alt(band: Band, risk: float, cost: float) -> str:
    """Return the sheet for somebody who does not see it."""
    return (
        f"Above, the largest chance of a right guess, rising from 50 of 100 at ε = "
        f"{words.number(LEAST)} to nearly 100 at {words.number(MOST)}; below, how many more of "
        f"1,000 people get a wrong label, falling as ε grows. {verdict(band, risk, cost)}"
    )


def _up(epsilon: float) -> str:
    """Return an ε rounded up to two digits: it is still enough."""
    return words.number(_rounded(epsilon, math.ceil))


def _down(epsilon: float) -> str:
    """Return an ε rounded down to two digits: it is still allowed."""
    return words.number(_rounded(epsilon, math.floor))


def _rounded(epsilon: float, towards: Callable[[float], int]) -> float:
    unit = 10.0 ** (math.floor(math.log10(epsilon)) - 1)
    return float(f"{towards(round(epsilon / unit, 9)) * unit:.3g}")
