"""What the Data page says about a file, its label and its missing values."""

from collections.abc import Collection, Sequence

import pandas as pd

from dpcore.data.declared.schema import (
    CHOICE,
    CONSTANT,
    MARKING,
    WRITTEN,
    Category,
    Label,
    Numeric,
    Schema,
)
from dpcore.data.files.containers.unpacking import CSV, GZIPPED, PARQUET, WORKBOOK
from dpcore.data.files.dialect import FIRST, SEPARATORS
from dpcore.data.files.names import generated
from dpcore.data.uploads import ParsedTable
from dplab.simulation.suggestions import bounds as helper
from dplab.simulation.suggestions.bounds import CENTRED, MIDDLE, ROUNDED, Trial
from dplab.simulation.suggestions.leaks import LeakingColumn
from dplab.tables.guesses import suspicion
from dplab.tables.guesses.suspicion import ColumnWarning
from pages.data.columns import NUMBER
from pages.kit import words
from pages.kit.text import escape_markdown

KINDS_OF_FILE = {
    CSV: "Read with {separator}s between cells",
    GZIPPED: "Unpacked, and read with {separator}s between cells",
    WORKBOOK: "Read from an Excel workbook",
    PARQUET: "Read from a Parquet file",
}


def layout(opened: ParsedTable) -> str:
    """Return how a file was read."""
    read = KINDS_OF_FILE[opened.kind].format(separator=SEPARATORS[opened.separator])
    n, n_records = len(opened.table), opened.n_records
    if n < n_records:
        which = f"the first {n:,}" if opened.rows == FIRST else f"{n:,} chosen at random"
        read += f". Of the {n_records:,} records in the file, {which} are in use"
    if opened.header_line:
        line = "The first line" if opened.header_line == 1 else f"Line {opened.header_line:,}"
        return f"{read}. {line} names the columns."
    names = ", ".join(generated(2))
    return f"{read}. No header: the first line is a record, and the columns are named {names} …"


def columns(rows: pd.DataFrame) -> list[str]:
    """Return what each column in use may hold, and in one line which are left out.

    Parameters
    ----------
    rows : DataFrame
        The rows of the grid, without the label.
    """
    used, unused = rows[rows["use"]], rows[~rows["use"]]
    lines = [f"**{escape_markdown(str(name))}**: {_facts(row)}" for name, row in used.iterrows()]
    if len(unused):
        lines.append(
            "Left out: " + words.listed([escape_markdown(str(name)) for name in unused.index])
        )
    return lines


def _facts(row: pd.Series) -> str:
    where = str(row["origin"])
    if row["kind"] == NUMBER:
        ends = [words.number(row[end]) if pd.notna(row[end]) else "?" for end in ("lower", "upper")]
        written = f" written as in {escape_markdown(row['written'])}," if row["written"] else ""
        return f"a number{written} from {ends[0]} to {ends[1]}, {where}"
    return f"a category, {where}: {escape_markdown(str(row['levels'] or '?'))}"


OF_TABLE = {
    MARKING: "which cells mean “missing”",
    CHOICE: "which columns are in use",
    CONSTANT: "whether there is a constant feature",
    WRITTEN: "how the file, its numbers and its levels are written",
}
"""What the page calls the facts that are no single column's."""


def origins(guessed: Sequence[str], total: int, read: Collection[str], label: Label) -> str:
    """Return what was declared, or read from the data, and what a guess is good for.

    `guessed` are the columns in use, of which there are `total`, whose facts were read from the
    data, and `read` the keys of `OF_TABLE` that were read, too.
    """
    if not guessed and not read:
        if label.is_open:
            return f"**Declared:** all {total} columns in use but the label, on your word."
        said = f"**Declared:** all {total} columns in use, on your word. A release requires that."
        if label.leaves_out and not label.labelled_is_public:
            said += (
                " Because records without a label are left out, it also requires you to declare "
                "that having a label is public."
            )
        return said
    which = f"all {total}" if len(guessed) == total else f"{len(guessed)} of the {total}"
    facts = [f"the facts of {which} columns in use"] if guessed else []
    facts += [fact for name, fact in OF_TABLE.items() if name in read]
    return (
        f"**Read from the data:** {words.listed(facts)}. Fine for a simulation. A private release "
        "must not use it: it depends on the records, and no ε would hold."
    )


def proposed(names: Sequence[str]) -> str:
    """Return what was proposed before it was declared, and who learns that."""
    facts = [escape_markdown(name) for name in names if name not in OF_TABLE]
    facts += [fact for name, fact in OF_TABLE.items() if name in names]
    return (
        f"Proposed from these records, and then declared: {words.listed(facts)}. The schema file "
        "and the certificate of a release say so."
    )


def filled_in(now: Schema, full: Schema) -> str:
    """Return what a release needs besides, and how it would be filled in.

    Parameters
    ----------
    now, full : Schema
        As it is, and completed.
    """
    pairs = [(a, b) for a, b in zip(now.features, full.features, strict=True) if a != b]
    said = []
    if numbers := [each.name for _, each in pairs if isinstance(each, Numeric)]:
        said.append(f"a missing number is read as the middle of its bounds ({_some(numbers)})")
    if categories := [each.name for _, each in pairs if isinstance(each, Category)]:
        more = len(full.encoded_names()) - len(now.encoded_names())
        columns = f", {words.pluralize(more, 'more column')} after encoding" if more else ""
        said.append(
            f"a missing or unlisted value is read as a level for such values ({_some(categories)}"
            f"{columns})"
        )
    if now.label != full.label:
        sign = "−1" if full.label.positive else "+1"
        values = full.label.positive or full.label.negative
        named = words.listed(
            [f"“{escape_markdown(each)}”" if each else "an empty cell" for each in values]
        )
        rest = ", and rows without a label stay left out" if full.label.leaves_out else ""
        said.append(f"all but {named} counts as {sign} in {escape_markdown(full.label.name)}{rest}")
    listed = "".join(f"\n- {each}{'.' if each is said[-1] else ';'}" for each in said)
    return (
        "**A release also needs** a meaning for every possible cell, because refusing one "
        f"would reveal something about the records. The same press fills in:\n{listed}"
    )


def _some(names: Sequence[str], most: int = 4) -> str:
    shown = [escape_markdown(name) for name in names[:most]]
    if len(names) > most:
        shown.append(f"{len(names) - most:,} more")
    return words.listed(shown)


def found_markers(markers: Sequence[str]) -> str:
    """Return which texts are proposed as missing since they stand among numbers."""
    shown = ", ".join(f"“{marker}”" for marker in markers)
    return (
        f"Proposed as missing, as found among numbers: {shown}. Read from the data. "
        "What a column lists among its levels stays a level."
    )


KINDS = {ROUNDED: "rounded ranges", CENTRED: "zero-centred bounds", MIDDLE: "the middle 98 %"}
"""Kinds of bounds in a sentence."""


def way(trial: Trial) -> str:
    """Return a kind of bounds as a box lists it."""
    constant = "with" if trial.schema.intercept else "without"
    return f"{KINDS[trial.kind]}, {constant} the constant feature"


def bounds(trials: Sequence[Trial]) -> str:
    """Return which of the tried bounds did best, and how well."""
    best = helper.best(trials)
    ways = {2: "two", 4: "four", 6: "six"}[len(trials)]
    return (
        f"Of {ways} ways to bound the numbers, **{way(best)}** did best under noise: an error of "
        f"{words.percent(best.private_error)} with objective perturbation at ε = 1 and the λ that "
        f"follows from it, {best.lam:.2g}; without noise, {words.percent(best.error)}. "
        f"Tried on {words.pluralize(best.n_tried, 'record')}. "
        "Suggestions read the data: a release needs bounds from elsewhere."
    )


ODD = {
    suspicion.IDENTIFIER: "looks like an identifier: each record has its own value.",
    suspicion.DATE: "holds dates: each one becomes a level, which says little about other days.",
    suspicion.DIGITS: (
        "seems to hold dates in digits, such as {example}. Read as numbers, the end of a {period} "
        "and the beginning of the next are far apart."
    ),
    suspicion.LONG: (
        "holds whole numbers of many digits, such as {example}. Numbers keep about 16 digits here, "
        "so that different codes may be read as one."
    ),
    suspicion.CODE: (
        "seems to hold codes, such as {example}. It is read as a number, so that a larger "
        "code counts as more."
    ),
    suspicion.TEXT: "holds free text: almost every record has its own text.",
    suspicion.CONSTANT: "is the same in every record: there is nothing to learn from it.",
    suspicion.REPEATED: (
        "looks like an identifier that repeats: one value appears in up to {most:,} records. If it "
        "stands for a person, ε holds per record: somebody with {most:,} records is protected by "
        "{most:,}ε. Release asks how many “Records per person” there may be."
    ),
    suspicion.PERSONS: (
        "names persons, with up to {most:,} records each. ε holds per record: somebody with "
        "{most:,} records is protected by {most:,}ε. It is not a feature to learn from. Before a "
        "release, open the budget with the most “Records per person” that there may be, known "
        "beforehand: each record then gets its share of ε."
    ),
}
"""By kind of suspicion, what is odd, after the name of the column."""


def odd(found: ColumnWarning) -> str:
    """Return what is odd about a column, after its name."""
    period = "month" if len(found.example) >= len("20240131") else "year"
    example = escape_markdown(found.example)
    return ODD[found.kind].format(most=found.most, example=example, period=period)


def leak(found: LeakingColumn) -> str:
    """Return why a column may be a leak, after its name."""
    return (
        "may be a leak: alone it predicts the label almost as well as all columns together "
        f"(errors of {words.percent(found.alone)} and {words.percent(found.together)} without "
        "noise). Is it known before the outcome is?"
    )
