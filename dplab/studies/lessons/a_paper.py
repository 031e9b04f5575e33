"""Read a paper with a computer: the answers of the eighth lesson, on the page Papers.

Numbers are those of the stored results, compared and judged as on the page
(`dplab.studies.papers`).

Examples
--------
>>> at = {"entry": "cm08_figure_1"}
>>> round(apart(at).answer, 1), met(at).answer, lead(at).answer < lead(at).misses["published"]
(23.3, 2, True)
"""

import pandas as pd

from dpcore import checks
from dpcore.checks import InvalidInput
from dplab.simulation.sources import stream
from dplab.studies.lessons.entries import At
from dplab.studies.lessons.grading import Truth
from dplab.studies.papers.claims import judge, judge_all
from dplab.studies.papers.entries import Entry, EntryValue, entries
from dplab.studies.papers.reproduce import ours
from dplab.studies.papers.results import stored

POINT = 100.0
ROUNDED = 0.11
"""Points by which the difference of two errors may be off that are shown in tenths."""

WORDS = ("printed", "records", "private")
"""What the lesson calls the variants of CM08a's Figure 1, and of its Figure 2."""

TABLE = "Breast cancer"

EXAM_EPSILONS, EXAM_TIMES = (0.05, 0.1, 0.2, 0.5), (2, 4, 5, 10)


def apart(at: At) -> Truth:
    """Return how many points the first value of ours lies below the published one, as printed."""
    entry, found = _known(at)
    first, second = entry.published[:2]
    error = _ours(entry, found, first, 0)
    other = POINT * (second.value - _ours(entry, found, second, 0))
    said = {"published": POINT * first.value, "ours": POINT * error}
    below = POINT * (first.value - error)
    misses = {"signed": -below, "of_the_other": other, "ours_alone": POINT * error}
    return Truth(below, ROUNDED, misses, said)


def met(at: At) -> Truth:
    """Return how many published values the settings as printed give."""
    entry, found = _known(at)
    counts = [
        sum(
            abs(_ours(entry, found, each, place) - each.value) <= entry.tolerance
            for each in entry.published
        )
        for place in range(2)
    ]
    printed, changed = counts
    total = len(entry.published)
    said = {"total": total, "changed": changed, "points": POINT * entry.tolerance}
    return Truth(printed, 0.0, {"changed_ones": changed, "rest": total - printed}, said)


def epsilon_of_noise(at: At) -> Truth:
    """Return the ε whose noise is as long as what gives the published values: ε/5."""
    entry, _ = _known(at)
    times = entry.variants[1].noise
    epsilon = entry.epsilon
    misses = {"printed": epsilon, "more": epsilon * times}
    return Truth(epsilon / times, 0.01 * epsilon / times, misses, {"times": times})


def what_it_takes(at: At) -> Truth:
    """Return in which variant objective perturbation stays as low as the paper says."""
    entry, found = _known(at)
    (claim,) = (
        each for each in entry.claims if each.kind == "at most" and each.roles == ("objective",)
    )
    judged = judge(entry, claim, found)
    true = [word for word, each in zip(WORDS, judged.evidence, strict=True) if each.holds]
    said = {word: each.words for word, each in zip(WORDS, judged.evidence, strict=True)}
    return Truth(true[0] if len(true) == 1 else "none", said=said)


def has_failed(at: At) -> Truth:
    """Tell whether a claim of the chosen table or figure fails in every variant."""
    entry = entries()[checks.one_of("entry", at["entry"], [*entries()])]
    found = stored(entry.name)
    judged = () if found is None else judge_all(entry, found)
    failed = [each.claim.says for each in judged if each.verdict == "fails"]
    said: dict[str, float | str] = {
        "place": f"{entry.paper}, {entry.place}",
        "count": len(judged),
        "says": failed[0] if failed else "",
    }
    return Truth(bool(failed), said=said)


def cheapest_first(at: At) -> Truth:
    """Return the variants by the error of objective perturbation on a table, the lowest first."""
    entry, found = _known(at)
    (value,) = (each for each in entry.published if (each.panel, each.role) == (TABLE, "objective"))
    errors = {word: POINT * _ours(entry, found, value, k) for k, word in enumerate(WORDS)}
    return Truth(tuple(sorted(errors, key=errors.__getitem__)), said=errors)


def lead(at: At) -> Truth:
    """Return by how many points objective perturbation leads on the second panel, as printed."""
    entry, found = _known(at)
    panel = entry.panels[1].name
    output, objective = (
        next(each for each in entry.published if (each.panel, each.role) == (panel, role))
        for role in ("output", "objective")
    )
    printed, changed = (
        POINT * (_ours(entry, found, output, place) - _ours(entry, found, objective, place))
        for place in range(2)
    )
    published = POINT * (output.value - objective.value)
    return Truth(printed, ROUNDED, {"published": published, "changed": changed})


def exam_noise(at: At) -> Truth:
    """Return the ε of noise that is some times as long as printed, at numbers of the class."""
    random = stream(int(at["seed"]), "exam noise of a paper")
    epsilon, times = float(random.choice(EXAM_EPSILONS)), int(random.choice(EXAM_TIMES))
    answer = epsilon / times
    return Truth(answer, 0.01 * answer, said={"epsilon": epsilon, "times": times})


def exam_value(at: At) -> Truth:
    """Return how far ours is from a published value, of a table that the class draws."""
    random = stream(int(at["seed"]), "exam value of a paper")
    entry = entries()[str(random.choice(("cm08_figure_1", "cm08a_figure_2")))]
    found = _results(entry)
    noisy = [each for each in entry.published if each.role != "non_private"]
    value = noisy[int(random.integers(len(noisy)))]
    error = _ours(entry, found, value, 0)
    difference = POINT * (error - value.value)
    is_near = abs(difference) <= POINT * entry.tolerance
    said: dict[str, float | str] = {
        "paper": f"{entry.paper}, {entry.place}",
        "panel": value.panel,
        "method": value.role,
        "published": POINT * value.value,
        "ours": POINT * error,
        "points": POINT * entry.tolerance,
        "verdict": "no more than" if is_near else "more than",
        "agrees": "agrees" if is_near else "does not agree",
    }
    return Truth(difference, ROUNDED, said=said)


def _known(at: At) -> tuple[Entry, pd.DataFrame]:
    entry = entries()[str(at["entry"])]
    return entry, _results(entry)


def _results(entry: Entry) -> pd.DataFrame:
    found = stored(entry.name)
    if found is None:
        raise InvalidInput(f"Nothing is stored for {entry.paper}, {entry.place}: run it first.")
    return found


def _ours(entry: Entry, found: pd.DataFrame, value: EntryValue, place: int) -> float:
    """Return our mean error where the paper gives a value, in a variant by its place."""
    error = ours(found, value, entry.variants[place].name)
    if error is None:
        raise InvalidInput(f"{entry.variants[place].name} was not run for {value.panel}.")
    return error
