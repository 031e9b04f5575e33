"""Predictions of a released model, from one file that needs nothing but Python and numpy.

    python scorer.py model.json table.csv > predictions.csv

The table is a CSV file, written as the model's schema declares: its encoding, what stands between
cells, the line of its header, how numbers are written; UTF-8, commas, the first line and 1234.5
where it says nothing. Columns that the model does not use are ignored. Every row gets a prediction,
whatever its cells hold:

- a number outside its declared bounds counts as the nearest bound;
- what is no number (digits with a point, 3e4), or marked as missing, as the constant declared for
  missing values;
- a level that was not declared as the level for all others.

Cells of the last two kinds that are not marked as missing are counted, on the error stream: a wrong
decimal sign shows itself there, and nowhere else.

A number v with bounds [a, b] becomes 2 (v - a)/(b - a) - 1, a category a 1 at the place of its
level; a row x then becomes x / max(1, ‖x‖₂), and with an intercept (x, 1)/√2. The prediction is
positive where w·x ≥ 0. Sums are rounded once (`math.fsum`), so that every machine says the same.

The same functions encode the records that a model is trained on (`dpcore.release`).
"""

import csv
import io
import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np
import numpy.typing as npt

from dpcore.data.written.naming import numbered
from dpcore.data.written.plain import number, reader

PACKED = (b"PK\x03\x04", b"\x1f\x8b", b"PAR1")
"""First bytes of files that are no text."""

ROWS = 1000
"""Rows that are summed at a time."""


def encode(
    schema: dict[str, Any], columns: Mapping[str, Sequence[str]], n: int
) -> npt.NDArray[np.float64]:
    """Return the rows before they are shortened to the unit ball, (n, columns after encoding).

    The schema is as in the model file; `columns` has the n cells of each feature, texts without
    blanks around them, in their declared form.
    """
    # A number has no levels, and one column, as many as "x" has letters.
    width = sum(len(each.get("levels", "x")) for each in schema["features"])
    V = np.zeros((n, width))
    start = 0
    for feature in schema["features"]:
        cells = columns[feature["name"]]
        if feature["kind"] == "numeric":
            V[:, start] = _each(cells, _scale(feature, schema["markers"]))
            start += 1
        else:
            places = np.array(_each(cells, _place(feature, schema["markers"])), dtype=np.intp)
            V[np.arange(n), start + places] = 1.0
            start += len(feature["levels"])
    return V


def _each(cells: Sequence[str], meaning: Callable[[str], float]) -> list[float]:
    # Each different text once: columns repeat them, and reading one takes longer than finding it.
    meanings = {cell: meaning(cell) for cell in set(cells)}
    return [meanings[cell] for cell in cells]


def _scale(feature: dict[str, Any], markers: Sequence[str]) -> Callable[[str], float]:
    lower, upper, missing = feature["lower"], feature["upper"], feature["missing"]
    folded, coded = {each.casefold() for each in markers}, {number(each) for each in markers}

    def scaled(cell: str) -> float:
        value = None if cell.casefold() in folded else number(cell)
        # None is among the coded where a marker is no number.
        value = missing if value is None or value in coded else value
        # A missing value, too, though it was declared: no row may leave the range that bounds it.
        value = min(max(value, lower), upper)
        return float((value - lower) * 2 / (upper - lower) - 1)

    return scaled


def _place(feature: dict[str, Any], markers: Sequence[str]) -> Callable[[str], int]:
    places = {level: place for place, level in enumerate(feature["levels"])}
    missing, other = places[feature["missing"]], places[feature["other"]]
    folded = {each.casefold() for each in markers}

    def place(cell: str) -> int:
        # A declared level comes first, though it be a marker as well: there "none" is an answer.
        return places.get(cell, missing if cell.casefold() in folded else other)

    return place


def undeclared(
    schema: dict[str, Any], columns: Mapping[str, Sequence[str]]
) -> list[tuple[str, int, str]]:
    """Return the features with cells that are not as declared: name, how many, and a sentence.

    A cell is as declared if it is a number or a declared level, or marked as missing. Parameters as
    in `encode`.
    """
    folded = {each.casefold() for each in schema["markers"]}
    odd = []
    for feature in schema["features"]:
        is_number = feature["kind"] == "numeric"
        cells = columns[feature["name"]]
        count = sum(
            times
            for cell, times in Counter(cells).items()
            if cell.casefold() not in folded
            and (number(cell) is None if is_number else cell not in feature["levels"])
        )
        if count:
            what = "not a number as declared" if is_number else "not a declared level"
            means = f"{feature['missing']:.15g}" if is_number else repr(feature["other"])
            sentence = in_a_sentence(feature["name"], count, cells, what, means)
            odd.append((feature["name"], count, sentence))
    return odd


def in_a_sentence(name: str, count: int, cells: Sequence[str], what: str, means: str) -> str:
    """Return a sentence on some cells of a column: what they are not, and what they count as."""
    are, they = ("is", "it counts") if count == 1 else ("are", "they count")
    if count > 1:
        what = what.replace("a number", "numbers").replace("a declared level", "declared levels")
    return f"{count:,} of {len(cells):,} cells of {name} {are} {what}: {they} as {means}."


def scores(
    V: npt.NDArray[np.float64], coef: Sequence[float], intercept: bool
) -> npt.NDArray[np.float64]:
    """Return w·x of each row (n,), where x is the row of V in the unit ball."""
    weights = np.array(coef, dtype=np.float64)
    # The constant comes after the row is shortened, (x, 1)/√2: x alone has norm 1 or less.
    constant = weights[-1] if intercept else 0.0
    weights = weights[: V.shape[1]]
    sums_of_rows = []
    for first in range(0, len(V), ROWS):
        part = V[first : first + ROWS]
        sums = zip((part * weights).tolist(), (part * part).tolist(), strict=True)
        sums_of_rows += [
            math.fsum(of) / max(1.0, math.sqrt(math.fsum(square))) for of, square in sums
        ]
    total = np.array(sums_of_rows, dtype=np.float64) + constant
    return np.asarray(total / math.sqrt(2.0) if intercept else total)


def signs(model: dict[str, Any], columns: Mapping[str, Sequence[str]], n: int) -> list[int]:
    """Return +1 or -1 for each of n rows, from the cells of the features."""
    schema = model["schema"]
    coef = [each["coefficient"] for each in model["coefficients"]]
    totals = scores(encode(schema, columns, n), coef, schema["intercept"])
    return [1 if score >= 0 else -1 for score in totals]


def read(lines: Iterable[str], schema: dict[str, Any]) -> tuple[dict[str, list[str]], int]:
    """Return the cells of the features in a CSV file, as they were declared, and how many rows.

    Raises
    ------
    ValueError
        If a column is absent, or a row has a cell too many or too few.
    """
    layout = schema.get("file", {})
    header, separator = layout.get("header", 1), layout.get("separator", ",")
    rows = filter(None, _rows(islice(lines, max(header - 1, 0), None), separator))
    first = next(rows, [])  # an empty line is no row
    columns = numbered(first if header else [""] * len(first))
    places = {}
    for feature in schema["features"]:
        if feature["name"] not in columns:
            raise ValueError(f"the table must have the column {feature['name']!r} once.")
        places[feature["name"]] = columns.index(feature["name"])
    cells: dict[str, list[str]] = {name: [] for name in places}
    n = 0
    for row in rows if header else chain([first], rows):
        n += 1
        if len(row) == len(columns) + 1 and not row[-1].strip():  # a separator at the end
            row = row[:-1]
        # All cells behind a comma too many would be those of other columns.
        if len(row) != len(columns):
            raise ValueError(
                f"row {n} of the table must have {len(columns)} cells; it has {len(row)}."
            )
        for name, place in places.items():
            cells[name].append(row[place].strip())
    markers = schema["markers"]
    return {
        each["name"]: _read(cells[each["name"]], reader(each, markers))
        for each in schema["features"]
    }, n


def _read(cells: list[str], read_cell: Callable[[str], str] | None) -> list[str]:
    if read_cell is None:
        return cells
    known = {cell: read_cell(cell) for cell in set(cells)}
    return [known[cell] for cell in cells]


def _rows(lines: Iterable[str], separator: str) -> Iterator[list[str]]:
    try:
        yield from csv.reader(lines, delimiter=separator, strict=True, skipinitialspace=True)
    except csv.Error as fault:
        raise ValueError(f"the table is not a CSV file: {fault}.") from fault


def written(word: str) -> str:
    """Return a text as a spreadsheet should take it: never as a formula."""
    # A negative number begins with a sign, too, and is left as it is.
    return "'" + word if word[:1] in tuple("=+-@") and number(word) is None else word


def main(arguments: Sequence[str]) -> None:
    """Write the predictions for a table, one a line under the name of the label."""
    if len(arguments) != 2:
        sys.exit("Say which model and which table: python scorer.py model.json table.csv")
    try:
        text, odd = predictions(*arguments)
    except OSError as fault:
        sys.exit(f"No predictions: {fault.filename} cannot be read: {fault.strerror}.")
    except UnicodeDecodeError:
        sys.exit("No predictions: the model must be text in UTF-8.")
    except (json.JSONDecodeError, RecursionError, KeyError, TypeError):
        sys.exit(f"No predictions: {arguments[0]} holds no classifier and its schema.")
    except ValueError as fault:
        sys.exit(f"No predictions: {fault}")
    if odd:
        print(*odd, sep="\n", file=sys.stderr)
    try:
        # As bytes: where it goes, other systems would write another encoding and other line ends.
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # whoever read the output has seen enough
        sys.stderr.close()


def predictions(model_file: str, table_file: str) -> tuple[str, list[str]]:
    """Return the predictions for a table as CSV, one a line under the name of the label.

    And a sentence for each column that has cells which are not as declared.
    """
    with open(model_file, encoding="utf-8") as file:
        model = json.load(file)
    encoding = model["schema"].get("file", {}).get("encoding", "utf-8")
    words = {1: model["labels"]["positive"], -1: model["labels"]["negative"]}
    # Spreadsheets put a byte order mark before the first column's name; -sig takes it away.
    encoding = "utf-8-sig" if encoding == "utf-8" else encoding
    with open(table_file, "rb") as file:
        if file.read(4).startswith(PACKED):
            raise ValueError(
                "the table is a packed file, a workbook or Parquet. Save it as CSV, written as the "
                "model's schema declares."
            )
    # Every row gets a prediction: a byte that is no letter counts in its own cell alone.
    with open(table_file, encoding=encoding, errors="replace", newline="") as file:
        columns, n = read(file, model["schema"])
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow([written(model["schema"]["label"]["name"])])
    out.writerows([written(words[sign])] for sign in signs(model, columns, n))
    return text.getvalue(), [said for _, _, said in undeclared(model["schema"], columns)]


if __name__ == "__main__":
    main(sys.argv[1:])
