"""ε on Foundations: 1 where nobody has named one, and what the address says where somebody has."""

import re

import pytest

from pages.foundations.values import PARTS
from pages.kit import address, page
from tests.pages.screen import complaints, opened, words


def epsilon_of(app) -> str:
    """Return ε as its box says it."""
    (box,) = (each for each in app.text_input if each.label == "Privacy parameter ε, typed")
    return box.value


def typed(app, text: str):
    (box,) = (each for each in app.text_input if each.label == "Privacy parameter ε, typed")
    return box.set_value(text).run()


@pytest.mark.parametrize("part", list(PARTS.labels))
def test_every_part_begins_at_one(part: str):
    app = opened("foundations", foundations_part=part, foundations_unnamed="one")
    assert complaints(app) == []
    assert epsilon_of(app) == "1"


def test_a_bare_address_means_one_and_stays_bare():
    app = opened("foundations")
    assert re.search(r"At ε = 1,", words(app))
    assert not app.query_params
    assert address.query(page.values_of("foundations")) == ""


def test_an_older_address_means_what_it_meant():
    assert epsilon_of(opened("foundations", foundations_part="average")) == "0.1"
    assert epsilon_of(opened("foundations", seed="3")) == "0.1"
    assert epsilon_of(opened("foundations", epsilon="0.1")) == "0.1"
    assert epsilon_of(opened("foundations", epsilon="0.5")) == "0.5"


def test_the_usual_epsilon_can_be_chosen_and_stands_in_the_address():
    app = typed(opened("foundations"), "0.1")
    assert epsilon_of(app) == "0.1"
    assert app.query_params["foundations_unnamed"] == "shared"
    reloaded = opened("foundations", **app.query_params)
    assert epsilon_of(reloaded) == "0.1"


def test_other_pages_keep_their_own_first_epsilon():
    app = opened("foundations")
    app.switch_page("trade_off/page.py").run()
    assert epsilon_of(app) == "0.1"
