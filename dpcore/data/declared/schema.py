"""What is declared about a table before anybody looks at it.

A private classifier may depend on a record only through the mechanism that adds the noise. So
the way from a cell to the unit ball has to be fixed beforehand: the label and its positive values,
the features, the bounds of each number, the levels of each category, and what an empty cell
stands for. A `Schema` holds these facts. Each carries its `origin`: *declared*, or *read from
the data*; the second is fine for a simulation and blocks a release (`Schema.undeclared`). What was
read, and then declared by the owner (`Schema.declare`), stays *proposed from the data*: a release
may use it, and its certificate says so (`Schema.proposed`). So have the facts of the table as a
whole an origin (`OF_TABLE`): which texts mean missing, which columns are learned
from, whether there is a constant feature.

The two sides of a label are sets of values, and one of them may be left empty: it then means
"every other value". ``Label("label", negative=("normal.",))`` makes every attack positive, and
``Label("Cover_Type", positive=("2",))`` sets one kind of forest against the rest. With both sides
empty the label is *open*: nobody has yet said what is positive, and encoding asks. A label that is
a quantity has a *threshold* instead: ``Label("price", threshold=300_000)`` makes what lies above it
positive, and everything else negative.

The number of records n is public and never changes: no row is dropped, but for those without a
label where the label says so (`Label.unlabelled`). A cell whose text is one of the `markers`, in
capitals or not, counts as missing and is replaced by the constant or level that the feature
declares. All texts are compared after trimming blanks.

Examples
--------
>>> schema = Schema(
...     Label("income", positive=(">50K",)),
...     (Numeric("age", 17, 90), Category("sex", ("Female", "Male"))),
... )
>>> schema.encoded_names()
('age', 'sex = Female', 'sex = Male')
>>> Schema.from_json(schema.to_json()) == schema
True
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from dpcore.checks import InvalidInput
from dpcore.data import facts
from dpcore.data.cells import shown
from dpcore.data.declared import features, saved
from dpcore.data.declared.features import Category, Feature, Numeric
from dpcore.data.declared.file import FileLayout
from dpcore.data.declared.label import Label
from dpcore.data.facts import DECLARED, PROPOSED, READ, Origin

__all__ = [
    "CHOICE",
    "CONSTANT",
    "DECLARED",
    "MARKERS",
    "MARKING",
    "MAX_ENCODED",
    "MAX_JSON",
    "MAX_TEXTS",
    "OF_TABLE",
    "PROPOSED",
    "READ",
    "WRITTEN",
    "Category",
    "Feature",
    "FileLayout",
    "Label",
    "Numeric",
    "Origin",
    "Schema",
    "texts_of",
]

MARKERS = ("", "?", "NA")
"""Texts that stand for a missing value unless the schema says otherwise."""

MAX_ENCODED = 1_000
"""Most columns after encoding: noise grows with them, and so does every computation."""

CONSTANT = "(constant)"
"""Name of the feature that is the same for every row."""

MARKING, CHOICE, WRITTEN = "(markers)", "(columns)", "(file)"
"""What `Schema.undeclared` calls the markers of missing values, the choice of features, and how the
file, its numbers and its levels are written."""

OF_TABLE: Mapping[str, str] = {
    CONSTANT: "intercept_origin",
    MARKING: "markers_origin",
    CHOICE: "columns_origin",
    WRITTEN: "file_origin",
}
"""Facts that are no single column's, and the entry of a schema that holds the origin of each."""

MAX_JSON = 1_000_000
"""Most characters of a saved schema."""

MAX_TEXTS = 150_000
"""Most characters of all these in a schema: as JSON each takes at most six bytes, so that every
schema that can be saved can be loaded again."""


@dataclass(frozen=True)
class Schema:
    """Everything that decides how a cell is encoded.

    Parameters
    ----------
    label : Label
        The column that is predicted.
    features : tuple of Numeric and Category
        The columns that are learned from; columns that are not named are ignored.
    markers : tuple of str
        Cells with one of these texts, whatever their case, are missing.
    intercept : bool
        Whether each row gets a constant feature, inside the ball: x becomes (x, 1)/√2. The plane
        then need not pass through the origin. It is the same for every row, whatever the row
        holds, so that it tells nobody anything; the other features shrink by √2, which costs some
        accuracy under noise.
    intercept_origin, markers_origin, columns_origin, file_origin : str
        The same of whether there is a constant feature, which texts are markers, which columns
        are features, and how all of it is written: the file, numbers, levels that are joined.
    file : FileLayout or None
        How the file of the table is written; None where the schema does not say.

    Raises
    ------
    InvalidInput
        If the label is among the features, a name comes twice, there is no feature, or the
        features take more than `MAX_ENCODED` columns.
    """

    label: Label
    features: tuple[Feature, ...]
    markers: tuple[str, ...] = MARKERS
    intercept: bool = False
    intercept_origin: Origin = DECLARED
    markers_origin: Origin = DECLARED
    columns_origin: Origin = DECLARED
    file: FileLayout | None = None
    file_origin: Origin = DECLARED

    def __post_init__(self) -> None:
        facts.set_frozen(self, "features", tuple(self.features))
        facts.set_frozen(self, "markers", facts.texts("markers of missing values", self.markers))
        if not isinstance(self.intercept, bool):
            raise InvalidInput(
                f"intercept must be true or false; got {shown(str(self.intercept))}."
            )
        facts.check_origin("the intercept", self.intercept_origin)
        facts.check_origin("the markers", self.markers_origin)
        facts.check_origin("the choice of columns", self.columns_origin)
        facts.check_origin("the writing of the file", self.file_origin)
        if self.file is not None and not isinstance(self.file, FileLayout):
            raise InvalidInput(
                f"file must be a dpcore.FileLayout; got {shown(type(self.file).__name__)}."
            )
        names = [feature.name for feature in self.features]
        if not names:
            raise InvalidInput("features must name at least one column; got none.")
        if self.label.name in names:
            raise InvalidInput(
                f"the label {self.label.name} cannot be a feature, too: the classifier would see "
                "what it should predict. Take it out of the features."
            )
        facts.check_distinct("features", names)
        width = len(self.encoded_names())
        if width > MAX_ENCODED:
            widest = max(self.features, key=lambda feature: len(feature.encoded_names))
            raise InvalidInput(
                f"features must take at most {MAX_ENCODED:,} columns after encoding; they take "
                f"{width:,}, {widest.name} alone {len(widest.encoded_names):,}. Leave columns out, "
                "or declare the common levels and one level for all other values."
            )
        _check_length(self)

    @property
    def says_how_written(self) -> bool:
        """Whether anything says how the table is written: then nothing of it is recognised."""
        return self.file is not None or any(
            each.written is not None
            for each in (self.label, *self.features)
            if not isinstance(each, Category)
        )

    def encoded_names(self) -> tuple[str, ...]:
        """Return one name per column after encoding."""
        names = tuple(name for feature in self.features for name in feature.encoded_names)
        return (*names, CONSTANT) if self.intercept else names

    def undeclared(self) -> tuple[str, ...]:
        """Return what was read from the data, columns and keys of `OF_TABLE`: it blocks a release.

        A column that was left out for its cells is as much of a look at the data as a bound.
        """
        return self._of_origin(READ)

    def proposed(self) -> tuple[str, ...]:
        """Return what was read from the data and then declared, by the names of `undeclared`."""
        return self._of_origin(PROPOSED)

    def _of_origin(self, origin: Origin) -> tuple[str, ...]:
        names = tuple(item.name for item in (self.label, *self.features) if item.origin == origin)
        of_table = (name for name, entry in OF_TABLE.items() if getattr(self, entry) == origin)
        return (*names, *of_table)

    def declare(self, *names: str) -> "Schema":
        """Return the schema with the named facts, or all, declared by the owner of the table.

        What was read from the data stays known as proposed by it.

        Parameters
        ----------
        *names : str
            Columns, and keys of `OF_TABLE`.
        """
        chosen = names or (self.label.name, *(each.name for each in self.features), *OF_TABLE)
        of_table: dict[str, Any] = {
            entry: vouched(getattr(self, entry))
            for name, entry in OF_TABLE.items()
            if name in chosen
        }
        return replace(
            self,
            label=_declared(self.label, chosen),
            features=tuple(_declared(each, chosen) for each in self.features),
            **of_table,
        )

    def regardless(self) -> "Schema":
        """Return the schema with all counted as declared: equal ones encode a table alike."""
        as_said: dict[str, Any] = dict.fromkeys(OF_TABLE.values(), DECLARED)
        label = replace(self.label, origin=DECLARED)
        features = tuple(replace(each, origin=DECLARED) for each in self.features)
        return replace(self, label=label, features=features, **as_said)

    def to_json(self) -> str:
        """Return the schema as JSON; `from_json` gives the same schema back."""
        document = {each.name: getattr(self, each.name) for each in fields(self)}
        document["label"] = self.label.as_saved()
        document["features"] = [each.as_saved() for each in self.features]
        if self.file is None:
            del document["file"]
        else:
            document["file"] = self.file.as_saved()
        for entry in OF_TABLE.values():
            if document[entry] == DECLARED:
                del document[entry]  # as schemas were saved before these had an origin
        return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False)

    @staticmethod
    def from_json(text: str) -> "Schema":
        """Return the schema that `to_json` wrote.

        Raises
        ------
        InvalidInput
            If the text is no JSON, an entry is missing, unknown or of the wrong kind, or the
            schema is not valid.
        """
        document = saved.document(text, MAX_JSON)
        entries = document.get("features")
        if not isinstance(entries, list):
            raise InvalidInput("the saved schema must have a list of features.")
        label = features.with_writing(document.get("label"))
        parts: dict[str, Any] = {
            "label": saved.built(Label, label, "the label"),
            "features": tuple(map(features.from_saved, entries)),
        }
        if "file" in document:
            parts["file"] = saved.built(FileLayout, document["file"], "the file of the schema")
        return saved.built(Schema, document | parts, "the saved schema")


Marked = TypeVar("Marked", bound=Label | Numeric | Category)


def vouched(origin: Origin) -> Origin:
    """Return the origin of a fact once its owner has declared it."""
    return PROPOSED if origin == READ else origin


def _declared(item: Marked, chosen: Iterable[str]) -> Marked:
    return replace(item, origin=vouched(item.origin)) if item.name in chosen else item


def _check_length(schema: Schema) -> None:
    length = sum(map(len, texts_of(schema.label))) + sum(map(len, schema.markers))
    length += sum(len(text) for feature in schema.features for text in texts_of(feature))
    if length > MAX_TEXTS:
        raise InvalidInput(
            f"names, levels, values of the label and markers must have at most {MAX_TEXTS:,} "
            f"characters together; they have {length:,}. Leave columns out, or shorten levels."
        )


def texts_of(item: Label | Feature) -> tuple[str, ...]:
    """Return all texts that a saved schema holds of a column."""
    if isinstance(item, Label):
        return (item.name, *item.positive, *item.negative)
    if isinstance(item, Numeric):
        return (item.name,)
    return (item.name, *item.levels, item.missing or "", item.other or "")
