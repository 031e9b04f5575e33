"""A schema as rows that a visitor can edit, one for each column of the table, and back.

A row holds whether the column is used, where its facts come from, its kind, the bounds of a number
or the levels of a category, what missing and undeclared values stand for, how numbers are written
(1234.5 as an example, or nothing) and whether spellings of a level are joined. Levels are written
as one line of CSV, so that a level may hold a comma. Columns that the schema does not use keep a
row, with a guess where one can be made: a tick is then all that it takes to use them. Columns that
the schema names and the table lacks keep theirs too: nothing that was declared gets lost unsaid.

Examples
--------
>>> levels("low, high, 'a, b'".replace("'", '"'))
('low', 'high', 'a, b')
"""

import csv
import io
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data import cells
from dpcore.data.declared.schema import (
    DECLARED,
    PROPOSED,
    READ,
    Category,
    Feature,
    Label,
    Numeric,
    Schema,
    vouched,
)
from dpcore.data.facts import USUAL_MARKERS
from dpcore.data.written.writing import Writing, of_example
from dplab.tables import proposal
from dplab.tables.guesses.completion import middle_of
from pages.kit import words

NUMBER, CATEGORY = "number", "category"
KINDS = (NUMBER, CATEGORY)
ORIGINS = (READ, DECLARED, PROPOSED)
FIELDS = (
    "use", "origin", "kind", "lower", "upper", "levels", "missing", "other", "written", "joined",
)  # fmt: skip
FACTS = list(FIELDS[1:])
TYPES = dict.fromkeys(FIELDS, "str") | {
    "use": "bool",
    "lower": "float",
    "upper": "float",
    "joined": "bool",
}
UNSAID: dict[str, Any] = {"written": "", "joined": False}
"""Numbers as computers write them, levels as they are spelled."""

UNKNOWN: dict[str, Any] = {"use": False, "origin": READ, "kind": CATEGORY}
"""A column of which nothing is known."""

KIND_OF = {"lower": NUMBER, "upper": NUMBER, "written": NUMBER, "other": CATEGORY}
"""Facts that one kind of column alone has."""
SPECIAL = frozenset(',"\r\n')


def of(schema: Schema, table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of a schema, in the order of the table, indexed by the column's name."""
    used = {feature.name: feature for feature in schema.features}
    names = [str(name) for name in table.columns]
    known = {*names}
    names += [name for name in used if name not in known]
    rows = [_row(used[name], True) if name in used else _guess(table[name]) for name in names]
    return _frame(rows, names)


def schema(
    rows: pd.DataFrame, label: Label, markers: Sequence[str], *, intercept: bool = False
) -> Schema:
    """Return the schema that edited rows describe.

    Raises
    ------
    InvalidInput
        If a bound is empty, levels cannot be read, or the schema is not valid.
    """
    used = rows[rows["use"] & (rows.index != label.name)]
    features = tuple(_feature(str(name), row) for name, row in used.to_dict("index").items())
    return Schema(label, features, tuple(markers), intercept)


def declared(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows, all declared by their owner; what was proposed stays known as such."""
    return rows.assign(origin=rows["origin"].map(vouched))


def remembering(rows: pd.DataFrame, before: pd.DataFrame) -> pd.DataFrame:
    """Return the rows, of which those that are declared as they were proposed say so.

    `before` are the same columns, with what the page has proposed. What somebody has typed instead,
    both bounds or the levels, is theirs.
    """
    was = before.loc[rows.index]
    numbers = (rows["lower"] == was["lower"]) | (rows["upper"] == was["upper"])
    same = numbers.where(rows["kind"] == NUMBER, rows["levels"] == was["levels"])
    proposed = (rows["origin"] == DECLARED) & (was["origin"] != DECLARED)
    return rows.assign(origin=rows["origin"].mask(proposed & same, PROPOSED))


def set_for(rows: pd.DataFrame, names: Sequence[str], facts: Mapping[str, Any]) -> pd.DataFrame:
    """Return the rows with the same facts for several columns.

    Columns that are not named stay as they are. `facts` are by the names of `FIELDS`: bounds are
    set for numbers alone, and a level for undeclared values for categories alone.
    """
    rows = rows.copy()
    chosen = rows.index.isin(names)
    for name, value in facts.items():
        kind = KIND_OF.get(name)
        rows.loc[chosen & (rows["kind"] == kind) if kind else chosen, name] = value
    return rows


def filled(rows: pd.DataFrame, schema: Schema) -> pd.DataFrame:
    """Return the rows with all that a schema says of its features; origins stay."""
    return _with(rows, schema.features, [name for name in FACTS if name != "origin"])


def bounded(rows: pd.DataFrame, schema: Schema) -> pd.DataFrame:
    """Return the rows with the bounds that a schema has for the numbers in use."""
    numeric = [feature for feature in schema.features if isinstance(feature, Numeric)]
    return _with(rows, numeric, FACTS)


def told(rows: pd.DataFrame, features: Sequence[Feature], *, use: bool = True) -> pd.DataFrame:
    """Return the rows with some features as they are told, used or not."""
    rows = _with(rows, features, FACTS)
    chosen = rows.index.isin([feature.name for feature in features])
    return rows.assign(use=rows["use"].mask(chosen, use))


def unknown(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return the rows with nothing said of a column, and the column not used."""
    rows = rows.copy()
    rows.loc[[name]] = _frame([UNKNOWN], [name])
    return rows


def _with(rows: pd.DataFrame, features: Sequence[Feature], said: list[str]) -> pd.DataFrame:
    # All at once: a row for each of a thousand features would take seconds.
    known = [feature for feature in features if feature.name in rows.index]
    if not known:
        return rows
    names = [feature.name for feature in known]
    facts = _frame([_row(feature, True) for feature in known], names)
    rows = rows.copy()
    rows.loc[names, said] = facts[said]
    return rows


def feature_of(rows: pd.DataFrame, name: str) -> Feature:
    """Return one row as a feature, used or not; raise InvalidInput if it is none."""
    return _feature(name, {str(key): value for key, value in rows.loc[name].items()})


def in_use(rows: pd.DataFrame, label: Label) -> list[str]:
    """Return the columns that are learned from."""
    return [str(name) for name in rows.index[rows["use"] & (rows.index != label.name)]]


def numbers(rows: pd.DataFrame, label: Label) -> list[str]:
    """Return the columns in use that are numbers."""
    used = rows["use"] & (rows["kind"] == NUMBER) & (rows.index != label.name)
    return [str(name) for name in rows.index[used]]


def categories(rows: pd.DataFrame, label: Label) -> list[str]:
    """Return the columns in use that are categories."""
    used = rows["use"] & (rows["kind"] == CATEGORY) & (rows.index != label.name)
    return [str(name) for name in rows.index[used]]


def ways(rows: pd.DataFrame, label: Label) -> dict[str, Writing | None]:
    """Return how the columns in use that are numbers are written, and a label with a threshold.

    One that nobody can write is left out: it has its sentence.
    """
    names = numbers(rows, label)
    said = zip(names, rows.loc[names, "written"], strict=True)
    found: dict[str, Writing | None] = {}
    if label.threshold is not None:
        found[label.name] = label.written
    for name, example in said:
        with suppress(InvalidInput):
            found[name] = _written(example)
    return found


def guessed(rows: pd.DataFrame, label: Label) -> tuple[list[str], int]:
    """Return the columns in use whose facts were read from the data, and how many are in use."""
    used = rows[rows["use"] & (rows.index != label.name)]
    origins = {label.name: label.origin} | used["origin"].to_dict()
    return [name for name, origin in origins.items() if origin == READ], len(origins)


def with_use(rows: pd.DataFrame, name: str, use: bool) -> pd.DataFrame:
    """Return the rows with one column used or not; one that nothing is known of stays unused."""
    ready = rows["levels"].notna() | rows["lower"].notna()
    return rows.assign(use=rows["use"].where(rows.index != name, use & ready))


def following(
    rows: pd.DataFrame, table: pd.DataFrame, before: Sequence[str], after: Sequence[str]
) -> pd.DataFrame:
    """Return the rows with new guesses where other cells are missing under other markers.

    A guess that was edited since, and what is declared, stay as they are; but a number that says
    nothing of missing cells, and has one now, reads it as the middle of its bounds.
    """
    changed, added = list(set(before) ^ set(after)), list(set(after) - set(before))
    rows = rows.copy()
    for name in rows.index.intersection(table.columns):
        column = table[name]
        used = cells.texts(column).used()
        if cells.marked(used, changed).any():
            old, new = (_guess(column, markers) for markers in (before, after))
            if rows.loc[[name], FACTS].equals(_frame([old], [name])[FACTS]):
                rows.loc[[name], FACTS] = _frame([new], [name])[FACTS]
        if cells.marked(used, added).any():
            rows.loc[name, "missing"] = _missing(rows.loc[name])
    return rows


def _missing(row: pd.Series) -> Any:
    """Return what a missing cell is: of a number that says nothing of it, the middle."""
    says_it = row["kind"] != NUMBER or pd.notna(row["missing"])
    if says_it or pd.isna(row["lower"]) or pd.isna(row["upper"]):
        return row["missing"]
    return _middle(row)


def _middle(row: pd.Series) -> str:
    return _exact(middle_of(float(row["lower"]), float(row["upper"])))


def centred(rows: pd.DataFrame, before: pd.DataFrame) -> pd.DataFrame:
    """Return the rows, of which a missing number that was the middle of other bounds still is."""
    was, rows = before.loc[rows.index], rows.copy()
    moved = (rows["lower"] != was["lower"]) | (rows["upper"] != was["upper"])
    same = (rows["missing"] == was["missing"]) & rows[["lower", "upper"]].notna().all(axis=1)
    for name in rows.index[moved & same & (rows["kind"] == NUMBER)]:
        if was.loc[name, "missing"] == _middle(was.loc[name]):
            rows.loc[name, "missing"] = _middle(rows.loc[name])
    return rows


def levels(text: str) -> tuple[str, ...]:
    """Return the levels in a line of CSV.

    Raises
    ------
    InvalidInput
        If the quotes do not match.
    """
    lines = csv.reader(io.StringIO(text, newline=""), strict=True, skipinitialspace=True)
    try:
        return tuple(level.strip() for line in lines for level in line)
    except csv.Error:
        raise InvalidInput(
            "levels must be separated by commas, such as low, high. Put a level that contains a "
            'comma in double quotes: "a, b".'
        ) from None


def line(values: Sequence[str]) -> str:
    """Return levels as a line of CSV; `levels` gives them back."""
    return ", ".join(map(_quoted, values))


def _quoted(text: str) -> str:
    plain = text and not SPECIAL & set(text)
    return text if plain else '"' + text.replace('"', '""') + '"'


def _row(feature: Feature, use: bool) -> dict[str, Any]:
    facts = vars(feature) | {"use": use, "kind": NUMBER}
    if isinstance(feature, Category):
        return facts | {"kind": CATEGORY, "levels": line(feature.levels)}
    missing = None if feature.missing is None else _exact(feature.missing)
    written = feature.written.example if feature.written else ""
    return facts | {"missing": missing, "written": written}


def _frame(rows: list[dict[str, Any]], names: list[str]) -> pd.DataFrame:
    rows = [UNSAID | row for row in rows]
    return pd.DataFrame(rows, pd.Index(names, name="column"), list(FIELDS)).astype(TYPES)


def _guess(column: pd.Series, markers: Sequence[str] = USUAL_MARKERS) -> dict[str, Any]:
    try:
        return _row(proposal.guess(column, markers), False)
    except InvalidInput:
        return UNKNOWN


def _exact(number: float) -> str:
    return repr(number).removesuffix(".0")


def _feature(name: str, row: dict[Hashable, Any]) -> Feature:
    facts = {str(key): None if pd.isna(value) else value for key, value in row.items()}
    return _number(name, facts) if facts["kind"] == NUMBER else _category(name, facts)


def _number(name: str, row: dict[str, Any]) -> Numeric:
    for bound in ("lower", "upper"):
        if row[bound] is None:
            raise InvalidInput(f"{bound} bound of {name} must be a number; it is empty.")
    missing = row["missing"]
    if missing is not None:
        missing = words.read_number(
            f"constant for missing values of {name} (“Missing is”)", str(missing)
        )
    written = _written(row["written"])
    return Numeric(name, row["lower"], row["upper"], missing, row["origin"], written)


def _written(example: Any) -> Writing | None:
    return None if pd.isna(example) or not example else of_example(str(example))


def _category(name: str, row: dict[str, Any]) -> Category:
    try:
        values = levels(row["levels"] or "")
    except InvalidInput as refusal:
        raise InvalidInput(f"{name}: {refusal}") from None
    joined = bool(row["joined"])
    return Category(name, values, row["missing"], row["other"], row["origin"], joined)
