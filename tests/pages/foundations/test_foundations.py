"""The page Foundations: its parts open singly, and what cannot be used gets a sentence."""

import pytest

from edition import views
from pages.foundations.values import PARTS
from tests.pages.screen import complaints, figures, opened, words


@pytest.mark.parametrize("part", PARTS.labels)
def test_each_part_opens_by_a_link_and_shows_its_view(part):
    texts = {"foundations_part": part, "epsilon": "2", "foundations_game": "5"}
    app, view = opened("foundations", **texts), views.view("foundations", texts)
    assert complaints(app) == []
    assert app.title[0].value == "What does ε promise?"
    assert "This is a simulation" in words(app)
    assert view.draw(dark=False, phone=False) == figures(app)[0]
    assert view.alt == app.get("plotly_chart")[0].proto.alt
    assert view.sentence in [each.value for each in app.markdown]


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
    assert "The part of Foundations must be “The noisy sum”" in words(app)
    assert "The noisy sum” is shown instead" in words(app)
