"""What ε leaves open between two records, in words: the limit, the other's rest, and an attack."""

from dpcore.privacy import risk
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.adversary.curve import Named
from dplab.studies.adversary.pair import TwoRecords
from pages.adversary.figures.candidates import CandidateRow, HeadWords
from pages.kit import words

NOTHING_PROVEN = "No limit is proven for this historic mechanism."
RELY = "The limit holds for any records; the attack is measured on these."


def limit(mechanism: str, epsilon: float, proven: float | None, delta: float = 0.0) -> str:
    """Return how often somebody is right at most about two equally likely records.

    For a mechanism that does not keep its ε, from what is `proven` of it, which may be nothing; δ
    is that of a mechanism that uses one.
    """
    if proven is None:
        return NOTHING_PROVEN
    if delta:
        return risk.sentence(risk.allowed(proven, delta), delta)
    return risk.sentence(of(mechanism, epsilon, proven))


def of(mechanism: str, epsilon: float, proven: float) -> float:
    """Return the ε of that limit without δ: its own, where a mechanism keeps it."""
    return epsilon if MECHANISMS[mechanism].guarantee == "pure" else risk.allowed(proven)


def head(mechanism: str, epsilon: float, proven: float | None, named: Named) -> HeadWords:
    """Return what stands above the two records, in the words of the one sentence."""
    attack = f"on these records, this attack: {attacked(named)}"
    if proven is None:
        return HeadWords("the true record: nothing is ruled out", "the other", attack)
    known = of(mechanism, epsilon, proven)
    own, other = risk.shares(known)
    if risk.ODDS <= risk.limit(known) < 1:
        return HeadWords("the true record", f"the other: {_seldom(known)}", attack)
    return HeadWords(f"the true record: {own} in 100", f"the other: {other}", attack)


def _seldom(epsilon: float) -> str:
    """Return how seldom the other is the right one, in words that a phone has room for."""
    odds = risk.once_in(epsilon).removesuffix(" times")
    before, once, many = odds.partition("once in ")
    return f"under 1 in {many}" if before.startswith("less") else f"{once}{many}"


def attacked(named: Named) -> str:
    """Return how often the attack is right."""
    return f"right {100 * float(named.named[0]):.1f} times in 100"


def rows(two: TwoRecords) -> list[CandidateRow]:
    """Return both records, column by column."""
    return [
        CandidateRow(each.column, each.true, each.true_place, each.other, each.other_place)
        for each in two.columns
    ]


def knowledge(who: str, others: int, counted: str) -> str:
    """Return what the attacker knows, and what not; `counted` says of which records."""
    known = words.pluralize(others, "training record").removeprefix("1 ")
    return (
        f"**What the attacker knows** ({counted}): the other {known}, how records are encoded, "
        f"the private classifier, and two candidates, {who} and somebody who was held out for "
        "testing. Only which of the two was in the data is unknown."
    )


def alt(two: TwoRecords, head: HeadWords) -> str:
    """Return the picture in words."""
    pairs = "; ".join(f"{each.column}: {each.true} or {each.other}" for each in two.columns)
    return f"What ε does not rule out. {head.true}; {head.other}; {head.attack}. {pairs}."
