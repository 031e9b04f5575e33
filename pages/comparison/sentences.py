"""The sentence under a figure: what it shows with the numbers of the moment, and what ε means."""

import math
from collections.abc import Mapping

from dpcore.data.dataset import Split
from dpcore.erm.losses import LOSSES
from dpcore.erm.weighted import weights_of
from dpcore.privacy import risk
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.comparison import Outcome
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import MEASURES
from dplab.simulation.needed.crossing import LevelCrossing
from dplab.simulation.settings import Settings
from dplab.simulation.suggestions.baselines import Baselines
from dplab.simulation.summaries import Summary, middle_error
from dplab.studies.trade_off.more_records import MORE
from pages.comparison import terms
from pages.kit import words
from pages.kit.text import escape_markdown

GUESSED = (
    "No ε holds here yet: bounds and levels of your table are guesses from its records. Declare "
    "them on the Data page."
)
"""In place of the sentence about risk."""

AS_DECLARED = "What follows counts them as declared."
"""After `GUESSED`, where numbers of the risk are shown all the same."""

BY_FOLDS = (
    "Without noise, λ is chosen by five folds of the training records. At the rule's λ, 0.1/n, "
    "this classifier does worse, and privacy would look cheaper than it is."
)
"""Where the baseline is not at the rule's λ."""

_COMPUTED = "It is itself computed from the test records, and is not private."

MEASURED = {
    "balanced": (
        "Balanced test error: the mean of the error in each class, so that both classes count "
        f"alike. A constant answer always has 50 %. {_COMPUTED}"
    ),
    "auc": (
        "Pairs ranked wrongly: the share of all pairs of test records, one of each class, that w·x "
        "puts in the wrong order. It is 1 − the area under the ROC curve, and 50 % by chance. "
        f"{_COMPUTED}"
    ),
}
"""What the numbers are, where they are not the plain error."""


UNWEIGHTED = (
    "In training, the rare class hardly counts. To make both classes count alike, declare its "
    "share under “More settings”: class weights."
)
"""Beside a measure that counts a rare class, where training does not."""


def rare(rarer: str, share: float) -> str:
    """Return the remark that a class is rare."""
    return (
        f"Only {words.percent(share)} of the test records are “{escape_markdown(rarer)}”: the "
        "balanced "
        "error counts both classes alike. Read from the test records, so not private."
    )


def absent(name: str) -> str:
    """Return what an error cannot say where no test record is of one class."""
    return (
        f"No test record is “{escape_markdown(name)}”: the error says nothing about them, and no "
        "other measure exists. Take more records, or another seed. Read from the test records, so "
        "not private."
    )


def left_out(folds: int, count: int) -> str:
    """Return in how many folds a measure could not be taken; nothing for none."""
    if not count:
        return ""
    return (
        f"In {count} of {folds} folds no test record is of one of the classes: they cannot be "
        "measured so, and are left out."
    )


def recall(answers: tuple[str, str], negative: float, positive: float, *, draws: int) -> str:
    """Return how many test records of each class are found.

    `answers` are what -1 and +1 are called; of several draws the shares are medians; nan for a
    class that is not there.
    """
    found = [
        (escape_markdown(name), words.percent(share))
        for name, share in zip(reversed(answers), (positive, negative), strict=True)
        if not math.isnan(share)
    ]
    absent = [
        f" None of them is “{escape_markdown(name)}”: of these nothing can be measured."
        for name, share in zip(reversed(answers), (positive, negative), strict=True)
        if math.isnan(share)
    ]
    first, *other = found
    text = f"Of the test records that are “{first[0]}” {first[1]} are found"
    text += "".join(f", of “{name}” {share}" for name, share in other)
    return f"{text}{' (medians over the draws)' if draws > 1 else ''}.{''.join(absent)}"


def cost(
    settings: Settings,
    baseline: float,
    now: Mapping[str, Summary],
    rule: ConstantRule,
    predicting: str = "",
) -> str:
    """Return what the mechanisms cost at the settings' ε; first, which are of no use there.

    `predicting` says of a table what is predicted.
    """
    level = Summary(baseline, baseline, baseline)
    if useless := terms.short_of(rule, {"Without noise the classifier": level}):
        return f"{useless}: at these settings the figure says nothing about what privacy costs."
    named = {terms.called(name): each for name, each in now.items()}
    costs = (
        f"{name} {terms.costs(terms.cost(summary, baseline))}"
        for name, summary in named.items()
        if rule.is_beaten_by(summary)
    )
    text = "; ".join(filter(None, [terms.short_of(rule, named), *costs]))
    about = f", {predicting}" if predicting else ""
    return f"At ε = {words.number(settings.epsilon)}{about}, {text}."


def people(
    settings: Settings,
    baseline: float,
    now: Mapping[str, Summary],
    rule: ConstantRule,
    means: Mapping[str, float],
) -> str:
    """Return the costs as people out of a thousand, of those mechanisms that are of use.

    They are of the `means` of the errors over the draws, as on all pages that count people: how
    many are to be expected of one release.
    """
    level = Summary(baseline, baseline, baseline)
    # Only the plain error counts people, each alike.
    if settings.measure != "error" or not rule.is_beaten_by(level):
        return ""
    more = {
        terms.called(name): round(1000 * (means[name] - baseline))
        for name, each in now.items()
        if rule.is_beaten_by(each)
    }
    each = [(count, name) for name, count in more.items() if count > 0]
    if not each:
        return ""
    (count, name), *others = each
    said = [f"{count} more get a wrong label with {name}"] + [f"{k} with {at}" for k, at in others]
    return f"Of 1,000 people, {', '.join(said)} (means over the draws)."


def with_more(n: int, what: str, here: float, there: float) -> str:
    """Return what privacy costs with some records, and with `MORE` like them by extrapolation.

    Costs are shares of the test records; `what` is what costs it.

    Examples
    --------
    >>> with_more(455, "this", 0.04, 0.003).split("; ")[-1]
    'with 20,000 like them about 3 (extrapolated).'
    """
    count, beyond = round(1000 * here), round(1000 * there)
    labels = "1 more wrong label" if count == 1 else f"{count} more wrong labels"
    return (
        f"With {n:,} records {what} costs {labels} in 1,000; with {MORE:,} like them "
        f"{f'about {beyond}' if beyond > 0 else 'hardly any'} (extrapolated)."
    )


def told(
    settings: Settings,
    baseline: float,
    now: Mapping[str, Summary],
    rule: ConstantRule,
    means: Mapping[str, float],
    predicting: str = "",
    further: str = "",
) -> str:
    """Return both as Markdown: the sentence of a page, the first part of it in bold.

    `further` is a sentence on other ε, which belongs to that part.
    """
    main = " ".join(filter(None, (cost(settings, baseline, now, rule, predicting), further)))
    return f"**{main}** {people(settings, baseline, now, rule, means)}".rstrip()


def cost_of_lam(
    found: Baselines,
    n: int,
    lam: str,
    baseline: float,
    error: str = "error",
    where: tuple[str, ...] = (),
) -> str:
    """Return what λ itself costs, of `n` training records, beside other values of λ.

    `error` is what errors are called, and `where` has clauses that say of what.
    """
    best = found.error(found.best)
    cost = terms.cost(Summary(baseline, baseline, baseline), best).median
    return (
        f"{', '.join(('Without noise', *where))}, λ = {lam} itself costs "
        f"**{words.points(cost)}**: at the best λ of a grid the "
        f"{error} is {words.percent(best)}{_learned_from(found, n)}. "
        "Read from the test records, so not private."
    )


def _learned_from(found: Baselines, n: int) -> str:
    if found.n == n:
        return ""
    return f" (learned from {found.n:,} of the {n:,} training records)"


def protocol(settings: Settings, part: Split, data: str, lams: Mapping[str, float]) -> str:
    """Return how the numbers were made; `data` is the data's name on screen.

    `lams` are λ of each method at the settings' ε, in the order in which they are named.
    """
    weights = terms.class_weights(weights_of(settings.make_loss()))
    return (
        f"{data}; {LOSSES[settings.loss].label} loss, {terms.lam(settings.lam, lams)}. {weights}"
        f"One split: trained on {words.pluralize(part.n, 'record')}, {_tested_on(part)}. "
        f"Bands and ranges: spread over {words.pluralize(settings.draws, 'draw')} of the "
        "noise on the same training records."
    )


def _tested_on(part: Split) -> str:
    if part.test_weight is not None:
        return "tested on the distribution itself, which makes errors exact"
    return f"tested on {words.pluralize(len(part.y_test), 'other')}"


def doubt(settings: Settings, now: Mapping[str, Summary]) -> str:
    """Return how well the middle of so many draws is known."""
    widest = max(middle_error(summary, settings.draws) for summary in now.values())
    if widest < words.VISIBLE:
        return ""
    return (
        f"With other noise the medians at this ε would differ by about ±{words.points(widest)}. "
        "Every ε uses the same random numbers, so that such a difference shifts the whole curve."
    )


def weaker(epsilon: float, delta: float) -> str:
    """Return what mechanisms with a δ promise, beside those without."""
    return (
        "With a δ, the guarantee is (ε, δ)-differential privacy at ε = "
        f"{words.number(epsilon)} and δ = {words.number(delta)}: weaker than the same ε without δ. "
        f"{risk.sentence(epsilon, delta)}"
    )


def warnings(outcomes: Mapping[str, Outcome]) -> list[str]:
    """Return what the plans and the solver want the reader to know."""
    found = [
        f"{MECHANISMS[name].label}: {w}" for name, o in outcomes.items() for w in o.plan.warnings
    ]
    for name, result in outcomes.items():
        missed = int((~result.converged).sum())
        if missed:
            found.append(
                f"{MECHANISMS[name].label}: {words.pluralize(missed, 'draw')} of "
                f"{len(result.converged)} did not reach the solver's tolerance."
            )
    return found


def which_epsilon(
    share: float,
    baseline: float,
    found: Mapping[str, LevelCrossing | None],
    most: float,
    rule: ConstantRule,
) -> str:
    """Return which ε is enough for an error.

    Parameters
    ----------
    share : float
        How far an error may be above `baseline`.
    baseline : float
        The error without noise.
    found : mapping
        By what a mechanism is called in the sentence, the smallest ε, or None.
    most : float
        The largest ε that was tried.
    rule : ConstantRule
        With its answer as markdown.
    """
    allowed = f"The error without noise, {words.percent(baseline)}"
    if baseline < rule.error:
        allowed = f"At most {terms.level(share)}, that is {words.percent(baseline + share)}"
    if baseline + share >= rule.error:
        return f"{allowed}, is no better than {terms.always(rule)}, which needs no classifier."
    each = [_needs(name, at, most) for name, at in found.items()]
    return f"{allowed}: {'; '.join(each)}."


def _needs(name: str, at: LevelCrossing | None, most: float) -> str:
    if at is None:
        return f"{name} does not reach that at any ε up to {words.number(most)}"
    if at.is_first:
        return (
            f"{name} needs no more than ε = {words.number(at.place)}, the smallest that was tried"
        )
    high = f"more than {words.number(most)}" if math.isinf(at.high) else _two_digits(at.high)
    text = f"{name} needs ε = {_two_digits(at.place)} ({_two_digits(at.low)} to {high})"
    if math.isfinite(at.until):
        text += f", and exceeds that again just above ε = {_two_digits(at.until)}"
    return text


def _two_digits(value: float) -> str:
    """Return a place as well as it is known."""
    return words.number(float(f"{value:.2g}"))


def alt(settings: Settings, baseline: float, now: Mapping[str, Summary], rule: ConstantRule) -> str:
    """Return the figure for somebody who does not see it."""
    values = ", ".join(
        f"{terms.called(name)} {words.percent(summary.median)}" for name, summary in now.items()
    )
    return (
        f"{MEASURES[settings.measure].label} against the privacy parameter ε from 0.001 to 100, "
        "falling towards the "
        f"non-private one of {words.percent(baseline)}. At ε = {words.number(settings.epsilon)}: "
        f"{values}. A thin line: {terms.always(rule)}."
    )
