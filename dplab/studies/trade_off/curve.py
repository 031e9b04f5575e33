"""What the curve along ε says beyond one ε: where a mechanism gets better, and why it does not.

A mechanism counts as better where the rule says so (`ConstantRule.beaten`): its upper quartile, and
its median with a standard error, lie below the rule's error. "From ε on" is said where that holds
at every larger ε that was tried. Between the last ε at which it does not hold and the next, the
place is read off a line over log ε, and rounded up.

Objective perturbation jumps at ε₀ = 2 log(1 + c/(nλ)), where Δ ends (`needed.epsilon`): nothing is
read off across it, and the place is then the next ε that was tried.

**Where nothing changes.** About an ε a curve may be flat for one of two reasons that can be told.
All records together pull a classifier by the mean of their gradients, of length 1 at most. Noise b
in the objective is ‖b‖/n beside it, noise η on the minimiser ‖η‖(λ+Δ), since w* is no longer than
1/(λ+Δ). Where that is large in half of the draws, noise decides. Otherwise λ + Δ may: then the
classifier *without* noise at that λ + Δ has about the same error, which `run` computes.

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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from dpcore.data.dataset import Dataset
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, calibrate
from dpcore.privacy.noise import NORM_LAWS
from dplab.simulation.comparison import EPSILONS, lams, sweep
from dplab.simulation.constant import ConstantRule
from dplab.simulation.needed.epsilon import edge
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load
from dplab.simulation.summaries import Summary
from dplab.simulation.sweeps.cells import cells, tested, training_set

WIDTH = 0.005
"""Half a point: medians that differ by less look the same in a figure of errors up to 70 %."""

LEAST_COST = 0.01
"""A point: where a mechanism costs less, nothing changes since there is nothing left to gain."""

FACTOR = 5.0
"""How far a flat part goes at least: three steps of the curve's ε."""

DECISIVE_NOISE = 3.0
"""Noise that is so many times as long as what records pull leaves them next to nothing to say."""

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


@dataclass(frozen=True)
class FlatPart:
    """A part of a curve on which nothing changes, and why.

    Parameters
    ----------
    low, high : float
        The ε where it begins and ends, of those that were tried.
    noise : float
        How many times as long as what all records can pull the noise is in half of the draws, at
        least; where that is the reason.
    lams : tuple of float
        λ + Δ at each ε that was tried; where these are the reason.
    has_extra : bool
        Whether Δ is a part of them.
    error : float
        The error without noise at the first of them.
    """

    low: float
    high: float
    noise: float = math.nan
    lams: tuple[float, ...] = ()
    has_extra: bool = False
    error: float = math.nan


@dataclass(frozen=True)
class Question(AboutRecords):
    """Of which records the errors without noise are asked, and at which λ.

    ε and λ of the settings count for nothing.
    """

    settings: Settings
    lams: tuple[float, ...]


WithoutNoise = Callable[[tuple[float, ...]], Mapping[float, float]]
"""Returns the error without noise at each λ; nothing where that takes too long."""


def run(question: Question, records: Dataset | None = None) -> dict[float, float]:
    """Return the error without noise at each λ, by the settings' measure.

    Raises
    ------
    InvalidInput
        As `comparison.sweep`.
    """
    settings = question.settings
    whole = sweep(settings, EPSILONS[:1], load(settings, records))
    errors: dict[float, float] = {}
    for cell in cells(replace(whole, mechanisms=("non_private",), lams=question.lams)):
        part, (loss,) = training_set(cell, records), cell.spec.losses
        for group in tested(cell, part, loss):
            (error,) = group.mistakes.measured(settings.measure)
            errors[group.request.lam] = float(error)
    return errors


def flat_parts(
    settings: Settings,
    here: Mapping[str, Summary],
    curves: Mapping[str, Curve],
    baseline: float,
    shape: tuple[int, int],
    without_noise: WithoutNoise,
) -> dict[str, FlatPart]:
    """Return by mechanism the flat part about the settings' ε, where its reason can be told.

    `baseline` is the error without noise; of mechanisms that hardly cost more nothing is said. The
    others are as in `beyond` and `flat_part`.
    """
    found: dict[str, FlatPart] = {}
    for name, at in here.items():
        if at.median - baseline >= LEAST_COST and math.isfinite(settings.epsilon):
            errors = dict(zip(*curves[name], strict=True)) | {settings.epsilon: at}
            if part := flat_part(settings, name, errors, shape, without_noise):
                found[name] = part
    return found


def flat_part(
    settings: Settings,
    mechanism: str,
    errors: Mapping[float, Summary],
    shape: tuple[int, int],
    without_noise: WithoutNoise,
) -> FlatPart | None:
    """Return the flat part about the settings' ε, with its reason; None where none can be told.

    Parameters
    ----------
    settings : Settings
    mechanism : str
    errors : mapping
        By ε that was tried, the settings' own among them.
    shape : tuple of int
        Training records, and features.
    without_noise : callable
        Asked only where noise is not the reason.
    """
    places = _level_about(settings.epsilon, errors)
    if places[-1] < FACTOR * places[0]:
        return None
    plans = [_plan(settings, mechanism, place, shape) for place in places]
    noise = min(_noise(plan, lam, shape) for plan, lam in plans)
    if noise >= DECISIVE_NOISE:
        return FlatPart(places[0], places[-1], noise)
    whole = tuple(lam + plan.extra_lam for plan, lam in plans)
    known = without_noise(tuple(sorted(set(whole))))
    if not known:
        return None
    pairs = [(errors[place].median, known[lam]) for place, lam in zip(places, whole, strict=True)]
    if any(not abs(noisy - plain) < WIDTH for noisy, plain in pairs):
        return None
    has_extra = any(plan.extra_lam > 0 for plan, _ in plans)
    return FlatPart(places[0], places[-1], lams=whole, has_extra=has_extra, error=pairs[0][1])


def _level_about(epsilon: float, errors: Mapping[float, Summary]) -> list[float]:
    """Return the neighbours of ε among which no two medians differ by what is visible."""
    places = sorted(errors)
    here = places.index(epsilon)
    level = [epsilon]
    for side in (reversed(places[:here]), places[here + 1 :]):
        for place in side:
            medians = [errors[each].median for each in (*level, place)]
            if not max(medians) - min(medians) < WIDTH:
                break
            level.append(place)
    return sorted(level)


def _plan(
    settings: Settings, mechanism: str, epsilon: float, shape: tuple[int, int]
) -> tuple[Plan, float]:
    """Return the plan at an ε, and the λ that is used there."""
    at, (n, d) = settings.with_epsilon(epsilon), shape
    lam = lams(at, (mechanism,), n=n, n_features=d)[mechanism]
    loss, delta = settings.make_loss(), settings.delta
    plan = calibrate(mechanism, epsilon, lam=lam, n=n, loss=loss, delta=delta, n_features=d)
    return plan, lam


def _noise(plan: Plan, lam: float, shape: tuple[int, int]) -> float:
    """Return how long noise is in half of the draws, beside what all records can pull."""
    n, d = shape
    whole, family = lam + plan.extra_lam, MECHANISMS[plan.mechanism].family
    length = NORM_LAWS[plan.norm_law].exceeded(0.5, d) / plan.noise_rate
    return length * whole / family.stiffness(n, whole)
