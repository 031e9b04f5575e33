"""What the classifier looks at, in words and as rows of a table."""

import math
from collections.abc import Iterator, Mapping

import pandas as pd

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import Settings
from dplab.studies.trade_off.looks_at import DRAWS, FEWEST, ColumnEffects, EffectSpread
from dplab.tables.effects import MIDDLE
from pages.comparison import terms
from pages.kit import words
from pages.kit.text import escape_markdown

NAMED = 3
"""Columns that the sentence names."""

DOTS = (
    "A dot is the median of the private classifiers, and its line holds nine in ten of them. A "
    "filled dot has a certain sign"
)

EFFECTS = (
    "The effect of a number is what the score gains from its lower bound to its upper one. The "
    "effect of a level is its score beside the mean of its column's levels. Brackets say how many "
    "private classifiers have the sign of the one without noise."
)

ODDS = "The score is the log-odds of {}: noise and a larger λ change them, too."
WEIGHED_ODDS = (
    "With class weights the score is the log-odds of {} among records that count their weight: "
    "noise and a larger λ change them, too."
)
NO_ODDS = "With this loss the score is not log-odds: its sign is the answer, its size is not."
"""What a score means, by the loss."""

OTHER_LAM = "With a larger λ a sign may turn without any noise."

NOT_PRIVATE = "All of this is computed from the training records, and is not private."

LOG_ODDS = ("logistic",)
"""Losses whose score is the log-odds."""


def lead(found: ColumnEffects) -> str:
    """Return, as Markdown, which columns move the score most, and how many signs are certain."""
    most = [f"“{escape_markdown(column)}”" for column in list(found.ranges)[:NAMED]]
    said = f"**Without noise, {words.listed(most)} {_moves(len(most))} the score most.**"
    epsilon = found.question.settings.epsilon
    if math.isinf(epsilon):
        return said
    return f"{said} At ε = {words.number(epsilon)}, {_certain(found)}."


def _moves(count: int) -> str:
    return "moves" if count == 1 else "move"


def _certain(found: ColumnEffects) -> str:
    total = sum(each.is_of_column for each in found.effects)
    counts = {name: _count(found, spread) for name, spread in found.private.items()}
    if not any(counts.values()):
        return f"no sign of {total} is certain: noise hides what the private classifiers look at"
    (name, first), *others = counts.items()
    said = [f"{first} of {total} signs {_are(first)} certain with {terms.called(name)}"]
    said += [f"{count} with {terms.called(each)}" for each, count in others]
    return ", ".join(said)


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _count(found: ColumnEffects, spread: EffectSpread) -> int:
    pairs = zip(found.effects, spread.certain, strict=True)
    return sum(bool(sure) for each, sure in pairs if each.is_of_column)


def dots(epsilon: float) -> str:
    """Return how the picture is read, and what it means that a sign is certain."""
    if math.isinf(epsilon):
        return f"{DOTS}."
    return (
        f"{DOTS}: at least 95 in 100 private classifiers at ε = {words.number(epsilon)} have the "
        "sign of the classifier without noise."
    )


def made(found: ColumnEffects, positive: str) -> str:
    """Return, as Markdown, what a score is, and how certain signs are known.

    `positive` is what +1 is called.
    """
    answer, settings = f"“{escape_markdown(positive)}”", found.question.settings
    by_law = [terms.called(name) for name, each in found.private.items() if each.is_exact]
    drawn = {name: each for name, each in found.private.items() if not each.is_exact}
    said = [
        f"The classifier answers {answer} where the score w·x is at least 0.",
        _meaning(settings).format(answer),
        shortened(found),
        *(_of_draws(name, each) for name, each in drawn.items()),
        f"For {words.listed(by_law)} all is exact, by the law of the noise." if by_law else "",
        f"Here {terms.lam(settings.lam, found.lams)}.",
        OTHER_LAM,
        NOT_PRIVATE,
    ]
    return " ".join(filter(None, said))


def _meaning(settings: Settings) -> str:
    if settings.loss not in LOG_ODDS:
        return NO_ODDS
    return WEIGHED_ODDS if settings.is_weighted else ODDS


def _of_draws(name: str, spread: EffectSpread) -> str:
    few = f", fewer than {DRAWS} for the sake of time" if spread.n_draws < DRAWS else ""
    missed = terms.MISSED if spread.n_missed else ""
    return (
        f"For {terms.called(name)} there are {words.pluralize(spread.n_draws, 'draw')}{few}. A "
        "sign is called certain where they exclude a smaller share than 95 %, at the 95 % level "
        f"(Clopper and Pearson 1934). That takes at least {FEWEST} draws.{missed}"
    )


def shortened(found: ColumnEffects) -> str:
    """Return what shortening records does to the effects; nothing where none was."""
    if not found.shortened:
        return ""
    share = words.percent(found.shortened)
    return (
        f"{share} of the records were longer than 1 and were shortened: in their scores the "
        f"effects are divided by the length, {words.rounded(found.length, 3)} for half of these "
        "or more. No sign changes by that."
    )


def alt(found: ColumnEffects) -> str:
    """Return the picture for somebody who does not see it."""
    most = words.listed(list(found.ranges)[:NAMED])
    return (
        f"Effects of the columns on the score, the largest first: {most}. A dot and a line for "
        "each private method, a stroke without noise. The table below has all numbers."
    )


def rows(found: ColumnEffects) -> pd.DataFrame:
    """Return the table of the screen: the columns by their ranges, levels together."""
    order = {column: place for place, column in enumerate([*found.ranges, MIDDLE])}
    places = sorted(range(len(found.effects)), key=lambda at: order[found.effects[at].column])
    return pd.DataFrame([_row(found, at) for at in places])


def _row(found: ColumnEffects, at: int) -> Mapping[str, str]:
    effect, value = found.effects[at], float(found.plain[at])
    return {
        "Column": effect.column,
        "Level or bounds": effect.described,
        "Without noise": words.signed(value),
        "Per unit": words.signed(value / effect.width) if effect.bounds else "",
        **dict(_cells(found.private, at)),
    }


def _cells(private: Mapping[str, EffectSpread], at: int) -> Iterator[tuple[str, str]]:
    for name, each in private.items():
        same = "certain" if each.certain[at] else f"{100 * each.same[at]:.0f} of 100"
        ends = f"{words.signed(float(each.low[at]))} to {words.signed(float(each.high[at]))}"
        yield MECHANISMS[name].label, f"{ends} ({same})"
