"""The label of a schema: the column that is predicted, its two sides, and rows that have none.

Examples
--------
>>> label = Label("sick", ("yes",), ("no",))
>>> label.swapped().positive, label.is_open, label.leaves_out
(('no',), False, False)
"""

from dataclasses import dataclass, replace
from typing import Any

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data import facts
from dpcore.data.cells import shown
from dpcore.data.declared.features import check_joined, check_written, without_unused
from dpcore.data.facts import DECLARED, Origin
from dpcore.data.written.writing import Writing

REFUSED, LEFT_OUT = "refused", "left out"
"""What may become of a row whose label is missing."""


@dataclass(frozen=True)
class Label:
    """The column that is predicted, and which of its values count as +1.

    Parameters
    ----------
    name : str
        The column.
    positive, negative : tuple of str
        Values that count as +1 and as -1. One side may be empty: it means every other value.
    origin : str
        "declared", "read from the data" or "proposed from the data, then declared".
    threshold : float or None
        Of a quantity, in its unit: what lies above counts as +1, all else as -1. Both sides are
        empty then.
    unlabelled : str
        What becomes of a row whose label is missing: it is "refused", or "left out".
    labelled_is_public : bool
        Only where such rows are left out: whether it is declared that everybody may know which
        records have a label. A release needs that (`dpcore.release.records`): then neighbours
        replace a record that has a label by another that has one, and n counts those alone.
    written : Writing or None
        How the numbers of a quantity are written; None where computers write them.
    joined : bool
        Whether spellings that differ in case, blanks or Unicode alone, or as 1 from 1.0 and true,
        are one value.
    """

    name: str
    positive: tuple[str, ...] = ()
    negative: tuple[str, ...] = ()
    origin: Origin = DECLARED
    threshold: float | None = None
    unlabelled: str = REFUSED
    labelled_is_public: bool = False
    written: Writing | None = None
    joined: bool = False

    def __post_init__(self) -> None:
        facts.check_name(self.name, self.origin)
        self._check_unlabelled()
        for side in ("positive", "negative"):
            facts.set_frozen(
                self, side, facts.texts(f"{side} values of {self.name}", getattr(self, side))
            )
        check_written(self.name, self.written)
        if self.written is not None and (self.positive or self.negative):
            raise InvalidInput(
                f"how numbers of {self.name} are written cannot be declared with values on its "
                "sides, which are read as text. Leave one of the two out."
            )
        check_joined(self.name, self.joined, (*self.positive, *self.negative))
        both = sorted(set(self.positive) & set(self.negative))
        if both:
            raise InvalidInput(
                f"{self.name} cannot have {shown(both[0])} on both sides; "
                "a value is either positive or negative."
            )
        if self.threshold is not None:
            facts.set_frozen(
                self, "threshold", facts.bound(f"threshold of {self.name}", self.threshold)
            )
            if self.positive or self.negative:
                raise InvalidInput(
                    f"{self.name} must have either a threshold or values on its sides; got both."
                )

    def _check_unlabelled(self) -> None:
        what = f"unlabelled of {self.name}"
        if not isinstance(self.unlabelled, str):
            raise InvalidInput(f"{what} must be a text: {REFUSED} or {LEFT_OUT}.")
        checks.one_of(what, self.unlabelled, (REFUSED, LEFT_OUT))
        if not isinstance(self.labelled_is_public, bool):
            raise InvalidInput(
                f"labelled_is_public of {self.name} must be true or false; got "
                f"{shown(str(self.labelled_is_public))}."
            )
        if self.labelled_is_public and self.unlabelled == REFUSED:
            raise InvalidInput(
                f"labelled_is_public of {self.name} says that everybody may know which records "
                f"have a label. It is needed only where rows without one are {LEFT_OUT}: add "
                f'unlabelled: "{LEFT_OUT}", or take labelled_is_public out.'
            )

    @property
    def leaves_out(self) -> bool:
        """Whether rows without a label are left out."""
        return self.unlabelled == LEFT_OUT

    @property
    def is_open(self) -> bool:
        """Whether nobody has said yet what is positive."""
        return self.threshold is None and not (self.positive or self.negative)

    def as_saved(self) -> dict[str, Any]:
        """Return the entries of a saved schema: those of later versions only where they are used.

        A schema that uses none of them is saved as it was before there were any.
        """
        entries = without_unused(self)
        for name, unused in (
            ("threshold", None),
            ("unlabelled", REFUSED),
            ("labelled_is_public", False),
        ):
            if entries[name] == unused:
                del entries[name]
        return entries

    def swapped(self) -> "Label":
        """Return the label with its two sides exchanged; a threshold stays as it is."""
        return replace(self, positive=self.negative, negative=self.positive)
