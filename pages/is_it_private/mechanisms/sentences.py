"""Every mechanism in words: the verdicts, and what the papers promise in advance."""

from collections.abc import Mapping, Sequence

from dpcore.data.dataset import Split
from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.is_it_private.bounds_held import DELTA, DRAWS, EXCESS, Bound
from dplab.studies.is_it_private.verdicts import Question, Verdict
from pages.comparison.privacy_loss import SHORT, short
from pages.kit import words

DRAWING = f"Drawing {2 * DRAWS:,} classifiers to compare with the bounds."


def bounds(found: Sequence[Bound], part: Split) -> str:
    """Return a table of bounds beside what was measured."""
    head = (
        f"On {part.n:,} training records of your data (d = {part.X.shape[1]}): each bound fails "
        f"with probability {words.percent(DELTA)} at most; measured is what "
        f"{100 * (1 - DELTA):.0f} of 100 draws stay below ({DRAWS} draws for the excess loss, "
        "exact for the length). The paper's Lemma 3 has 1 instead of c, the largest curvature of "
        "the loss: right for c ≤ 1 only.\n\n"
        "| what | source | bound | measured | bound ÷ measured |\n| --- | --- | ---: | ---: | ---: "
        "|\n"
    )
    rows = (
        f"| {each.what} | {each.source} | {short(each.bound)} | {short(each.measured)} | "
        f"{short(each.bound / each.measured)} |"
        for each in found
    )
    return head + "\n".join(rows)


def theorems(found: Mapping[str, float], n: int) -> str:
    """Return a table of the records that the theorems ask for."""
    head = (
        "Records that are enough for an excess loss of "
        f"{EXCESS:g} over the classifier without noise. **Order only**: the theorems hold up to a "
        f"constant that they do not name; 1 is taken here. The table above uses {n:,}.\n\n"
        "| theorem | records, order only |\n| --- | ---: |\n"
    )
    return head + "\n".join(f"| {name} | {records:,.0f} |" for name, records in found.items())


def counted(found: Mapping[str, Verdict]) -> str:
    """Return how many mechanisms keep their claim, and which ones do not."""
    claiming = {name: each for name, each in found.items() if each.standing != "none"}
    kept = sum(each.standing in ("holds", "approximate") for each in claiming.values())
    broken = [
        MECHANISMS[name].label
        for name, each in claiming.items()
        if each.standing in ("broken", "endless")
    ]
    count = words.pluralize(len(claiming), "mechanism")
    said = f"Of {count} that claim an ε, {kept} are proven to keep it"
    return f"{said}. Broken at these settings: {'; '.join(broken)}." if broken else f"{said}."


def at_settings(question: Question) -> str:
    """Return at which settings all mechanisms are compared."""
    return (
        f"ε = {words.number(question.epsilon)}, {LOSSES[question.loss].label} loss, "
        f"λ = {words.number(question.lam)}, n = {words.number(question.n)}, d = {question.d}; "
        "neighbours and outputs from a seeded search. Dotted, up to the bar: what is not ruled out."
    )


def strip_alt(found: dict[str, Verdict]) -> str:
    """Return the strip of all mechanisms for somebody who does not see it."""
    rows = (
        f"{MECHANISMS[name].label}: {SHORT[each.standing]}, worst found {short(each.found)}, "
        f"at most {short(each.ceiling)}"
        for name, each in found.items()
    )
    return "The worst privacy loss of each mechanism beside its claim. " + "; ".join(rows) + "."
