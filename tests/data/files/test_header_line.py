"""Where a table begins: what stands above its header is skipped, and nothing else ever is."""

import csv
import io
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.files import header
from dpcore.data.files.dialect import CsvDialect
from dpcore.data.files.limits import Limits
from dpcore.data.uploads import opened
from dpcore.data.written import naming

BODY = "".join(f"{20 + k},{k}.5,Hill,no\n" for k in range(12))
TABLE = "age,dose,town,sick\n" + BODY
DECLARED = CsvDialect(",", has_header=True, as_declared=True)

ABOVE = {
    "a comment": "# exported 2026-04-22\n",
    "a comment with commas": "# exported 2026-04-22, cohort B\n",
    "a comment as wide as the table": "# by ward, 2026, cohort, B\n",
    "lines of every kind": "# exported 2026-04-22, cohort B\nUTF-8\n\n",
    "a title": "Report of the ward\n",
    "a title with a comma": "Report, 2026\n",
    "a title in quotes over two lines": '"Report\nof the ward"\n',
    "keys and values": "Exported,2026\nBy,ward 3\n\n",
    "a title as a spreadsheet pads it": "Report of the ward,,,\n,,,\n",
    "blank lines": "\n\n",
    "many comments": "".join(f"## key{k}=value, {k}\n" for k in range(40)),
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("name", ABOVE)
def test_what_stands_above_is_skipped_and_shown(name: str, separator: str, line_end: str):
    above = ABOVE[name]
    if name in ("a title as a spreadsheet pads it", "keys and values"):
        above = above.replace(",", separator)
    text = above + TABLE.replace(",", separator)
    found = opened(text.replace("\n", line_end).encode())
    assert found.table.equals(opened(TABLE.encode()).table)
    assert (found.separator, found.has_header) == (separator, True)
    assert found.header_line == 1 + above.count("\n")
    shown = [line.strip() for line in above.split("\n") if line.strip()]
    assert [*found.above] == shown[:3]


@pytest.mark.parametrize("name", ABOVE)
def test_what_was_recognised_gives_the_same_when_it_is_declared(name: str):
    data = (ABOVE[name] + TABLE).encode()
    found = opened(data)
    said = CsvDialect(found.separator, header_line=found.header_line, as_declared=True)
    again = opened(data, said=said)
    assert again.table.equals(found.table)
    assert (again.header_line, again.above) == (found.header_line, found.above)


WORDS = st.text(st.sampled_from('abcxyz#-. 123é;,"'), max_size=7)
NUMBERS = st.integers(-99, 99).map(str) | st.sampled_from(["", "NA", "0.5", "1,5", "1.234"])


@st.composite
def tables(draw):
    """Draw a header, whose cells have names, and records of words and numbers."""
    width = draw(st.integers(1, 6))
    named = st.lists(WORDS.filter(naming.looks), min_size=width, max_size=width)
    kinds = [draw(st.sampled_from([WORDS, NUMBERS])) for _ in range(width)]
    return [draw(named), *draw(st.lists(st.tuples(*kinds), min_size=10, max_size=20))]


def written(grid, separator: str) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator, lineterminator="\n").writerows(grid)
    return text.getvalue().encode()


@given(tables(), st.sampled_from(",;\t"))
@example([["#chrom", "pos"], *[("chr1", "100")] * 10], ",")
@example([["#", "pos"], *[("a", "b")] * 10], ",")
@example([["x", "y", "z"], ("u", "", ""), *[("u", "1", "2")] * 10], ",")
def test_a_table_loses_neither_header_nor_records(grid, separator):
    said = CsvDialect(separator, has_header=True)
    found = opened(written(grid, separator), Limits(fewest_columns=1), said)
    first = next(k for k, row in enumerate(grid) if len(row) > 1 or row[0])
    assert found.header_line == 1 + first
    assert len(found.table) == len(grid) - 1
    assert found.above == ()


@given(tables(), st.sampled_from(",;\t"))
def test_a_table_is_whole_where_nothing_is_said(grid, separator):
    """Whatever is recognised, no line is skipped but a comment that is as wide as the table."""
    try:
        found = opened(written(grid, separator))
    except InvalidInput:
        return
    assert found.above == () or found.above[0].startswith(("# ", '"# '))


SHORT = {
    "R's write.table": ("dose,town,sick\n" + BODY, r"record 1 \(line 2\) has 4.*R's write.table"),
    "one name of R": ("dose\n" + "a,1\n" * 12, "at least two columns"),
    "a name short, texts": ("a,b\n" + "x,y,z\n" * 12, r"record 1 \(line 2\) has 3"),
    "another separator": ("age;sick\n" + "1,yes\n" * 12, r"record 1 \(line 2\) has 1"),
    "a comment below": (TABLE + "# end\n" + BODY, "line 14 begins with #: a comment"),
    "a comment under the header": (
        TABLE.replace("sick\n", "sick\n# in mg\n"),
        "line 2 begins with #: a comment",
    ),
    "a footer": (TABLE + "total\n", r"record 13 \(line 14\) has 1"),
    "a title above texts": ("Report\nx,y\n" + "a,b\n" * 12, "at least two columns"),
}


@pytest.mark.parametrize("name", SHORT)
def test_what_does_not_fit_is_refused_with_its_reason(name: str):
    text, sentence = SHORT[name]
    with pytest.raises(InvalidInput, match=sentence):
        opened(text.encode())


def test_a_comment_as_wide_as_the_table_is_a_record_below_its_header():
    found = opened((TABLE + "#1,2,3,4\n").encode())
    assert found.table.iloc[-1].tolist() == ["#1", "2", "3", "4"]


def test_lines_of_refusals_are_those_of_the_file():
    data = (ABOVE["lines of every kind"] + TABLE + "1,2\n").encode()
    for said in (CsvDialect(), CsvDialect(",", header_line=4, as_declared=True)):
        with pytest.raises(InvalidInput, match=r"record 13 \(line 17\) has 2"):
            opened(data, said=said)
        with pytest.raises(InvalidInput, match="line 17 is not"):
            opened(data.replace(b"1,2\n", b'1,"2\n'), said=said)
        with pytest.raises(InvalidInput, match="characters; line 17 has"):
            opened(data.replace(b"1,2\n", b"x" * 1_000_001), said=said)


@pytest.mark.parametrize(
    "said", [CsvDialect(header_line=3), CsvDialect(",", None, None, None, True, None, 3)]
)
def test_where_the_line_is_said_nothing_above_it_is_looked_at(said: CsvDialect):
    for above in ('"\n"x', '<html>\n{"a', "a,b\nc,d", "sep=;\n", "\n", "\ufeff\nö"):
        found = opened(f"{above}\n{TABLE}".encode(), said=said)
        assert found.table.equals(opened(TABLE.encode()).table)
        assert (found.header_line, found.has_header) == (3, True)


def test_without_a_header_none_of_the_lines_names_columns():
    said = CsvDialect(",", has_header=False, as_declared=True)
    for each in (said, CsvDialect(has_header=False), CsvDialect(",", False, header_line=3)):
        found = opened(TABLE.encode(), said=each)
        assert (found.header_line, len(found.table)) == (0, 13)


def test_a_line_that_is_not_there_is_refused():
    with pytest.raises(InvalidInput, match="from line 99 on it has none"):
        opened(TABLE.encode(), said=CsvDialect(",", header_line=99))
    for wrong in (0, -1, 1.5):
        with pytest.raises(InvalidInput, match="header_line"):
            CsvDialect(header_line=wrong)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("first", ["sep={}", '"sep={}"', "SEP={}", "\ufeffsep={}"])
def test_the_first_line_may_name_the_separator(separator: str, first: str):
    grid = [["a", "b"], *[["x,1", "y;2"]] * 10]
    found = opened(first.format(separator).encode() + b"\n" + written(grid, separator))
    assert (found.separator, found.header_line) == (separator, 2)
    assert found.table.iloc[0].tolist() == grid[1]
    assert found.above[0].casefold().startswith(("sep", '"sep'))
    with pytest.raises(InvalidInput, match="vertical bars"):
        opened(first.format("|").encode() + b"\n" + written(grid, separator), said=DECLARED)


def test_a_separator_at_the_end_of_lines_is_no_cell():
    for said in (CsvDialect(), DECLARED):
        assert opened(TABLE.replace("no\n", "no,\n").encode(), said=said).table.equals(
            opened(TABLE.encode()).table
        )
        some = TABLE.replace("20,0.5,Hill,no\n", "20,0.5,Hill,no, \n")
        assert opened(some.encode(), said=said).table.equals(opened(TABLE.encode()).table)
        found = opened(re.sub("$", ",", TABLE.strip(), flags=re.M).encode(), said=said)
        assert [*found.table.columns] == ["age", "dose", "town", "sick", "column 5"]
        assert found.renamed == ((5, "", "column 5"),)
        with pytest.raises(InvalidInput, match=r"record 3 \(line 4\) has 6"):
            opened(TABLE.replace("22,2.5,Hill,no\n", "22,2.5,Hill,no,,\n").encode(), said=said)


@given(st.text("a,#\n\r ", max_size=40), st.integers(0, 8))
def test_lines_are_counted_as_they_are_read(text: str, n_lines: int):
    lines = io.TextIOWrapper(io.BytesIO(text.encode()), newline="").readlines()
    assert header.after(text.encode(), n_lines) == len("".join(lines[:n_lines]))
