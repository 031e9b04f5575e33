"""The page Foundations: its parts open singly, and what cannot be used gets a sentence."""

import pytest

from pages.foundations.values import PARTS
from tests.pages.screen import complaints, opened, words


@pytest.mark.parametrize("part", PARTS.labels)
def test_each_part_opens_by_a_link_with_its_own_picture(part):
    app = opened("foundations", foundations_part=part, epsilon="1")
    assert complaints(app) == []
    assert app.title[0].value == "What does ε promise?"
    assert "This is a simulation" in words(app)
    assert len(app.get("plotly_chart")) >= 1


@pytest.mark.parametrize("part", PARTS.labels)
def test_without_noise_each_part_says_so(part):
    app = opened("foundations", foundations_part=part, epsilon="inf")
    assert complaints(app) == []
    said = [each.value for each in app.error]
    assert len(said) == 1
    assert "With ε = ∞ there is no noise and no guarantee" in said[0]


@pytest.mark.parametrize("part", PARTS.labels)
@pytest.mark.parametrize("epsilon", ["0.001", "100"])
def test_the_ends_of_epsilon_are_drawn(part, epsilon):
    assert complaints(opened("foundations", foundations_part=part, epsilon=epsilon)) == []


def test_an_unknown_part_is_refused_by_its_name():
    app = opened("foundations", foundations_part="nonsense")
    assert "The part of Foundations must be “The noisy sum”" in words(app)
    assert "The noisy sum” is shown instead" in words(app)
