"""What a release needs and a first proposal lacks: a meaning for whatever a cell may hold.

In a simulation a missing number or an undeclared level may be refused with a sentence. In a release
the refusal itself would tell of the records, so that every cell needs a meaning beforehand
(`dpcore.release.records`). `completed` proposes what is still missing, and changes nothing that is
there:

- a missing **number** is read as the middle of its bounds, which becomes 0 in the unit ball;
- a missing or undeclared value of a **category** is read as a level for such values: its level for
  missing cells where it has one, else a level that is called other or unknown already, else a level
  of its own, "other", which is one more column;
- of a **label** with values on both sides the negative side is left empty: it then takes every
  other value. Where an empty cell counts as negative, the positive side is: what means missing
  would else have no label.

A label of which nobody has said what is positive stays open: that is no matter of a proposal.
Nothing here looks at a record, so that origins stay as they are: whoever owns the table declares.

Examples
--------
>>> from dpcore.data.declared.schema import Category
>>> schema = Schema(
...     Label("sick", ("yes",), ("no",)),
...     (Numeric("age", 0, 90), Category("job", ("smith", "baker"))),
... )
>>> full = completed(schema)
>>> full.features[0].missing, full.features[1].levels, full.features[1].other, full.label.negative
(45.0, ('smith', 'baker', 'other'), 'other', ())
>>> completed(full) == full
True
"""

from collections.abc import Sequence
from dataclasses import replace

from dpcore.data.declared.schema import Feature, Label, Numeric, Schema

OTHER = "other"
"""What a level for undeclared values is called."""

HOMES = (OTHER, "others", "unknown", "missing", "(missing)", "not recorded")
"""Levels, in capitals or not, that may as well take undeclared values."""


def completed(schema: Schema) -> Schema:
    """Return a schema with a proposal for each cell that has no meaning yet.

    Parameters
    ----------
    schema : Schema
        What it says stays, origins too.

    Raises
    ------
    InvalidInput
        If further levels would make more columns, or more letters, than a schema may have.
    """
    features = tuple(map(_complete, schema.features))
    return replace(schema, label=_one_sided(schema.label), features=features)


def middle_of(lower: float, upper: float) -> float:
    """Return the middle of two bounds."""
    # By halves: the sum of two bounds may be too large for a number.
    return lower / 2 + upper / 2


def home(levels: Sequence[str]) -> str:
    """Return the level that undeclared values should go to; it may be a new one."""
    for name in HOMES:
        for level in levels:
            if level.casefold() == name:
                return level
    return OTHER


def _complete(feature: Feature) -> Feature:
    if isinstance(feature, Numeric):
        middle = middle_of(feature.lower, feature.upper)
        return replace(feature, missing=middle) if feature.missing is None else feature
    if feature.missing is not None and feature.other is not None:
        return feature
    taken = feature.missing or feature.other or home(feature.levels)
    levels = feature.levels if taken in feature.levels else (*feature.levels, taken)
    return replace(
        feature,
        levels=levels,
        missing=taken if feature.missing is None else feature.missing,
        other=taken if feature.other is None else feature.other,
    )


def _one_sided(label: Label) -> Label:
    if not (label.positive and label.negative):
        return label
    return replace(label, positive=()) if "" in label.negative else replace(label, negative=())
