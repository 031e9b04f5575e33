"""A declared schema travels in a link; records, and what was read from them, do not."""

import base64
import zlib
from dataclasses import replace
from urllib.parse import parse_qs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import READ, Category, Label, Numeric, Schema
from dpcore.data.real import adult
from dpcore.data.real.tables import TABLES
from dplab.tables.packed import unpacked
from pages.data import schema_link
from tests.house.some import every
from tests.pages.tables import csv, declare, draft, ok, open_page, own, says, upload, with_table

SCHEMA = Schema(
    Label("sick", ("yes",), ("no",)),
    (Numeric("age", 0, 120), Category("job", ("smith", "baker", "none"), missing="none")),
    intercept=True,
)


def carried(schema: Schema) -> str:
    """Return the schema's text in a link."""
    return parse_qs(schema_link.query(schema))[schema_link.NAME][0]


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda table: table.name)
def test_the_schemas_of_the_papers_tables_fit_a_link(table):
    assert unpacked(carried(table.schema)) == table.schema


@settings(derandomize=True, deadline=None)
@given(st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=20))
def test_any_names_survive_the_link(name: str):
    schema = Schema(Label(name + "y", ("1",)), (Numeric(name + "x", -1e-7, 1 / 3),))
    assert unpacked(carried(schema)) == schema


def test_what_was_read_from_the_data_is_not_carried():
    guessed = replace(SCHEMA, label=Label("sick", ("yes",), origin=READ))
    with pytest.raises(InvalidInput, match="only what was declared"):
        schema_link.query(guessed)


def test_a_schema_too_long_for_an_address_gets_a_sentence():
    codes = [zlib.crc32(bytes([k % 256, k // 256])) for k in range(1000)]
    long = Schema(SCHEMA.label, (Category("a", tuple(map(str, codes))),))
    with pytest.raises(InvalidInput, match=r"at most 6,000 characters; this one takes .* a file"):
        schema_link.query(long)


def packed(content: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(content)).decode().rstrip("=")


BROKEN = {
    "cut": lambda: carried(SCHEMA)[:-9],
    "not base 64": lambda: "!!!!",
    "one letter": lambda: "a",
    "not compressed": lambda: base64.urlsafe_b64encode(b"x" * 30).decode(),
    "not JSON": lambda: packed(b"hello"),
    "not UTF-8": lambda: packed(b"\xff\xfe"),
    "no schema": lambda: packed(b"{}"),
    "a gigabyte of blanks": lambda: packed(b" " * 200_000_000),
}


@pytest.mark.parametrize("name", every(3, BROKEN))
def test_a_broken_link_gets_a_sentence(name: str):
    with pytest.raises(InvalidInput, match=r"\.$"):
        unpacked(BROKEN[name]())


def test_a_link_declares_the_table_that_is_dropped():
    page = open_page(data="upload", schema=carried(SCHEMA))
    assert "declares 2 columns and the label sick" in says(page)
    upload(page, csv())
    assert own(page).schema == SCHEMA
    assert not own(page).schema.undeclared()


def test_a_table_that_does_not_fit_the_link_gets_a_sentence():
    page = upload(open_page(data="upload", schema=carried(adult.TABLE.schema)), csv())
    assert "the table must have the column" in says(page)
    assert own(page) is None


def test_a_broken_link_on_the_page_still_takes_a_table():
    page = open_page(data="upload", schema="nonsense")
    assert "copy the whole link again" in says(page)
    assert own(upload(page, csv())) is not None


def test_a_link_is_offered_once_everything_is_declared():
    page = with_table()
    assert not any("schema=" in block.value for block in page.code)
    (link,) = (block.value for block in declare(page).code if "schema=" in block.value)
    text = parse_qs(link.partition("?")[2])["schema"][0]
    assert unpacked(text) == draft(page).schema()
    ok(page)


def of_trade_off(page) -> list[str]:
    """Return the addresses that the Trade-off page offers for the table of this visitor."""
    page.query_params["epsilon"] = "0.5"
    page = page.switch_page("trade_off/page.py").run()
    blocks = [block.value for block in page.code]
    said = "\n".join(text.value for text in page.markdown)
    assert "does not carry your table" in said
    return [each for each in blocks if each.partition("?")[2].startswith(("data=", "epsilon="))]


def test_the_trade_off_s_link_of_an_own_table_brings_its_schema_to_data_with_the_settings():
    page = declare(with_table())
    own_schema = own(page).schema
    picture, brings = of_trade_off(page)
    assert "schema=" not in picture
    values = {name: text for name, (text,) in parse_qs(brings.partition("?")[2]).items()}
    assert brings.partition("?")[0].endswith("/data")
    assert picture.partition("?")[2] in brings
    other = upload(open_page(**values), csv())
    assert own(other).schema == own_schema
    other = other.switch_page("trade_off/page.py").run()
    assert other.query_params["epsilon"] == "0.5"


def test_guesses_stay_where_they_are_and_the_trade_off_says_where_the_schema_is():
    page = with_table()
    assert [each for each in of_trade_off(page) if "schema=" in each] == []
    said = "\n".join(text.value for text in page.markdown)
    assert "under “Save, load or link what is declared here”" in said
