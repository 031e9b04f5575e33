"""Words are explained: each page's exist, each explanation is short, has a source, and a page."""

import pytest

from pages.kit import text
from pages.kit.frame import glossary
from tests.house.syntax import page_names
from tests.pages.screen import complaints, opened

WORDS = text.glossary()
PAGES = [name for name in page_names() if glossary.words_of(name)]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_with_numbers_explains_ten_words_at_most(page: str):
    assert 3 <= len(glossary.words_of(page)) <= 10


def test_every_page_that_shows_numbers_has_a_row_of_words():
    assert set(page_names()) - set(PAGES) <= {"lessons", "release"}


@pytest.mark.parametrize("word", WORDS.values(), ids=WORDS)
def test_an_explanation_is_short_and_has_a_source_and_a_page(word: text.Word):
    assert 20 < len(word.means) < 330
    assert word.means.count(". ") < 3
    assert word.means.endswith(".")
    assert word.source
    assert word.page in page_names()


def test_no_word_has_two_explanations():
    names = [name for word in WORDS.values() for name in (word.name, *word.also)]
    assert len(names) == len(set(names))


def test_every_word_is_explained_somewhere():
    assert {word for page in PAGES for word in glossary.words_of(page)} >= {
        word for word in WORDS.values() if word.name not in NOT_ON_A_PAGE
    }


NOT_ON_A_PAGE = {"loss"}
"""Explained under Lessons alone: beside “privacy loss” it would confuse."""


def test_the_row_stands_under_a_page_and_the_list_under_lessons():
    app = opened("trade_off", n="300")
    assert complaints(app) == []
    assert any("constant rule" in each.proto.body for each in app.get("html"))
    app = opened("lessons")
    assert complaints(app) == []
    assert any(each.label == "Words" for each in app.expander)


def test_hostile_text_in_the_glossary_is_text():
    word = text.Word("<b>", "<script>x</script>", "none", "data")
    assert "<script>" not in glossary._row((word,))
