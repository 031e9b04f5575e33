"""What the papers say in words, judged by results.

A claim becomes *readings*: one for each place (or step, curve, gap) that it speaks of, with its
*slack*, by how much the claim is true there, and the standard error of that number,

    √(sd_draws² / (draws · folds · seeds) + sd_folds² / (folds · seeds)),

summed in squares over the errors that the slack is made of. The errors that are compared share
their records, so that this is rather too large than too small; what other data seeds would do is
not in it. A reading supports or contradicts the claim if its slack is more than `SURE` standard
errors from 0; else it counts for neither side.

| how often | true | false |
| --- | --- | --- |
| every | no reading contradicts, and more than half support | one contradicts |
| most | more than half support | half or more contradict |

Neither: undecided. `judge` asks this of each variant, the settings as printed first.

Examples
--------
>>> from dplab.studies.papers.entries import entries
>>> from dplab.studies.papers.results import stored
>>> entry = entries()["cm08_figure_1"]
>>> judged = judge(entry, entry.claims[0], stored(entry.name))
>>> judged.verdict
'holds'
>>> judged.evidence[0].words
'true for 2 of 2 places; weakest at Labels flipped near the plane: objective 6.9 %, output 11.3 %'
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, isfinite

import numpy as np
import pandas as pd

from dplab.studies.papers.entries import VERDICTS, Entry, PaperClaim, Variant

SURE = 2.0
"""Standard errors that a difference must be away from 0: one in twenty is so by chance alone."""

ROUNDING = 1e-9
"""A difference that floating point alone makes of equal errors is far below this."""


@dataclass(frozen=True)
class Measured:
    """A mean error, or a difference of such, and its standard error."""

    value: float
    noise: float = 0.0

    def __sub__(self, other: "Measured") -> "Measured":
        return Measured(self.value - other.value, hypot(self.noise, other.noise))

    def __abs__(self) -> "Measured":
        return Measured(abs(self.value), self.noise)

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} %"

    @property
    def sign(self) -> int:
        """1, -1, or 0 where the noise could have made it."""
        sure = abs(self.value) > max(SURE * self.noise, ROUNDING)
        return int(np.sign(self.value)) if sure else 0


@dataclass(frozen=True)
class PlaceReading:
    """What one place says about a claim: its numbers in words, and by how much it is true."""

    shown: str
    slack: Measured


@dataclass(frozen=True)
class Evidence:
    """What one variant says about a claim: true, false or neither, and the numbers in words."""

    variant: str
    holds: bool | None
    words: str


@dataclass(frozen=True)
class Judgement:
    """A claim, its verdict (one of `VERDICTS`) and what each variant says, as printed first."""

    claim: PaperClaim
    verdict: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True)
class Curves:
    """The mean errors of one panel and loss in one variant, by role and place on the axis.

    Places are the paper's; where a variant takes `records` times as many, labels say how many.
    """

    name: str
    axis: str
    records: int
    errors: Mapping[tuple[str, float], Measured]

    def at(self, role: str, where: float) -> Measured:
        """Return one error; without noise there is no ε: one stands for the whole axis."""
        known = self.errors
        return known[role, where] if (role, where) in known else known[role, np.inf]

    def places(self, claim: PaperClaim) -> list[float]:
        """Return the places that a claim speaks of."""
        known = {where for _, where in self.errors if isfinite(where)}
        every = sorted(where for where in known if where >= claim.since)
        return {
            "all": every,
            "first": every[:1],
            "last": every[-1:],
            "before the last": every[:-1],
        }[claim.at]

    def label(self, *places: float) -> str:
        """Return places in words, with the panel and loss where there are several."""
        several = len({where for _, where in self.errors if isfinite(where)}) > 1
        times = self.records if self.axis == "n" else 1
        along = f"{self.axis} = {' to '.join(f'{times * where:,g}' for where in places)}"
        return ", ".join(part for part in (self.name, along if several else "") if part)


def judge(entry: Entry, claim: PaperClaim, found: pd.DataFrame) -> Judgement:
    """Return what results say about a claim.

    The claim is one of the entry's; `found` are results with the columns `reproduce.COLUMNS`.
    """
    known = _errors(found)
    evidence = tuple(
        _evidence(claim, _curves(entry, claim, variant, known), variant.name)
        for variant in entry.variants
    )
    printed, *changed = (each.holds for each in evidence)
    if printed:
        verdict = "holds"
    elif any(changed):
        verdict = "holds with a change"
    else:
        verdict = "undecided" if None in (printed, *changed) else "fails"
    return Judgement(claim, verdict, evidence)


def judge_all(entry: Entry, found: pd.DataFrame) -> tuple[Judgement, ...]:
    """Return what results say about each claim of an entry."""
    return tuple(judge(entry, claim, found) for claim in entry.claims)


def surprises(judged: Iterable[Judgement]) -> list[str]:
    """Return a sentence for each verdict that is not what the file of its entry says."""
    return [
        f"“{one.claim.says}” {one.verdict}, and the file says: {one.claim.expected}"
        for one in judged
        if one.verdict != one.claim.expected
    ]


def tally(verdicts: Iterable[str]) -> str:
    """Return how many claims got which verdict: "3 hold, 1 holds with a change"."""
    counts = Counter(verdicts)
    return ", ".join(counted(counts[each], each) for each in VERDICTS if counts[each])


def counted(count: int, verdict: str) -> str:
    """Return a number of claims with their verdict, its verb in the right number."""
    verb, *rest = verdict.split()
    plural = {"holds": "hold", "fails": "fail"}.get(verb, verb)
    return " ".join([f"{count:,}", verb if count == 1 else plural, *rest])


Known = Mapping[tuple[str, str, str], Mapping[tuple[str, float], Measured]]
"""By variant, panel and loss; then by role and place."""


def _errors(found: pd.DataFrame) -> Known:
    known: dict[tuple[str, str, str], dict[tuple[str, float], Measured]] = defaultdict(dict)
    runs = found.folds * found.seeds
    noise = np.sqrt((found.sd_draws**2 / found.draws + found.sd_folds**2) / runs)
    rows = found.assign(noise=noise).rename(columns={"where": "place"})
    for row in rows.itertuples():
        error = Measured(row.error, row.noise)
        known[row.variant, row.panel, row.loss][row.role, row.place] = error
    return known


def _curves(entry: Entry, claim: PaperClaim, variant: Variant, known: Known) -> list[Curves]:
    """Return the curves that a claim speaks of, in the order of its panels."""
    panels = claim.panels or tuple(panel.name for panel in entry.panels)
    several = len(entry.panels) > 1, len(entry.losses) > 1
    return [
        Curves(
            ", ".join(name for name, named in zip((panel, loss), several, strict=True) if named),
            {"n": "n", "epsilon": "ε"}[entry.axis],
            variant.records,
            known.get((variant.name, panel, loss), {}),
        )
        for loss, _ in entry.losses
        for panel in panels
    ]


def _evidence(claim: PaperClaim, curves: Sequence[Curves], variant: str) -> Evidence:
    read, noun = _KINDS[claim.kind]
    # Three panels of four are no answer to a claim about all four.
    complete = all(curve.errors for curve in curves)
    roles = claim.roles if complete else ()
    readings = [one for role in roles for one in read(claim, role, curves)]
    holds = _holds(claim.how_often, [one.slack.sign for one in readings])
    return Evidence(variant, holds, _words(readings, noun))


def _holds(how_often: str, signs: Sequence[int]) -> bool | None:
    """Tell whether a claim about so many readings is true; None if they do not say."""
    count, support, contradict = len(signs), signs.count(1), signs.count(-1)
    wrong = contradict > 0 if how_often == "every" else 2 * contradict >= count > 0
    return False if wrong else True if 2 * support > count else None


def _words(readings: Sequence[PlaceReading], noun: str) -> str:
    """Return the numbers behind a verdict: how many readings, and the one that it hangs on."""
    if len(readings) < 2:
        return "".join(one.shown for one in readings) or "not computed"
    signs = [one.slack.sign for one in readings]
    weakest = min(readings, key=lambda each: each.slack.value)
    unsure = f", {signs.count(0)} within the noise" if 0 in signs else ""
    true = f"true for {signs.count(1)} of {len(signs)} {noun}"
    return f"{true}{unsure}; weakest at {weakest.shown}"


def _leads(claim: PaperClaim, role: str, curves: Sequence[Curves]) -> Iterator[PlaceReading]:
    for curve in curves:
        for where in curve.places(claim):
            one, other = curve.at(role, where), curve.at(claim.over, where)
            shown = f"{_name(role)} {one}, {_name(claim.over)} {other}"
            yield PlaceReading(f"{curve.label(where)}: {shown}", other - one - Measured(claim.by))


def _at_most(claim: PaperClaim, role: str, curves: Sequence[Curves]) -> Iterator[PlaceReading]:
    for curve in curves:
        for where in curve.places(claim):
            one = curve.at(role, where)
            shown = f"{curve.label(where)}: {_name(role)} {one}"
            yield PlaceReading(shown, Measured(claim.value) - one)


def _near(claim: PaperClaim, role: str, curves: Sequence[Curves]) -> Iterator[PlaceReading]:
    for curve in curves:
        for where in curve.places(claim):
            one = curve.at(role, where)
            other = curve.at(claim.over, where) if claim.over else Measured(claim.value)
            beside = f", {_name(claim.over)} {other}" if claim.over else ""
            shown = f"{curve.label(where)}: {_name(role)} {one}{beside}"
            yield PlaceReading(shown, Measured(claim.within) - abs(one - other))


def _falls(claim: PaperClaim, role: str, curves: Sequence[Curves]) -> Iterator[PlaceReading]:
    for curve in curves:
        places = curve.places(claim)
        for here, there in pairwise(places):
            before, after = curve.at(role, here), curve.at(role, there)
            shown = f"{curve.label(here, there)}: {_name(role)} {before} to {after}"
            yield PlaceReading(shown, before - after)


def _level(claim: PaperClaim, role: str, curves: Sequence[Curves]) -> Iterator[PlaceReading]:
    for curve in curves:
        first, last = (curve.places(claim)[end] for end in (0, -1))
        before, after = curve.at(role, first), curve.at(role, last)
        shown = f"{curve.label(first, last)}: {_name(role)} {before} to {after}"
        yield PlaceReading(shown, Measured(claim.within) - abs(before - after))


def _widens(claim: PaperClaim, role: str, curves: Sequence[Curves]) -> Iterator[PlaceReading]:
    for here, there in zip(curves[::2], curves[1::2], strict=True):
        before, after = (
            curve.at(role, where) - curve.at(claim.over, where)
            for curve in (here, there)
            for where in curve.places(claim)[-1:]
        )
        gap = f"{_name(role)} less {_name(claim.over)}:"
        shown = f"{gap} {100 * before.value:.1f} to {100 * after.value:.1f} points"
        yield PlaceReading(shown, after - before)


def _name(role: str) -> str:
    return "TDDL" if role == "tddl" else role.replace("_", "-")


_KINDS: Mapping[
    str, tuple[Callable[[PaperClaim, str, Sequence[Curves]], Iterator[PlaceReading]], str]
] = {
    "leads": (_leads, "places"),
    "at most": (_at_most, "places"),
    "near": (_near, "places"),
    "falls": (_falls, "steps"),
    "level": (_level, "curves"),
    "widens": (_widens, "gaps"),
}
"""Each kind's readings, and what several of them are called."""
