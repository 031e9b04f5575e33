"""ε on Foundations: 1 where nobody has named one, and what the address says where somebody has."""

import re

import pytest

from pages.foundations import epsilon
from pages.foundations.values import PARTS
from pages.kit import address, page
from pages.kit.values import reading
from tests.pages.kit.dials import text_on, turned
from tests.pages.screen import complaints, opened, words


def epsilon_of(app) -> str:
    """Return ε as its dial says it."""
    return text_on(app, "epsilon")


@pytest.mark.parametrize("part", list(PARTS.labels))
def test_every_part_begins_at_one(part: str):
    question = PARTS.question(reading({"foundations_part": part})).question
    assert (question.rules if part == "game" else question).epsilon == 1.0


def test_a_bare_address_means_one_and_stays_bare():
    app = opened("foundations")
    assert complaints(app) == []
    assert epsilon_of(app) == "1"
    assert re.search(r"At ε = 1,", words(app))
    assert not app.query_params
    assert address.query(page.values_of("foundations")) == ""


@pytest.mark.parametrize(("texts", "meant"), [
    ({"seed": "3"}, 1.0), ({"epsilon": "0.1"}, 1.0), ({"epsilon": "0.5"}, 0.5),
    ({"foundations_unnamed": "shared"}, 0.1),
    ({"foundations_unnamed": "shared", "epsilon": "0.1"}, 0.1),
    ({"foundations_unnamed": "one", "epsilon": "0.1"}, 1.0),
    ({"foundations_unnamed": "one", "epsilon": "2"}, 2.0),
], ids=str)  # fmt: skip
def test_an_address_means_one_unless_it_names_another_epsilon_or_the_usual_one(texts, meant):
    assert epsilon.of(reading(texts)) == meant


def test_the_usual_epsilon_can_be_chosen_and_stands_in_the_address():
    app = turned(opened("foundations"), "epsilon", "0.1")
    assert epsilon_of(app) == "0.1"
    assert app.query_params["foundations_unnamed"] == "shared"
    reloaded = opened("foundations", **app.query_params)
    assert epsilon_of(reloaded) == "0.1"


def test_other_pages_keep_their_own_first_epsilon():
    app = opened("foundations", is_it_private_part="spending")
    app.switch_page("is_it_private/page.py").run()
    assert epsilon_of(app) == "0.1"
