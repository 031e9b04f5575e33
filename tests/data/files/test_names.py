"""Names of columns: each unlike all others, whatever the header says, and from that alone."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.files import names
from dpcore.data.files.dialect import CsvDialect
from dpcore.data.uploads import opened
from dpcore.data.written import naming

CELLS = st.text(st.sampled_from("aA 2()\u200bé"), max_size=4) | st.sampled_from(
    ["", "dose", "Dose", "dose (2)", "column 1", "column 2", "column 2 (2)", "e\u0301", "\u00a0"]
)


@given(st.lists(CELLS, min_size=1, max_size=9))
@example(["", "column 1", "column 1", ""])
@example(["dose", "dose", "dose (2)", "dose (2) (2)", "dose (2)"])
def test_names_differ_to_a_reader_and_stay_where_they_can(header: list[str]):
    found = naming.numbered(header)
    assert all(map(naming.looks, found))
    assert len({naming.looks(name) for name in found}) == len(header)
    assert naming.numbered(found) == found
    for place, cell in enumerate(header):
        is_first = naming.looks(cell) not in [naming.looks(other) for other in header[:place]]
        if naming.looks(cell) and is_first:
            assert found[place] == cell.strip()
    assert [name for _, _, name in names.renamed(header, found)] == [
        name for cell, name in zip(header, found, strict=True) if cell.strip() != name
    ]


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("dose,dose", ["dose", "dose (2)"]),
        ("dose,dose,dose (2)", ["dose", "dose (3)", "dose (2)"]),
        ("Age,x,aGE ", ["Age", "x", "aGE (2)"]),
        ("caf\u00e9,cafe\u0301", ["caf\u00e9", "cafe\u0301 (2)"]),
        ("body mass,body\u00a0 mass", ["body mass", "body\u00a0 mass (2)"]),
        ("age,a\u200bge", ["age", "a\u200bge (2)"]),
        ("age,,sick", ["age", "column 2", "sick"]),
        (',"column 1",\u200b', ["column 1 (2)", "column 1", "column 3"]),
    ],
)
def test_doubled_empty_and_alike_names_get_numbers_which_are_told(header: str, expected: list[str]):
    width = len(expected)
    data = f"{header}\n".encode() + (b"x" + b",1" * (width - 1) + b"\n") * 10
    for said in (CsvDialect(), CsvDialect(",", has_header=True, as_declared=True)):
        found = opened(data, said=said)
        assert [*found.table.columns] == expected
        changed = [(number, name) for number, _, name in found.renamed]
        cells = [cell.strip().strip('"') for cell in header.split(",")]
        assert changed == [
            (place, name)
            for place, (cell, name) in enumerate(zip(cells, expected, strict=True), start=1)
            if cell != name
        ]


def test_names_that_are_too_long_are_refused_also_when_a_number_made_them_so():
    with pytest.raises(InvalidInput, match="that of column 2 has 201"):
        names.checked(["a", "b" * 201])
    with pytest.raises(InvalidInput, match="that of column 2 has 204"):
        names.checked(["b" * 200, "B" * 200])


def test_two_thousand_equal_names_take_no_time():
    assert naming.numbered(["a"] * 2_000)[-1] == "a (2000)"


def test_the_rule_needs_nothing_but_python():
    alone = (
        "import sys; sys.path.insert(0, sys.argv[1]); import naming; "
        "print(naming.numbered(['', ' a', 'A']))"
    )
    folder = Path(naming.__file__).parent
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", alone, folder],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "['column 1', 'a', 'A (2)']"
