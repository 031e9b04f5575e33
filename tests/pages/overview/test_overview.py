"""The Overview: a live answer without any input, and three doors."""

import re

from pages.shared.page import about
from pages.shared.text import sections
from tests.house import page_names
from tests.pages.screen import complaints, opened, words


def test_first_look_has_a_figure_a_sentence_and_three_doors():
    app = opened()
    assert complaints(app) == []
    (sketch,) = (html.proto.body for html in app.get("html") if "aria-label" in html.proto.body)
    assert "you are here" in sketch
    assert all(name in sketch for name in ("Non-private", "Output", "Objective"))
    assert re.search(r"At ε = 0.1, objective perturbation costs \d", words(app))
    doors = {header.value for header in app.header}
    assert doors >= {"Teach", "Analyse", "Present"}


def test_every_page_is_linked_with_its_question():
    app = opened(n="300")
    labels = [link.proto.label for link in app.get("page_link")]
    for name in set(page_names()) - {"overview"}:
        (label,) = (each for each in labels if each.startswith(f"**{about(name).title}**"))
        question = sections(name)["lead"].partition("\n")[0].removeprefix("# ")
        assert label.strip("*").endswith(question)


def test_settings_of_a_link_are_used():
    assert "At ε = 2," in words(opened(epsilon="2", n="300"))


def test_a_setting_that_cannot_be_used_is_told_here_too():
    (sentence,) = (e.value for e in opened(h="9", n="300").error)
    assert sentence.startswith("Half-width h must be between 0.01 and 2")


def test_a_link_within_sets_what_it_names_and_keeps_the_rest():
    app = opened(n="300", epsilon="2")
    app.query_params["set"] = "epsilon=7&data=breast_cancer&losses=&unknown=1"
    app.run()
    assert complaints(app) == []
    assert [app.session_state[name] for name in ("n", "epsilon", "data")] == [
        "300", "7", "breast_cancer",
    ]  # fmt: skip
    assert "set" not in app.query_params
    assert "unknown" not in app.session_state
