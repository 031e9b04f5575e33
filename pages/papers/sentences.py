"""What the page says of claims in words: their verdicts, counted, and the numbers behind each."""

from collections import Counter
from collections.abc import Sequence

import pandas as pd

from dplab.studies.papers.claims import Judgement, counted, tally
from dplab.studies.papers.entries import STATUSES, VERDICTS, Entry
from dplab.studies.papers.results import always
from pages.kit import words

JUDGED = (
    "Each verdict is computed from the results shown; a difference within two standard errors "
    "counts for neither side."
)
"""Stands below the claims in words."""

STATUS = {
    "faithful": ("green", "The printed settings give the published values."),
    "corrected": ("orange", "Reproduces with the correction below."),
    "not reproducible": ("red", "Does not reproduce, and we know no correction."),
    "no numbers in our copy": ("gray", "The paper shows none, or our copy ends before them."),
}
"""Of the numbers: the colour of a status and its meaning."""

COLORS = dict(zip(VERDICTS, ("green", "orange", "red", "gray"), strict=True))
"""Of the words: the colour of each verdict."""


def glance(entries: Sequence[Entry], judged: Sequence[Sequence[Judgement]]) -> str:
    """Return the verdicts of all entries in one line."""
    in_words = [one.verdict for each in judged for one in each]
    statuses = Counter(entry.status for entry in entries)
    in_numbers = ", ".join(f"{statuses[each]} {each}" for each in STATUSES if statuses[each])
    return (
        f"All {len(entries)} tables and figures at a glance. "
        f"Of {len(in_words)} claims in words, {tally(in_words)}. In numbers: {in_numbers}"
    )


def badges(judged: Sequence[Judgement]) -> str:
    """Return how many claims got which verdict, as badges."""
    counts = Counter(one.verdict for one in judged)
    return " ".join(
        f":{COLORS[each]}-badge[{counted(counts[each], each)}]" for each in VERDICTS if counts[each]
    )


def in_short(entry: Entry, judged: Sequence[Judgement]) -> str:
    """Return an entry's verdicts as badges; that it has no numbers only if it has no words."""
    color, _ = STATUS[entry.status]
    in_numbers = f":{color}-badge[{entry.status}]" if entry.published or not judged else ""
    return f"{in_numbers} {badges(judged)}".strip()


def verdicts(entry: Entry, judged: Sequence[Judgement]) -> str:
    """Return an entry's verdicts, in words and in numbers; first the kind that the paper gives."""
    color, meaning = STATUS[entry.status]
    in_numbers = f":{color}-badge[{entry.status}] {meaning}"
    in_words = f"Claims in words: {badges(judged)}" if judged else ""
    order = (in_numbers, in_words) if entry.published else (in_words, in_numbers)
    return "  \n".join(part for part in order if part)


def claim(one: Judgement) -> str:
    """Return a claim with its verdict."""
    return f":{COLORS[one.verdict]}-badge[{one.verdict}] {one.claim.says}"


def evidence(one: Judgement) -> str:
    """Return the numbers behind a verdict, a line for each variant."""
    return "  \n".join(f"*{each.variant}:* {each.words}" for each in one.evidence)


def alt(entry: Entry, found: pd.DataFrame) -> str:
    """Return an entry's picture for somebody who does not see it."""
    return f"{entry.paper}, {entry.place}: {entry.title}. {entry.learned} {always(found)}"


def made(found: pd.DataFrame) -> str:
    """Return what was averaged, and of stored results how long they took."""
    noisy = found[found.role != "non_private"]
    seeds, folds, draws = (int(noisy[name].max()) for name in ("seeds", "folds", "draws"))
    text = (
        f"Means over {words.pluralize(seeds, 'data seed')}, {words.pluralize(folds, 'fold')} and "
        f"{words.pluralize(draws, 'draw')}; bands are ± one standard deviation over draws."
    )
    if "seconds" in found:
        took = words.duration(float(found.seconds.iloc[0]))
        text += f" Stored with the project; {took} of computing on each of two cores."
    return text


def compared(entry: Entry, verdict: str) -> str:
    """Return how published values and ours are compared, and what comes of it."""
    return (
        f"In brackets: ours less the published value, in points. Counted as equal within "
        f"±{words.points(entry.tolerance)}. {entry.tolerance_from} "
        f"These numbers give the verdict: {verdict}."
    )
