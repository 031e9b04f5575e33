"""A sweep in words: what its curves come to, and how its rows were made."""

import math
from collections.abc import Mapping, Sequence

from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import MEASURES
from dplab.simulation.needed.beyond import TIMES
from dplab.simulation.needed.crossing import LevelCrossing, Price
from dplab.simulation.summaries import Summary
from dplab.simulation.sweeps import SweepSpec
from dplab.studies.trade_off.swept.accuracy import Enough
from pages.comparison import terms
from pages.comparison.figures.curves import Curve, Key
from pages.kit import words

AXES = {"epsilon": "ε", "n": "n", "lam": "λ", "features": "D", "map": "ε × λ"}
"""What may vary, by its symbol."""

BEST_OF = ("lam", "features")
"""Axes along which the best place is told, not the visitor's: λ and D are there to be chosen."""

READ_OFF = (
    "The best D is read from the test part: a private release has to fix D without looking at the "
    "data."
)

Told = dict[Key, tuple[Summary, float]]
"""Of each curve the errors that are told, and where they stand."""


UNCOUNTED = "Add Non-private to what is compared: points are counted from its error."

ENOUGH = (
    "From medians made monotone along n. In brackets: the range of 99 % of the answers from "
    "resampled draws, on these records. All of this is read from the data."
)
"""How it was found which n is enough."""

UNKNOWN = {
    "other noise": ("more cannot be predicted: here Δ > 0, c/(nλ) is not small, or there is a δ"),
    "too long": "predicting for more takes too long: take fewer draws or folds",
}
"""Why a curve does not go on beyond its table."""

PRICED = (
    "Records for each one: from medians made monotone along n. In brackets: the range of 99 % of "
    "the answers from resampled draws, on these records. All of this is read from the data."
)
"""How prices were found."""

MOST_TOLD = 7
"""Curves that a sentence can hold; of more, each method's best loss is told."""


def title(axis: str, measure: str) -> str:
    """Return what a figure of curves shows."""
    return f"{MEASURES[measure].label} against {AXES[axis]}"


def protocol(sweep: SweepSpec, varied: tuple[str, ...], data: str) -> str:
    """Return how the rows were made; `data` is the data's name on screen."""
    labels = ", ".join(LOSSES[loss].label for loss, _ in sweep.losses)
    losses = f"{labels} {'loss' if len(sweep.losses) == 1 else 'losses'}"
    fixed = {
        "n": f"n = {words.number(sweep.sizes[0])}",
        "epsilon": f"ε = {words.number(sweep.epsilons[0])}",
        "lam": terms.FOLLOWS
        if sweep.follows_epsilon
        else f"λ = {words.number(sweep.given_lams[0])}",
    }
    if sweep.features:
        fixed["features"] = f"D = {words.number(sweep.features[0])}"
    if sweep.has_kernel:
        losses += f"; {terms.kernel(sweep.kernel, sweep.parameters)}"
    kept = ", ".join(text for name, text in fixed.items() if name not in varied)
    if sweep.uses_delta:
        kept += f", δ = {words.number(sweep.delta)} where a method has one"
    splits = "one split" if sweep.folds == 1 else f"{sweep.folds} folds"
    draws = words.pluralize(sweep.draws, "draw")
    said = [f"{data}; {losses}; {kept}; {splits}, {draws} each."]
    said += [terms.FREQUENCIES] if sweep.features else []
    said += [READ_OFF] if "features" in varied else []
    return " ".join(said)


def middles(folds: int, spread: str) -> str:
    """Return what curves and bands are; `spread` is a key of `choices.SPREADS`."""
    if folds == 1:
        return "Curves are medians over the draws; half of the draws are within the bands."
    if spread == "folds":
        return (
            "Each fold has a median over its draws. Curves are medians of these; half of them are "
            "within the bands."
        )
    return (
        "Each fold has a median over its draws and two quartiles. Curves and bands are the medians "
        "of these over the folds."
    )


def colours(folds: int, measure: str) -> str:
    """Return what the colours of a map are."""
    noun = MEASURES[measure].noun
    if folds == 1:
        many = terms.errors(measure) if measure != "error" else f"{noun}s"
        return f"Colours are median {many} over the draws."
    return f"Colours are medians over the folds of each fold's median {noun} over its draws."


def too_many(panels: int, most: int) -> str:
    """Return that not all maps are shown."""
    return f"The first {most} of {panels} maps are shown: choose fewer methods or losses."


def cost(axis: str, drawn: dict[Key, Curve], here: float, rule: ConstantRule, measure: str) -> str:
    """Return what the curves come to: at the visitor's ε or n, or at the best λ or D of each.

    First, which of them do not beat the constant rule; no λ or D is the best of what does not.
    """
    told = {key: _told(axis, curve, here, rule) for key, curve in drawn.items()}
    errors = terms.error(measure)
    told_of = errors[0].upper() + errors[1:]
    if len(told) > MOST_TOLD:
        told = _best_loss_each(told)
    several = len({loss for _, loss in drawn}) > 1
    short = terms.short_of(rule, {_named(*key, several): each for key, (each, _) in told.items()})
    if axis in BEST_OF:
        listed = {key: point for key, point in told.items() if rule.is_beaten_by(point[0])}
        first, then = f"At every {AXES[axis]} here, ", f"Lowest {errors}: "
    else:
        listed, place = told, _place(axis, told)
        first = f"At {place}, " if place else "Here "
        then = f"{told_of} at {place}: " if place else f"{told_of}: "
    texts = [f"{first}{short}."] if short else []
    texts += [f"{then}{_listed(axis, listed, several)}."] if listed else []
    return " ".join(texts)


def by_rule(lams: Mapping[str, float], epsilon: float) -> str:
    """Return the λ of the public rule at an ε, beside the best ones that the records tell."""
    return (
        f"The best λ are read from the test records, so not private. By the public rule, which "
        f"reads none, {terms.each_lam(lams)} at ε = {words.number(epsilon)}."
    )


def _listed(axis: str, told: Told, several: bool) -> str:
    parts = []
    for name in dict.fromkeys(name for name, _ in told):
        found = [
            words.percent(each.median)
            + (f" at {AXES[axis]} = {words.number(place)}" if axis in BEST_OF else "")
            + (f" ({LOSSES[loss].label})" if several else "")
            for (mechanism, loss), (each, place) in told.items()
            if mechanism == name
        ]
        parts.append(f"{terms.called(name)} {', '.join(found)}")
    return "; ".join(parts)


def _named(name: str, loss: str, several: bool) -> str:
    """Return a curve's name in the middle of a sentence."""
    label = terms.called(name)
    label = label if MECHANISMS[name].is_noisy else f"the {label} classifier"
    return f"{label} ({LOSSES[loss].label})" if several else label


def _told(axis: str, curve: Curve, here: float, rule: ConstantRule) -> tuple[Summary, float]:
    """Return the errors that are told of a curve, and where they stand."""
    points = [(s, place) for place, s in zip(*curve, strict=True)]
    if axis in BEST_OF:
        of_use = [point for point in points if rule.is_beaten_by(point[0])]
        return min(of_use or points, key=_error_and_place)
    return min(points, key=lambda point: abs(math.log(point[1] / min(max(here, 1e-9), 1e9))))


def _error_and_place(point: tuple[Summary, float]) -> tuple[float, float]:
    return point[0].median, point[1]


def _best_loss_each(told: Told) -> Told:
    best: dict[str, Key] = {}
    for key in sorted(told, key=lambda key: _error_and_place(told[key]), reverse=True):
        best[key[0]] = key
    return {key: place for key, place in told.items() if best[key[0]] == key}


def _place(axis: str, told: Told) -> str:
    """Return where on the axis the curves are told, or nothing if none has places of its own."""
    # A level without noise has its ends only; the others stand on the grid.
    places = [place for (name, _), (_, place) in told.items() if MECHANISMS[name].is_noisy]
    return f"{AXES[axis]} = {words.number(places[0])}" if places else ""


def of_which(axis: str, n: int, loss: str, folds: int) -> tuple[str, ...]:
    """Return of which classifier on screen it is said what λ costs, as clauses.

    `n` are its training records, the right end of a learning curve; the loss is named where there
    are several.
    """
    clauses = {
        f"at n = {n:,}": axis == "n",
        f"with the {LOSSES[loss].label} loss" if loss else "": bool(loss),
        f"on the first of {folds} folds": folds > 1,
    }
    return tuple(clause for clause, is_needed in clauses.items() if is_needed)


def price(sweep: SweepSpec, name: str, found: Price | None, rule: ConstantRule) -> str:
    """Return what a mechanism costs in records, along n."""
    at, label = f"At ε = {words.number(sweep.epsilons[0])}", terms.called(name)
    if found is None:
        return (
            f"{at} and with up to {words.pluralize(sweep.sizes[-1], 'record')}, {label} does not "
            "reach the error that the classifier without noise has where it first beats "
            f"{terms.always(rule)}."
        )
    records = found.records
    if records.is_first:
        return (
            f"{at}, {label} needs no more than {words.pluralize(round(records.place), 'record')}, "
            f"the fewest that were tried, to match {found.n_plain:,} without noise "
            f"(error {words.percent(found.error)})."
        )
    high = f"more than {sweep.sizes[-1]:,}" if math.isinf(records.high) else f"{records.high:,.0f}"
    return (
        f"{at}, {label} needs about {float(f'{records.place:.2g}'):,.0f} records "
        f"({records.low:,.0f} to {high}) to match {found.n_plain:,} without noise "
        f"(error {words.percent(found.error)}): {found.factor:.1f} for each one."
    )


def records_of(found: Enough, loss: str, rule: ConstantRule) -> str:
    """Return how many records are enough with a loss, which is named where there are several."""
    sweep = found.sweep
    parts = [
        records_needed(terms.called(name), each.at, each.unknown, sweep)
        for name, each in found.of_loss(loss).items()
    ]
    said = enough(sweep, found.within, found.errors[loss], parts, rule)
    return with_loss(said, loss, several=len(sweep.losses) > 1)


def enough(
    sweep: SweepSpec, share: float, error: float, parts: Sequence[str], rule: ConstantRule
) -> str:
    """Return how many records are enough.

    Parameters
    ----------
    sweep : SweepSpec
        Along n.
    share : float
        How far an error may be above the one without noise.
    error : float
        That one, at the largest n.
    parts : sequence of str
        Of each method, as `records_needed` tells it.
    rule : ConstantRule
        With its answer as markdown.
    """
    where = f"the error without noise at n = {max(sweep.sizes):,}"
    if error + share >= rule.error:
        return (
            f"{words.points(share)} above {where} ({words.percent(error)}) is no better than "
            f"{terms.always(rule)}, which needs no classifier."
        )
    at = f"At ε = {words.number(sweep.epsilons[0])}"
    allowed = f"for at most {words.points(share)} above {where}, that is"
    return f"{at}, {allowed} {words.percent(error + share)}: {'; '.join(parts)}."


def records_needed(name: str, at: LevelCrossing | None, unknown: str, sweep: SweepSpec) -> str:
    """Return how many records a method needs, or why that is not known."""
    table, times = max(sweep.sizes), max(TIMES)
    if unknown:
        return (
            f"{name} does not reach that with the table's {table:,} records, and {UNKNOWN[unknown]}"
        )
    if at is None:
        return f"{name} does not reach that, nor with {times} times the records (extrapolated)"
    if at.is_first:
        return f"{name} needs no more than {at.place:,.0f} records, the fewest that were tried"
    most = times * table if at.place > table else table
    high = f"more than {most:,}" if math.isinf(at.high) else f"{at.high:,.0f}"
    needs = f"{name} needs about {float(f'{at.place:.2g}'):,.0f} records"
    text = f"{needs} ({at.low:,.0f} to {high})"
    if at.place > table:
        text = f"{text}, {at.place / table:.1f} times the table's (extrapolated)"
    if math.isfinite(at.until):
        text += f", and exceeds that again above n = {at.until:,.0f}"
    return text


def no_price(rule: ConstantRule) -> str:
    """Return why there is no price in records where the classifier without noise is of no use."""
    return (
        f"Without noise, no size that was tried beats {terms.always(rule)}: the cost of "
        "noise cannot be measured."
    )


def with_loss(said: str, loss: str, *, several: bool) -> str:
    """Return a sentence after the name of its loss, where there are several."""
    return f"{LOSSES[loss].label} loss: {said}" if several else said


def alt(axis: str, drawn: dict[Key, Curve], here: float, rule: ConstantRule, measure: str) -> str:
    """Return the figure for somebody who does not see it."""
    found = cost(axis, drawn, here, rule, measure) if drawn else "No point yet."
    return f"{title(axis, measure)}. {found} A thin line: {terms.always(rule)}."
