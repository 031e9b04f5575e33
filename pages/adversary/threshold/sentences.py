"""What an attacker finds by a threshold on the loss, in words."""

import math
from collections.abc import Sequence

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.adversary.membership import DRAWS
from dplab.studies.adversary.rates import LEVEL, LOOKED_AT, AttackNumber, Membership
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
} | {f"true_positives_at_{rate:g}": f"Found at {100 * rate:g} % false positives"
     for rate in LOOKED_AT}  # fmt: skip
DIGITS = 1000
"""Areas have three digits."""

OWN = "These numbers are computed from your records: they are a simulation, and not private."
LEARNT_BY_HEART = (
    "The attack succeeds where a classifier without noise learns its records by heart, as a few "
    "records with many features."
)


def verdict(exact: Membership, released: Membership) -> str:
    """Return how many members are found, and how many the noise allows, in bold."""
    without, remark = in_100(_found(exact)), _or_guess(exact)
    if released is exact:
        return f"**Without noise, {WHO}, finds {without} in 100 members{remark}.** {NO_LIMIT}"
    epsilon = released.question.epsilons[0]
    at = f"At ε = {words.number(epsilon)}{_and_delta(released)}, "
    found = f"{at}{WHO}, finds {in_100(_found(released))} in 100 members"
    limit = _limit(released)
    said = f"{found}; {limit}." if limit else f"{found}."
    beyond = "" if released.laws[0] else f" {NOTHING_PROVEN}"
    return f"**{said}**{beyond} Without noise: {without}{remark}."


def _or_guess(exact: Membership) -> str:
    """Return a remark where neither the area nor the members found are above those of a guess."""
    area, *_, found = exact.measured[0]
    return GUESSING if area.low <= 1 / 2 and found.low <= LOOKED_AT[-1] else ""


def _limit(released: Membership) -> str:
    if released.laws[0] is None:
        return ""
    limit = at_most(released.measured[0][-1].limit)
    if limit == NEAR_ALL:
        return "the noise rules out next to nothing"
    return f"the noise allows at most {limit} on average"


def table(exact: Membership, released: Membership, *, phone: bool = False) -> str:
    """Return the numbers of the attack and their limits, as a table in Markdown.

    On a phone its cells may break into lines.
    """
    rows = [["", "No noise"], *([NAMES[each.name], _value(each)] for each in exact.measured[0])]
    if released is not exact:
        epsilon = words.number(released.question.epsilons[0])
        more = [[f"ε = {epsilon}"], *([_value(each)] for each in released.measured[0])]
        rows = [[*row, *cells] for row, cells in zip(rows, more, strict=True)]
    if released.laws[0] is not None:
        head = ["Noise allows", "ε and δ allow" if _and_delta(released) else "ε allows"]
        limits = [[_most(each.name, most) for most in (each.limit, each.alone)]
                  for each in released.measured[0]]  # fmt: skip
        rows = [[*row, *cells] for row, cells in zip(rows, [head, *limits], strict=True)]
    rows.insert(1, ["---", *["---:"] * (len(rows[0]) - 1)])
    if not phone:
        rows = [[row[0], *(each.replace(" ", "\xa0") for each in row[1:])] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def beside(informed: float, person: int, released: Membership) -> str:
    """Return what the attacker who knows all other records finds of a person, and this one."""
    area, epsilon = released.measured[0][0].value, words.number(released.question.epsilons[0])
    return (
        f"Of two people, a member and a stranger, this attacker names the member {in_100(area)} "
        f"times in 100 at ε = {epsilon}. An attacker who knows all other records names the right "
        f"one of two, person {person:,} and somebody else, {in_100(informed)} times in 100."
    )


def made(exact: Membership, called: str) -> str:
    """Return how the numbers were made; without noise or with it, splits are the same."""
    question, splits = exact.question, exact.areas.shape[1]
    return (
        f"{called}: {words.pluralize(exact.n, 'member')}, "
        f"λ = {words.number(question.settings.given_lam)}. Means over {splits} splits into members "
        f"and strangers, drawn anew, with {DRAWS} classifiers each; intervals are "
        f"{100 * LEVEL:g} % intervals over the splits. Limits hold for these means, not within one "
        "split, where members and strangers differ by chance. The rates are drawn on a square-root "
        "scale, which sets 1 % apart from 0."
    )


def alt(exact: Membership, released: Membership) -> str:
    """Return the figure for somebody who does not see it."""
    parts = [_told("without noise", exact)]
    if released is not exact:
        parts.append(_told(f"at ε = {words.number(released.question.epsilons[0])}", released))
        if released.laws[0]:
            limits = [at_most(each.limit) for each in released.measured[0][2:]]
            parts.append(f"the noise allows at most {words.listed(limits)}")
    return (
        "Two panels. The ROC curve: members flagged against strangers flagged. At "
        f"{words.listed([f'{100 * rate:g} %' for rate in LOOKED_AT])} of strangers, members in "
        f"100: {'; '.join(parts)}. Margins of members and of strangers without noise, as shares "
        "above each margin"
    )


def alt_along(found: Sequence[Membership]) -> str:
    """Return the areas along ε for somebody who does not see them."""
    areas = (
        f"{each.measured[0][0].value:.3f} at ε = {words.number(each.question.epsilons[0])}"
        for each in found
    )
    return f"The area under the ROC curve against ε: {'; '.join(areas)}"


def _told(when: str, found: Membership) -> str:
    shares = [in_100(each.value) for each in found.measured[0][2:]]
    return f"{when} {words.listed(shares)}, area {found.measured[0][0].value:.3f}"


def _found(found: Membership) -> float:
    return found.measured[0][-1].value


def _and_delta(released: Membership) -> str:
    """Return the δ of a mechanism that uses one."""
    question = released.question
    if not MECHANISMS[question.mechanism].uses_delta:
        return ""
    return f" and δ = {words.number(question.settings.delta)}"


def _value(each: AttackNumber) -> str:
    """Return a mean with half of its interval."""
    half = (each.high - each.low) / 2
    if each.name == "area":
        return f"{each.value:.3f} ± {half:.3f}"
    return f"{words.tenths(each.value)} ± {words.tenths(half)} %"


def _most(name: str, limit: float) -> str:
    """Return a limit, rounded up."""
    if name == "area":
        return f"{math.ceil(DIGITS * limit - 1e-9) / DIGITS:.3f}"
    return f"{at_most(limit)} %"
