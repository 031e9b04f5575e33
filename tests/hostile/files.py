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


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A good file with some places cut out, doubled or overwritten."""
    data = REAL
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 40)))
        piece = draw(st.sampled_from((*MARKS, data[start:end] * 2)))
        data = data[:start] + piece + data[end:]
    return data


@st.composite
def written(draw: st.DrawFn) -> bytes:
    """A table of hostile cells with all separators, quotes, line ends and encodings."""
    width = draw(st.integers(1, 4))
    row = st.lists(words, min_size=width, max_size=width)
    few = draw(st.lists(row, min_size=1, max_size=6))
    separator = draw(st.sampled_from([",", ",", ",", ";", "\t", "|"]))
    quote = draw(st.sampled_from(["", '"', '"', "'"]))
    out = io.StringIO(newline="")
    for cells in [draw(row), *few * draw(st.integers(1, 12))]:
        out.write(separator.join(f"{quote}{cell}{quote}" for cell in cells))
        out.write(draw(st.sampled_from(["\n", "\r\n", "\r"])))
    encoding = draw(st.sampled_from(("utf-8", *ENCODINGS)))
    return out.getvalue().encode(encoding, "replace")


@st.composite
def plausible(draw: st.DrawFn) -> bytes:
    """A table that passes for one, with a label, and columns of hostile cells; or without names."""
    names = draw(st.lists(words.filter(_is_name), min_size=1, max_size=3, unique=True))
    columns = [draw(st.lists(words, min_size=2, max_size=5)) for _ in names]
    records = [
        [*(column[k % len(column)] for column in columns), "ab"[k % 2]]
        for k in range(draw(st.integers(10, 20)))
    ]
    header = draw(st.sampled_from([[[*names, "label"]], [[*names, "label"]], []]))
    separator = draw(st.sampled_from([",", ",", ";", "\t"]))
    lines = [separator.join(map(_quoted, cells)) for cells in [*header, *records]]
    mark = draw(st.sampled_from(["", "\ufeff"]))
    return (mark + "\n".join(lines)).encode("utf-8", "replace")


def _is_name(text: str) -> bool:
    return bool(text.strip())


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def files() -> st.SearchStrategy[bytes]:
    """Return files of all these kinds, and bytes that are none."""
    return st.one_of(plausible(), plausible(), mutated(), written(), st.binary(max_size=200))
