"""A lesson worked through by what a screen reader is told: roles, names and announcements.

Nothing of the page is known here but Chromium's accessibility tree. What is pressed is found by its
role and name, takes the focus, and is pressed by a key.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from dplab.studies.lessons import entries
from tests.e2e.browser import settled
from tests.e2e.test_lessons import right

OpenPage = Callable[..., Page]
LESSON = entries.lessons()["who_pays"]
"""It has numbers, choices, pictures and a guess."""

DIALS = {"group_share": "Share of the smaller group", "epsilon": "Privacy parameter ε"}

Node = dict[str, Any]


class Reader:
    """Somebody who hears a page and has a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.session.send("DOM.enable")

    def tree(self) -> list[Node]:
        """Return what the page is made of to a screen reader, and what it passes over."""
        settled(self.page)
        nodes: list[Node] = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return nodes

    def all(self, role: str, name: str = "") -> list[Node]:
        """Return what is told with a role and a name that begins so."""
        return [
            node
            for node in self.tree()
            if not node["ignored"]
            and node["role"]["value"] == role
            and _name(node).startswith(name)
        ]

    def the(self, role: str, name: str = "") -> Node:
        """Return the first that has a role and a name that begins so."""
        found = self.all(role, name)
        assert found, f"no {role} is called {name!r}"
        return found[0]

    def press(self, node: Node, *keys: str) -> None:
        """Give something the focus, and press keys."""
        self.session.send("DOM.focus", {"backendNodeId": node["backendDOMNodeId"]})
        for key in keys:
            self.page.keyboard.press(key)

    def announced(self) -> str:
        """Return what stands in regions that are read aloud when they change."""
        nodes = {node["nodeId"]: node for node in self.tree()}
        return " ".join(
            _name(each)
            for node in nodes.values()
            if _property(node, "live") in ("polite", "assertive")
            for each in _below(node, nodes)
            if not each["ignored"] and each["role"]["value"] == "StaticText"
        )


def _name(node: Node) -> str:
    return str(node.get("name", {}).get("value", ""))


def _property(node: Node, name: str) -> object:
    found = (
        each["value"].get("value") for each in node.get("properties", ()) if each["name"] == name
    )
    return next(found, None)


def _below(node: Node, nodes: dict[str, Node]) -> Iterator[Node]:
    for child in node["childIds"]:
        if child in nodes:
            yield nodes[child]
            yield from _below(nodes[child], nodes)


def _answer(reader: Reader, number: int) -> None:
    """Answer a step as it is asked, by what its controls are called."""
    step, given = LESSON.steps[number - 1], right(LESSON, number)
    if step.kind == "number":
        _type(reader, reader.the("textbox", step.ask), given)
    elif step.kind == "choice":
        assert reader.the("radiogroup", step.ask)
        reader.press(reader.the("radio", step.options[given]), "Space")
        reader.press(reader.the("button", "Check"), "Enter")
    else:
        ((name, value),) = step.example.items()
        _type(reader, reader.the("textbox", f"{DIALS[name]}, typed"), f"{value:g}")
        reader.press(reader.the("button", "Check the picture"), "Enter")


def _type(reader: Reader, box: Node, text: str) -> None:
    reader.press(box, "Control+A")
    reader.page.keyboard.type(text)
    reader.page.keyboard.press("Enter")


@pytest.mark.whole
def test_a_lesson_is_worked_through_by_the_accessibility_tree_alone(open_page: OpenPage):
    page = open_page("/lessons")
    reader = Reader(page)
    reader.press(reader.all("link", "Begin")[LESSON.number - 1], "Enter")
    page.wait_for_url("**lesson=*")
    reader.press(reader.the("button", "Go on to the first step"), "Enter")
    for number, step in enumerate(LESSON.steps, 1):
        page.wait_for_url(f"**step={number}*" if number > 1 else "**lesson=*")
        assert reader.the("heading", step.title)
        figures = reader.all("figure")
        assert figures
        assert all(len(_name(each)) > 40 for each in figures)
        if step.guess:
            _type(reader, reader.the("textbox", step.guess.ask), "20")
            assert "You said 20" in reader.announced()
        if step.kind == "number":
            _type(reader, reader.the("textbox", step.ask), "-7")
            assert "Not yet." in reader.announced()
        _answer(reader, number)
        assert "Right." in reader.announced()
        if number < len(LESSON.steps):
            reader.press(reader.the("link", "Next step"), "Enter")
    reader.press(reader.the("link", "End of the lesson"), "Enter")
    page.wait_for_url("**lesson_ended=*")
    assert reader.the("heading", f"What lesson {LESSON.number} has shown")
