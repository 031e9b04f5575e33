"""What may be decided in words, with the numbers of the moment."""

import math
from collections.abc import Iterable, Sequence

from dpcore.privacy import risk as risk_of
from dplab.simulation.comparison import DECISIVE
from dplab.simulation.constant import ConstantRule
from dplab.simulation.summaries import Summary
from dplab.studies.adversary.curve import Named
from dplab.studies.decide.band import Band, rounded
from dplab.studies.decide.dearest import DearestGroups
from dplab.studies.decide.sheet import DecisionSheet
from dplab.studies.trade_off.more_records import PricedEpsilon
from pages.comparison import terms
from pages.comparison.sentences import AS_DECLARED, BY_FOLDS, GUESSED
from pages.decide.deployed import DeployedEpsilon
from pages.kit import words
from pages.kit.text import escape_markdown

CALLED_RISK = "Right guesses in 100, at most"
"""What the dial of the risk is called."""

CALLED_EPSILON = "ε to sign"
TO_PRINT = "Print this page to sign it: on paper it has lines for name, date and signature."
"""What the dial inside of the band is called."""

WITHOUT_WEIGHTS = "The attack is on releases without class weights."

NOT_PRIVATE = (
    "The costs are read from the data. Choosing ε by these costs uses private records without "
    "accounting for it: decide on public records, or on last year's, and then release."
)


def is_of_use(found: DecisionSheet, rule: ConstantRule) -> bool:
    """Tell whether the classifier without noise beats a constant answer."""
    return rule.is_beaten_by(Summary(*[found.without_noise] * 3))


def told(
    found: DecisionSheet,
    rule: ConstantRule,
    risk: float,
    cost: float,
    shown: str,
    *,
    guessed: bool = False,
) -> str:
    """Return the page's sentence as Markdown; first, where bounds are guesses, that no ε holds.

    `shown` says which records it is about.
    """
    band = found.band(risk / 100, cost / 1000)
    said = verdict(band, risk, cost, terms.as_markdown(rule))
    if band.useful is None and not is_of_use(found, rule):
        said = nothing_learned(words.percent(rule.error))
    said = f"{shown}: {said[0].lower()}{said[1:]}"
    if guessed:
        return f"**{GUESSED}** {AS_DECLARED} {said}"
    return f"**{said}**"


def verdict(band: Band, risk: float, cost: float, rule: ConstantRule) -> str:
    """Return which ε meets both tolerances, or that none does; first, which is of no use."""
    if band.useful is None:
        tried = f"from {words.number(DECISIVE[0])} to {words.number(DECISIVE[-1])}"
        return (
            f"At no ε {tried} is the private classifier clearly better than {terms.always(rule)}: "
            "no ε is proposed."
        )
    if band.holds:
        low, high = map(words.number, band.ends)
        return (
            f"Any ε from {low} to {high} meets both limits, {words.number(risk)} right guesses "
            f"in 100 and {words.number(cost)} more wrong label{_s(cost)} in 1,000."
        )
    if band.useful > band.most:
        return (
            f"No ε can be proposed: {_allowed(band, risk)}, and the private classifier is clearly "
            f"better than {terms.always(rule)} only from ε = {words.number(band.useful)} on."
        )
    return f"No ε meets both limits: {_allowed(band, risk)}, and {_needed(band, cost)}."


def too_small(band: Band, rule: ConstantRule) -> str:
    """Return which ε would be cheap enough and are of no use, where that ends the range."""
    if not band.holds or band.useful is None or band.useful <= (band.affordable or 0):
        return ""
    return (
        f"Below ε = {words.number(band.useful)} the private classifier is not clearly better than "
        f"{terms.always(rule)}."
    )


def _allowed(band: Band, risk: float) -> str:
    most = words.number(rounded(band.most, math.floor))
    return f"a risk of {words.number(risk)} in 100 allows ε up to {most}"


def _needed(band: Band, cost: float) -> str:
    if band.affordable is None:
        return f"no ε up to {words.number(DECISIVE[-1])} stays within {_labels(cost)}"
    least = words.number(rounded(band.affordable, math.ceil))
    return f"staying within {_labels(cost)} takes ε of {least} or more"


def _labels(cost: float) -> str:
    return f"{words.number(cost)} more wrong label{_s(cost)} in 1,000"


def _s(count: float) -> str:
    return "" if count == 1 else "s"


def of_choice(asked: float | None, chosen: float) -> str:
    """Return how the ε to sign came about: nobody's choice, a choice, or as near as may be."""
    if asked is None:
        return "In the middle of the band, until you choose."
    if asked == chosen:
        return "Your choice, inside the band."
    return f"{words.number(asked)} is outside of the band: {words.number(chosen)} is nearest."


def is_too_dear(chosen: PricedEpsilon, cost: float) -> bool:
    """Tell whether what was measured at an ε is more than the line between its neighbours says."""
    return round(1000 * chosen.cost, 1) > cost


def signed(chosen: PricedEpsilon, cost: float) -> str:
    """Return the sentence that a board can sign, at the chosen ε; or why there is none."""
    epsilon, name = words.number(chosen.epsilon), terms.called(chosen.mechanism)
    if is_too_dear(chosen, cost):
        return (
            f"At ε = {epsilon} the measured cost, {1000 * chosen.cost:.1f} more wrong labels in "
            f"1,000, is above your limit of {words.number(cost)}. Choose a larger ε."
        )
    return (
        f"“We release one classifier at ε = {epsilon}, by {name}. "
        f"{risk_of.sentence(chosen.epsilon, up=True)} Of 1,000 people like those that it was "
        f"tested on, {_more(chosen.cost)} get a wrong label than without noise, on average over "
        f"the noise; we accept {words.number(cost)}.”"
    )


def _more(cost: float) -> str:
    count = round(1000 * cost)
    return f"{count} more" if count > 0 else f"{-count} fewer" if count else "no more"


def single_draws(chosen: float, found: DecisionSheet, rule: ConstantRule) -> str:
    """Return how many single draws are worse than the constant rule: a board signs one of them."""
    epsilon = _at_or_below(chosen)
    worse = found.prices[epsilon].lead.worse
    draws = f"{words.in_100(worse)} of 100 draws are" if worse else "no draw is"
    return (
        f"That is a mean, but a release is a single draw: at ε = {words.number(epsilon)}, {draws} "
        f"worse than {terms.always(rule)}."
    )


def _at_or_above(epsilon: float) -> float:
    return next((each for each in DECISIVE if each >= epsilon), DECISIVE[-1])


def _at_or_below(epsilon: float) -> float:
    """Return the place of the grid where a cost is no smaller, as a rule."""
    return max((each for each in DECISIVE if each <= epsilon), default=DECISIVE[0])


def attack(attacked: Named, at: float, *, is_weighted: bool = False) -> str:
    """Return what an attack reaches, and that the limit alone can be relied on.

    `is_weighted` tells whether the sheet has class weights, which the attack has not.
    """
    epsilon = _at_or_above(at)
    right = 100 * float(attacked.named[DECISIVE.index(epsilon)])
    said = (
        "The thin line of the risk is an attack on these records: after a release at ε = "
        f"{words.number(epsilon)}, an attacker who knows all other records, and finds person 1 and "
        f"one other person equally likely, picks the right one of the two {right:.1f} times in "
        "100. Other people may be easier to find: rely on the limit, the line above."
    )
    return f"{said} {WITHOUT_WEIGHTS}" if is_weighted else said


def dearest(found: DearestGroups, at: float) -> str:
    """Return who pays most, and how sure that is."""
    epsilon = _at_or_below(at)
    group = found.groups[DECISIVE.index(epsilon)]
    return (
        "The thin line of the cost is the group that pays most, by "
        f"{escape_markdown(found.column)}. At ε = {words.number(epsilon)} it is "
        f"“{escape_markdown(group.name)}”: {1000 * group.cost:.0f} more wrong labels in 1,000 of "
        f"its people (± {1000 * group.margin:.0f}), counted on "
        f"{words.pluralize(group.n_test, 'test record')}."
    )


def disagreement(found: DecisionSheet, at: float) -> str:
    """Return how many people two releases answer differently."""
    epsilon = _at_or_below(at)
    people = 1000 * found.prices[epsilon].disagreement
    return (
        f"The thin line of the cost is the disagreement. At ε = {words.number(epsilon)}, two "
        f"releases answer {people:.0f} of 1,000 people differently: the noise decides their "
        "answers."
    )


def help_of(band: Band) -> str:
    """Return what would bring both together, where nothing meets both."""
    if band.holds:
        return ""
    if math.isinf(band.times):
        return (
            "What would help: columns that say more about the label, or fewer columns. How many "
            "more records would do cannot be computed here, because no ε that was tried is enough."
        )
    times = rounded(band.times, math.ceil)  # Fewer might not be enough.
    return (
        f"What would help: about {words.number(times)} times the records (extrapolated: that many "
        "at a smaller ε get the same noise), fewer columns, a larger risk, or a larger cost."
    )


def with_delta(found: DecisionSheet, risk: float, cost: float) -> str:
    """Return whether a δ brings both together, where nothing without one does."""
    band, delta = found.band(risk / 100, cost / 1000), words.number(found.delta)
    if not band.holds:
        return (
            "A δ does not help here: with noise just long enough for (ε, δ) at "
            f"δ = {delta}, no ε from {words.number(DECISIVE[0])} to "
            f"{words.number(DECISIVE[-1])} can be proposed either."
        )
    low, high = band.ends
    name = terms.called(found.prices[_at_or_above(low)].mechanism)
    return (
        f"Or allow a δ as well, a weaker guarantee: at δ = {delta}, any ε from {words.number(low)} "
        f"to {words.number(high)} meets both limits, by {name}."
    )


def nothing_learned(rule_error: str) -> str:
    """Return that there is nothing to decide, where the classifier without noise is of no use."""
    return (
        "Without noise the classifier is not clearly better than a constant answer "
        f"({rule_error}): on these records there is nothing to decide yet."
    )


def protocol(found: DecisionSheet, called: str) -> str:
    """Return how the numbers were made."""
    settings, missed = found.question.settings, "" if found.converged else terms.MISSED
    return (
        f"{called}; {terms.lam(settings.lam, {})}. At each ε the better of objective and output "
        "perturbation. One split: "
        f"trained on {words.pluralize(found.n, 'record')}. Costs are means over "
        f"{words.pluralize(settings.draws, 'draw')}, bands half of them.{missed} "
        f"{BY_FOLDS + ' ' if found.by_folds else ''}{NOT_PRIVATE}"
    )


def alt(
    found: DecisionSheet,
    rule: ConstantRule,
    risk: float,
    cost: float,
    marked: str,
    *,
    guessed: bool = False,
) -> str:
    """Return the sheet for somebody who does not see it; as it grows, without a verdict.

    `marked` says which ε are marked.
    """
    said = [GUESSED, AS_DECLARED] if guessed else []
    if len(found.prices) == len(DECISIVE):
        said.append(verdict(found.band(risk / 100, cost / 1000), risk, cost, rule))
    drawn = (
        f"Above, the largest chance of a right guess, rising from 50 of 100 at ε = "
        f"{words.number(DECISIVE[0])} to nearly 100 at {words.number(DECISIVE[-1])}; below, how "
        "many more of 1,000 people get a wrong label."
    )
    return " ".join(filter(None, (drawn, marked, *said)))


def units(others: Sequence[DeployedEpsilon]) -> str:
    """Return what the ε of others count for, which the figure has no room for."""
    if not others:
        return ""
    said = (f"{each.flag} {each.unit}" for each in others)
    return f"Published by others (sources under How this works): {'; '.join(said)}."


def marked(chosen: PricedEpsilon | None, yours: float, others: Iterable[DeployedEpsilon]) -> str:
    """Return the ε that are marked, for somebody who does not see them."""
    ticks = [f"your ε = {words.number(yours)}", *(each.flag for each in others)]
    said = f"Ticks: {', '.join(ticks)}."
    if chosen is None:
        return said
    return f"An upright line: ε = {words.number(chosen.epsilon)}, to sign. {said}"
