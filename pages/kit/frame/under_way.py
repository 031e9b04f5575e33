"""The story under way: which one, and its place, by the address; and the visitor's own."""

from contextlib import suppress

import streamlit as st

from dpcore.checks import InvalidInput
from pages.kit import address, controls, page, text, visitor
from pages.kit.frame import mode, story
from pages.kit.frame.story import Story, StoryScene

NO_STORY, OWN = "", "own"

STORY = address.one_of(
    "The story",
    "story",
    NO_STORY,
    {NO_STORY: "No story", OWN: "My story"}
    | {name: str(contents["title"]) for name, contents in text.stories().items()},
)
SCENE = address.UrlParameter("scene", "1", address.whole("The scene", 1, story.MOST_SCENES))
VALUES = (mode.PRESENT, STORY, SCENE)

_MINE, _ARRIVED = "my_story", "arrived"
MY_TITLE = "My story"
LOST = (
    "The address names a story of your own, which this server does not have (any more): load it "
    "from its file on the page Lessons."
)


def mine() -> Story:
    """Return the visitor's own story, which goes ten minutes after the last tab was closed."""
    kept: Story | None = visitor.kept.get(visitor.name(), _MINE)
    return kept or st.session_state.get(_MINE) or Story(MY_TITLE, "", ())


def tell(own: Story) -> None:
    """Keep a story as the visitor's own, in place of the one before."""
    st.session_state[_MINE] = own
    visitor.kept.drop(visitor.name(), _MINE)
    with suppress(InvalidInput):  # Where the memory is full, the session still has it.
        visitor.kept.keep(visitor.name(), _MINE, own)


def is_lost() -> bool:
    """Tell whether the address names the visitor's own story, and there is none."""
    return address.get(STORY) == OWN and not mine().scenes


def current() -> tuple[Story, int] | None:
    """Return the story under way and the number of its scene, the last one at most."""
    name = address.get(STORY)
    found = mine() if name == OWN else story.shipped().get(name)
    if found is None or not found.scenes:
        return None
    return found, min(address.get(SCENE), len(found.scenes))


def scene() -> StoryScene | None:
    """Return the scene under way, where its page is the one on show."""
    under_way = current()
    if under_way is None:
        return None
    found, number = under_way
    here = found.scenes[number - 1]
    return here if here.page == mode.on_show() else None


def link(name: str, found: Story, number: int) -> dict[str, str]:
    """Return what a link to a scene sets: what it does not name goes back to its default."""
    here = found.scenes[number - 1]
    return (
        address.reset(page.values_of(here.page))
        | dict(here.at)
        | {mode.PRESENT.name: "1", STORY.name: name, SCENE.name: str(number)}
    )


def arrive() -> None:
    """Go where a scene belongs, if somebody comes by a link that names no more than the scene.

    Whoever moved something since, and loads the page again, keeps it: then the address names more.
    """
    if _ARRIVED in st.session_state:
        return
    st.session_state[_ARRIVED] = True
    under_way = current()
    names_more = any(
        address.text_of(value) != value.default for value in page.values_of(mode.on_show())
    )
    if under_way and mode.is_asked() and not names_more:
        go(*under_way)


def go(found: Story, number: int) -> None:
    """Open a scene of the story under way, while a page is drawn."""
    contents = link(address.get(STORY), found, number)
    controls.go_to(found.scenes[number - 1].page, contents)
