"""A slide: one figure and one sentence of the page, ε and scenes by buttons; the way in and out."""

import re

import pytest

from pages.comparison import values
from pages.kit import page, paths, text
from pages.kit.frame import bar, mode, story, under_way
from tests.pages.screen import complaints, figures, opened, words

SLIDES = [name for name in paths.names() if page.about(name).presents]
QUICK = {"draws": "2"}


def button(app, label: str):
    return next(each for each in app.button if each.label == label)


def letters(part, name=""):
    if isinstance(part, dict):
        if name.endswith("font") and "size" in part:
            yield part["size"]
        for key, each in part.items():
            yield from letters(each, key)
    elif isinstance(part, list):
        for each in part:
            yield from letters(each)


@pytest.mark.usefixtures("few_epsilons")
@pytest.mark.parametrize("name", SLIDES)
def test_a_slide_has_one_figure_with_letters_that_can_be_read_and_one_sentence(name: str):
    app = opened(name, present="1", n="1000", **QUICK)
    assert complaints(app) == []
    drawn = figures(app)
    assert len(drawn) == (0 if name == "overview" else 1)
    for figure in drawn:
        assert min(letters(figure)) >= mode.SMALLEST
        assert not {"height", "sliders", "updatemenus"} & figure["layout"].keys()
    assert story.plain(app.session_state["sentence_on_show"])
    assert button(app, "End")
    assert text.SIMULATION in words(app)


@pytest.mark.parametrize("name", ["data", "lessons"])
def test_a_page_without_a_slide_stays_as_it_is_and_says_so(name: str):
    app = opened(name, present="1", **QUICK)
    assert complaints(app) == []
    assert bar.NO_SLIDE in words(app)
    assert text.SIMULATION in words(app)
    button(app, "End").click().run()
    assert bar.NO_SLIDE not in words(app)


def test_a_page_that_is_not_presented_is_as_it_was():
    app = opened("trade_off", **QUICK)
    assert text.SIMULATION in words(app)
    assert all("Escape" not in each.label and each.label != "End" for each in app.button)


@pytest.mark.parametrize("name", paths.names())
def test_the_bar_says_of_each_page_with_numbers_whether_it_simulates(name: str):
    badge = bar.RELEASED if name == "release" else bar.SIMULATED
    said = [f">{badge}</button>" in each.proto.body for each in opened(name).get("html")]
    assert any(said) == (name not in ("accessibility", "all_pages"))


def test_the_arrow_keys_move_epsilon_along_the_usual_values():
    app = opened("trade_off", present="1", epsilon="0.1", **QUICK)
    button(app, "Larger ε").click().run()
    assert app.session_state["epsilon"] == "0.15"
    button(app, "Smaller ε").click().run()
    button(app, "Smaller ε").click().run()
    assert app.session_state["epsilon"] == "0.07"
    assert "At ε = 0.07" in words(app)


def test_on_the_counterexample_they_move_its_own_epsilon_and_on_papers_none():
    app = opened("counterexample", present="1", **QUICK)
    button(app, "Larger ε").click().run()
    assert app.session_state["example_epsilon"] == "0.3"
    assert all("ε" not in each.label for each in opened("papers", present="1").button)


@pytest.mark.parametrize("epsilon", [*values.EPSILONS, 1e-9, 0.12, 1e9, float("inf")])
def test_a_step_leads_to_the_next_usual_epsilon_or_nowhere(epsilon: float):
    below, above = values.DIAL.moved(epsilon, -1), values.DIAL.moved(epsilon, 1)
    assert below <= epsilon <= above
    assert not [each for each in values.EPSILONS if below < each < epsilon]
    assert not [each for each in values.EPSILONS if epsilon < each < above]


def test_in_and_out_keeps_the_settings():
    app = opened("trade_off", epsilon="0.5", **QUICK)
    button(app, "Present").click().run()
    assert not [each for each in app.button if each.label == "Present"]
    button(app, "End").click().run()
    assert button(app, "Present")
    assert app.session_state["epsilon"] == "0.5"


def test_a_refusal_stands_on_the_slide():
    app = opened("foundations", present="1", epsilon="inf")
    assert complaints(app) == []
    assert len(app.error) == 1


@pytest.mark.parametrize("present", ["", "1"])
@pytest.mark.parametrize("at", [{"scene": "0"}, {"story": "nothing"}])
def test_what_a_link_to_a_story_cannot_mean_gets_a_sentence(present: str, at: dict[str, str]):
    app = opened("foundations", present=present, **at)
    assert complaints(app) == []
    [error] = app.error
    assert "shown instead" in error.value


def test_of_several_refusals_a_slide_shows_one_and_counts_the_others():
    app = opened("foundations", present="1", epsilon="abc", scene="0", story="nothing")
    assert complaints(app) == []
    assert [each.value for each in app.error if "The page names 2 more." in each.value]


def test_a_link_that_names_a_scene_alone_opens_its_page_at_its_settings():
    app = opened(story="board", scene="6", present="1")
    assert complaints(app) == []
    assert "20,000 generated" in app.title[0].value


def test_a_link_that_names_settings_keeps_them():
    app = opened("trade_off", story="class", scene="6", present="1", epsilon="0.5", **QUICK)
    assert app.session_state["epsilon"] == "0.5"


def test_a_picture_is_added_to_my_story_with_the_pages_sentence():
    app = opened("trade_off", epsilon="0.5", **QUICK)
    [box] = [each for each in app.text_area if "story_sentence" in (each.key or "")]
    assert box.value.startswith("At ε = 0.5")
    button(app, "Add this picture").click().run()
    assert complaints(app) == []
    [scene] = app.session_state["my_story"].scenes
    assert scene.link == "/trade-off?epsilon=0.5&draws=2"
    assert "Added as scene 1." in words(app)


@pytest.mark.parametrize("present", ["", "1"])
def test_a_story_of_ones_own_that_is_not_here_is_missed_aloud(present: str):
    app = opened("foundations", story="own", scene="2", present=present)
    assert complaints(app) == []
    assert under_way.LOST in [each.value.replace("\\", "") for each in app.error]
    assert "Load the story" in [each.proto.label for each in app.get("page_link")]


def test_a_story_that_is_here_is_not_missed():
    app = opened("trade_off", **QUICK)
    button(app, "Add this picture").click().run()
    app.session_state["story"], app.session_state["present"] = "own", "1"
    app.run()
    assert not app.error
    assert "Load the story" not in [each.proto.label for each in app.get("page_link")]


def test_hostile_text_in_a_scene_is_shown_as_text():
    app = opened("trade_off", **QUICK)
    [box] = [each for each in app.text_area if "story_sentence" in (each.key or "")]
    box.input("**b** <b>x</b> [a](http://evil.example)")
    button(app, "Add this picture").click().run()
    app.switch_page("lessons/page.py").run()
    assert complaints(app) == []
    assert "\\*\\*b\\*\\*" in words(app)
    assert "\\[a\\]" in words(app)


def test_a_sentence_that_is_its_own_heading_stands_once():
    app = opened("trade_off", epsilon="0.5", **QUICK)
    button(app, "Add this picture").click().run()
    [scene] = app.session_state["my_story"].scenes
    app.session_state["story"], app.session_state["present"] = "own", "1"
    app.run()
    assert complaints(app) == []
    assert story.plain(app.title[0].value.replace("\u2060", "")) == scene.sentence
    assert scene.sentence not in [story.plain(each.value) for each in app.markdown]
    button(app, "Larger ε").click().run()
    assert any(each.value.startswith("At ε = 0.7") for each in app.markdown)


def test_a_scene_is_put_earlier_and_removed():
    app = opened("trade_off", **QUICK)
    for said in ("One.", "Two."):
        [box] = [each for each in app.text_area if "story_sentence" in (each.key or "")]
        box.input(said)
        button(app, "Add this picture").click().run()
    app.switch_page("lessons/page.py").run()
    app.button(key="story_earlier_2").click().run()
    assert [each.sentence for each in app.session_state["my_story"].scenes] == ["Two.", "One."]
    app.button(key="story_remove_1").click().run()
    assert [each.sentence for each in app.session_state["my_story"].scenes] == ["One."]


def test_a_sentence_that_goes_on_behind_its_bold_part_ends_on_a_slide():
    app = opened("foundations", present="1", foundations_part="beliefs")
    said = app.session_state["sentence_on_show"]
    assert said in [each.value for each in app.markdown]
    assert re.search(r"no probability changes by more than [\d.]+ points\.$", said)
