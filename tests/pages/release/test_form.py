"""The page Release, without a browser."""

from tests.pages.screen import complaints, opened, words


def test_the_page_says_that_something_is_released_and_not_that_it_simulates():
    app = opened("release")
    assert complaints(app) == []
    assert "This is a simulation" not in words(app)
    assert "really released" in words(app)
