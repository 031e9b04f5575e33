"""Numbers in words: one way to write a percentage, a cost in points, a count, an ε."""

import math
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from dpcore import checks
from dpcore.checks import InvalidInput, cut
from dpcore.erm.features import FEATURE_MAPS
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.simulation.constant import ConstantRule
from dpcore.simulation.measures import MEASURES
from dpcore.simulation.summaries import Summary, in_points
from pages.kit.text import literal

ENDLESS = {"∞", "inf", "infinity", "infinite"}
EXAMPLES = "a number such as 0.5, 1e-3 or 20,000"
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")
BLANKS = re.compile(r"[+-]?[1-9]\d{0,2}([ ’']\d{3})+([.,]\d*)?")
POINTS = re.compile(r"[+-]?[1-9]\d{0,2}((\.\d{3})+,\d*|(\.\d{3}){2,})")
"""1 000 and 1’000 as well as 1.234,5 and 1.000.000; a single 1.000 is 1."""
DECIMAL_COMMA = re.compile(r"[+-]?(0|\d+(?!,\d{3}(e|$))),\d+(e[+-]?\d+)?")
"""A comma before other than three digits, or behind a 0, groups no thousands."""
LIST_HINT = "With commas inside numbers, put semicolons between them: 0,01; 0,1."
USUAL = {0x2212: "-", 0x3001: ",", 0x3002: "."} | {0xFF01 + k: 0x21 + k for k in range(94)}
"""The minus sign, and what keyboards for Chinese or Japanese write in full width."""
ERRS = {
    "error": "has a median error of {}",
    "balanced": "has a median balanced error of {}",
    "auc": "ranks a median of {} of pairs wrongly",
}
"""What draws of a classifier do, by their measure."""
VISIBLE = 0.0005
"""Half of the 0.1 points that costs are rounded to."""


def read_number(name: str, text: str, *, is_whole: bool = False, wanted: str = "") -> float:
    """Return what a visitor typed as a number: 20,000, 1 000, 0,5, ½, "∞" and "inf" are, too.

    Parameters
    ----------
    name : str
        What the control is called on screen.
    text : str
    is_whole : bool
        Whether an example names a whole number; `checks.whole` sees to it that it is one.
    wanted : str, optional
        What a refusal asks for, where neither example fits.

    Raises
    ------
    InvalidInput
        If it is none; the sentence says what is allowed.
    """
    cleaned = _usual(text).lower()
    if cleaned in ENDLESS:
        return math.inf
    try:
        value = float(_plain(cleaned))
    except ValueError:
        value = math.nan
    if math.isnan(value):
        wanted = wanted or ("a whole number such as 2,000" if is_whole else EXAMPLES)
        raise InvalidInput(f"{name} must be {wanted}; got “{cut(text.strip())}”.")
    if math.isinf(value):
        raise InvalidInput(f"{name} must be below 1.8e308, or ∞; got “{cut(text.strip())}”.")
    return value


def _usual(text: str) -> str:
    """Return a text with the usual signs: no full width, no unusual blanks, ½ as 0.5."""
    usual = " ".join(text.translate(USUAL).split())
    is_fraction = len(usual) == 1 and unicodedata.name(usual, "").startswith("VULGAR FRACTION")
    return str(unicodedata.numeric(usual)) if is_fraction else usual


def _plain(text: str) -> str:
    if THOUSANDS.fullmatch(text):
        return text.replace(",", "")
    if BLANKS.fullmatch(text):
        return re.sub("[ ’']", "", text).replace(",", ".")
    if POINTS.fullmatch(text):
        return text.replace(".", "").replace(",", ".")
    return text.replace(",", ".") if DECIMAL_COMMA.fullmatch(text) else text


def read_numbers(name: str, text: str) -> list[float]:
    """Return what a visitor typed as numbers with commas, or semicolons, between them.

    Examples
    --------
    >>> read_numbers("λ", "1e-3, 0.1"), read_numbers("λ", "0,001; 0,1")
    ([0.001, 0.1], [0.001, 0.1])

    Raises
    ------
    InvalidInput
        If one is none, or if its commas could stand between numbers and inside of them.
    """
    usual = _usual(text)
    mark = ";" if ";" in usual else ","
    pieces = usual.split(", ") if mark == "," else []
    if len(pieces) > 1 and any("," in each and _is_number(each) for each in pieces):
        raise InvalidInput(
            f"{name} must be numbers with one kind of comma; got “{cut(usual)}”. {LIST_HINT}"
        )
    return [read_number(name, part) for part in usual.split(mark) if part.strip()]


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(_plain(text)))
    except ValueError:
        return False


def as_shown(text: str) -> str:
    """Return what was typed as the screen writes it: a number, or a word in quotes."""
    return number(float(_plain(text))) if _is_number(text) else f"“{text}”"


MANY = 8
"""Choices that a refusal calls by their names on the screen; a longer list stands there."""


def one_of(called: str, text: str, allowed: Mapping[str, str]) -> str:
    """Return a word of the address if it is one of those allowed.

    Parameters
    ----------
    called : str
        What a refusal calls the choice.
    text : str
    allowed : mapping
        By each word, what the screen calls it.

    Raises
    ------
    InvalidInput
        If it is not; the sentence has both spellings, that of the screen and that of a link.
    """
    if text in allowed:
        return text
    names = listed([f"“{each}”" for each in allowed.values()], "or")
    which = names if len(allowed) <= MANY else "one of the list"
    links = ", ".join(filter(None, allowed))
    raise InvalidInput(f"{called} must be {which} (in a link: {links}); got “{cut(text)}”.")


def number(value: float) -> str:
    """Return a setting as people write it: 0.1, 1e-6, 20,000, ∞."""
    return checks.written(value)


def percent(share: float) -> str:
    """Return a share with one decimal: 4.7 %."""
    return f"{100 * share:.1f} %"


def called(mechanism: str) -> str:
    """Return a mechanism's name in the middle of a sentence.

    Examples
    --------
    >>> called("objective_gaussian")
    'objective perturbation, Gaussian'
    """
    label = MECHANISMS[mechanism].label
    return label[0].lower() + label[1:]


FREQUENCIES = (
    "The frequencies of random features come from the seed, never from the records, so that they "
    "may be published with a classifier."
)


def kernel(name: str, parameters: Sequence[tuple[str, float]]) -> str:
    """Return a kernel's name with its parameter, in the middle of a sentence.

    Examples
    --------
    >>> kernel("gaussian", (("bandwidth", 8.0), ("features", 200)))
    'Gaussian kernel (γ = 8)'
    """
    said, label = dict(parameters), FEATURE_MAPS[name].label
    if "bandwidth" in said:
        return f"{label} kernel (γ = {number(said['bandwidth'])})"
    return f"{label[:1].lower()}{label[1:]} kernel (p = {said['degree']:.0f})"


def as_tiles(names: Collection[str]) -> list[str]:
    """Return compared mechanisms in the order of their tiles: objective, output, then others."""
    first, others = list(names)[:2], list(names)[2:]
    return [*reversed(first), *others]


def error(measure: str) -> str:
    """Return what an error is called in the middle of a sentence."""
    return "error" if measure == "error" else MEASURES[measure].noun


def errors(measure: str) -> str:
    """Return the same of several."""
    noun = error(measure)
    return noun.replace("share", "shares") if measure == "auc" else f"{noun}s"


def errs(share: float, measure: str) -> str:
    """Return a predicate: has a median error of 12.0 %, or the same by another measure.

    Examples
    --------
    >>> errs(0.12, "auc")
    'ranks a median of 12.0 % of pairs wrongly'
    """
    return ERRS[measure].format(percent(share))


def points(cost: float) -> str:
    """Return a difference of errors in percentage points: 2.1 points, 1.0 point."""
    value = _tenths(cost)
    return f"{value} {'point' if value in ('1.0', '−1.0') else 'points'}"


def cost(errors: Summary, baseline: float) -> Summary:
    """Return the differences of what is shown: rounded errors less the rounded baseline.

    So that whoever subtracts the percentages on the screen finds the points beside them.
    """
    shown = (in_points(share) / 100 for share in (errors.median, errors.low, errors.high))
    return Summary(*shown).minus(in_points(baseline) / 100)


def signed_points(cost: float) -> str:
    """Return the same with its sign."""
    return ("+" if cost >= VISIBLE else "") + points(cost)


def counted(count: int, noun: str) -> str:
    """Return a number with its noun, in the plural where there is not exactly one."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def duration(seconds: float) -> str:
    """Return a time roughly: 3 seconds, 2 minutes, 1 hour."""
    for size, noun in ((3600.0, "hour"), (60.0, "minute")):
        if seconds >= 1.5 * size:
            return counted(round(seconds / size), noun)
    return counted(max(1, round(seconds)), "second")


def times_in_100(chance: float) -> str:
    """Return a chance as a count: 62 times in 100, with a decimal where a coin is near."""
    decimals = 1 if chance < 0.51 else 0
    # A bound is rounded up, or it would be one no more.
    bound = math.ceil(100 * chance * 10**decimals) / 10**decimals
    return f"{bound:.{decimals}f} times in 100"


def middle_half(cost: Summary) -> str:
    """Return where the middle half of the draws lies, in points."""
    return f"{_tenths(cost.low)} to {_tenths(cost.high)}"


def _tenths(cost: float) -> str:
    # Adding 0 turns the -0.0 of a rounded trifle into 0.0.
    return f"{round(100 * cost, 1) + 0.0:.1f}".replace("-", "−")


def range_of(summary: Summary) -> str:
    """Return where the middle half of the draws lies, as errors: 5.9 to 7.1 %."""
    return f"{100 * summary.low:.1f} to {percent(summary.high)}"


def costs(cost: Summary) -> str:
    """Return a predicate: "costs 2.1 points (middle half 1.4 to 2.9)"."""
    if abs(cost.median) < VISIBLE:
        verdict = "has no measurable cost"
    elif cost.median < 0:
        verdict = f"comes out {points(-cost.median)} better on this data"
    else:
        verdict = f"costs {points(cost.median)}"
    return f"{verdict} (middle half {middle_half(cost)})"


def always(rule: ConstantRule) -> str:
    """Return the constant rule and its error: always answering no (27.3 %)."""
    return f"always answering {rule.answer} ({percent(rule.error)})"


def as_markdown(rule: ConstantRule) -> ConstantRule:
    """Return the rule with its answer as it has to stand in markdown: it may be a visitor's."""
    return replace(rule, answer=literal(rule.answer))


def short_of(rule: ConstantRule, found: Mapping[str, Summary]) -> str:
    """Return which classifiers do not beat the constant rule by more than the spread.

    Parameters
    ----------
    rule : ConstantRule
    found : mapping
        Per classifier, by its name in a sentence, its errors.

    Returns
    -------
    str
        Clauses without a full stop, or an empty text.
    """
    short = {name: each for name, each in found.items() if not rule.is_beaten_by(each)}
    worse = [name for name, each in short.items() if each.median >= rule.error]
    close = [name for name in short if name not in worse]
    clauses = [
        f"{listed(names)} {one if len(names) == 1 else many}"
        for names, one, many in (
            (worse, "does no better", "do no better"),
            (close, "is not clearly better", "are not clearly better"),
        )
        if names
    ]
    if clauses:
        clauses[0] += f" than {always(rule)}"
    return "; ".join(clauses)


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as a sentence lists them: A, B and C."""
    *most, end = names or [""]
    return f"{', '.join(most)} {last} {end}" if most else end
