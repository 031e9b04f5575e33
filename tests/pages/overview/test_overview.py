"""The Overview: a live answer without any input, and three doors."""

import re
from urllib.parse import parse_qs, parse_qsl

from pages.kit.frame.story import shipped
from pages.kit.page import about, path_of
from pages.kit.text import sections
from tests.house.syntax import page_names
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


def test_each_door_opens_slides_of_its_own():
    slides = [
        link.proto for link in opened(n="300").get("page_link") if "Slides" in link.proto.label
    ]
    opens = [dict(parse_qsl(parse_qs(link.query_string)["set"][0])) for link in slides]
    assert [each["story"] for each in opens] == ["class", "analysts", "board"]
    assert all(each["present"] == each["scene"] == "1" for each in opens)
    first = [shipped()[each["story"]].scenes[0].page for each in opens]
    assert [link.page for link in slides] == [path_of(page).strip("/") for page in first]


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


def test_a_link_to_the_same_page_leaves_the_address_whole():
    app = opened(n="300", epsilon="2")
    # The browser has the link's address now, and nothing else in it.
    app.query_params.clear()
    app.query_params["set"] = "epsilon=7"
    app.run()
    named = {name: app.query_params[name] for name in ("n", "epsilon")}
    assert named == {"n": "300", "epsilon": "7"}
