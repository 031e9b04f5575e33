"""What the curve along ε says beyond one ε: from which on a mechanism beats the constant rule.

A mechanism counts as better where the rule says so (`ConstantRule.beaten`): its upper quartile, and
its median with a standard error, lie below the rule's error. "From ε on" is said where that holds
at every larger ε that was tried. Between the last ε at which it does not hold and the next, the
place is read off a line over log ε, and rounded up.

Objective perturbation jumps at ε₀ = 2 log(1 + c/(nλ)), where Δ ends (`needed.epsilon`): nothing is
read off across it, and the place is then the next ε that was tried.

Examples
--------
>>> rule = ConstantRule("no", 0.3, 0.0)
>>> at = {0.1: Summary(0.4, 0.4, 0.4), 1.0: Summary(0.2, 0.2, 0.2), 10.0: Summary(0.1, 0.1, 0.1)}
>>> better_from(at, rule)
BetterFrom(epsilon=0.32, is_tried=False)
>>> better_from(at, rule, edges=(0.5,))
BetterFrom(epsilon=1.0, is_tried=True)
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dplab.simulation.constant import ConstantRule
from dplab.simulation.needed.epsilon import edge
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary

Curve = tuple[Sequence[float], Sequence[Summary]]
"""Values of ε, and the errors there."""


@dataclass(frozen=True)
class BetterFrom:
    """The ε from which on a mechanism beats the constant rule.

    Parameters
    ----------
    epsilon : float
        Larger than every ε at which it was seen not to; ∞ where it does at none that was tried.
    is_tried : bool
        Whether it is one that was tried; else it is read off between two, to two digits.
    """

    epsilon: float
    is_tried: bool


def beyond(
    settings: Settings,
    here: Mapping[str, Summary],
    curves: Mapping[str, Curve],
    rule: ConstantRule,
    n: int,
) -> dict[str, BetterFrom]:
    """Return from which ε on each mechanism is better that is not at the settings' ε.

    `here` are the errors at that ε, `curves` those along ε, by mechanism, and n counts the training
    records. Left out are those of which the curve does not say it.
    """
    edges = edge(settings.make_loss(), settings.lam, n)
    found = {
        name: better_from(
            dict(zip(*curves[name], strict=True)) | {settings.epsilon: at}, rule, edges
        )
        for name, at in here.items()
        if not rule.is_beaten_by(at)
    }
    return {name: each for name, each in found.items() if each}


def better_from(
    errors: Mapping[float, Summary], rule: ConstantRule, edges: Sequence[float] = ()
) -> BetterFrom | None:
    """Return the ε from which on a mechanism beats the rule at all larger ones that were tried.

    None stands for a curve that says neither: at some ε it is better, and at the largest it is not.

    Parameters
    ----------
    errors : mapping
        By ε that was tried, one at least.
    rule : ConstantRule
    edges : sequence of float, optional
        Values of ε across which nothing is read off.
    """
    places = sorted(errors)
    beaten = [rule.is_beaten_by(errors[place]) for place in places]
    if not any(beaten):
        return BetterFrom(math.inf, is_tried=True)
    if not beaten[-1]:
        return None
    if all(beaten):
        return BetterFrom(places[0], is_tried=True)
    first = len(beaten) - beaten[::-1].index(False)
    last, place = places[first - 1], places[first]
    if any(last < each < place for each in edges):
        return BetterFrom(place, is_tried=True)
    above, below = _excess(errors[last], rule), -_excess(errors[place], rule)
    read_off = _rounded_up(last * (place / last) ** (above / (above + below)))
    is_between = last < read_off < place
    return BetterFrom(read_off if is_between else place, is_tried=not is_between)


def _excess(errors: Summary, rule: ConstantRule) -> float:
    """Return how far errors are from beating the rule: negative where they do."""
    return max(errors.high, errors.median + rule.deviation) - rule.error


def _rounded_up(value: float) -> float:
    """Return a number with two digits that is no smaller."""
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return float(f"{unit * math.ceil(value / unit - 1e-9):.2g}")
