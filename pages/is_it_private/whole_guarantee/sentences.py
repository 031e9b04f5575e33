"""A whole guarantee in words: what a test finds at most, and the same in every other wording."""

import math
from collections.abc import Sequence

from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.is_it_private.in_other_words import Wording
from dplab.studies.is_it_private.whole_guarantee import (
    DRAWS,
    FALSE_ALARMS,
    WholeGuarantee,
    found_by,
    is_exact,
)
from pages.kit import words

ALARMS = f"{100 * FALSE_ALARMS:g} %"
MOST_DECIMALS = 4
NEARLY_ALL = 0.999
"""From here on nothing is left to say of what a test does not find."""

ROUNDING = 1e-9
"""A share of a number that is rounding, and moves no digit."""

DRAWN = f"{DRAWS:,} draws"
GAMMA, GAUSSIAN = "Gamma noise, same length", "Gaussian noise, same length"

WORDINGS = {
    "epsilon": "ε at δ = {at}",
    "pure": "ε without a δ",
    "rho": "ρ, zero-concentrated",
    "epsilon_of_rho": "ε at δ = {at}, by way of ρ",
    "renyi": "Rényi divergence of order α = {at}",
    "mu": "μ of a Gaussian that covers it",
    "missed": "Missed at {at} false alarms, f({at})",
    "advantage": "Advantage: found less false alarms",
    "area": "Area under the ROC curve",
    "guess": "Right guesses between both tables",
}
"""What the table calls each wording."""

AT_LEAST = ("missed",)
"""Numbers of which more is better."""

SHORT_OF_EXACT = {
    "epsilon_of_rho": "a bound: the best of all orders",
    "mu": "a bound: the smallest such Gaussian",
    "rho": "a bound: that of a pure ε",
}
"""Of what a number is a bound; of the others, of noise in the objective."""

KNOWING = (
    "Each number is about an attacker who knows everything but which of the two tables it is, and "
    "is rounded to the side on which it holds."
)
IN_OBJECTIVE = "Of noise in the objective, bounds are known."


def found(guarantee: WholeGuarantee) -> str:
    """Return what a test finds at most, and what ε alone would allow."""
    question = guarantee.question
    shares = [found_by(guarantee.laws[each]) for each in ("guarantee", "alone")]
    at = f"ε = {words.number(question.epsilon)}, {words.pluralize(question.d, 'coefficient')}"
    if shares[0] > NEARLY_ALL:
        return f"A test with {ALARMS} false alarms may find nearly all ({at}): take a smaller ε."
    most, alone = in_100(shares)
    said = "ε and δ alone" if guarantee.plan.delta else "ε alone"
    return (
        f"A test with {ALARMS} false alarms finds at most {most} in 100 ({at}); "
        f"{said} would allow {alone}."
    )


def in_100(shares: Sequence[float]) -> list[str]:
    """Return shares of 100, rounded up to as few digits as tell different ones apart.

    Examples
    --------
    >>> in_100([0.0715, 0.1359]), in_100([0.050008, 0.05005]), in_100([0.99997])
    (['7.2', '13.6'], ['5.001', '5.005'], ['100.0'])
    """
    for decimals in range(1, MOST_DECIMALS + 1):
        unit = 10.0**decimals
        said = [
            f"{math.ceil(100 * share * unit * (1 - ROUNDING)) / unit:.{decimals}f}"
            for share in shares
        ]
        if len({*said}) == len(said):
            return said
    # They are the same: one digit will do.
    return [f"{math.ceil(1000 * share * (1 - ROUNDING)) / 10:.1f}" for share in shares]


def names(guarantee: WholeGuarantee) -> dict[str, str]:
    """Return what the figure calls its curves and its dots."""
    question, plan = guarantee.question, guarantee.plan
    label = MECHANISMS[question.mechanism].label
    return {
        "guarantee": label if is_exact(guarantee.laws["guarantee"]) else f"{label}, at most",
        "alone": "ε and δ alone" if plan.delta else "ε alone",
        "same_length": GAMMA if plan.norm_law == "gaussian" else GAUSSIAN,
        "draws": "draws",
    }


def alt(guarantee: WholeGuarantee) -> str:
    """Return the figure for somebody who does not see it."""
    called, plan = names(guarantee), guarantee.plan
    at_zero = {name: words.rounded(float(each[0])) for name, each in guarantee.deltas.items()}
    missed = {name: words.percent(1 - found_by(law)) for name, law in guarantee.laws.items()}
    each = "; ".join(
        f"{called[name]}: δ falls from {at_zero[name]} at ε = 0, and {missed[name]} are missed"
        for name in ("guarantee", "alone", "same_length")
    )
    return (
        f"Two panels. The δ that holds at every ε, up to {words.rounded(guarantee.epsilons[-1])}, "
        f"and what tests miss against their false alarms, at {ALARMS} of these. {each}. "
        f"{DRAWN} with their intervals: δ at {len(guarantee.delta.at)} values of ε, and "
        f"{len(guarantee.errors.at)} tests. Claimed: {plan.promise}, "
        f"ε = {words.number(plan.epsilon)}"
    )


def made(guarantee: WholeGuarantee) -> str:
    """Return how the curves and the dots were made."""
    question = guarantee.question
    exact = is_exact(guarantee.laws["guarantee"])
    on = "on the classifier" if exact else "b in the objective"
    curve = (
        "The curve is exact for neighbours that move the classifier as far as one record can"
        if exact
        else "The curve is a bound: it pays for the Jacobian and other slopes, too, so that the "
        "dots tell less"
    )
    return (
        f"{MECHANISMS[question.mechanism].label}, {LOSSES[question.loss].label} loss, "
        f"λ = {words.number(question.lam)}, n = {words.number(question.n)}, d = {question.d}: "
        f"noise {on} of length {words.rounded(guarantee.length, 3)} (root mean square). {curve}. "
        f"Dots: {DRAWN} of the noise, and as many of the noise moved by the most that one record "
        "can move it, with 95 % intervals."
    )


def table(found: Sequence[Wording], *, with_delta: bool) -> str:
    """Return the guarantee in all words, as a table in Markdown."""
    alone = "ε and δ alone" if with_delta else "ε alone"
    rows = (
        f"| {_called(each)} | {_number(each, each.guarantee)} | {_number(each, each.alone)} | "
        f"{kind(each)} |"
        for each in found
    )
    return f"| Said as | Guarantee | {alone} | Kind |\n| --- | ---: | ---: | --- |\n" + "\n".join(
        rows
    )


def below(guarantee: WholeGuarantee) -> str:
    """Return what stands below the table."""
    return KNOWING if is_exact(guarantee.laws["guarantee"]) else f"{KNOWING} {IN_OBJECTIVE}"


def kind(each: Wording) -> str:
    """Return whether a number is exact, or of what it is a bound."""
    if each.is_exact:
        return "exact"
    if not math.isfinite(each.guarantee):
        return "none is known"
    return SHORT_OF_EXACT.get(each.name, "a bound")


def _called(each: Wording) -> str:
    at = "" if each.at is None else ALARMS if each.name in AT_LEAST else words.number(each.at)
    return WORDINGS[each.name].format(at=at)


def _number(each: Wording, value: float) -> str:
    if not math.isfinite(value):
        return "none"
    return outward(value, up=each.name not in AT_LEAST)


def outward(value: float, *, up: bool) -> str:
    """Return a number of a promise with three digits, rounded to the side on which it holds.

    Examples
    --------
    >>> outward(0.016662, up=True), outward(0.92854, up=False), outward(1 + 1e-11, up=True)
    ('0.0167', '0.928', '1')
    """
    if value == 0:
        return "0"
    unit = 10.0 ** (math.floor(math.log10(value)) - 2)
    steps = value / unit
    kept = math.ceil(steps * (1 - ROUNDING)) if up else math.floor(steps * (1 + ROUNDING))
    return words.rounded(kept * unit, 3)
