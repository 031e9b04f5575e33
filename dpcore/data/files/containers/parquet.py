r"""Parquet as CSV, with a bound on what it may become.

What a file says of its rows, columns and sizes is looked at before anything is read. It may lie,
and texts that repeat are kept once: so records are decoded some at a time, texts stay codes until
their lengths are known, and what has become too long is refused.

Examples
--------
>>> import io
>>> import pyarrow as pa, pyarrow.parquet as pq
>>> file = io.BytesIO()
>>> pq.write_table(pa.table({"age": [31, None], "job": ["a,b", "c"]}), file)
>>> bytes(as_csv(file.getvalue(), Limits()))
b'"age","job"\n"31","a,b"\n"","c"\n'
"""

import csv
import io
from collections.abc import Iterator
from typing import Any

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.cells import shown
from dpcore.data.files.containers import pages
from dpcore.data.files.containers.pages import LENGTHS, PREFIXES
from dpcore.data.files.limits import Bytes, Limits, NotText, megabytes

CELLS = 1_000_000
"""Cells that are decoded at a time, about."""

FEWEST_ROWS, MOST_ROWS = 100, 20_000

DIFFERENCES = {LENGTHS, PREFIXES}
"""Encodings from which no codes can be read."""

LONGEST_END, MOST_GROUPS, MOST_PAGES = 4_000_000, 10_000, 200_000
"""Bytes at the end of a file that say what it holds, and the parts that it may have."""

LONGEST_PREFIX = 2_000_000
"""Bytes of a page of texts that begin as the ones before: each may be as long as the page."""

MIDNIGHT, FRACTION = r"[ T]00:00:00(\.0+)?$", r"(\d\d:\d\d:\d\d)\.0+(Z?)$"
"""Times of day that say nothing, and fractions of a second that are none."""


def as_csv(data: Bytes, limits: Limits) -> Bytes:
    """Return the table of a Parquet file as CSV with commas, its header in the first line.

    Raises
    ------
    InvalidInput
        If it is broken or too large, or a column holds tables or bytes.
    """
    with checks.needing("tables", "Reading a Parquet file"):
        import pyarrow as pa
        from pyarrow import parquet
    if data[-4:] == data[:4] and int.from_bytes(data[-8:-4], "little") > LONGEST_END:
        raise _too_large(limits)
    try:
        with parquet.ParquetFile(pa.BufferReader(pa.py_buffer(data))) as file:
            schema = file.schema_arrow
            _check(file.metadata, schema, limits)
            encodings = _encodings(data, len(schema), limits)
        texts = [
            field.name
            for field, used in zip(schema, encodings, strict=True)
            if _is_text(field.type) and not used & DIFFERENCES
        ]
        most = FEWEST_ROWS if any(PREFIXES in used for used in encodings) else MOST_ROWS
        source = pa.BufferReader(pa.py_buffer(data))
        with parquet.ParquetFile(source, read_dictionary=texts, pre_buffer=False) as file:
            return _written(file, most, limits)
    except InvalidInput:
        raise
    # A broken file may be one in any way, and Arrow has as many exceptions.
    except Exception as fault:
        raise NotText(
            "the Parquet file is broken, cut off, or of a kind that cannot be read. Save it again, "
            "or upload CSV."
        ) from fault


def _check(metadata: Any, schema: Any, limits: Limits) -> None:
    """Refuse a file by what it says of itself."""
    from pyarrow import types

    if len(schema) > limits.columns:
        raise InvalidInput(
            f"the file must have at most {limits.columns:,} columns; it has {len(schema):,}. "
            "Leave columns out."
        )
    if metadata.num_row_groups > MOST_GROUPS:
        raise _too_large(limits)
    if metadata.num_rows > limits.rows:
        raise InvalidInput(
            f"the file must have at most {limits.rows:,} records; it has {metadata.num_rows:,}. "
            "Say which of them to read (“Records”), or upload a sample of them."
        )
    for field in schema:
        value = field.type.value_type if types.is_dictionary(field.type) else field.type
        if types.is_nested(value) or types.is_map(value):
            raise InvalidInput(
                f"every cell must hold one value; the column {shown(field.name)} holds lists or "
                "records. Leave it out, or save its parts as columns of their own."
            )


def _encodings(data: Bytes, width: int, limits: Limits) -> list[set[int]]:
    """Return how each column is encoded, unless its pages are too large together."""
    found: list[set[int]] = [set() for _ in range(width)]
    left, n_pages = limits.size, 0
    for place, start, end in pages.columns(data):
        for size, encoding in pages.pages(data, start, end):
            left, n_pages = left - size, n_pages + 1
            is_long = encoding == PREFIXES and size > LONGEST_PREFIX
            if left < 0 or n_pages > MOST_PAGES or is_long:
                raise _too_large(limits)
            found[place].add(-1 if encoding is None else encoding)
    return found


def _written(file: Any, most: int, limits: Limits) -> bytes:
    found = io.BytesIO()
    names = io.StringIO()
    writer = csv.writer(names, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(file.schema_arrow.names)
    found.write(names.getvalue().encode())
    size = max(FEWEST_ROWS, min(most, CELLS // max(len(file.schema_arrow), 1)))
    for batch in file.iter_batches(batch_size=size, use_threads=False):
        for part in _lines(batch, limits):
            found.write(part)
            if found.tell() > limits.size:
                raise _too_large(limits)
    return found.getvalue()


def _lines(batch: Any, limits: Limits) -> Iterator[bytes]:
    """Yield some records as lines."""
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    left, columns = limits.size, []
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        columns.append(_texts(name, column, left))
        left -= columns[-1].nbytes
    table = pa.table(columns, names=[str(place) for place in range(len(columns))])
    # Quotes make it slower to read: only where a text has commas, quotes or line ends.
    for style in ("none", "needed"):
        target = io.BytesIO()
        try:
            options = arrow_csv.WriteOptions(include_header=False, quoting_style=style)
            arrow_csv.write_csv(table, target, options)
        except pa.ArrowInvalid:
            continue
        if len(columns) > 1 or style == "needed":  # or an empty cell would be an empty line
            yield target.getvalue()
            return


def _texts(name: str, column: Any, left: int) -> Any:
    """Return a column as texts, an empty one for a null."""
    import pyarrow as pa
    from pyarrow import compute, types

    if isinstance(column, pa.ExtensionArray):
        column = column.storage
    if column.nbytes > left:
        raise _too_long(name, left)
    if types.is_dictionary(column.type):
        words = _plain_texts(name, column.dictionary)
        lengths = compute.binary_length(words).take(column.indices)
        if (compute.sum(lengths).as_py() or 0) > left:
            raise _too_long(name, left)
        column = words.take(column.indices)
    return compute.fill_null(_plain_texts(name, column), "")


def _plain_texts(name: str, column: Any) -> Any:
    import pyarrow as pa
    from pyarrow import compute, types

    is_time = types.is_temporal(column.type)
    try:
        # Bytes never, be they text or not: whether a table is read must not hang on one cell.
        if any(
            is_bytes(column.type)
            for is_bytes in (
                types.is_binary,
                types.is_large_binary,
                types.is_fixed_size_binary,
                types.is_binary_view,
            )
        ):
            raise pa.ArrowNotImplementedError
        found = column.cast(pa.string())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise InvalidInput(
            f"every cell must hold a text, a number or a date; the column {shown(name)} holds "
            f"{column.type}. Leave it out, or save it as text."
        ) from None
    if not is_time:
        return found
    found = compute.replace_substring_regex(found, MIDNIGHT, "")
    return compute.replace_substring_regex(found, FRACTION, r"\1\2")


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_string(kind) or types.is_large_string(kind))


def _too_long(name: str, left: int) -> InvalidInput:
    return InvalidInput(
        f"the table is too large: as texts, the column {shown(name)} alone has more than "
        f"{megabytes(left)}. Upload fewer rows or columns."
    )


def _too_large(limits: Limits) -> NotText:
    return NotText(
        f"the file must have at most {megabytes(limits.size)}; unpacked, it has more. Upload fewer "
        "rows or columns."
    )
