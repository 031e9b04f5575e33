"""Errata and bounds in words, with the current numbers."""

from collections.abc import Sequence

import numpy as np

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.is_it_private.errata import ErratumCurves
from dplab.studies.is_it_private.verdicts import Verdict
from pages.comparison.privacy_loss import SHORT, WITHIN, short

LABELS = {name: entry.label for name, entry in MECHANISMS.items()}


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
        "| n | ε | worst found | proven bound | |\n| ---: | ---: | ---: | ---: | --- |\n"
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
    "length": _length,
    "deviation": _deviation,
    "jacobian": _jacobian,
    "slack": _slack,
}
