"""The Overview: a live answer without any input, and three doors."""

import re

from tests.pages.screen import complaints, figures, opened, words


def test_first_look_has_a_figure_a_sentence_and_three_doors():
    app = opened()
    assert complaints(app) == []
    assert len(figures(app)) == 1
    assert re.search(r"At ε = 0.1, objective perturbation costs \d", words(app))
    assert len(app.get("page_link")) == 3


def test_settings_of_a_link_are_used():
    assert "At ε = 2," in words(opened(epsilon="2", n="300"))
