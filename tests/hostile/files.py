"""Hostile files and texts for property tests: what people, programs and attackers send."""

import io

from hypothesis import strategies as st

FUZZ = {"derandomize": True, "database": None, "deadline": None}
"""The same examples on every machine, so that a failure is never a matter of luck."""

NUMBERS = ("1e308", "-1e308", "1.7976931348623157e308", "1e309", "5e-324", "-0", "nan", "inf",
           "-Infinity", "1e1000000", "0x10", "1_000", "1,5", "1.234", "1.234,5",
           "2001", "１２", "9" * 400)  # fmt: skip
WORDS = ("", " ", "yes", "no", "?", "NA", "nAn", "null", "None", "-", "=1+1", "<script>",
         "'; --", "{{7*7}}", "$x$",
         "\u200b", "\ufeff", "é", "e\u0301", "İ", "ﬁ", "\u202eabc", "\U0001f9d1\u200d\U0001f680",
         "\ud7ff", "\x1b[31m", "a" * 300, "%s%n", "**b**", "[a](b)", ":x:")  # fmt: skip
REAL = b"age,job,sick\n" + b"".join(
    f"{20 + k},{('smith', 'baker', '?')[k % 3]},{'yes' if k % 4 else 'no'}\n".encode()
    for k in range(30)
)
MARKS = (b"\0", b'"', b",", b";", b"\t", b"\n", b"\r", b"\r\n", b"\xff", b"\xef\xbb\xbf", b"\xc3",
         b"\xed\xa0\x80", b"PK\x03\x04", b"\x1a", b"'", b"1e308", b"\xe2\x80\x8b")  # fmt: skip
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "utf-7")

words = st.sampled_from((*NUMBERS, *WORDS)) | st.text(max_size=8)


def _is_name(text: str) -> bool:
    return bool(text.strip())


# All made once: Hypothesis looks through a new strategy for a third of the time of a file.
edits, marks, lengths = st.integers(1, 4), st.sampled_from(MARKS), st.integers(0, 40)
starts = st.integers(0, len(REAL))
are_doubled = st.sampled_from([False] * len(MARKS) + [True])
headers = st.lists(words.filter(_is_name), min_size=1, max_size=3, unique=True)
columns = st.lists(words, min_size=2, max_size=5)
heights, times = st.integers(10, 20), st.integers(1, 12)
have_header = st.sampled_from([True, True, False])
starting = st.sampled_from(["", "\ufeff"])
widths = st.integers(1, 4)
rows = {width: st.lists(words, min_size=width, max_size=width) for width in range(1, 5)}
several_rows = {width: st.lists(row, min_size=1, max_size=6) for width, row in rows.items()}
separators = st.sampled_from([",", ",", ",", ";", "\t", "|"])
usual_separators = st.sampled_from([",", ",", ";", "\t"])
quotes = st.sampled_from(["", '"', '"', "'"])
ends = st.sampled_from(["\n", "\r\n", "\r"])
encodings = st.sampled_from(("utf-8", *ENCODINGS))


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A good file with some places cut out, doubled or overwritten."""
    data = REAL
    for _ in range(draw(edits)):
        start = min(len(data), draw(starts))
        end = min(len(data), start + draw(lengths))
        piece = data[start:end] * 2 if draw(are_doubled) else draw(marks)
        data = data[:start] + piece + data[end:]
    return data


@st.composite
def written(draw: st.DrawFn) -> bytes:
    """A table of hostile cells with all separators, quotes, line ends and encodings."""
    width = draw(widths)
    few = draw(several_rows[width])
    separator = draw(separators)
    quote = draw(quotes)
    out = io.StringIO(newline="")
    for cells in [draw(rows[width]), *few * draw(times)]:
        out.write(separator.join(f"{quote}{cell}{quote}" for cell in cells))
        out.write(draw(ends))
    return out.getvalue().encode(draw(encodings), "replace")


@st.composite
def plausible(draw: st.DrawFn) -> bytes:
    """A table that passes for one, with a label, and columns of hostile cells; or without names."""
    names = draw(headers)
    found = [draw(columns) for _ in names]
    records = [
        [*(column[k % len(column)] for column in found), "ab"[k % 2]] for k in range(draw(heights))
    ]
    header = [[*names, "label"]] if draw(have_header) else []
    separator = draw(usual_separators)
    lines = [separator.join(map(_quoted, cells)) for cells in [*header, *records]]
    return (draw(starting) + "\n".join(lines)).encode("utf-8", "replace")


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def files() -> st.SearchStrategy[bytes]:
    """Return files of all these kinds, and bytes that are none."""
    return st.one_of(plausible(), plausible(), mutated(), written(), st.binary(max_size=200))
