"""Words for classifiers: a mechanism, a measure, a cost in points, the constant rule.

Numbers are written by `pages.kit.words`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.regularization.suggested import AUTO, Lam
from dplab.features import FEATURE_MAPS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import MEASURES
from dplab.simulation.summaries import Summary, in_points
from pages.kit import words
from pages.kit.text import escape_markdown

ERRS = {
    "error": "has a median error of {}",
    "balanced": "has a median balanced error of {}",
    "auc": "ranks a median of {} of pairs wrongly",
}
"""What draws of a classifier do, by their measure."""
FOLLOWS = "λ follows ε by a public rule, each method at its own"
MISSED = " Not every draw converged."
"""Behind what a protocol says of the draws, where that is so."""
COUNTED_ALIKE = (
    "This page counts every wrong label alike. With weights there are more of them in all, and "
    "fewer in the rare class."
)
FREQUENCIES = (
    "The frequencies of random features come from the seed, never from the records, so that they "
    "may be published with a classifier."
)


def called(mechanism: str) -> str:
    """Return a mechanism's name in the middle of a sentence.

    Examples
    --------
    >>> called("objective_gaussian")
    'objective perturbation, Gaussian'
    """
    label = MECHANISMS[mechanism].label
    return label[0].lower() + label[1:]


def kernel(name: str, parameters: Sequence[tuple[str, float]]) -> str:
    """Return a kernel's name with its parameter, in the middle of a sentence.

    Examples
    --------
    >>> kernel("gaussian", (("bandwidth", 8.0), ("features", 200)))
    'Gaussian kernel (γ = 8)'
    """
    said, label = dict(parameters), FEATURE_MAPS[name].label
    if "bandwidth" in said:
        return f"{label} kernel (γ = {words.number(said['bandwidth'])})"
    return f"{label[:1].lower()}{label[1:]} kernel (p = {said['degree']:.0f})"


def level(share: float) -> str:
    """Return what an error is called that may be so far above the one without noise.

    Examples
    --------
    >>> level(0.03)
    '3.0 points above the error without noise'
    """
    return f"{words.points(share)} above the error without noise"


def class_weights(weights: tuple[float, float]) -> str:
    """Return what records of both classes count, before other sentences; nothing where alike.

    Examples
    --------
    >>> class_weights((0.25, 1.0))
    'Each record of −1 counts 0.25 in training, each of +1 counts 1. '
    """
    if weights[0] == weights[1]:
        return ""
    negative, positive = (words.number(float(f"{weight:.3g}")) for weight in weights)
    return f"Each record of −1 counts {negative} in training, each of +1 counts {positive}. "


def predicting(label: tuple[str, str] | None) -> str:
    """Return which column is predicted and its +1 side, as markdown; nothing of generated records.

    Examples
    --------
    >>> predicting(("sick", "yes"))
    'predicting “sick” (+1: yes)'
    """
    if label is None:
        return ""
    name, positive = map(escape_markdown, label)
    return f"predicting “{name}” (+1: {positive})"


def each_lam(lams: Mapping[str, float]) -> str:
    """Return λ of each mechanism: λ = 0.003 for objective perturbation and 0.0001 without noise.

    Parameters
    ----------
    lams : mapping
        By mechanism, in the order in which they are named.
    """
    named = {
        name: "without noise" if name == "non_private" else f"for {called(name)}" for name in lams
    }
    said = [f"{rounded(lam)} {named[name]}" for name, lam in lams.items()]
    return f"λ = {words.listed(said)}" if said else ""


def short_lams(lams: Mapping[str, float]) -> str:
    """Return the same beside the control.

    Examples
    --------
    >>> short_lams({"output_gaussian": 0.02, "non_private": 1e-4})
    'Output, Gaussian 0.02; non-private 0.0001'
    """
    names = {name: called(name).replace(" perturbation", "") for name in lams}
    said = "; ".join(f"{names[name]} {rounded(lam)}" for name, lam in lams.items())
    return said[:1].upper() + said[1:]


def lam(given: Lam, lams: Mapping[str, float]) -> str:
    """Return λ for a protocol: one that was given, or those that follow ε; along ε, no numbers."""
    if given != AUTO:
        return (
            f"all at λ = {words.number(given)}" if len(lams) > 1 else f"λ = {words.number(given)}"
        )
    return f"{FOLLOWS}: {each_lam(lams)}" if lams else FOLLOWS


def used_lam(given: Lam, lam: float) -> str:
    """Return the λ in use: as it was typed, or the rule's to two digits."""
    return rounded(lam) if given == AUTO else words.number(lam)


def rounded(lam: float) -> str:
    """Return a λ that nobody typed, to two digits.

    Examples
    --------
    >>> rounded(0.0123456)
    '0.012'
    """
    return words.number(float(f"{lam:.2g}"))


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
    return ERRS[measure].format(words.percent(share))


def cost(errors: Summary, baseline: float) -> Summary:
    """Return the differences of what is shown: rounded errors less the rounded baseline.

    So that whoever subtracts the percentages on the screen finds the points beside them.
    """
    shown = (in_points(share) / 100 for share in (errors.median, errors.low, errors.high))
    return Summary(*shown).minus(in_points(baseline) / 100)


def range_of(summary: Summary) -> str:
    """Return the range that holds half of the draws, as errors: 5.9 to 7.1 %."""
    return f"{100 * summary.low:.1f} to {words.percent(summary.high)}"


def quartiles(cost: Summary) -> str:
    """Return the range that holds half of the draws, in points."""
    return f"{words.tenths(cost.low)} to {words.tenths(cost.high)}"


def costs(cost: Summary) -> str:
    """Return a predicate: "costs 2.1 points (half of the draws: 1.4 to 2.9)".

    Where the half shows no cost either, nobody needs its ends.
    """
    if abs(cost.median) < words.VISIBLE:
        verdict = "has no measurable cost"
        if {words.tenths(cost.low), words.tenths(cost.high)} == {words.tenths(0.0)}:
            return verdict
    elif cost.median < 0:
        verdict = f"comes out {words.points(-cost.median)} better on this data"
    else:
        verdict = f"costs {words.points(cost.median)}"
    return f"{verdict} (half of the draws: {quartiles(cost)})"


def always(rule: ConstantRule) -> str:
    """Return the constant rule and its error: always predicting no (27.3 %)."""
    return f"always predicting {rule.answer} ({words.percent(rule.error)})"


def as_markdown(rule: ConstantRule) -> ConstantRule:
    """Return the rule with its answer as it has to stand in markdown: it may be a visitor's."""
    return replace(rule, answer=escape_markdown(rule.answer))


def short_of(rule: ConstantRule, found: Mapping[str, Summary]) -> str:
    """Return which classifiers do not beat the constant rule by more than the spread.

    `found` are errors per classifier, by its name in a sentence. Returned are clauses without a
    full stop, or an empty text.
    """
    short = {name: each for name, each in found.items() if not rule.is_beaten_by(each)}
    worse = [name for name, each in short.items() if each.median >= rule.error]
    close = [name for name in short if name not in worse]
    clauses = [
        f"{words.listed(names)} {one if len(names) == 1 else many}"
        for names, one, many in (
            (worse, "does no better", "do no better"),
            (close, "is not clearly better", "are not clearly better"),
        )
        if names
    ]
    if clauses:
        clauses[0] += f" than {always(rule)}"
    return "; ".join(clauses)
