"""What the trade-off says of a table that is larger than the visitor's."""

import math
from collections.abc import Collection, Mapping, Sequence

from dpcore.privacy.mechanisms import in_order
from dplab.simulation.comparison import LAMS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import Confusion
from dplab.simulation.needed.crossing import LevelCrossing
from dplab.simulation.summaries import Summary
from dplab.studies.trade_off.best_lam import BestLam
from dplab.studies.trade_off.curve import BetterFrom, FlatPart
from dplab.studies.trade_off.which_epsilon import TIMES, SmallestEpsilons
from pages.comparison import terms
from pages.kit import words


def better_from(found: Mapping[str, BetterFrom], most: float) -> str:
    """Return from which ε on the curve is clearly better than the constant rule, by mechanism.

    `most` is the largest ε that was tried; nothing is said of no mechanism.

    Examples
    --------
    >>> found = {"objective": BetterFrom(0.9, False), "output": BetterFrom(2.0, True)}
    >>> print(better_from(found, 100.0))
    Objective perturbation is clearly better from ε ≈ 0.9 on, output perturbation from ε = 2 on.
    """
    at: dict[str, list[str]] = {}
    for name, each in found.items():
        at.setdefault(_from(each, most), []).append(terms.called(name))
    clauses = [
        f"{words.listed(names)}{'' if number else f' {_is(names)} clearly better'} {place}"
        for number, (place, names) in enumerate(at.items())
    ]
    said = ", ".join(clauses)
    return f"{said[0].upper()}{said[1:]}." if said else ""


def _from(found: BetterFrom, most: float) -> str:
    if math.isinf(found.epsilon):
        return f"at no ε up to {words.number(most)}"
    return f"from ε {'=' if found.is_tried else '≈'} {words.number(found.epsilon)} on"


def _is(names: Collection[str]) -> str:
    return "is" if len(names) == 1 else "are"


def why_flat(found: Mapping[str, FlatPart], n: int) -> list[str]:
    """Return why hardly anything changes, a sentence for all whose noise decides in one place."""
    by_noise: dict[tuple[float, float], dict[str, FlatPart]] = {}
    for name, each in found.items():
        if not each.lams:
            by_noise.setdefault((each.low, each.high), {})[name] = each
    said = [
        flat([*parts], min(parts.values(), key=lambda each: each.noise), n)
        for parts in by_noise.values()
    ]
    return said + [flat([name], each, n) for name, each in found.items() if each.lams]


def flat(mechanisms: Sequence[str], found: FlatPart, n: int) -> str:
    """Return why hardly anything changes about an ε; n counts the training records.

    Examples
    --------
    >>> print(flat(["output"], FlatPart(0.001, 0.05, noise=12.34), 1000))
    From ε = 0.001 to 0.05 hardly anything changes with output perturbation: noise decides. In \
half of the draws it is at least 12 times as long as all 1,000 training records together can pull.
    >>> print(flat(["objective"], FlatPart(0.01, 0.5, math.nan, (46.1, 0.9), True, 0.3), 9))
    From ε = 0.01 to 0.5 hardly anything changes with objective perturbation: its λ + Δ decides, \
0.9 to 46 there. Without noise, the classifier at that λ + Δ has about the same error, 30.0 %.
    """
    low, high = words.number(found.low), words.number(found.high)
    named = words.listed([terms.called(each) for each in mechanisms])
    begins = f"From ε = {low} to {high} hardly anything changes with {named}"
    if not found.lams:
        return (
            f"{begins}: noise decides. In half of the draws it is at least "
            f"{words.rounded(found.noise)} times as long as all {n:,} training records together "
            "can pull."
        )
    lam = "λ + Δ" if found.has_extra else "λ"
    least, most = words.rounded(min(found.lams)), words.rounded(max(found.lams))
    between = least if least == most else f"{least} to {most}"
    return (
        f"{begins}: its {lam} decides, {between} there. Without noise, the classifier at that "
        f"{lam} has about the same error, {words.percent(found.error)}."
    )


def second_release(named: Mapping[str, float]) -> str:
    """Return for how many people a second release changes the answer, by mechanism.

    Examples
    --------
    >>> print(second_release({"objective": 0.018, "output": 0.09}))
    A second release would change the answer for 1.8 people in 100 with objective perturbation, \
9.0 with output perturbation. The error does not show this.
    """
    each = [f"{words.in_100(share)} {{}}with {terms.called(name)}" for name, share in named.items()]
    first, *rest = each
    said = ", ".join([first.format("people in 100 "), *(one.format("") for one in rest)])
    return f"A second release would change the answer for {said}. The error does not show this."


MISTAKES = (
    "Numbers are means over the draws, rounded; the four of a classifier add up to 100. They are "
    "computed from the test records, so not private."
)
"""How matrices of mistakes are read."""


def mistakes(epsilon: float, found: Mapping[str, Confusion]) -> str:
    """Return, as Markdown, how many test records get a wrong answer, by mechanism.

    Examples
    --------
    >>> plain, noisy = Confusion((0.5, 0.4), (0.06, 0.04)), Confusion((0.4, 0.3), (0.2, 0.1))
    >>> print(mistakes(1.0, {"non_private": plain, "output": noisy}))
    **Of 100 test records, 10 get a wrong answer without noise**, 30 with output perturbation (at \
ε = 1).
    """
    plain, *private = found
    said = [f"{words.in_100(found[name].error)} with {terms.called(name)}" for name in private]
    without = words.in_100(found[plain].error)
    return (
        f"**Of 100 test records, {without} get a wrong answer without noise**, "
        f"{words.listed(said)} (at ε = {words.number(epsilon)})."
    )


def named(
    at: Mapping[str, LevelCrossing | None], shown: Collection[str]
) -> dict[str, LevelCrossing | None]:
    """Return the same by what a mechanism is called, in the order of the tiles of all shown."""
    return {terms.called(name): at[name] for name in in_order(shown) if name in at}


def with_more(known: SmallestEpsilons, epsilon: float) -> str:
    """Return what more records would make of the answer, or nothing where that is unknown."""
    shown, share = known.epsilons, known.question.within
    more = more_records(TIMES, named(known.with_more(), shown))
    times = price(epsilon, share, named(known.times_needed(epsilon), shown))
    return " ".join(filter(None, (more, times)))


def more_records(times: int, found: Mapping[str, LevelCrossing | None]) -> str:
    """Return which ε would be enough with more records, or nothing if nothing is asked.

    Parameters
    ----------
    times : int
        How many times the records of the table.
    found : mapping
        By what a mechanism is called, the ε that would be enough, or None where the noise of
        smaller tables tells nothing of larger ones.
    """
    if not found:
        return ""
    known = [f"{name} {_enough(at)}" for name, at in found.items() if at]
    unknown = " and ".join(name for name, at in found.items() if at is None)
    told = [f"With {times} times the records (extrapolated): {'; '.join(known)}."] if known else []
    if unknown:
        told.append(
            f"For {unknown}, more records cannot be predicted: here Δ > 0, or c/(nλ) is not small, "
            "so the noise would differ."
        )
    return " ".join(told)


def price(epsilon: float, share: float, found: Mapping[str, LevelCrossing | None]) -> str:
    """Return how many times the records a chosen ε needs, or nothing where nothing is known of it.

    Parameters
    ----------
    epsilon : float
        The chosen one.
    share : float
        How far an error may be above the one without noise.
    found : mapping
        By what a mechanism is called, how many times the records are needed, or None.
    """
    known = [f"{name} {_times(at)}" for name, at in found.items() if at]
    if not known:
        return ""
    points = f"at most {words.points(share)} more than without noise"
    return f"At ε = {words.number(epsilon)} and for {points} (extrapolated): {'; '.join(known)}."


def _times(at: LevelCrossing) -> str:
    if at.place <= 1:
        needs = "needs no more records than the table has"
        return f"{needs} ({_up_to(at.high)})" if at.high > 1 else needs
    if at.is_first:
        return f"would need at most {_rounded(at.place)} times the records"
    low, high = _rounded(max(at.low, 1.0)), _up_to(at.high)
    return f"would need about {_rounded(at.place)} times the records ({low} {high})"


def _up_to(high: float) -> str:
    return "or more" if math.isinf(high) else f"to {_rounded(high)} times"


def _enough(at: LevelCrossing) -> str:
    place = f"ε = {_rounded(at.place)}"
    if at.is_first:
        return f"{place} or less"
    if math.isinf(at.high):
        return f"{place} (from {_rounded(at.low)} on)"
    return f"{place} ({_rounded(at.low)} to {_rounded(at.high)})"


def _rounded(value: float) -> str:
    """Return a place as well as it is known."""
    return words.number(float(f"{value:.2g}"))


def draws(*, one_by_one: bool) -> str:
    """Return how the dots are to be read."""
    if one_by_one:
        return (
            "Each picture is one draw of each method: one possible release, as likely as any "
            "other. Press Play to see how often one beats the other. If your device reduces "
            "motion, choose “Dots” instead. Upright strokes are the medians."
        )
    return (
        "Each dot is one draw: one possible release, as likely as any other. Its height has no "
        "meaning. Upright strokes are the medians."
    )


ALONG_LAM = (
    f"At the same ε and under the same noise, at {len(LAMS)} values of λ from "
    f"{words.number(LAMS[0])} to {words.number(LAMS[-1])}. Read from the test records, so not "
    "private; a λ that is taken holds for all methods."
)
"""How the best λ was found."""


def best_lam(
    mechanism: str,
    best: BestLam,
    used: tuple[str, Summary],
    rule: ConstantRule,
    *,
    is_of_use: bool,
) -> str:
    """Return what a mechanism's λ costs at this ε, beside the best one of a grid.

    `used` is λ in use as it is written, and the errors there; the rule's answer is markdown.
    `is_of_use` says whether a λ of the grid beats it, be it the best one or another.
    """
    lam, errors = used
    name = terms.called(mechanism)
    called = name[0].upper() + name[1:]
    if not (is_of_use or rule.is_beaten_by(errors)):
        return f"**{called}**: at no λ is it clearly better than {terms.always(rule)}."
    here = f"{words.percent(errors.median)} at λ = {lam}"
    if not gains(best, errors):
        return f"**{called}**: {here}; no λ of the grid does better."
    points = terms.cost(errors, best.errors.median).median
    return (
        f"**{called}**: {here}, and {words.percent(best.errors.median)} at the best λ of the grid, "
        f"{words.number(best.lam)}: {words.points(points)} of its cost here "
        f"{'comes' if words.tenths(points) == '1.0' else 'come'} from λ."
    )


def gains(best: BestLam, errors: Summary) -> bool:
    """Tell whether the best λ shows a smaller error than the one in use."""
    return terms.cost(errors, best.errors.median).median >= words.VISIBLE
