"""Hostile links and files on whole pages: a sentence, never a traceback."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from pages.comparison.values import VALUES as SHARED
from pages.data import schema_link
from pages.kit import page
from pages.kit.address import UrlParameter
from tests.hostile.files import FUZZ, NUMBERS, WORDS, files
from tests.house import syntax
from tests.house.some import some
from tests.pages.screen import complaints, opened

LONGEST = 600
"""Characters of a sentence about a link: one lists all that is allowed."""

LONG = ("x" * 10_000, "1" * 10_000, "-" * 500, "1e" + "9" * 400, "a,b," * 2_000)

texts = st.sampled_from((*NUMBERS, *WORDS, *LONG)) | st.text(max_size=12) | st.floats().map(repr)


@cache
def values() -> dict[str, UrlParameter]:
    """Return everything that an address may hold, by its name."""
    own = [value for name in syntax.page_names() for value in page.about(name).values]
    return {value.name: value for value in (*SHARED.values(), *own)}


def test_defaults_are_read():
    for value in values().values():
        value.read(value.default)


@settings(max_examples=2000, **FUZZ)
@given(st.sampled_from(sorted(values())), texts)
def test_any_text_in_an_address_is_read_or_refused_with_a_short_sentence(name: str, text: str):
    try:
        found = values()[name].read(text)
    except InvalidInput as refusal:
        said = str(refusal)
    else:
        said = "It is in use."
        assert found == found  # no nan gets in
    assert 5 <= len(said) <= LONGEST
    assert said.endswith((".", "”."))


@settings(max_examples=500, **FUZZ)
@given(texts)
def test_any_text_is_a_schema_or_refused_with_a_short_sentence(text: str):
    try:
        schema_link.unpacked(text)
    except InvalidInput as refusal:
        said = str(refusal)
    else:
        said = "It is a schema."
    assert len(said) <= LONGEST
    assert said.endswith(".")


FEW = {"draws": "2", "n": "100", "d": "2"}
"""What keeps a page quick, unless the link says otherwise."""


few_examples = pytest.mark.parametrize("n", some((20, 60), (20,)))
"""How many are tried, a third in every run: a page takes longer than a text."""


@few_examples
def test_any_link_opens_its_page(n: int):
    settings(max_examples=n, **FUZZ)(given(st.data())(check_link))()


def check_link(data: st.DataObject):
    name = data.draw(st.sampled_from(syntax.page_names()))
    here = [value.name for value in page.values_of(name)]
    query = data.draw(st.dictionaries(st.sampled_from([*here, "schema", "set"]), texts, max_size=6))
    app = opened(name, **FEW | query)
    assert complaints(app) == []
    for error in app.error:
        assert len(error.value) <= 2 * LONGEST  # signs of markdown are escaped


@few_examples
def test_any_file_on_the_data_page_is_a_table_or_gets_a_sentence(n: int):
    settings(max_examples=n, **FUZZ)(given(files())(check_file))()


def check_file(data: bytes):
    app = _data_page()
    app.file_uploader[0].upload("mine.csv", data)
    app.run()
    assert complaints(app) == []
    assert app.title[0].value == "Which data?"


def _data_page():
    return opened("data", data="upload")


@pytest.mark.parametrize("name", ["data", "overview", "trade_off"])
def test_a_long_text_is_not_repeated_whole(name: str):
    query = {value.name: "x" * 10_000 for value in SHARED.values()}
    app = opened(name, **query)
    assert complaints(app) == []
    assert "x" * 100 not in "".join(error.value for error in app.error)
