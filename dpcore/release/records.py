"""From a table to records, for a release: no content of a cell can cause a refusal.

A refusal says something of the data, so that it may rest on declared facts and the public n alone.
Every cell therefore has a meaning. `uncovered` lists what a schema leaves without one, before
anything is charged; `read` then gives each row its place in the unit ball as `scorer` does for
predictions, and a label as follows:

- with a threshold, what lies above it is +1, everything else (what is no number, too) is -1;
- with values on one side, these are on that side, and everything else is on the other.

Rows without a label are left out only where it is declared that everybody may know which records
have one: then neighbours replace a labelled record by a labelled one, and n counts those alone.

A text that is no number in a numeric column counts as missing, where `dpcore.data.encoding` refuses
it. A label whose records are all on one side is not refused either. Where `encoding` does not
refuse, both agree.

Examples
--------
>>> schema = Schema(Label("sick", ("yes",)), (Numeric("age", 10, 90, missing=50),))
>>> X, y = read(pd.DataFrame({"age": ["90", "old"], "sick": ["yes", ""]}), schema)
>>> X.ravel().tolist(), y.tolist()
([1.0, 0.0], [1.0, -1.0])
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from dpcore.checks import Array, InvalidInput, cut, written
from dpcore.data import cells
from dpcore.data.cells import listed, shown
from dpcore.data.declared.labelled import labelled
from dpcore.data.declared.reading import as_declared
from dpcore.data.declared.schema import (
    CHOICE,
    CONSTANT,
    MARKING,
    OF_TABLE,
    WRITTEN,
    Category,
    Feature,
    Label,
    Numeric,
    Schema,
)
from dpcore.data.encoding import check_columns, check_size, into_the_ball
from dpcore.data.numbers import as_text, declared_point
from dpcore.data.written.plain import number
from dpcore.erm.losses import Loss
from dpcore.erm.weighted import weights_of
from dpcore.release.scorer import encode

WEIGHTS = "class_weights"
"""What a certificate's entry for them is called."""


def check_schema(schema: Schema) -> None:
    """Refuse a schema under which a release would not be private.

    Raises
    ------
    InvalidInput
        If something in it was read from the data, or a cell could be refused; the sentence lists
        what. Or if it is no schema.
    """
    if not isinstance(schema, Schema):
        raise InvalidInput(
            f"schema must be a dpcore.Schema; got {cut(type(schema).__name__)}. "
            "Schema.from_json reads a saved one."
        )
    guessed = schema.undeclared()
    if guessed:
        raise InvalidInput(
            "A release needs facts that were declared; these were read from the data: "
            f"{_in_words(guessed)}. Take them from elsewhere, such as the documentation of the "
            "table, and declare them: on the page Data, or in the schema file, by the entries in "
            "brackets."
        )
    if schema.label.leaves_out and not schema.label.labelled_is_public:
        name = shown(schema.label.name)
        raise InvalidInput(
            f"Rows without a label {name} are left out, so that n tells how many records have one, "
            "and a record that loses its label changes n. A release needs it declared that having "
            "a label is public: that everybody may know which records have one "
            "(labelled_is_public). Declare it if that is so; else give rows without a label a "
            "side, or predict another column."
        )
    open_ends = uncovered(schema)
    if open_ends:
        raise InvalidInput(
            "A release must have a meaning for every possible cell, because refusing one would "
            f"reveal something about the data. {' '.join(open_ends)}"
        )


IN_WORDS = {
    CONSTANT: "whether there is a constant feature",
    MARKING: "which texts mean missing",
    CHOICE: "which columns are learned from",
    WRITTEN: "how the file, its numbers and its levels are written",
}
"""What a refusal calls the facts that are no single column's."""


def _in_words(guessed: Sequence[str]) -> str:
    """Return what was read from the data, and the entries of a schema that say so."""
    columns = [name for name in guessed if name not in OF_TABLE]
    parts = [f"{listed(columns)} (origin)"] if columns else []
    parts += [f"{IN_WORDS[name]} ({OF_TABLE[name]})" for name in guessed if name in OF_TABLE]
    return "; ".join(parts)


def uncovered(schema: Schema) -> tuple[str, ...]:
    """Return a sentence for each kind of cell that the schema gives no meaning; () for none."""
    numbers = [f.name for f in schema.features if isinstance(f, Numeric) and f.missing is None]
    categories = [f for f in schema.features if not isinstance(f, Numeric)]
    missing = [f.name for f in categories if f.missing is None]
    other = [f.name for f in categories if f.other is None]
    kinds = [
        (numbers, "Declare the constant for missing values of"),
        (missing, "Declare the level for missing values of"),
        (other, "Declare the level for all other values of"),
    ]
    sentences = [f"{what} {listed(names)}." for names, what in kinds if names]
    label = schema.label
    if label.is_open:
        sentences.append(f"Declare which values of the label {label.name} are positive.")
    elif label.positive and label.negative:
        # With both sides named, a third value would have none, and be refused.
        sentences.append(
            f"Leave one side of the label {label.name} empty: it takes all other values."
        )
    return tuple(sentences)


def check_commas(schema: Schema) -> None:
    """Refuse texts that no cell of a file with decimal commas is read as.

    Raises
    ------
    InvalidInput
        If a level, a value of the label or a marker is a number with a comma: 0,5 is read as 0.5,
        so that it would silently count as something else.
    """
    sides = (*schema.label.positive, *schema.label.negative)
    levels = [level for f in schema.features if isinstance(f, Category) for level in f.levels]
    for text in (*sides, *levels, *schema.markers):
        read_as = as_text(declared_point(text))
        if read_as != text:
            raise InvalidInput(
                f"In a file with decimal commas, {text} is read as {read_as}: the schema's "
                f"{shown(text)} would never occur. Write it as {read_as} in the schema, too."
            )


def check_table(table: pd.DataFrame, schema: Schema) -> None:
    """Refuse a table that lacks a column, or is too large: what its size and header tell."""
    check_size(len(table), schema)
    check_columns(table, (schema.label.name, *(each.name for each in schema.features)))


def read(table: pd.DataFrame, schema: Schema) -> tuple[Array, Array]:
    """Return the records of a table, X and y (n,), under a schema that `check_schema` lets pass.

    X (n, n_features) has rows of norm at most 1 (up to 1e-12), and labels are -1 or +1; n counts
    those with a label, where others are left out.

    Notes
    -----
    **Guarantee.** Row-wise and total: neighbours (one record replaced, n public) stay neighbours,
    and no content of a cell is refused. Where rows without a label are left out, neighbours replace
    a record that has one by a record that has one.
    """
    table = labelled(table, schema)
    n = len(table)
    # With a column for the constant, which `into_the_ball` fills in place.
    X = np.zeros((n, len(schema.encoded_names())))
    V = encode(as_dict(schema), texts_of(table, schema.features, schema.markers), n)
    X[:, : V.shape[1]] = V
    # Each row by its own norm: a scale that is read from all would let one record move the rest.
    into_the_ball(X, schema.intercept)
    return X, _labels(texts_of(table, [schema.label], schema.markers)[schema.label.name], schema)


def as_dict(schema: Schema) -> dict[str, Any]:
    """Return a schema as its JSON has it."""
    content: dict[str, Any] = json.loads(schema.to_json())
    return content


def texts_of(
    table: pd.DataFrame, columns: Iterable[Feature | Label], markers: Sequence[str] = ()
) -> dict[str, Sequence[str]]:
    """Return columns as trimmed texts in their declared form, whatever their cells are.

    A decimal point is a matter of numbers: among levels and values of a label, 2.1 stays 2.1.
    """
    # By place: a table's own name for a column may be a number, or stand there twice.
    places = {str(name): place for place, name in enumerate(table.columns)}
    return {
        each.name: _texts(
            as_declared(table.iloc[:, places[each.name]], each, markers),
            is_number=_is_number(each),
        )
        for each in columns
    }


def _is_number(column: Feature | Label) -> bool:
    if isinstance(column, Label):
        return column.threshold is not None
    return isinstance(column, Numeric)


def words(label: Label) -> dict[str, str]:
    """Return what the two predictions are called: the label's own values where it names them."""
    if label.threshold is not None:
        end = f"{label.threshold:.15g}"
        return {"positive": f"above {end}", "negative": f"not above {end}"}
    sides = {
        side: " or ".join(value or "(empty)" for value in values)
        for side, values in (("positive", label.positive), ("negative", label.negative))
    }
    for side, other in (("positive", "negative"), ("negative", "positive")):
        sides[side] = sides[side] or f"not {sides[other]}"
    # As the model file, which must be readable, takes them.
    is_plain = all(len(side) <= 200 and side.isprintable() for side in sides.values())
    return sides if is_plain else {side: side for side in sides}


def of_loss(loss: Loss) -> dict[str, Any]:
    """Return what a certificate says of a loss; of class weights only where there are any."""
    entries = {"loss": loss.name, "h": getattr(loss, "h", None)}
    negative, positive = weights_of(loss)
    weights = {"negative": negative, "positive": positive}
    return entries | ({WEIGHTS: weights} if negative != positive else {})


def weights_in_words(facts: dict[str, Any], labels: dict[str, str]) -> str:
    """Return what a record of each class counts, by the label's words; nothing if all alike.

    The facts are a certificate's, or `of_loss`; the labels are `words`.
    """
    sides = sorted(facts.get(WEIGHTS, ()))
    said = [f"{written(facts[WEIGHTS][side])} for {shown(labels[side])}" for side in sides]
    return " and ".join(said)


def _texts(column: pd.Series, *, is_number: bool) -> list[str]:
    coded = cells.texts(column)
    distinct = list(coded.distinct) if is_number else list(map(as_text, coded.distinct))
    return [distinct[code] for code in coded.codes.tolist()]


def _labels(texts: Sequence[str], schema: Schema) -> Array:
    label, markers = schema.label, {marker.casefold() for marker in schema.markers}
    if label.threshold is not None:
        # A marker that is a number, -9, means -9.0 as well.
        coded = {number(marker) for marker in schema.markers}
        values = [None if t.casefold() in markers else number(t) for t in texts]
        above = [v is not None and v not in coded and v > label.threshold for v in values]
        return np.where(above, 1.0, -1.0)
    # `check_schema` has seen to it that one side is empty: it takes whatever else a cell holds.
    named, sign = (label.positive, 1.0) if label.positive else (label.negative, -1.0)
    known = set(named)
    return np.array([sign if text in known else -sign for text in texts])
