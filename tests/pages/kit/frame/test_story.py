"""A story's file: what it says comes back, what leads elsewhere is refused."""

import json
import re

import pytest

from dpcore.checks import InvalidInput
from dpcore.privacy import risk
from pages.kit import page, paths, text
from pages.kit.frame import story
from pages.kit.frame.story import LARGEST, LONGEST, MOST_SCENES, Story, StoryScene
from tests.house.some import some
from tests.pages.screen import complaints, opened

HOSTILE = (
    '<img src=x onerror=alert(1)> **b** [x](javascript:alert(1)) "quoted" \\ 100 % :red[a] $x$'
)


def a_file(link: str = "/trade-off", sentence: str = "See.") -> str:
    given = f"link = {json.dumps(link)}\nsentence = {json.dumps(sentence)}\n"
    return 'title = "T"\n[[scene]]\n' + given


def test_what_is_saved_is_read_back():
    told = Story(
        "A title with ‘quotes’ and ∞",
        "A lead.",
        (
            StoryScene("overview", (), HOSTILE),
            StoryScene("trade_off", (("epsilon", "0.1"), ("lam", "auto")), "Two.", HOSTILE),
        ),
    )
    assert story.read(story.spelled(told)) == told


@pytest.mark.parametrize("name", some(story.shipped(), ["board", "class"]))
def test_a_story_that_ships_is_read_back_and_each_scene_shows_its_figure_and_sentence(name: str):
    told = story.shipped()[name]
    assert story.read(story.spelled(told)) == told
    assert 5 <= len(told.scenes) <= 8
    for number, scene in enumerate(told.scenes, start=1):
        app = opened(
            scene.page, present="1", story=name, scene=str(number), draws="2", **dict(scene.at)
        )
        assert complaints(app) == []
        shown = app.title[0].value.replace("\\", "").replace("\u2060", "")
        assert shown == text.with_whole_equations(scene.sentence)
        drawn = app.get("plotly_chart") if scene.page != "overview" else app.get("html")
        assert drawn


@pytest.mark.parametrize(
    "link",
    [
        "https://evil.example/trade-off",
        "//evil.example/trade-off",
        "javascript:alert(1)",
        "http://[",
        "trade-off",
        "/nowhere",
        "/data",
        "/lessons",
        "/trade_off",
        "/../trade-off",
        "/trade-off#x",
        "/trade-off?unknown=1",
        "/trade-off?epsilon=many",
        "/trade-off?mechanism=objective",
        "/trade-off?present=1",
        "/trade-off?set=epsilon%3D1",
    ],
)
def test_a_link_that_leads_elsewhere_or_sets_what_cannot_be_used_is_refused(link: str):
    with pytest.raises(InvalidInput, match="Scene 1"):
        story.read(a_file(link))


@pytest.mark.parametrize("name", [name for name in paths.names() if page.about(name).presents])
def test_every_page_that_has_a_slide_may_be_a_scene(name: str):
    assert story.read(a_file(paths.path_of(name))).scenes[0].page == name


@pytest.mark.parametrize(
    "source",
    [
        "",
        "title = 1",
        'title = "T"',
        'title = "T"\nscene = 3',
        'title = "T"\nscene = ["a"]',
        'title = "T"\n[[scene]]\nlink = "/trade-off"',
        'title = "T"\n[[scene]]\nlink = 3\nsentence = "a"',
        a_file() + "notes = 3",
        a_file(sentence=" \n"),
        a_file(sentence="a" * (LONGEST["sentence"] + 1)),
        a_file("/trade-off?epsilon=" + "1" * LONGEST["link"]),
        'title = "T"\n' + '[[scene]]\nlink = "/"\nsentence = "a"\n' * (MOST_SCENES + 1),
        "x = " + "[" * 5_000,
        "x" * (LARGEST + 1),
        "\0",
        "{}",
    ],
)
def test_what_is_no_story_is_refused_with_a_sentence(source: str):
    with pytest.raises(InvalidInput, match=r"^[A-Z].*[.…”]$"):
        story.read(source)


def test_what_is_not_text_is_refused():
    with pytest.raises(InvalidInput, match="UTF-8"):
        story.decoded(b"\xff\xfe\x00")


def test_signs_that_nobody_sees_are_left_out():
    assert story.read(a_file(sentence="a\u202eb\u200bc")).scenes[0].sentence == "a b c"


def test_a_choice_of_lam_costs_in_the_story_for_analysts():
    [scene] = [each for each in story.shipped()["analysts"].scenes if each.page == "private_tuning"]
    app = opened(scene.page, **dict(scene.at))
    costs = {each.label: each.value for each in app.metric}
    assert float(costs["The split costs"].split()[0]) > 0


def test_the_board_is_told_one_limit_at_each_epsilon():
    told = dict[str, str]()
    for scene in story.shipped()["board"].scenes:
        at = dict(scene.at)
        if at.get("adversary_scene") == "epsilon":
            said = opened(scene.page, **at, present="1").markdown
            told[at["epsilon"]] = next(
                each.value for each in said if "equally likely" in each.value
            )
    assert told.keys() == {"1", "5"}
    for epsilon, said in told.items():
        assert risk.sentence(float(epsilon)) in said


def test_no_story_is_called_as_a_page():
    assert not {*story.shipped()} & {*paths.names()}, "the edition builds both by their names"


@pytest.mark.parametrize("name", story.shipped())
def test_every_slide_names_the_records_that_it_shows(name: str):
    for scene in story.shipped()[name].scenes:
        assert re.search(r"patient|generated|Generated|invented", scene.sentence), scene.sentence
        assert ("patient" in scene.sentence) == (
            scene.page == "overview" or ("data", "breast_cancer") in scene.at
        )


def test_a_long_sentence_is_offered_up_to_a_word():
    assert story.offered("**One** \\*two\\*.") == "One *two*."
    offered = story.offered("word " * 100)
    assert len(offered) <= LONGEST["sentence"]
    assert offered.endswith("word…")
