"""Every lesson in a real browser, by keyboard alone; progress after a reload and elsewhere."""

from collections.abc import Callable
from urllib.parse import urlencode, urljoin

import pytest
from playwright.sync_api import Locator, Page, expect

from dpcore.studies.lessons import entries
from dpcore.studies.lessons.entries import Lesson
from pages.kit.page import address_of
from pages.lessons.steps import place
from tests.e2e.browser import settled
from tests.e2e.test_accessibility import barriers

OpenPage = Callable[..., Page]
LESSONS = entries.lessons()
MOST_TABS = 60


WHERE = """it => it.contains(document.activeElement) ? '' :
  document.activeElement.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_PRECEDING
    && document.activeElement !== document.body ? 'Shift+Tab' : 'Tab'"""
"""The key that brings the focus nearer to an element; none where it has it."""


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until the element has the focus, as somebody without a mouse does."""
    for _ in range(MOST_TABS):
        key = wanted.evaluate(WHERE)
        if not key:
            return
        page.keyboard.press(key)
    raise AssertionError(f"{wanted} is not reached by Tab")


def card(page: Page) -> Locator:
    return page.locator(".st-key-lesson_card")


def press(page: Page, label: str, key: str = "Enter") -> None:
    link, button = (card(page).get_by_role(kind, name=label) for kind in ("link", "button"))
    tab_to(page, link.or_(button))
    page.keyboard.press(key)


def answer(page: Page, lesson: Lesson, number: int, given: str) -> None:
    """Give an answer by keyboard: the text of a number, a choice's word, words in an order."""
    step = lesson.steps[number - 1]
    if step.kind == "number":
        tab_to(page, card(page).get_by_role("textbox"))
        page.keyboard.press("Control+A")
        page.keyboard.type(given)
        page.keyboard.press("Enter")
    elif step.kind == "choice":
        choose(page, list(step.options), given)
        press(page, "Check")
    elif step.kind == "order":
        for at, word in enumerate(given.split(",")):
            tab_to(page, card(page).get_by_role("combobox").nth(at))
            page.keyboard.type(step.options[word])
            page.keyboard.press("Enter")
        press(page, "Check")
    else:
        press(page, "Check the picture")


def choose(page: Page, words: list[str], given: str) -> None:
    tab_to(page, card(page).get_by_role("radiogroup"))
    page.keyboard.press("Space")  # the first one, or coming from below the last
    wanted = card(page).get_by_role("radio").nth(words.index(given))
    for _ in words:
        if not wanted.is_checked():
            page.keyboard.press("ArrowDown")
    expect(wanted).to_be_checked()


def right(lesson: Lesson, number: int) -> str:
    step = lesson.steps[number - 1]
    truth = place.truth(lesson, step, place.example(step), 0)
    if step.kind == "number":
        return f"{truth.answer:.10g}"
    return ",".join(truth.answer) if isinstance(truth.answer, tuple) else str(truth.answer)


def shows(page: Page, text: str) -> None:
    expect(card(page).get_by_text(text).first).to_be_visible()


EACH = [
    # Numbers and a picture; a choice and an order. `make lessons` works through all of them.
    name if name in ("promises", "a_paper") else pytest.param(name, marks=pytest.mark.whole)
    for name in LESSONS
]


@pytest.mark.parametrize("name", EACH)
def test_a_lesson_is_worked_through_by_keyboard_alone(open_page: OpenPage, name: str):
    lesson = LESSONS[name]
    page = open_page(f"/lessons?lessons_done={'1.1' if lesson.number > 1 else ''}")
    begin = page.get_by_role("link", name="Begin").nth(
        lesson.number - (2 if lesson.number > 1 else 1)
    )
    tab_to(page, begin)
    page.keyboard.press("Enter")
    for number, step in enumerate(lesson.steps, 1):
        shows(page, f"step {number} of {len(lesson.steps)}")
        if step.kind == "picture":
            # Whoever has no mouse may type into the address bar as well.
            done = page.evaluate("new URL(location.href).searchParams.get('lessons_done') ?? ''")
            at = {"lesson": name, "step": number, "lessons_done": done}
            shown = urlencode(dict(step.at) | dict(step.example) | at)
            page.goto(urljoin(page.url, f"/{address_of(step.page)}?{shown}"))
        settled(page)
        if number == 1 and step.kind == "number":
            answer(page, lesson, number, "-7")
            shows(page, "Not yet.")
        answer(page, lesson, number, right(lesson, number))
        shows(page, "Right.")
        settled(page)
        if number < len(lesson.steps):
            press(page, "Next step")
    assert f"{lesson.number}.{2 ** len(lesson.steps) - 1:x}" in page.url
    press(page, "End of the lesson")
    expect(page.get_by_text(f"{len(lesson.steps)} done")).to_be_visible()


def test_progress_survives_a_reload_and_goes_to_another_browser(open_page: OpenPage):
    page = open_page("/foundations?lesson=promises&step=1&foundations_part=sum&epsilon=1")
    answer(page, LESSONS["promises"], 1, "2.72")
    shows(page, "Right.")
    title = LESSONS["promises"].steps[0].title
    expect(card(page).get_by_role("heading", level=2, name=title)).to_be_visible()
    assert barriers(page) == []
    page.reload()
    settled(page)
    shows(page, "Right.")
    assert page.get_by_label("how many times as likely").input_value() == "2.72"
    press(page, "Next step")
    shows(page, "step 2 of")
    settled(page)
    assert "lessons_done=1.1" in page.url  # the next step is on the same page
    other = open_page("/lessons", phone=True, dark=True)
    other.get_by_label("Code from another browser").fill("1.1")
    other.get_by_role("button", name="Go on from there").click()
    expect(other.get_by_text("1 done")).to_be_visible()
    expect(other.get_by_role("link", name="Go on")).to_be_visible()
