r"""Records of a table in a file, by a schema that was saved: the same as on the page Data.

The file is read as the schema declares, or else as an upload is (`dpcore.data.uploads`), and its
cells are encoded as the schema declares them (`dpcore.data.encoding`). Every study takes the
records that come of it, and cuts them into the same training and test parts as its page, so that a
script's numbers are the page's, to the last digit.

Examples
--------
>>> import tempfile
>>> from pathlib import Path
>>> from dpcore.data.declared.schema import Label, Numeric, Schema
>>> schema = Schema(Label("sick", ("yes",)), (Numeric("dose", 0, 2, missing=1),))
>>> with tempfile.TemporaryDirectory() as folder:
...     path = Path(folder) / "patients.csv"
...     _ = path.write_text("dose;sick\n" + "0,5;yes\n;no\n" * 5)
...     records = read_table(path, schema)
>>> records.X.ravel()[:2].tolist(), records.y[:2].tolist()
([-0.5, 0.0], [1.0, -1.0])
"""

import os
from dataclasses import replace
from typing import Any

from dpcore.checks import InvalidInput, cut
from dpcore.data import uploads
from dpcore.data.declared.labelled import labelled
from dpcore.data.declared.reading import table_as_declared
from dpcore.data.declared.schema import MAX_JSON, Schema
from dpcore.data.encoding import Encoded, encode
from dpcore.data.files import own
from dpcore.data.files.dialect import CsvDialect
from dpcore.data.files.limits import USUAL

PathLike = str | os.PathLike[str]


def read_table(
    path: PathLike,
    schema: Schema | PathLike,
    *,
    separator: str | None = None,
    has_header: bool | None = None,
    decimal_comma: bool | None = None,
    rows: str | None = None,
    header_line: int | None = None,
    encoding: str | None = None,
    sheet: str | None = None,
) -> Encoded:
    """Return the records of a table in a file.

    Parameters
    ----------
    path : path
        Text, a workbook or Parquet, as the page Data takes it.
    schema : Schema or path
        What was declared, or the file in which the page Data saved it.
    separator, has_header, decimal_comma, rows, header_line, encoding, sheet : optional
        How the file is written, as in `dpcore.data.files.dialect.CsvDialect`. What is left out is
        as the schema declares it (`Schema.file`); where it does not, it is recognised, and so are
        decimal commas where it says nothing of how numbers are written.

    Returns
    -------
    Encoded
        In the order of the file, rows without a label left out where the schema says so. `beside`
        holds the cells of each record as they were declared, by which studies divide records into
        groups.

    Raises
    ------
    InvalidInput
        If a file cannot be read, is no table or no schema, or does not hold what is declared.
    """
    declared = schema if isinstance(schema, Schema) else read_schema(schema)
    said: dict[str, Any] = {
        "separator": separator,
        "has_header": has_header,
        "decimal_comma": decimal_comma,
        "rows": rows,
        "header_line": header_line,
        "encoding": encoding,
        "sheet": sheet,
    }
    dialect = declared.file.dialect() if declared.file else CsvDialect()
    dialect = replace(dialect, **{name: known for name, known in said.items() if known is not None})
    data = content(path, USUAL.size)
    if declared.says_how_written:
        check_no_commas(decimal_comma)
        table = uploads.opened(data, USUAL, dialect).table
    else:
        table = uploads.read(data, USUAL, dialect)
    records = encode(table, declared)  # what is absent or not as declared is refused here
    return replace(records, beside=table_as_declared(labelled(table, declared), declared))


def check_no_commas(decimal_comma: bool | None) -> None:
    """Refuse to be told of decimal commas where the schema says how each column is written."""
    if decimal_comma:
        raise InvalidInput(
            "the schema says how the numbers of each column are written, so that decimal commas "
            "are not said a second time. Leave them out, or declare them in the schema."
        )


def read_schema(path: PathLike) -> Schema:
    """Return the schema that was saved in a file.

    Raises
    ------
    InvalidInput
        If the file cannot be read, or holds no schema.
    """
    found = content(path, 4 * MAX_JSON)
    try:
        return Schema.from_json(found.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InvalidInput(f"{path} is not a saved schema: it is not text in UTF-8.") from None


def content(path: PathLike, most: int) -> bytes:
    """Return the bytes of a file, at most so many.

    Raises
    ------
    InvalidInput
        If it is no path, cannot be read, or has more.
    """
    if not isinstance(path, str | os.PathLike):
        raise InvalidInput(
            f"a file is named by its path; got {type(path).__name__}. Of a DataFrame, "
            "dpcore.encode makes records; of a schema's JSON, Schema.from_json makes a schema."
        )
    try:
        return own.read(path, most)
    except own.TooLong:
        raise InvalidInput(f"{path} must have at most {most:,} bytes.") from None
    except OSError as fault:
        raise InvalidInput(f"{path} cannot be read: {fault.strerror}.") from fault
    except ValueError:  # A name that no file can have.
        raise InvalidInput(f"{cut(repr(path))} cannot be read: no file has such a name.") from None
