"""Files that would keep a parser busy: refused before it sees them, at the cost of their length."""

import io
import json
import time
import tomllib
import zipfile
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path

import pytest

from dpcore import checks
from dpcore.checks import InvalidInput, plain_json, plain_toml
from dpcore.data.declared.schema import MAX_JSON, Label, Numeric, Schema
from dpcore.release import Model
from dpcore.release.document import MAX_MODEL
from pages.data import schema_link
from pages.kit.frame import story
from pages.lessons import sheet
from tests.house.syntax import ROOT

PROCESSOR = 1.5
"""Seconds of the processor that reading one file may take on a slow machine: usual are 0.03, and
the costliest took eight before they were refused."""


def repeated(unit: str, length: int, *, around: tuple[str, str] = ("", "")) -> str:
    """Return as many of a unit as fit into a length, between a beginning and an end."""
    before, after = around
    return before + unit * ((length - len(before + after)) // len(unit)) + after


def lines(length: int, line: Callable[[int], str]) -> str:
    """Return numbered lines, as many as fit into a length."""
    found, size = [], 0
    while size + len(line(len(found))) + 1 <= length:
        found.append(line(len(found)))
        size += len(found[-1]) + 1
    return "\n".join(found)


def seconds(read: Callable[[], object]) -> float:
    """Return the processor's time for reading what must be refused."""
    begun = time.process_time()
    with pytest.raises(InvalidInput, match=r"\.$"):
        read()
    return time.process_time() - begun


L = story.LARGEST
DOTTED = {
    "bare": repeated("a.", L, around=("", "a=1")),
    "one more than may be": "a.b.c.d = 1",
    "in quotes": repeated('"".', L, around=("", '""=1')),
    "in single quotes": repeated("'a'.", L, around=("", "a=1")),
    "with dots in quotes": repeated('"a.b\\"".', L, around=("", "a=1")),
    "with blanks": repeated("a \t.\t ", L, around=("", "a=1")),
    "a table": repeated("a.", L, around=("[", "a]")),
    "a list of tables": repeated("a.", L, around=("[[ ", "a]]")),
    "an inline table": repeated("a.", L, around=("x = {", "a = 1}")),
    "the second of an inline table": "x = { a = '', b.c.d.e = 1 }",
    "a long table and many lines": repeated("a.", L // 2, around=("[", "a]\n"))
    + lines(L // 2 - 9, lambda number: f"b{number}=1"),
    "behind a text of lines": 'x = """\n"" \\""" # """""\na.b.c.d = 1',
    "behind a literal of lines": "x = '''\n\\'' # '''''\na.b.c.d = 1",
    "behind a comment": "x = 1 # \" ''' \na.b.c.d = 1",
    "behind an empty text": "x = \"\"\ny = ''\na.b.c.d = 1",
}
"""Keys of more parts than may be."""

PLAIN = {
    "a text": 'x = "e.g. 1.2.3.4.5"',
    "an escaped quote": 'x = "\\".a.b.c.d.e"',
    "a literal": "x = 'C:\\a.b.c.d.e'",
    "a text of lines": 'x = """\na.b.c.d.e = 1\n"" .\n""""',
    "a literal of lines": "x = '''\na.b.c.d.e = '' .'''",
    "a comment": "x = 1 # a.b.c.d.e = 1",
    "as many parts as may be": 'a . "b.c.d" . c = 1',
    "numbers and times": "x = [1.5, 2.5e-3, 1.0,\n 2.0]\ny = 1979-05-27T00:32:00.999-07:00",
    "neighbours": "a.b.c = 1.5\na.b.d = { a.b.e = 1.5, a.b.f = 2.5 }\n[a.b.g]\n[[a.b.h]]",
    "brackets in a text": "x = '" + "[" * 2_000 + "'",
    "lists as deep as may be": "x = " + "[" * checks.DEEPEST + "]" * checks.DEEPEST,
}


@pytest.mark.parametrize("source", DOTTED.values(), ids=DOTTED)
def test_long_keys_are_refused_before_they_are_parsed(source: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("parsed"))
    assert seconds(lambda: story.read(source)) < PROCESSOR


@pytest.mark.parametrize("source", PLAIN.values(), ids=PLAIN)
def test_texts_comments_and_numbers_may_have_dots(source: str):
    tomllib.loads(source)
    plain_toml("a file", source)


@pytest.mark.parametrize("depth", [checks.DEEPEST + 1, 5_000])
@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_deep_nesting_is_refused_before_it_is_parsed(depth: int, brackets: str):
    opening = brackets[0] if brackets == "[]" else "{a="
    with pytest.raises(InvalidInput, match=r"nested at most|lists and tables"):
        plain_toml("a file", "x = " + opening * depth)


HOUSE = [
    *(ROOT / "assets").rglob("*.toml"),
    *(ROOT / "dpcore").rglob("*.toml"),
    *(ROOT / "dplab").rglob("*.toml"),
    *(ROOT / "pages").rglob("*.toml"),
]


@pytest.mark.parametrize("path", HOUSE, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_of_the_house_is_refused(path: Path):
    plain_toml("a file", path.read_text("utf-8"))


COSTLY = {
    "tables": lines(L, lambda number: f"[a.b.c{number}]"),
    "lists of tables": lines(L, lambda _: "[[a]]\n[a.b.c]"),
    "nested lists": lines(L, lambda number: f"k{number}=" + "[" * 19 + "]" * 19),
    "keys": lines(L, lambda number: f"a{number}.b.c=1"),
    "numbers": repeated("1,", L, around=("x=[", "]")),
    "digits": repeated("9", L, around=("x=", "")),
    "escapes": repeated("\\n", L, around=('x="', '"')),
    "escaped quotes without an end": repeated('\\"', L, around=('x="', "")),
    "quotes of lines without an end": repeated('""a', L, around=('x="""', "")),
    "literals without an end": repeated("''a", L, around=("x='''", "")),
    "lines of quotes": repeated('"\n', L),
    "backslashes": repeated("\\", L),
    "dots": repeated(". \t", L),
}


@pytest.mark.parametrize("source", COSTLY.values(), ids=COSTLY)
def test_no_story_of_the_largest_size_keeps_the_processor(source: str):
    assert seconds(lambda: story.read(source)) < PROCESSOR


def documents(length: int) -> dict[str, str]:
    """Return JSON of a length that costs much for it."""
    return {
        "lists": repeated("[],", length, around=("[", "1]")),
        "objects": repeated("{},", length, around=("[", "1]")),
        "a list in lists": "[" * (length // 2) + "]" * (length // 2),
        "lists in lists": repeated("[" * 900 + "]" * 900 + ",", length, around=("[", "1]")),
        "entries": "{" + lines(length - 9, lambda n: f'"{n}":1,').replace("\n", "") + '"x":1}',
        "values": repeated("1,", length, around=("[", "1]")),
        "texts": repeated('"",', length, around=("[", "1]")),
        "long numbers": repeated("9" * 4_300 + ",", length, around=("[", "1]")),
        "a long number": "9" * length,
        "escapes": repeated("\\n", length, around=('"', '"')),
        "escaped quotes without an end": repeated('\\"', length, around=('"', "")),
        "blanks": " " * length,
    }


REFUSED = ("lists", "objects", "lists in lists", "entries", "values", "texts", "long numbers")


@pytest.mark.parametrize("source", documents(MAX_JSON).values(), ids=documents(9_999))
def test_no_schema_of_the_largest_size_keeps_the_processor(source: str):
    assert seconds(lambda: Schema.from_json(source)) < PROCESSOR


@pytest.mark.parametrize("source", documents(MAX_MODEL).values(), ids=documents(9_999))
def test_no_model_of_the_largest_size_keeps_the_processor(source: str):
    assert seconds(lambda: Model.from_json(source)) < PROCESSOR


@pytest.mark.parametrize("name", REFUSED)
def test_what_costs_far_more_than_its_length_is_not_parsed(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(json, "loads", lambda *_, **__: pytest.fail("parsed"))
    with pytest.raises(InvalidInput, match=r"saved schema must .*\.$"):
        Schema.from_json(documents(MAX_JSON)[name])
    with pytest.raises(InvalidInput, match=r"model file must .*\.$"):
        Model.from_json(documents(MAX_MODEL)[name])


@pytest.mark.parametrize("name", documents(9_999))
def test_no_code_of_a_sheet_or_a_link_keeps_the_processor(name: str):
    for length, read in ((sheet.MOST_BYTES, sheet.read), (MAX_JSON, schema_link.unpacked)):
        packed = zlib.compress(documents(length - 1)[name].encode(), 9)
        code = urlsafe_b64encode(packed).decode().rstrip("=")
        assert seconds(lambda read=read, code=code: read(code)) < PROCESSOR


@pytest.mark.parametrize("read", [sheet.read, schema_link.unpacked])
def test_a_short_code_unpacks_to_no_more_than_may_be(read: Callable[[str], object]):
    bomb = urlsafe_b64encode(zlib.compress(b"[" * 10_000_000, 9)).decode().rstrip("=")
    assert seconds(lambda: read(bomb)) < PROCESSOR


@pytest.mark.parametrize(("files", "match"), [(100, "model file"), (101, "at most 100 files")])
def test_a_zip_of_many_files_is_not_listed(files: int, match: str):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as writing:
        for number in range(files - 1):
            writing.writestr(f"{number}", "")
        writing.writestr("model.json", "{}")
    with pytest.raises(InvalidInput, match=match):
        Model.from_bytes(packed.getvalue())


def test_limits_count_what_stands_outside_of_texts():
    text = json.dumps({"a": ['[{:,"\\'] * 2_000, "b": '"'})
    plain_json("a file", text, len(text))
    with pytest.raises(InvalidInput, match="at most 1 characters"):
        plain_json("a file", text, 1)


@pytest.mark.parametrize(
    ("fits", "spoilt"),
    [
        ("[" * checks.DEEPEST + "]" * checks.DEEPEST, "[" * 21 + "]" * 21),
        ("1" * checks.LONGEST_NUMBER, "1" * (checks.LONGEST_NUMBER + 1)),
        ("[" + "1," * checks.MOST_VALUES + "1]", "[" + "1," * (checks.MOST_VALUES + 1) + "1]"),
        ("[" + "[]," * (checks.MOST_LISTS - 1) + "1]", "[" + "[]," * checks.MOST_LISTS + "1]"),
    ],
    ids=["depth", "digits", "values", "lists"],
)
def test_limits_are_met_exactly(fits: str, spoilt: str):
    plain_json("a file", fits, MAX_JSON)
    with pytest.raises(InvalidInput, match=r"^a file must .*\.$"):
        plain_json("a file", spoilt, MAX_JSON)


def test_schemas_of_the_largest_size_are_read():
    """As many features, and as many values of one character each, as a schema may have."""
    wide = Schema(Label("y"), tuple(Numeric(f"x{n}", 0, 1, missing=0.5) for n in range(1_000)))
    # As JSON, each takes eight characters.
    names = tuple(chr(number) for number in range(0x20000, 0x20000 + MAX_JSON // 8 - 100))
    quoted = tuple(f'"{number}' for number in range(20_000))
    for label in (Label("y", names), Label("y", quoted)):
        full = Schema(label, (Numeric("x", 0, 1),))
        assert Schema.from_json(full.to_json()) == full
    assert Schema.from_json(wide.to_json()) == wide
