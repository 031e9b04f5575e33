"""What a paper reports, and under which settings: one TOML file for each table or figure.

A file holds *panels* (data sets), *variants* (the settings as printed, and the change that explains
the published value) and *published* values. Roles stand for what the papers call the "sensitivity
method" (`output`), the "new method" (`objective`) and regularized logistic regression
(`non_private`); each variant says which mechanism plays a role. Where a file names *candidates*, λ
is tuned among them: the roles are then the strategies of `private_tuning.strategies`, and a
variant says which mechanism trains the candidates. Where it names *questions*, a learner answers
test points (`serving`), and the mechanisms are those of `serving.SERVED`.

| key | meaning |
| --- | --- |
| paper, place, title, learned | where it stands, and what was learned, in a sentence |
| status, why | `faithful`, `corrected`, `not reproducible` or `no numbers in our copy`, and why |
| axis, values | "epsilon" or "n" and the places along it; a table has one place |
| epsilon, lam, n, losses, folds, draws, seeds | the protocol; a panel may have its own λ and n |
| candidates | values of λ to choose among; λ itself is then the one that is fixed in advance |
| questions | how many test points are public, and δ; `serving.Questions` |
| panels | name, data and what its law needs; `rows` where records are scaled as the paper did |
| variants | name, `noise`, `records` (times as much, as many), `rows`, λ; the roles' mechanisms |
| published | panel, role, value and ±, or `at_most`; where on the axis, if it has many places |
| tolerance | how near a mean error counts as the published one, and where that comes from |
| expected | our own values; tests pin them to 0.01 without noise, 0.015 to 0.02 with it |
| claims | what the paper says in words, in ours, and how `claims` checks it; `PaperClaim` |

Examples
--------
>>> entry = entries()["cm08_figure_1"]
>>> entry.paper, entry.status, [variant.name for variant in entry.variants]
('CM08', 'corrected', ['as printed', 'noise × 5'])
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.papers.scaling import CAUTIONS
from dplab.studies.papers.serving import SERVED, Questions
from dplab.studies.private_tuning.strategies import STRATEGIES

FOLDER = Path(__file__).parent / "published"
ROLES = ("non_private", "objective", "output")
"""Of a sweep, in the order of mechanisms; where λ is tuned, the strategies play the roles."""

ANSWERING = ("non_private", "objective", "tddl", "functional")
"""Where test points are answered, the roles that an entry may have."""

_PURE = tuple(name for name, entry in MECHANISMS.items() if entry.guarantee == "pure")
STATUSES = ("faithful", "corrected", "not reproducible", "no numbers in our copy")

KINDS = ("leads", "at most", "near", "falls", "level", "widens")
AT = ("all", "first", "last", "before the last")
HOW_OFTEN = ("every", "most")
VERDICTS = ("holds", "holds with a change", "fails", "undecided")
"""Of a claim in words: as printed; in another variant only; in none; lost in the noise."""


@dataclass(frozen=True)
class EntryPanel:
    """One data set of a table or figure.

    The data are a recipe, asked for `d` and `knobs`, or a table, whose records are scaled as `rows`
    says: a key of `scaling.CAUTIONS`. `lam`, `n` and `values`, places on the axis, are this
    panel's, where they are not the entry's.
    """

    name: str
    data: str
    d: int = 10
    knobs: tuple[tuple[str, float], ...] = ()
    rows: str = "encoded"
    lam: float | None = None
    n: int | None = None
    values: tuple[float, ...] = ()


@dataclass(frozen=True)
class Variant:
    """One way to read the printed settings.

    `noise` and `records` are how many times as much noise as printed, by which ε is divided, and
    how many times as many records. `rows` is how the records are scaled, and `lam` λ, where not as
    the panel says. `roles` says which mechanism plays which role.
    """

    name: str
    noise: float = 1.0
    records: int = 1
    rows: str = ""
    lam: float | None = None
    roles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class EntryValue:
    """A mean error of one role on one panel, published or our own.

    The value is in [0, 1]; `spread` is what stands behind ±; `at_most` marks an upper limit only;
    `where` is the place on the axis, where there are several. `variant` is that of our own values,
    empty for a published one, and `loss` stands where the entry has several.
    """

    panel: str
    role: str
    value: float
    spread: float | None = None
    at_most: bool = False
    where: float | None = None
    variant: str = ""
    loss: str = ""


@dataclass(frozen=True)
class PaperClaim:
    """What a paper says about its table or figure in words, in a form that results can judge.

    | kind | of each role |
    | --- | --- |
    | leads | its error is lower than that of `over`, by more than `by` |
    | at most | its error is at most `value` |
    | near | its error is within `within` of that of `over`, or of `value` |
    | falls | its error falls from each place on the axis to the next |
    | level | its errors at both ends of the axis differ by at most `within` |
    | widens | what it errs more than `over` is more on the second panel than on the first |

    Parameters
    ----------
    says : str
        The claim, in our words; where the paper's have no number, the number that we count.
    kind : str
        One of `KINDS`.
    roles : tuple of str
        Which it is about.
    expected : str
        The verdict that the stored results give: a test compares the two.
    over : str
        The role to compare with.
    value, by, within : float
        Errors, and differences of errors, in [0, 1].
    panels : tuple of str
        All, if empty.
    at : str
        Which places on the axis: one of `AT`.
    since : float
        Of these, none that is smaller.
    how_often : str
        At how many of them: one of `HOW_OFTEN`.
    """

    says: str
    kind: str
    roles: tuple[str, ...]
    expected: str
    over: str = ""
    value: float = 0.0
    by: float = 0.0
    within: float = 0.0
    panels: tuple[str, ...] = ()
    at: str = "all"
    since: float = 0.0
    how_often: str = "every"


@dataclass(frozen=True)
class Entry:
    """A table or figure of a paper; the module says what each part means."""

    name: str
    paper: str
    place: str
    title: str
    learned: str
    status: str
    why: str
    axis: str
    values: tuple[float, ...]
    panels: tuple[EntryPanel, ...]
    variants: tuple[Variant, ...]
    epsilon: float = 0.1
    lam: float = 0.01
    n: int | None = None
    losses: tuple[tuple[str, float], ...] = (("logistic", 0.5),)
    folds: int = 5
    draws: int = 200
    seeds: tuple[int, ...] = (0,)
    candidates: tuple[float, ...] = ()
    questions: Questions | None = None
    tolerance: float = 0.03
    tolerance_from: str = ""
    published: tuple[EntryValue, ...] = ()
    expected: tuple[EntryValue, ...] = ()
    claims: tuple[PaperClaim, ...] = ()

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of its rows: methods, strategies to choose λ, or who answers."""
        if self.questions:
            return tuple(role for role in ANSWERING if role in self.variants[0].roles)
        return tuple(STRATEGIES) if self.candidates else ROLES

    @property
    def lines(self) -> tuple[EntryValue, ...]:
        """The published values as they are shown: panel by panel, roles in their one order."""
        panels = [panel.name for panel in self.panels]
        place = {
            value: (panels.index(value.panel), self.roles.index(value.role))
            for value in self.published
        }
        return tuple(sorted(self.published, key=place.__getitem__))

    @property
    def cautions(self) -> tuple[str, ...]:
        """What to say of panels whose records are scaled in a way that looks at all of them."""
        said = [
            (panel.name, CAUTIONS[variant.rows or panel.rows])
            for panel in self.panels
            for variant in self.variants
        ]
        return tuple(f"{name}: {caution}" for name, caution in dict.fromkeys(said) if caution)


@cache
def entries(folder: Path = FOLDER) -> Mapping[str, Entry]:
    """Return every entry of a folder by its name, in the papers' order.

    Raises
    ------
    InvalidInput
        If a file names something that does not exist.
    """
    found = [read(path) for path in sorted(folder.glob("*.toml"))]
    found.sort(key=lambda entry: (entry.paper, entry.place))
    return {entry.name: entry for entry in found}


@cache
def named(name: str, folder: Path = FOLDER) -> Entry:
    """Return one entry, whatever the other files of its folder hold.

    Raises
    ------
    InvalidInput
        As `read`.
    """
    return read(folder / f"{name}.toml")


def read(path: Path) -> Entry:
    """Return the entry of a file.

    Raises
    ------
    InvalidInput
        If it cannot be read, or names something that does not exist.
    """
    try:
        parts: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        entry = Entry(
            name=path.stem,
            panels=tuple(_panel(part) for part in parts.pop("panels")),
            variants=tuple(Variant(**part) for part in parts.pop("variants")),
            published=tuple(EntryValue(**part) for part in parts.pop("published", ())),
            expected=tuple(EntryValue(**part) for part in parts.pop("expected", ())),
            losses=tuple((name, float(h)) for name, h in parts.pop("losses", [["logistic", 0.5]])),
            values=tuple(parts.pop("values")),
            seeds=tuple(parts.pop("seeds", (0,))),
            candidates=tuple(parts.pop("candidates", ())),
            questions=Questions(**asked) if (asked := parts.pop("questions", None)) else None,
            claims=tuple(_claim(part) for part in parts.pop("claims", ())),
            **parts,
        )
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError) as fault:
        raise InvalidInput(f"{path.name} is not an entry: {fault}.") from fault
    check_entry(entry)
    return entry


def _panel(part: dict[str, Any]) -> EntryPanel:
    knobs = tuple((name, float(value)) for name, value in part.pop("knobs", {}).items())
    return EntryPanel(knobs=knobs, values=tuple(part.pop("values", ())), **part)


def _claim(part: dict[str, Any]) -> PaperClaim:
    return PaperClaim(roles=tuple(part.pop("roles")), panels=tuple(part.pop("panels", ())), **part)


def check_entry(entry: Entry) -> None:
    """Refuse an entry that names what is not there."""
    checks.one_of("status", entry.status, STATUSES)
    checks.one_of("axis", entry.axis, ("epsilon", "n"))
    for panel in entry.panels:
        checks.one_of("rows", panel.rows, tuple(CAUTIONS))
    panels = tuple(panel.name for panel in entry.panels)
    variants = ("", *(variant.name for variant in entry.variants))
    losses = ("", *(name for name, _ in entry.losses))
    for variant in entry.variants:
        checks.one_of("rows", variant.rows, ("", *CAUTIONS))
        for role in variant.roles:
            checks.one_of("role", role, entry.roles)
    for value in (*entry.published, *entry.expected):
        checks.one_of("panel", value.panel, panels)
        checks.one_of("role", value.role, entry.roles)
        checks.one_of("variant", value.variant, variants)
        checks.one_of("loss", value.loss, losses)
    for claim in entry.claims:
        _check_claim(entry, claim)
    _check_records(entry)
    if entry.candidates:
        _check_tuning(entry)
    if entry.questions:
        _check_answering(entry)


def _check_claim(entry: Entry, claim: PaperClaim) -> None:
    """Refuse a claim that could not be judged, or would be judged of something else."""
    checks.one_of("kind", claim.kind, KINDS)
    checks.one_of("at", claim.at, AT)
    checks.one_of("how_often", claim.how_often, HOW_OFTEN)
    checks.one_of("expected", claim.expected, VERDICTS)
    for role in claim.roles:
        checks.one_of("role", role, entry.roles)
    others = entry.roles if claim.kind in ("leads", "widens") else ("", *entry.roles)
    checks.one_of("over", claim.over, others)
    for panel in claim.panels:
        checks.one_of("panel", panel, tuple(each.name for each in entry.panels))
    if claim.kind == "widens" and len(claim.panels) != 2:
        raise InvalidInput("A claim that a gap widens names two panels.")


def _check_tuning(entry: Entry) -> None:
    """Refuse what private tuning cannot choose among, and what Algorithm 4 is not proved for."""
    for lam in (*entry.candidates, entry.lam):
        checks.positive("candidates and lam", lam)
    if len(set(entry.candidates)) < len(entry.candidates):
        raise InvalidInput("candidates must differ: each is trained on a part of its own.")
    for variant in entry.variants:
        for mechanism in variant.roles.values():
            checks.one_of("mechanism", mechanism, _PURE)


def _check_answering(entry: Entry) -> None:
    """Refuse roles that no learner of test points plays."""
    for variant in entry.variants:
        for role, mechanism in variant.roles.items():
            checks.one_of("role", role, ANSWERING)
            checks.one_of("mechanism", mechanism, SERVED)


def _check_records(entry: Entry) -> None:
    """Refuse "times as many records" where no number is named: a fold leaves no more than all."""
    named = entry.axis == "n" or all(panel.n or entry.n for panel in entry.panels)
    for variant in entry.variants:
        if variant.records != 1 and not named:
            raise InvalidInput(
                f"variant {variant.name} takes {variant.records} times as many records, but of "
                f"how many? Name n, of the entry or of each panel."
            )
