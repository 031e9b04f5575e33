"""What may be decided in words, with the numbers of the moment."""

import math
from collections.abc import Callable

from dpcore.privacy import risk as risk_of
from dplab.simulation.comparison import DECISIVE
from dplab.simulation.constant import ConstantRule
from dplab.simulation.summaries import Summary
from dplab.studies.adversary.curve import Named
from dplab.studies.decide.dearest import DearestGroups
from dplab.studies.decide.sheet import Band, DecisionSheet
from pages.comparison import terms
from pages.comparison.sentences import BY_FOLDS, GUESSED
from pages.kit import words
from pages.kit.text import escape_markdown

CALLED_RISK = "Right guesses in 100, at most"
"""What the dial of the risk is called."""

MOST_DIGITS = 8
"""Of an ε: with more, the ends of a range would be written out."""

AS_DECLARED = "What follows counts them as declared."
"""After `GUESSED`."""

NOT_PRIVATE = (
    "The costs are read from the data. Whoever decides by them on private records has looked at "
    "these without paying for it: decide on public records, or on last year's, and then release."
)


def is_of_use(found: DecisionSheet, rule: ConstantRule) -> bool:
    """Tell whether the classifier without noise beats a constant answer."""
    return rule.is_beaten_by(Summary(*[found.without_noise] * 3))


def told(
    found: DecisionSheet, rule: ConstantRule, risk: float, cost: float, *, guessed: bool = False
) -> str:
    """Return the page's sentence as Markdown; first, where bounds are guesses, that no ε holds."""
    band, of_rule = found.band(risk / 100, cost / 1000), terms.as_markdown(rule)
    said, more = verdict(band, risk, cost, of_rule), too_small(band, of_rule)
    if band.useful is None and not is_of_use(found, rule):
        said, more = nothing_learned(words.percent(rule.error)), ""
    if guessed:
        return f"**{GUESSED}** {AS_DECLARED} {said} {more}".rstrip()
    return f"**{said}** {more}".rstrip()


def verdict(band: Band, risk: float, cost: float, rule: ConstantRule) -> str:
    """Return which ε keeps both tolerances, or that none does; first, which is of no use."""
    if band.useful is None:
        tried = f"from {words.number(DECISIVE[0])} to {words.number(DECISIVE[-1])}"
        return (
            f"At no ε {tried} is the private classifier clearly better than {terms.always(rule)}: "
            "there is no ε to propose."
        )
    if band.holds and band.least is not None:
        low, high = map(words.number, _ends(band.least, band.most))
        return (
            f"Every ε from {low} to {high} keeps both: at most {words.number(risk)} right guesses "
            f"in 100, and on average at most {words.number(cost)} more wrong labels in 1,000."
        )
    if band.useful > band.most:
        return (
            f"No ε can be proposed: {_allowed(band, risk)}, and the private classifier is clearly "
            f"better than {terms.always(rule)} only from ε = {words.number(band.useful)} on."
        )
    return f"No ε keeps both: {_allowed(band, risk)}, and {_needed(band, cost)}."


def too_small(band: Band, rule: ConstantRule) -> str:
    """Return which ε would be cheap enough and are of no use, where that ends the range."""
    if not band.holds or band.useful is None or band.useful <= (band.affordable or 0):
        return ""
    return (
        f"Below ε = {words.number(band.useful)} the private classifier is not clearly better than "
        f"{terms.always(rule)}."
    )


def _allowed(band: Band, risk: float) -> str:
    most = words.number(_rounded(band.most, math.floor))
    return f"{words.number(risk)} right guesses in 100 allow an ε of at most {most}"


def _needed(band: Band, cost: float) -> str:
    labels = f"{words.number(cost)} more wrong labels in 1,000"
    if band.affordable is None:
        return f"none up to ε = {words.number(DECISIVE[-1])} costs at most {labels}"
    least = words.number(_rounded(band.affordable, math.ceil))
    return f"at most {labels} need one of {least} or more"


def signed(band: Band, found: DecisionSheet, cost: float) -> str:
    """Return the sentence that a board can sign, at the smallest ε that is enough."""
    if not band.holds or band.least is None:
        return ""
    epsilon, _ = _ends(band.least, band.most)
    name = terms.called(_nearest(found, epsilon))
    return (
        f"“We release one classifier at ε = {words.number(epsilon)}, by {name}. "
        f"{risk_of.sentence(epsilon, up=True)} Of 1,000 people "
        f"like those that it was tested on, at most {words.number(cost)} more get a wrong label "
        "than without noise, on average over the noise.”"
    )


def single_draws(band: Band, found: DecisionSheet, rule: ConstantRule) -> str:
    """Return how many single draws are worse than the constant rule: a board signs one of them."""
    if not band.holds or band.least is None:
        return ""
    epsilon = _at_or_below(_ends(band.least, band.most)[0])
    worse = found.prices[epsilon].lead.worse
    draws = f"{words.in_100(worse)} of 100 draws are" if worse else "no draw is"
    return (
        f"That is a mean, and what is released is a single draw: at ε = {words.number(epsilon)}, "
        f"{draws} worse than {terms.always(rule)}."
    )


def _nearest(found: DecisionSheet, epsilon: float) -> str:
    """Return the mechanism that is best at the place of the grid above an ε."""
    return found.prices[_at_or_above(epsilon)].mechanism


def _at_or_above(epsilon: float) -> float:
    return next((each for each in DECISIVE if each >= epsilon), DECISIVE[-1])


def _decided(band: Band) -> float:
    """Return the ε that would be signed; where none would be, the most that the risk allows."""
    return band.least if band.holds and band.least is not None else band.most


def _at_or_below(epsilon: float) -> float:
    """Return the place of the grid where a cost is no smaller, as a rule."""
    return max((each for each in DECISIVE if each <= epsilon), default=DECISIVE[0])


def attack(attacked: Named, band: Band) -> str:
    """Return what an attack reaches, and that the limit alone can be relied on."""
    epsilon = _at_or_above(_decided(band))
    right = 100 * float(attacked.named[DECISIVE.index(epsilon)])
    return (
        "The thin line of the risk is an attack on these records. After a release at ε = "
        f"{words.number(epsilon)}, whoever knows all other records tells person 1 from one other "
        f"{right:.1f} times in 100, and nobody who knows the same does better. Other people may be "
        "easier to tell. What one can rely on is the limit, the line above it."
    )


def dearest(found: DearestGroups, band: Band) -> str:
    """Return who pays most, and how sure that is."""
    epsilon = _at_or_below(_decided(band))
    group = found.groups[DECISIVE.index(epsilon)]
    return (
        "The thin line of the cost is the group that pays most, by "
        f"{escape_markdown(found.column)}. At ε = {words.number(epsilon)} it is "
        f"“{escape_markdown(group.name)}”: {1000 * group.cost:.0f} more wrong labels in 1,000 of "
        f"its people (± {1000 * group.margin:.0f}), counted on "
        f"{words.pluralize(group.n_test, 'test record')}."
    )


def disagreement(found: DecisionSheet, band: Band) -> str:
    """Return how many people two releases answer differently."""
    epsilon = _at_or_below(_decided(band))
    people = 1000 * found.prices[epsilon].disagreement
    return (
        "The thin line of the cost is the disagreement. At ε = "
        f"{words.number(epsilon)}, two releases answer {people:.0f} of 1,000 people differently: "
        "the noise decides what these are told."
    )


def help_of(band: Band) -> str:
    """Return what would bring both together, where nothing keeps both."""
    if band.holds:
        return ""
    if math.isinf(band.times):
        return (
            "What would help: records that say more about the label, or fewer columns. More "
            "records alone cannot be counted here, since no ε that was tried is enough."
        )
    times = _rounded(band.times, math.ceil)  # Fewer might not be enough.
    return (
        f"What would help: about {words.number(times)} times the records (extrapolated: so many at "
        "a smaller ε get the same noise), fewer columns, a larger risk, or a larger cost."
    )


def with_delta(found: DecisionSheet, risk: float, cost: float) -> str:
    """Return whether a δ brings both together, where nothing without one does."""
    band, delta = found.band(risk / 100, cost / 1000), words.number(found.delta)
    if not band.holds or band.least is None:
        return (
            f"A δ does not help here: with Gaussian noise at δ = {delta}, no ε from "
            f"{words.number(DECISIVE[0])} to {words.number(DECISIVE[-1])} can be proposed either."
        )
    low, high = _ends(band.least, band.most)
    return (
        f"Or a δ besides ε, a weaker promise: at δ = {delta}, every ε from {words.number(low)} to "
        f"{words.number(high)} keeps both, by {terms.called(_nearest(found, low))}."
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
    found: DecisionSheet, rule: ConstantRule, risk: float, cost: float, *, guessed: bool = False
) -> str:
    """Return the sheet for somebody who does not see it; as it grows, without a verdict."""
    said = [GUESSED, AS_DECLARED] if guessed else []
    if len(found.prices) == len(DECISIVE):
        said.append(verdict(found.band(risk / 100, cost / 1000), risk, cost, rule))
    drawn = (
        f"Above, the largest chance of a right guess, rising from 50 of 100 at ε = "
        f"{words.number(DECISIVE[0])} to nearly 100 at {words.number(DECISIVE[-1])}; below, how "
        "many more of 1,000 people get a wrong label."
    )
    return " ".join((drawn, *said))


def _ends(least: float, most: float) -> tuple[float, float]:
    """Return both ends with as few digits, two at least, as keep them inside and in their order."""
    for digits in range(2, MOST_DIGITS):
        low, high = _rounded(least, math.ceil, digits), _rounded(most, math.floor, digits)
        if low <= high:
            return low, high
    return least, most


def _rounded(epsilon: float, towards: Callable[[float], int], digits: int = 2) -> float:
    """Return an ε with so many digits: rounded up it is still enough, down still allowed."""
    unit = 10.0 ** (math.floor(math.log10(epsilon)) - digits + 1)
    return float(f"{towards(round(epsilon / unit, 9)) * unit:.{digits + 1}g}")
