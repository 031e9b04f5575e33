"""What an attacker finds by a threshold on the loss, in words."""

import math

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.adversary.membership import (
    DRAWS,
    LEVEL,
    LOOKED_AT,
    Measured,
    Membership,
    measured,
)
from pages.adversary.sentences.candidates import NOTHING_PROVEN
from pages.adversary.sentences.line_up import NEAR_ALL, at_most, in_100
from pages.kit import words

FALSE = f"{100 * LOOKED_AT[-1]:g}"
"""Strangers in 100 who are flagged, where the sentence is about them."""

WHO = f"someone who knows one record alone, and flags {FALSE} in 100 strangers by their small loss"
NO_LIMIT = "No ε limits this."
GUESSING = ", no more than a guess"
NAMES = {
    "area": "Area under the ROC curve",
    "advantage": "Advantage: largest difference",
} | {f"true_positives_at_{rate:g}": f"Members found at {100 * rate:g} % false positives"
     for rate in LOOKED_AT}  # fmt: skip
DIGITS = 1000
"""Areas have three digits."""

LEARNT_BY_HEART = (
    "The attack succeeds where a classifier without noise learns its records by heart, as a few "
    "records with many features."
)


def verdict(exact: Membership, released: Membership) -> str:
    """Return how many members are found, and how many the noise allows, in bold."""
    without = f"{in_100(_found(exact))} in 100 members{_or_guess(exact)}"
    if released is exact:
        return f"**Without noise, {WHO}, finds {without}.** {NO_LIMIT}"
    epsilon = released.question.epsilons[0]
    at = f"At ε = {words.number(epsilon)}{_and_delta(released)}, "
    found = f"{at}{WHO}, finds {in_100(_found(released))} in 100 members"
    limit = _limit(released)
    said = f"{found}; {limit}." if limit else f"{found}."
    beyond = "" if released.laws[0] else f" {NOTHING_PROVEN}"
    return f"**{said}**{beyond} Without noise, they find {without}."


def _or_guess(exact: Membership) -> str:
    """Return a remark where no more members are found than strangers."""
    return GUESSING if measured(exact)[-1].low <= LOOKED_AT[-1] else ""


def _limit(released: Membership) -> str:
    if released.laws[0] is None:
        return ""
    limit = at_most(measured(released)[-1].limit)
    if limit == NEAR_ALL:
        return "the noise rules out next to nothing"
    return f"the noise allows at most {limit} on average"


def table(exact: Membership, released: Membership) -> str:
    """Return the numbers of the attack and their limits, as a table in Markdown."""
    if released is exact:
        rows = (f"| {NAMES[each.name]} | {_value(each)} |" for each in measured(exact))
        return "| | No noise |\n| --- | ---: |\n" + "\n".join(rows)
    epsilon = words.number(released.question.epsilons[0])
    alone = "ε and δ allow" if _and_delta(released) else "ε allows"
    limits = [] if released.laws[0] is None else ["Noise allows", alone]
    head = ["", "No noise", f"ε = {epsilon}", *limits]
    lines = [[_unbroken(each) for each in head], ["---", *["---:"] * (len(head) - 1)]]
    for plain, noisy in zip(measured(exact), measured(released), strict=True):
        most = [_most(noisy.name, each) for each in (noisy.limit, noisy.alone)] if limits else []
        lines.append([NAMES[noisy.name], _value(plain), _value(noisy), *most])
    return "\n".join(f"| {' | '.join(each)} |" for each in lines)


def beside(informed: float, person: int, released: Membership) -> str:
    """Return what the attacker who knows all other records finds of a person, and this one."""
    area, epsilon = measured(released)[0].value, words.number(released.question.epsilons[0])
    return (
        f"Shown a member and a stranger, this attacker names the member {in_100(area)} times in "
        f"100 at ε = {epsilon}. An attacker who knows all other records tells person {person:,} "
        f"from somebody else {in_100(informed)} times in 100."
    )


def made(exact: Membership, called: str) -> str:
    """Return how the numbers were made; without noise or with it, splits are the same."""
    question, splits = exact.question, exact.areas.shape[1]
    return (
        f"{called}: {words.pluralize(exact.n, 'member')}, "
        f"λ = {words.number(question.settings.given_lam)}. Means over {splits} splits into members "
        f"and strangers, drawn anew, with {DRAWS} classifiers each; intervals are "
        f"{100 * LEVEL:g} % intervals over the splits. Limits hold for these means, not within one "
        "split, where members and strangers differ by chance."
    )


def alt(exact: Membership, released: Membership) -> str:
    """Return the figure for somebody who does not see it."""
    parts = [_told("without noise", exact)]
    if released is not exact:
        parts.append(_told(f"at ε = {words.number(released.question.epsilons[0])}", released))
        if released.laws[0]:
            limits = [at_most(each.limit) for each in measured(released)[2:]]
            parts.append(f"the noise allows at most {words.listed(limits)}")
    return (
        "Two panels. The ROC curve: members flagged against strangers flagged. At "
        f"{words.listed([f'{100 * rate:g} %' for rate in LOOKED_AT])} of strangers, members in "
        f"100: {'; '.join(parts)}. Margins of members and of strangers without noise, as shares "
        "above each margin"
    )


def _told(when: str, found: Membership) -> str:
    shares = [in_100(each.value) for each in measured(found)[2:]]
    return f"{when} {words.listed(shares)}, area {measured(found)[0].value:.3f}"


def _found(found: Membership) -> float:
    return measured(found)[-1].value


def _and_delta(released: Membership) -> str:
    """Return the δ of a mechanism that uses one."""
    question = released.question
    if not MECHANISMS[question.mechanism].uses_delta:
        return ""
    return f" and δ = {words.number(question.settings.delta)}"


def _value(each: Measured) -> str:
    """Return a mean with half of its interval."""
    half = (each.high - each.low) / 2
    if each.name == "area":
        return _unbroken(f"{each.value:.3f} ± {half:.3f}")
    return _unbroken(f"{words.tenths(each.value)} ± {words.tenths(half)} %")


def _most(name: str, limit: float) -> str:
    """Return a limit, rounded up."""
    if name == "area":
        return f"{math.ceil(DIGITS * limit - 1e-9) / DIGITS:.3f}"
    return _unbroken(f"{at_most(limit)} %")


def _unbroken(said: str) -> str:
    return said.replace(" ", "\xa0")
