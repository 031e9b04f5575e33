"""The form of the page Release: what it says, refuses and keeps."""

from tests.pages.release.forms import ready, press, labels, refusals
from tests.pages.screen import complaints, opened, words


def test_the_page_says_that_something_is_released_and_not_that_it_simulates():
    app = opened("release")
    assert complaints(app) == []
    assert "This is a simulation" not in words(app)
    assert "what is released here is real" in words(app)


def test_a_release_is_charged_and_certified(ledger):
    app = ready()
    print(words(app))
    print(labels(app))
    print(refusals(app))
    app = press(app, "Release one")
    print(words(app))
    print(labels(app))
    print(refusals(app))
    assert "One classifier is released" in words(app)
