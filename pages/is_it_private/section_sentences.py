"""The sentences below the map, the budget, the bounds and the errata, with the current numbers."""

from collections.abc import Mapping, Sequence

import numpy as np

from dpcore.checks import Array
from dpcore.data.dataset import Split
from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.studies.is_it_private.bounds_held import DELTA, DRAWS, EXCESS, Bound
from dpcore.studies.is_it_private.errata import ErratumCurves
from dpcore.studies.is_it_private.verdicts import Question, Verdict
from dpcore.studies.is_it_private.worst_map import EPSILONS, N_LAMBDAS
from pages.is_it_private.sentences import SHORT, short
from pages.kit import words

LABELS = {name: entry.label for name, entry in MECHANISMS.items()}
NO_BUDGET = "At ε = ∞ there is nothing to spend: choose a finite ε."

WITHIN, CLEARLY = 1 + 1e-9, 1.1
"""Multiples of the claim: what rounding may add, and what is more than a trifle."""


def mapped(found: Mapping[str, Array]) -> str:
    """Return what the maps show."""
    return " ".join(_mapped(LABELS[name], values) for name, values in found.items())


def _mapped(label: str, ratios: Array) -> str:
    place = np.unravel_index(np.argmax(ratios), ratios.shape)
    worst = f"{short(float(ratios[place]))} times its claim"
    if ratios.max() <= WITHIN:
        return f"**{label}** stays within its claim on the whole map; it reaches {worst} at most."
    share, clearly = (words.percent(float(np.mean(ratios > x))) for x in (WITHIN, CLEARLY))
    return (
        f"**{label}** exceeds its claim on {share} of the map, by more than a tenth on {clearly}; "
        f"it leaks {worst} at "
        f"nλ = {short(N_LAMBDAS[place[0]])} and ε = {short(EPSILONS[place[1]])}."
    )


def map_alt(name: str, ratios: Array) -> str:
    """Return a map for somebody who does not see it."""
    return (
        f"Worst privacy loss of {LABELS[name].lower()} as a multiple of its claim, over ε from "
        f"{short(EPSILONS[0])} to {short(EPSILONS[-1])} and nλ from {short(N_LAMBDAS[0])} to "
        f"{short(N_LAMBDAS[-1])}: between {short(float(ratios.min()))} and "
        f"{short(float(ratios.max()))}."
    )


def budget(question: Question, edge: float) -> str:
    """Return where the visitor stands to the threshold."""
    at = (
        f"At ε = {words.number(question.epsilon)}, n = {words.number(question.n)} and "
        f"{LOSSES[question.loss].label} loss the threshold is λ = {short(edge)}. "
    )
    if question.lam <= edge:
        return at + (
            f"Your λ = {words.number(question.lam)} lies below it: the mechanisms do not use your "
            "λ, but λ + Δ."
        )
    return at + (
        f"Your λ = {words.number(question.lam)} lies above it and is used as it is. Just above "
        "the threshold the rule of 2011 leaves next to nothing for the noise: a "
        "slightly larger λ, or the tight bound, gives a smaller error."
    )


def budget_alt(question: Question, edge: float) -> str:
    """Return the budget for somebody who does not see it."""
    return (
        "Three panels along λ for objective perturbation and its tight variant: the share of "
        f"ε = {words.number(question.epsilon)} that is left for the noise, the mean length of the "
        f"noise, and the λ that is used. The length has a spike just above λ = {short(edge)}."
    )


DRAWING = f"Drawing {2 * DRAWS:,} classifiers to compare with the bounds."


def bounds(found: Sequence[Bound], part: Split) -> str:
    """Return a table of bounds beside what was measured."""
    head = (
        f"On {part.n:,} training records of your data (d = {part.X.shape[1]}): each bound fails "
        f"with probability {words.percent(DELTA)} at most; measured is what "
        f"{100 * (1 - DELTA):.0f} of 100 draws stay below ({DRAWS} draws for the excess loss, "
        "exact for the length). The paper's Lemma 3 has 1 where c, the largest curvature of the "
        "loss, stands here: right for c ≤ 1 only.\n\n"
        "| what | source | bound | measured | bound ÷ measured |\n| --- | --- | ---: | ---: | ---: "
        "|\n"
    )
    rows = (
        f"| {each.what} | {each.source} | {short(each.bound)} | {short(each.measured)} | "
        f"{short(each.bound / each.measured)} |"
        for each in found
    )
    return head + "\n".join(rows)


def theorems(found: Mapping[str, float], n: int) -> str:
    """Return a table of the records that the theorems ask for."""
    head = (
        "Records that are enough for an excess loss of "
        f"{EXCESS:g} over the classifier without noise. **Order only**: the theorems hold up to a "
        f"constant that they do not name; 1 is taken here. The table above uses {n:,}.\n\n"
        "| theorem | records, order only |\n| --- | ---: |\n"
    )
    return head + "\n".join(f"| {name} | {records:,.0f} |" for name, records in found.items())


def erratum(name: str, found: ErratumCurves) -> str:
    """Return what the figure of an erratum shows, with its numbers."""
    return _SHOWN[name](found)


def erratum_alt(found: ErratumCurves) -> str:
    """Return the figure of an erratum for somebody who does not see it."""
    ends = ", ".join(
        f"{LABELS.get(key, key)} from {short(float(values[0]))} to {short(float(values[-1]))}"
        for key, values in found.series.items()
    )
    return f"Curves along the axis from {short(found.x[0])} to {short(found.x[-1])}: {ends}."


def _length(found: ErratumCurves) -> str:
    return (
        f"At a millionth of the distance of the two classifiers, the loss is "
        f"{short(float(found.series['output_laplace_norm'][0]))} times the claim, and it grows on "
        "without limit. With the right distribution it is the same at every distance: "
        f"{short(float(found.series['output'][0]))} times the claim."
    )


def _deviation(found: ErratumCurves) -> str:
    printed, right = (
        short(float(found.series[name].max())) for name in ("output_laplace_norm", "output")
    )
    return (
        "For the Huber hinge and records that are as far apart as can be: beyond the two "
        f"classifiers the printed noise loses {printed} times the claim, which is √2; the right "
        f"scale loses "
        f"{right} times the claim. With the logistic loss one record moves the minimiser less: in "
        "one feature even the printed noise loses at most 0.744 times the claim."
    )


def _jacobian(found: ErratumCurves) -> str:
    worst = found.series["objective_2008"]
    over = found.x[worst > WITHIN]
    most, paid = (short(float(found.series[name].max())) for name in found.series)
    if not len(over):
        said = "At this ε the mechanism of 2008 stays within its claim at every nλ shown."
    else:
        # With a hinge there is no nλ from which on the claim would hold.
        everywhere = len(over) == len(worst)
        where = "at every nλ shown" if everywhere else f"up to nλ = {short(float(over.max()))}"
        said = (
            f"The mechanism of 2008 exceeds its claim {where}; the worst here is {most} times the "
            "claim."
        )
    return f"{said} With the term paid for, it is {paid} times."


def of_cm08(found: Sequence[Verdict]) -> str:
    """Return a table of what the mechanism of 2008 loses at its paper's own settings."""
    head = (
        "At the paper's own settings, λ = 0.01 and the logistic loss, as multiples of the claim:"
        "\n\n"
        "| n | ε | worst found | no more than | |\n| ---: | ---: | ---: | ---: | --- |\n"
    )
    rows = (
        f"| {each.question.n:,} | {each.question.epsilon:g} | "
        f"{short(each.found / each.plan.epsilon)} | {short(each.ceiling / each.plan.epsilon)} | "
        f"{SHORT[each.standing]} |"
        for each in found
    )
    return head + "\n".join(rows)


def _slack(found: ErratumCurves) -> str:
    ratio = float(np.median(found.series["objective"] / found.series["needed"]))
    return f"The slack of 2011 is {short(ratio)} times what the meter finds to be needed."


_SHOWN = {
    "laplace-length": _length,
    "standard-deviation": _deviation,
    "missing-jacobian": _jacobian,
    "slack": _slack,
}
