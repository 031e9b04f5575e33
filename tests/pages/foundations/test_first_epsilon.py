"""ε on Foundations: the one that all pages open with, and it goes along to them."""

import re

import pytest

from pages.comparison import values
from pages.foundations.values import PARTS
from pages.kit import address, page
from pages.kit.values import reading
from tests.pages.kit.dials import text_on, turned
from tests.pages.screen import complaints, opened, words


def epsilon_of(app) -> str:
    """Return ε as its dial says it."""
    return text_on(app, "epsilon")


@pytest.mark.parametrize("texts", [{}, {"foundations_unnamed": "shared"}], ids=str)
@pytest.mark.parametrize("part", list(PARTS.labels))
def test_every_part_begins_where_all_pages_do_whatever_older_links_say_besides(part: str, texts):
    question = PARTS.question(reading({"foundations_part": part} | texts)).question
    assert (question.rules if part == "game" else question).epsilon == values.FIRST == 1.0


def test_a_bare_address_means_one_and_stays_bare():
    app = opened("foundations")
    assert complaints(app) == []
    assert epsilon_of(app) == "1"
    assert re.search(r"At ε = 1,", words(app))
    assert not app.query_params
    assert address.query(page.values_of("foundations")) == ""


def test_another_epsilon_goes_along_to_other_pages_and_the_first_one_leaves_the_address():
    app = turned(opened("foundations", is_it_private_part="spending"), "epsilon", "0.1")
    assert app.query_params["epsilon"] == "0.1"
    app.switch_page("is_it_private/page.py").run()
    assert epsilon_of(app) == "0.1"
    turned(app, "epsilon", "1")
    assert "epsilon" not in app.query_params
