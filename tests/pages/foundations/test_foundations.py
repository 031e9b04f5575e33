"""The page Foundations: its parts open singly, and what cannot be used gets a sentence."""

import pytest

from edition import views
from pages.foundations.values import PARTS
from tests.pages.screen import complaints, opened, words


def test_the_page_says_what_it_is_and_that_it_simulates():
    app = opened("foundations")
    assert app.title[0].value == "What does ε promise?"
    assert "This is a simulation" in words(app)


def test_a_game_that_no_address_names_is_the_first_one():
    game = {"foundations_part": "game"}
    unnamed = views.view("foundations", game)
    first = views.view("foundations", game | {"foundations_game": "0"})
    assert unnamed.draw(dark=False, phone=False) == first.draw(dark=False, phone=False)


@pytest.mark.parametrize("part", PARTS.labels)
def test_without_noise_each_part_says_so(part):
    app = opened("foundations", foundations_part=part, epsilon="inf")
    assert complaints(app) == []
    said = [each.value for each in app.error]
    assert len(said) == 1
    assert "With ε = ∞ there is no noise and no guarantee" in said[0]


def test_an_unknown_part_is_refused_by_its_name():
    app = opened("foundations", foundations_part="nonsense")
    assert "The part of Foundations must be “Sum”" in words(app)
    assert "“Sum” is shown instead" in words(app)
