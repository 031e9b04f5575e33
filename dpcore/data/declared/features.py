"""The features of a schema: a number with its bounds, a category with its levels.

Examples
--------
>>> Numeric("age", 17, 90).encoded_names, Category("sex", ("Female", "Male")).encoded_names
(('age',), ('sex = Female', 'sex = Male'))
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data import facts
from dpcore.data.cells import listed, shown
from dpcore.data.declared import saved
from dpcore.data.facts import DECLARED, Origin
from dpcore.data.written.plain import alike
from dpcore.data.written.writing import Writing


@dataclass(frozen=True)
class Numeric:
    """A numeric feature: clipped to its bounds, then scaled to [-1, 1].

    Parameters
    ----------
    name : str
        The column.
    lower, upper : float
        Bounds, lower < upper, within ±`facts.LARGEST`, in the unit of the column.
    missing : float or None
        The number that an empty cell stands for, between the bounds; None refuses such a cell.
    origin : str
        "declared", "read from the data" or "proposed from the data, then declared".
    written : Writing or None
        How its numbers are written: a cell that does not fit is no number. None where computers
        write them.
    """

    name: str
    lower: float
    upper: float
    missing: float | None = None
    origin: Origin = DECLARED
    written: Writing | None = None

    def __post_init__(self) -> None:
        facts.check_name(self.name, self.origin)
        check_written(self.name, self.written)
        for bound in ("lower", "upper"):
            facts.set_frozen(
                self, bound, facts.bound(f"{bound} bound of {self.name}", getattr(self, bound))
            )
        if not self.lower < self.upper:
            raise InvalidInput(
                f"lower bound of {self.name} must be below its upper bound; "
                f"got {self.lower:g} and {self.upper:g}."
            )
        if self.missing is not None:
            name = f"constant for missing values of {self.name} (“Missing is”)"
            number = facts.finite(name, self.missing)
            facts.set_frozen(self, "missing", checks.between(name, number, self.lower, self.upper))

    def as_saved(self) -> dict[str, Any]:
        """Return the entries of a saved schema, of later versions only those in use."""
        return {"kind": "numeric"} | without_unused(self)

    @property
    def encoded_names(self) -> tuple[str, ...]:
        """The one column that the feature becomes."""
        return (self.name,)


@dataclass(frozen=True)
class Category:
    """A categorical feature: one column of 0 and 1 for each declared level.

    Parameters
    ----------
    name : str
        The column.
    levels : tuple of str
        Every value that it may take; a declared level wins over a marker of missing values.
    missing : str or None
        The level that an empty cell stands for; None refuses such a cell.
    other : str or None
        The level that every undeclared value stands for; None refuses such a cell.
    origin : str
        "declared", "read from the data" or "proposed from the data, then declared".
    joined : bool
        Whether spellings that differ in case, blanks or Unicode alone, or as 1 from 1.0 and true,
        are one level (`dpcore.data.written.plain.alike`).
    """

    name: str
    levels: tuple[str, ...]
    missing: str | None = None
    other: str | None = None
    origin: Origin = DECLARED
    joined: bool = False

    def __post_init__(self) -> None:
        facts.check_name(self.name, self.origin)
        facts.set_frozen(self, "levels", facts.texts(f"levels of {self.name}", self.levels))
        if not self.levels:
            raise InvalidInput(f"{self.name} must have at least one level; got none.")
        check_joined(self.name, self.joined, self.levels)
        for role in ("missing", "other"):
            level = getattr(self, role)
            if level is not None:
                facts.set_frozen(self, role, self._one_of_the_levels(role, level))

    def _one_of_the_levels(self, role: str, level: Any) -> str:
        text = facts.text(f"level for {role} values of {self.name}", level)
        if text not in self.levels:
            raise InvalidInput(
                f"level for {role} values of {self.name} must be one of its levels "
                f"({listed(self.levels)}); got {shown(text)}."
            )
        return text

    def as_saved(self) -> dict[str, Any]:
        """Return the entries of a saved schema, of later versions only those in use."""
        return {"kind": "category"} | without_unused(self)

    @property
    def encoded_names(self) -> tuple[str, ...]:
        """The columns that the feature becomes, one for each level."""
        return tuple(f"{self.name} = {level}" for level in self.levels)


Feature = Numeric | Category

KINDS: Mapping[str, type[Feature]] = {"numeric": Numeric, "category": Category}
"""Kinds of features as a saved schema names them."""


def without_unused(column: Any) -> dict[str, Any]:
    """Return the entries of a column, of those that tell how it is written the ones in use."""
    entries = {each.name: getattr(column, each.name) for each in fields(column)}
    written = entries.pop("written", None)
    if not entries.get("joined"):
        entries.pop("joined", None)
    return entries if written is None else entries | {"written": written.entries}


def from_saved(entry: Any) -> Feature:
    """Return the feature that a saved schema describes, or refuse it with a reason."""
    kind = entry.get("kind") if isinstance(entry, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise InvalidInput(f"each feature must have as its kind one of {', '.join(KINDS)}.")
    values = {key: value for key, value in entry.items() if key != "kind"}
    return saved.built(KINDS[kind], with_writing(values), f"a feature of kind {kind}")


def with_writing(entries: Any) -> Any:
    """Return the entries of a column with how its numbers are written, where they say it."""
    if not isinstance(entries, dict) or "written" not in entries:
        return entries
    return entries | {"written": saved.built(Writing, entries["written"], "written")}


def check_written(name: str, written: Any) -> None:
    """Refuse what does not say how numbers are written."""
    if written is not None and not isinstance(written, Writing):
        raise InvalidInput(
            f"how numbers of {name} are written must be a dpcore.Writing; got "
            f"{type(written).__name__}."
        )


def check_joined(name: str, joined: Any, levels: tuple[str, ...]) -> None:
    """Refuse levels that are one where alike ones are joined."""
    if not isinstance(joined, bool):
        raise InvalidInput(f"joined of {name} must be true or false; got {shown(str(joined))}.")
    first: dict[str, str] = {}
    for level in levels if joined else ():
        other = first.setdefault(alike(level), level)
        if other != level:
            raise InvalidInput(
                f"{name} joins levels that are alike, so that {shown(other)} and {shown(level)} "
                "are one; keep one of them."
            )
