"""A workbook, Parquet and packed CSV on the page Data: the same records as from CSV."""

import gzip

import numpy as np
import pytest

from tests.data.files.packing import arrow, book
from tests.pages.screen import words
from tests.pages.tables import ok, own, with_table

ROWS = [["age", "job", "sick"], *[[20 + k, "ab"[k % 2], "yn"[k % 3 == 0]] for k in range(60)]]
AS_CSV = "\n".join(",".join(map(str, row)) for row in ROWS).encode()
KINDS = {
    "xlsx": lambda: book(ROWS),
    "Parquet": lambda: arrow({name: list(cells) for name, *cells in zip(*ROWS, strict=True)}),
    "gzip": lambda: gzip.compress(AS_CSV),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_records_are_those_of_the_same_table_as_csv(kind: str):
    found, known = own(with_table(KINDS[kind]())), own(with_table(AS_CSV))
    assert np.array_equal(found.data.X, known.data.X)
    assert np.array_equal(found.data.y, known.data.y)
    assert found.schema.file == known.schema.file


def test_of_several_sheets_the_first_is_read_and_another_is_chosen():
    page = with_table(book(ROWS, Others=ROWS[:31]))
    assert "Sheet 1 of 2 is read, “Sheet”." in words(page)
    (box,) = (each for each in page.selectbox if each.label == "Sheet")
    page = ok(box.select("Others").run())
    assert "Sheet 2 of 2 is read, “Others”." in words(page)
    assert len(own(page).data.y) == 30
    assert own(page).schema.file.sheet == "Others"
