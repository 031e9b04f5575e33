"""Verdicts in words: what a mechanism claims, what was found, and what is proven."""

import math

from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.instruments.audit import Finding
from dplab.studies.is_it_private.verdicts import DRAWS, ROUNDING, Question, Verdict
from pages.comparison.privacy_loss import DIGITS, short
from pages.kit import words

LARGEST = f"largest of {DRAWS:,} draws"

RUNNING = (
    f"Running the mechanism {DRAWS:,} times. Until then this page shows the previous settings."
)


MOST_DIGITS = 10
"""Of a privacy loss where three would make it look like its claim, at most."""


def beside(value: float, claim: float) -> str:
    """Return a privacy loss beside its claim: as many digits as tell that it is larger.

    Examples
    --------
    >>> beside(0.2003, 0.2), beside(0.2, 0.2), beside(0.23, 0.2)
    ('0.2003', '0.2', '0.23')
    """
    text = short(value)
    digits = DIGITS
    while claim * ROUNDING < value < math.inf and text == short(claim) and digits < MOST_DIGITS:
        digits += 1
        text = text if float(f"{value:.{digits}g}") <= claim else f"{value:,.{digits}g}"
    return text


def verdict(found: Verdict) -> str:
    """Return the verdict in a sentence or two."""
    claimed = found.plan.epsilon
    claim = short(claimed)
    worst, most = (beside(each, claimed) for each in (found.found, found.ceiling))
    if found.standing == "none":
        return (
            "Claims nothing, and its loss has no limit: without noise, one output can reveal which "
            "of two neighbours it came from."
        )
    if found.standing == "approximate":
        return (
            f"Claims ε = {claim} with δ = {words.number(found.plan.delta)}, which is proven: "
            f"single outputs may lose more than ε, {_most(found)}, but no result is more than e^ε "
            "times as likely, plus δ."
        )
    if found.standing == "endless":
        times = (
            f" and leaks at least {_at_least(found)} times that" if found.found > claimed else ""
        )
        return (
            f"Claims ε = {claim}{times}. The privacy loss has no limit: the density of the noise "
            "has no bound at 0."
        )
    if found.standing == "broken":
        return f"Claims ε = {claim} and leaks {worst}: {_times(found)} its claim."
    if found.standing == "open":
        return (
            f"Claims ε = {claim}. The worst we found is {worst}, within the claim; but only "
            f"{most} is proven."
        )
    return (
        f"Claims ε = {claim}; the worst we found is {worst}, and no data set can make it more "
        f"than {most}."
    )


def _most(found: Verdict) -> str:
    pure = found.plan.pure_epsilon
    if math.isinf(pure):
        return "without limit"
    return f"though never more than {beside(pure, found.plan.epsilon)}"


def headline(found: Verdict, *, own: bool) -> str:
    """Return the verdict, and that it is not about the visitor's data, where these are shown."""
    said = verdict(found)
    records = words.pluralize(found.question.n, "record")
    if not own:
        return said
    return f"Over all data sets of {records}, not only yours: {said[0].lower()}{said[1:]}"


def _times(found: Verdict) -> str:
    ratio = found.found / found.plan.epsilon
    return f"{ratio:,.0f} times" if ratio >= 9.95 else f"{beside(ratio, 1.0)} times"


def _at_least(found: Verdict) -> str:
    """Return how many times its claim a mechanism leaks, rounded down: it leaks no less."""
    ratio = found.found / found.plan.epsilon
    return f"{math.floor(ratio):,}" if ratio >= 10 else f"{math.floor(10 * ratio) / 10:g}"


def metric(found: Verdict) -> str:
    """Return how the worst case stands to the claim, for the line under a number."""
    if found.standing == "none":
        return "no claim"
    if math.isinf(found.found):
        return "beyond any claim"
    ratio = found.found / found.plan.epsilon
    return f"{100 * ratio:.0f} % of the claim" if ratio <= 1 else f"{_times(found)} the claim"


def draws(found: Verdict, share: float, largest: float, *, own: bool) -> str:
    """Return what the distribution of the privacy loss over draws shows."""
    records = words.pluralize(found.question.n, "record")
    where = f"in {records} of your data" if own else "of the worst case"
    lost = f"Of {DRAWS:,} draws on these neighbours {where}, "
    if found.standing == "none":
        return (
            lost + "each reveals which of the two it came from, if their classifiers differ at all."
        )
    beyond = round(share * DRAWS)
    if beyond:
        return (
            lost
            + f"{words.percent(share)} lose more than ε; the largest loss is "
            + (f"{short(largest)}.")
        )
    return lost + f"none loses more than ε; the largest loss is {short(largest)}."


def auditing(n_runs: int) -> str:
    """Return what the auditor does, while that goes on."""
    return f"The auditor runs the mechanism {n_runs:,} times on each data set."


def audit(finding: Finding) -> str:
    """Return what an auditor who sees outputs alone can say."""
    runs = f"{finding.n_runs:,} runs on each data set"
    sure = f"{100 * finding.confidence:.0f} % confidence"
    if finding.epsilon == 0:
        return (
            f"An auditor who sees only outputs ({runs}) cannot tell these data sets apart with "
            f"{sure}. That proves nothing: an audit claims no more than it sees."
        )
    said = (
        f"An auditor who sees only outputs ({runs}) can say with {sure} that no ε below "
        f"{finding.epsilon:.3g} holds."
    )
    return said + _granted(finding)


def _granted(finding: Finding) -> str:
    if not finding.delta:
        return ""
    return f" The auditor grants the mechanism its δ = {words.number(finding.delta)}."


def whose(data: str, row: int | None) -> str:
    """Return which records of some data, by its name on screen, are the neighbours."""
    record = "longest training record" if row is None else f"training record {row + 1:,}"
    return f"{data}, its {record} with the other label"


def protocol(question: Question, *, own: str) -> str:
    """Return how the numbers were made; `own` says of which data the neighbours are, if of any."""
    pair = f"neighbours: {own}" if own else "neighbours and output from a seeded search"
    return (
        f"{MECHANISMS[question.mechanism].label}, {LOSSES[question.loss].label} loss, "
        f"λ = {words.number(question.lam)}, n = {words.number(question.n)}, "
        f"d = {question.d}; {pair}."
    )


def pair_alt(question: Question, *, own: bool) -> str:
    """Return the picture of the neighbours for somebody who does not see it."""
    origin = "your data" if own else "the worst case that we found"
    return (
        f"The unit ball with two data sets of {words.pluralize(question.n, 'record')} from "
        f"{origin}. "
        "They share all records but one: one arrow shows that record, another the one that takes "
        "its place."
    )


def losses_alt(found: Verdict, share: float) -> str:
    """Return the distribution of the privacy loss for somebody who does not see it."""
    said = (
        f"How the privacy loss of {DRAWS:,} draws is distributed, between lines at plus and minus "
        f"the claimed ε of {short(found.plan.epsilon)}: {words.percent(share)} of the draws lie "
        "beyond them."
    )
    if found.standing == "approximate" and math.isinf(found.plan.pure_epsilon):
        return said
    return f"{said} The worst case found is {short(found.found)}."
