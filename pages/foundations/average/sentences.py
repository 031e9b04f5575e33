"""The noisy average in words, with the numbers of the moment."""

import math

from dpcore.data.declared.schema import Numeric
from dplab.simulation.settings import UPLOAD
from dplab.studies.foundations.average import NoisyAverage, Way
from pages.foundations import rounded
from pages.kit import words

RARE = 0.0005
"""Below this, a probability is written with two digits in place of one decimal."""

SMALLEST = "1e−300"
"""Percent: what is smaller is 0 in doubles, or soon will be."""

BLANK = "\u00a0"
"""Keeps a number and its unit in one line."""

TITLES = {
    "kept": "M and n public, values clipped",
    "largest": "M read from the data",
    "hidden": "n hidden",
    "unclipped": "Values are not clipped",
}

OVER_THE_TABLE = (
    "The four ways on these values: the largest privacy loss, and which share of the answers loses "
    "more than ε, with the record and without it."
)


def verdict(found: NoisyAverage) -> str:
    """Return what the way promises, and what it loses."""
    return {"kept": _kept, "largest": _largest, "hidden": _hidden, "unclipped": _unclipped}[
        found.question.way
    ](found)


def _kept(found: NoisyAverage) -> str:
    scale = found.way.here[1]
    begin = "No" if found.is_declared else "If these bounds were fixed in advance, no"
    return (
        f"**{begin} answer loses more than ε = {words.number(found.question.epsilon)}.** Values "
        f"lie in [0, M] with M = {short(found.bound)}, so that one of n = {found.n:,} moves the "
        f"average by {short(found.bound / found.n)} at most; noise of scale "
        f"M/(nε) = {short(scale)} covers that. On these two data sets the loss reaches "
        f"{short(found.way.worst)}."
    )


def _largest(found: NoisyAverage) -> str:
    (_, b), (_, c) = found.way.here, found.way.there
    if found.is_within:
        return (
            "**On these two data sets no answer loses more than ε, but that is luck.** The largest "
            "value appears more than once, so M stays the same without one of them. If it appeared "
            "once, the scale of the noise would change with it, and the loss would have no bound."
        )
    return (
        f"**The loss has no bound.** The largest value, {_value(found)}, decides how wide the "
        f"noise is: its scale is {short(b)} with it, {short(c)} without. {_rates(found)}"
    )


def _hidden(found: NoisyAverage) -> str:
    (_, b), (_, c) = found.way.here, found.way.there
    return (
        f"**The loss has no bound.** With n = {found.n:,} values the noise has scale {short(b)}, "
        f"with one less {short(c)}: far out, the ratio of the densities grows without bound. "
        f"{_rates(found)}"
    )


def _unclipped(found: NoisyAverage) -> str:
    bounds = f"{short(found.feature.lower)} and {short(found.feature.upper)}"
    if found.is_within:
        return (
            "**On these two data sets no answer loses more than ε, but that is luck.** No value "
            f"lies outside of the bounds {bounds}; the largest is {_value(found)}. For one that "
            "does, the noise is too small."
        )
    times = short(found.way.worst / found.question.epsilon, 3)
    return (
        f"**The loss reaches {short(found.way.worst)}, which is {times} times ε.** The value "
        f"{_value(found)} lies outside of the bounds {bounds} and is averaged as it is, but the "
        f"noise covers only values between them. {_rates(found)}"
    )


def _rates(found: NoisyAverage) -> str:
    here, there = chances(found.way)
    return (
        f"Of the answers with this record {here} lose more than ε = "
        f"{words.number(found.question.epsilon)}; of those without it, {there}."
    )


def unit(found: NoisyAverage) -> str:
    """Return what stands behind a value, with its blank; nothing for an own column."""
    return "" if found.question.data == UPLOAD else " thousand euros"


def table(found: NoisyAverage) -> str:
    """Return the four ways side by side, as a table."""
    labels = {
        "kept": "as promised",
        "largest": "M from data",
        "hidden": "n hidden",
        "unclipped": "no clipping",
    }
    rows = [_row(f"**{label}**" if name == found.question.way else label, found.ways[name])
            for name, label in labels.items()]  # fmt: skip
    head = "| Way | Largest loss | With the record | Without |"
    return "\n".join([head, "| --- | ---: | ---: | ---: |", *rows])


def _row(label: str, way: Way) -> str:
    if way.refused:
        return f"| {label} | – | – | – |"
    here, there = chances(way)
    return f"| {label} | {loss(way.worst)} | {here} | {there} |"


def loss(worst: float) -> str:
    """Return a largest loss: ∞ where there is no bound."""
    return "∞" if math.isinf(worst) else short(worst)


def chances(way: Way) -> tuple[str, str]:
    """Return how many answers lose more than ε: of those with the record, of those without.

    Where the noise is wider than on the other data set, the loss has no bound: some answers exceed
    ε, even where their probability is 0 in doubles.
    """
    (_, b), (_, c) = way.here, way.there
    here, there = way.exceeding
    return chance(here, unbounded=b > c), chance(there, unbounded=c > b)


def chance(share: float, *, unbounded: bool = False) -> str:
    """Return a probability as a percentage; 0 is none at all, but where the loss has no bound."""
    if share == 0:
        return f"below {SMALLEST}{BLANK}%" if unbounded else "none"
    if share < RARE:
        # A line may break behind a hyphen, not behind a minus sign.
        return f"{words.number(float(f'{100 * share:.1e}'))}{BLANK}%".replace("-", "−")
    return rounded.chance(share).replace(" ", BLANK)


def shifted(feature: Numeric, name: str) -> str:
    """Return how an own column comes to lie in [0, M]; nothing where its lower bound is 0."""
    if feature.lower == 0:
        return ""
    return (
        f"{name} is declared between {short(feature.lower)} and {short(feature.upper)}: "
        f"{short(feature.lower)} is taken from each value, so that they lie between 0 and M = "
        f"{short(feature.upper - feature.lower)}, and is added to the answer again. That changes "
        "no privacy loss."
    )


def filled(name: str, constant: float, count: int) -> str:
    """Return how many cells were empty, and what they count as."""
    counts = "counts" if count == 1 else "count"
    return f"{words.pluralize(count, 'missing value')} of {name} {counts} as {short(constant)}."


def undeclared(name: str) -> str:
    """Return what holds where the bounds were read from the data."""
    return (
        f"The bounds of {name} were read from the data and are not declared yet, so that the "
        "promise is not kept either: they change with the records, as in “M from data”. "
        "Declare them on the Data page."
    )


def names(found: NoisyAverage) -> tuple[str, str]:
    """Return what the legend calls the data sets without and with the record."""
    return f"p′: {_place(found)}", f"p: with the value {_value(found)}"


def _place(found: NoisyAverage) -> str:
    if found.question.way == "hidden":
        return "one value less"
    # Of a value below the bounds, the upper one takes the place.
    is_low = found.way.value < found.feature.lower
    place = found.feature.upper if is_low else found.feature.lower
    return f"with {short(place)} in its place"


def alt(found: NoisyAverage) -> str:
    """Return the picture in words."""
    (m, b), (other, c) = found.way.here, found.way.there
    here, there = chances(found.way)
    return (
        f"{TITLES[found.question.way]}. Laplace densities around {short(m)} of scale {short(b)} "
        f"and around {short(other)} of scale {short(c)}. Below, the privacy loss with lines at −ε "
        f"and ε; its largest value is {loss(found.way.worst)}. Answers that lose more than ε: with "
        f"the record {here}, without it {there}."
    )


def short(value: float, digits: int = 4) -> str:
    """Return a number to some digits, as people write it."""
    text = words.number(float(f"{value:.{digits}g}"))
    return text.replace("-", "−", 1) if value < 0 else text


def _value(found: NoisyAverage) -> str:
    return short(found.way.value) + unit(found)
