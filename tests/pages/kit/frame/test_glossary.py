"""Words are explained: each page's exist, each explanation is short, has a source, and a page."""

import pytest

from pages.kit import text
from pages.kit.frame import glossary, mode
from tests.house.syntax import page_names
from tests.pages.screen import MARK, complaints, opened, words

WORDS = text.glossary()
PAGES = [name for name in page_names() if glossary.words_of(name)]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_with_numbers_explains_ten_words_at_most(page: str):
    assert 1 <= len(glossary.words_of(page)) <= 10


def test_every_page_that_shows_numbers_has_words():
    assert set(page_names()) - set(PAGES) <= {
        "accessibility",
        "all_pages",
        "lessons",
        "release",
    }


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


def test_words_are_explained_once_in_a_page_and_told_in_its_fold_and_all_of_them_under_lessons():
    app = opened("trade_off", n="300")
    assert complaints(app) == []
    app.session_state["fold How this works"] = True
    app = app.run()
    assert complaints(app) == []
    for word in glossary.words_of("trade_off"):
        assert sum(f">{word.means}<" in each.proto.body for each in app.get("html")) == 1
        assert f"**{word.name}**" in words(app)
    app = opened("lessons")
    assert complaints(app) == []
    assert any(each.label == "Words" for each in app.expander)


@pytest.mark.parametrize("page", PAGES)
def test_each_mark_of_a_page_leads_to_an_explanation_in_it(page: str):
    app = opened(page, n="300", draws="2")
    marks = [mark for each in app.markdown for mark in MARK.findall(each.proto.body)]
    laid = "".join(each.proto.body for each in app.get("html"))
    assert marks or page in NOT_IN_ITS_TEXT
    assert all(f'id="{mark}"' in laid for _, mark in marks)


NOT_IN_ITS_TEXT = {"adversary"}
"""Pages whose words stand in their fold alone."""


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("At ε = 1, objective perturbation costs: ε.", ["ε", "objective perturbation"]),
        ("Draws of **output perturbation**; draws", ["Draws", "output perturbation"]),
        ("$ε$ and `draw`, [error](/x) and error\\_rate, drawn terrors", []),
        ("The quartiles of the draws", ["quartiles", "draws"]),
    ],
)
def test_the_first_of_each_word_is_marked_outside_of_formulas_code_and_links(
    monkeypatch: pytest.MonkeyPatch, said: str, found: list[str]
):
    monkeypatch.setattr(mode, "on_show", lambda: "trade_off")
    marked = glossary.marked(said)
    assert [word for word, _ in MARK.findall(marked)] == found
    assert MARK.sub(r"\1", marked) == said


def test_hostile_text_in_the_glossary_is_text():
    assert "<script>" not in glossary.explained("<b>", "<script>x</script>", "none")
    assert "<b>" not in glossary.explained("<b>", "x", "none")
