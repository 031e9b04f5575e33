"""What private tuning came to, in words."""

from dplab.features import FEATURE_MAPS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import MEASURES
from dplab.simulation.summaries import Summary
from dplab.studies.private_tuning.costs import Question, TuningCurve
from dplab.studies.private_tuning.strategies import STRATEGIES, Comparison
from pages.comparison import terms
from pages.kit import words

DELTA = 0.05


def cost(found: Comparison, rule: ConstantRule, measure: str) -> str:
    """Return what splitting and selecting costs, and which part of it costs what.

    First, whether it beats a constant answer; where no λ does, nothing is a cost.
    """
    middle, best = (Summary.of(found.errors[way]) for way in ("split", "hindsight"))
    if useless := terms.short_of(rule, {"Even the best λ in hindsight": best}):
        return f"{useless}: at these settings the errors say nothing about what choosing λ costs."
    plan, (total, split, selection) = found.plan, found.costs
    short = terms.short_of(rule, {"split and select": middle})
    return (
        f"At ε = {words.number(plan.epsilon)}, {short + '. It' if short else 'split and select'} "
        f"has a median {terms.error(measure)} of {words.percent(middle.median)} "
        f"(half of the runs: {terms.range_of(middle)}), {_more(total)} the best λ in hindsight. "
        f"The split costs {words.points(split)}, since each candidate learns from "
        f"{plan.sizes[0]:,} of {words.pluralize(plan.n, 'record')}; the selection costs "
        f"{words.points(selection)}."
    )


def _more(cost: float) -> str:
    if abs(cost) < words.VISIBLE:
        return "as much as"
    side = "more than" if cost > 0 else "less than"
    return f"{words.points(abs(cost))} {side}"


def beside(found: Comparison, rule: ConstantRule, measure: str) -> str:
    """Return what the other ways that keep ε come to; what a constant answer does wins nothing."""
    composed, named, split = (
        Summary.of(found.errors[way]) for way in ("composed", "fixed", "split")
    )
    short = terms.short_of(rule, {"composing": composed, "the λ fixed in advance": named})
    first = f"Here {short}. " if short else ""
    least = min(split, composed, key=_median)
    winner = _winner(split, composed) if rule.is_beaten_by(least) else ""
    return (
        f"{first}{winner}Training all candidates on all records at ε/(m + 1) each "
        f"{terms.errs(composed.median, measure)}. The λ fixed in advance, without looking at the "
        f"data, {terms.errs(named.median, measure)}, and its choice takes nothing of ε."
    )


def _winner(split: Summary, composed: Summary) -> str:
    if abs(composed.median - split.median) < words.VISIBLE:
        return "Splitting and composing have the same error. "
    better = "Composing" if composed.median < split.median else "Splitting"
    return f"{better} has the smaller error here. "


def _median(errors: Summary) -> float:
    return errors.median


def _middle(found: Comparison, way: str) -> float:
    return Summary.of(found.errors[way]).median


def leak(found: Comparison, measure: str) -> str:
    """Return what looking at the test set seems to save."""
    if len(found.plan.candidates) == 1:
        return "With one candidate there is nothing to choose, and nothing to look for."
    looked, named = _middle(found, "looked"), _middle(found, "fixed")
    return (
        "Looking at the test records and keeping the best seems to have a median "
        f"{terms.error(measure)} of {words.percent(looked)} "
        f"({words.points(looked - named)} against the λ fixed in advance). No ε covers that look: "
        "the pick depends on the test records with no noise of its own, and a rare outcome can be "
        "decisive. Nor does one ε cover the training records: for keeping one of "
        f"{len(found.plan.candidates)} classifiers, each trained at ε, composition guarantees "
        f"{len(found.plan.candidates)}ε only, even where the test records are public. And the "
        f"{terms.error(measure)} it shows is too good: the best of many was chosen on the records "
        "that judge it."
    )


def counted(mistakes: float) -> str:
    """Return a number of mistakes: with class weights to tenths, else whole.

    Examples
    --------
    >>> counted(1200.0), counted(3.26)
    ('1,200', '3.3')
    """
    return f"{mistakes:,.0f}" if mistakes == round(mistakes) else f"{mistakes:,.1f}"


def theory(found: Comparison) -> str:
    """Return the bound on mistakes beside what was drawn."""
    m, runs = len(found.plan.candidates), len(found.tuned.picks)
    bound, over = found.most_above_best(DELTA), found.mistakes_above_best
    kept = int((over <= bound).sum())
    return (
        f"The theorem: with probability {words.percent(1 - DELTA)} or more the pick makes at most "
        f"{bound:,.1f} mistakes more than the best of {m} (2 log(m/δ)/ε, δ = 0.05). Drawn: "
        f"{words.number(Summary.of(over).median)} more in the median run, {counted(over.max())} at "
        f"most; within the bound in {kept} of {words.pluralize(runs, 'run')}."
    )


def run(found: Comparison, place: int) -> str:
    """Return what one run did."""
    picked = int(found.tuned.picks[place])
    lam = found.plan.candidates[picked].lam
    z = found.tuned.mistakes[place]
    what = "mistake" if z[picked] == 1 else "mistakes"
    if found.is_weighted:
        what = "mistakes, by their class weights,"
    return (
        f"Run {place + 1} of {len(found.tuned.picks)} picks λ = {words.number(lam)}: "
        f"{counted(z[picked])} {what} among "
        f"{words.pluralize(found.plan.sizes[-1], 'record')}, "
        f"{counted(z[picked] - z.min())} more than the best; its chance was "
        f"{words.percent(float(found.tuned.probabilities[place, picked]))}."
    )


def title(known: TuningCurve) -> str:
    """Return what the figure shows."""
    symbol = "ε" if known.question.axis == "epsilon" else "n"
    return f"{MEASURES[known.question.settings.measure].label} against {symbol}"


def alt(known: TuningCurve, rule: ConstantRule) -> str:
    """Return the figure in words: where each way ends."""
    ends = ", ".join(
        f"{STRATEGIES[way].label} {words.percent(errors[-1].median)}"
        for way in STRATEGIES
        if (errors := known.errors(way))
    )
    return f"{title(known)}. At the right end: {ends}. A thin line: {terms.always(rule)}."


def protocol(question: Question, found: Comparison, called: str) -> str:
    """Return how the numbers were made; `called` is the data's name on screen."""
    chosen = question.settings
    by_labels = "" if chosen.measure == "error" else " Each pick goes by counts of wrong labels."
    return (
        f"{called}. One cut of the records, {words.pluralize(chosen.draws, 'run')} of noise and "
        f"pick.{by_labels} Errors are medians; half of the runs are within the bands (quartiles). "
        "Costs are differences of medians, so that split and selection add up. Every ε uses the "
        f"same random numbers on another scale. {found.plan.theorem}."
    )


def with_kernel(question: Question, n_features: int) -> str:
    """Return what stands in the place of the records, with a blank before, or nothing."""
    if not question.has_kernel:
        return ""
    kernel = terms.kernel(question.kernel, question.parameters)
    said = f" Instead of the records: features of the {kernel}, D = {n_features:,}."
    return f"{said} {terms.FREQUENCIES}" if FEATURE_MAPS[question.kernel].is_random else said
