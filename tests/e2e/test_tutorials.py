"""The three tutorials of ten minutes: what they say to press is pressed, what they promise is seen.

A step is a verb and what it is about, as a reader of docs/tutorials would do it. `-rP` prints how
long the machine takes for each; a reader takes longer.
"""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import settled
from tests.serving import ROOT

SAMPLE = "Open a budget of ε = 3 for the sample"
CODE = re.compile(r"e[\w-]{30,}")

WALKS: dict[str, list[tuple[str, ...]]] = {
    "stakeholder": [
        ("open", "/"),
        ("see", "right at most 73 times in 100"),
        ("dial", "End"),
        ("see", "only one of them fits"),
        ("press", "Reconstruct one of these records"),
        ("see", "The last record is reconstructed whole"),
        ("choose", "ε = 1"),
        ("see", "What ε does not rule out"),
        ("open", "/"),
        ("press", "Compare the methods on these patients"),
        ("see", "more get a wrong label"),
        ("menu", "Explore", "Who pays?"),
        ("see", "so there may be none"),
        ("open", "/"),
        ("press", "Which ε for these patients?"),
        ("see", "80 right guesses in 100 and 50 more wrong labels in 1,000"),
        ("type", "Right guesses in 100, at most, typed", "60"),
        ("see", "no ε meets both limits"),
        ("see", "What would help"),
        ("type", "More wrong labels in 1,000, at most, typed", "150"),
        ("see", "We release one classifier"),
        ("menu", "Understand", "Lessons"),
        ("see", "For a board: a decision in ten minutes"),
    ],
    "teacher": [
        ("open", "/"),
        ("menu", "Understand", "Lessons"),
        ("press", "Begin"),
        ("type", "At ε = 1, how many times as likely", "1"),
        ("see", "Not yet."),
        ("type", "At ε = 1, how many times as likely", "2.72"),
        ("see", "Right."),
        ("see", "Next step"),
        ("menu", "Understand", "Lessons"),
        ("type", "Your name, for the sheet", "Ana"),
        ("copy", "Code of the sheet"),
        ("press", "For a class: 45 or 90 minutes"),
        ("paste", "Codes, one to a line"),
        ("see", "2.72 (2 tries)"),
        ("press", "1. What ε promises"),
        ("choose", "Teacher's notes"),
        ("open", "/lessons?lessons_open=class"),
        ("press", "Present the slides"),
        ("see", "1 of 7"),
        ("key", "PageDown"),
        ("see", "2 of 7"),
    ],
    "analyst": [
        ("open", "/data?data=breast_cancer"),
        ("see", "114 held out"),
        ("press", "See what privacy costs on these records"),
        ("type", "Privacy parameter ε, typed", "0.1"),
        ("see", "is not clearly better than always predicting benign"),
        ("type", "Privacy parameter ε, typed", "1"),
        ("choose", "Records n"),
        ("see", "Test error against n"),
        ("choose", "ε"),
        ("unfold", "What does the classifier look at?"),
        ("see", "signs are certain"),
        ("press", "Which ε is enough?"),
        ("see", "meets both limits"),
        ("type", "Right guesses in 100, at most, typed", "60"),
        ("see", "no ε meets both limits"),
        ("menu", "Use", "Release"),
        ("press", "Try it with the sample"),
        ("press", SAMPLE),
        ("type", "Privacy parameter ε", "1"),
        ("see", "Not promised"),
        ("press", "Release one classifier for ε = 1"),
        ("see", "One classifier is released."),
        ("see", "Use a released model"),
    ],
}


class Reader:
    """Somebody who does what a tutorial says, and sees what it says."""

    def __init__(self, page: Page) -> None:
        self.page, self.copied = page, ""

    def open(self, path: str) -> None:
        if path != "/" or not self.page.url.endswith("/"):
            self.page.goto(re.sub(r"(?<=\d)/.*", path, self.page.url))

    def see(self, text: str) -> None:
        expect(self.page.get_by_text(text).filter(visible=True).first).to_be_visible()

    def press(self, name: str) -> None:
        where = self._named("link", name).or_(self._named("button", name))
        where.filter(visible=True).first.click()

    def choose(self, name: str) -> None:
        self.page.get_by_role("radio", name=name, exact=True).click(force=True)

    def unfold(self, name: str) -> None:
        self.page.locator("summary").filter(has_text=name).click()

    def menu(self, group: str, name: str) -> None:
        self.page.get_by_test_id("stTopNavSection").filter(has_text=group).click()
        self.page.get_by_test_id("stTopNavDropdownLink").filter(has_text=name).click()

    def type(self, name: str, text: str) -> None:
        box = self._named("textbox", name).first
        box.fill(text)
        box.press("Enter")

    def copy(self, name: str) -> None:
        self.press(name)
        code = self.page.locator("code").filter(has_text=CODE).last
        self.copied = code.inner_text().strip()
        self.page.keyboard.press("Escape")

    def paste(self, name: str) -> None:
        box = self._named("textbox", name)
        box.fill(self.copied)
        box.press("Control+Enter")

    def dial(self, key: str) -> None:
        self.page.locator(".instrument .dial input").press(key)

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def _named(self, role: str, name: str) -> Locator:
        return self.page.get_by_role(role, name=name)  # type: ignore[arg-type]


@pytest.mark.whole
@pytest.mark.parametrize("name", WALKS)
def test_a_tutorial_leads_where_it_says(open_page: Callable[..., Page], name: str):
    begin = time.perf_counter()
    reader = Reader(open_page("/"))
    for verb, *about in WALKS[name]:
        getattr(reader, verb)(*about)
        settled(reader.page)
        print(f"{time.perf_counter() - begin:5.1f} s  {verb} {', '.join(about)}")


@pytest.mark.parametrize("name", WALKS)
def test_what_is_pressed_is_what_the_tutorial_says(name: str):
    text = (ROOT / "docs" / "tutorials" / f"{name}.md").read_text("utf-8")
    said = {" ".join(each.split()) for each in re.findall(r"\*\*(.+?)\*\*", text, re.S)}
    pressed = {about[-1] for verb, *about in WALKS[name] if verb in ("press", "unfold", "copy")}
    assert {each for each in pressed if not any(bold in each for bold in said)} == set()


def test_every_tutorial_is_walked():
    assert {path.stem for path in Path(ROOT / "docs" / "tutorials").glob("*.md")} == {*WALKS}
