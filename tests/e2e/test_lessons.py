"""Every lesson in a real browser, by keyboard alone; progress after a reload and elsewhere."""

from collections.abc import Callable
from urllib.parse import urlencode, urljoin

import pytest
from playwright.sync_api import Locator, Page, expect

from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import Lesson, LessonStep
from pages.kit.paths import address_of
from pages.kit.values import texts_of
from pages.lessons.steps import place
from tests.e2e.browser import PHONE, settled
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


SCREEN = {"width": 1366, "height": 768}
"""Of a small notebook."""

TAKES = (
    ":is(.stTextInput input, [role='radiogroup'], [role='combobox'], .stButton button)"
    ":not(.st-key-lesson_settings *)"
)
"""What takes an answer, or of a picture checks it."""

ON_SCREEN = """([look, asks]) => {
  const card = document.querySelector('.st-key-lesson_card');
  const seen = (each) => each.getBoundingClientRect();
  const wanted = look ? `[class*="st-key-${look}"]` : ':is(.js-plotly-plot, .stDataFrame, table)';
  const figures = [...document.querySelectorAll(`.st-key-lesson_page ${wanted}`)]
    .map(seen).filter(({ height }) => height > 50).sort((one, other) => one.top - other.top);
  const box = seen(card.querySelector(asks)), { top, bottom, height } = figures[0];
  const end = document.documentElement.clientWidth < 640 ? seen(card).top : innerHeight;
  return { top: Math.round(top), share: (Math.min(bottom, end) - Math.max(top, 0)) / height,
    asks: box.top >= 0 && box.bottom <= innerHeight };
}"""
"""Where the figure begins that a step asks about, how much of it is seen (on a phone the card lies
over the lower part of the screen), and whether that is seen which takes the answer."""

HIGHEST, LEAST = 150, 0.6
"""Where a figure begins at most, in pixels, and what is seen of it at least."""

IN_ORDER = """() => {
  const [card, settings, page] = ['card', 'settings', 'page'].map(
    (name) => document.querySelector(`.st-key-lesson_${name}`));
  const inOrder = (one, other) =>
    Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  return inOrder(card.querySelector('h2'), settings) && inOrder(settings, page);
}"""
"""Whether readers of the page's text meet the question, then the controls, then the figure."""


def stands(page: Page, step: LessonStep) -> int:
    """Return where the figure of a step begins; question and figure stand on one screen."""
    # A page that has just come may be on its way to its top.
    page.wait_for_function("document.querySelector('[data-testid=stMain]').scrollTop === 0")
    found = page.evaluate(ON_SCREEN, [step.look, TAKES])
    assert found["asks"], found
    assert found["share"] >= LEAST, found
    assert found["top"] <= HIGHEST, found
    return int(found["top"])


def guess(page: Page, step: LessonStep) -> None:
    """Guess a number, and see the picture move."""
    stands(page, step)
    tab_to(page, card(page).get_by_role("textbox"))
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    shows(page, "You said 20")
    settled(page)


def right(lesson: Lesson, number: int) -> str:
    step = lesson.steps[number - 1]
    truth = place.truth(lesson, step, place.example(step), 0)
    if step.kind == "number":
        return f"{truth.answer:.10g}"
    return ",".join(truth.answer) if isinstance(truth.answer, tuple) else str(truth.answer)


def shows(page: Page, text: str) -> None:
    expect(card(page).get_by_text(text).first).to_be_visible()


EACH = [
    # Numbers and a picture; `make lessons` works through all of them.
    name if name == "promises" else pytest.param(name, marks=pytest.mark.whole)
    for name in LESSONS
]


@pytest.mark.parametrize("name", EACH)
def test_a_lesson_is_worked_through_by_keyboard_alone(open_page: OpenPage, name: str):
    lesson = LESSONS[name]
    page = open_page(f"/lessons?lessons_done={'1.1' if lesson.number > 1 else ''}")
    page.set_viewport_size(SCREEN)
    begin = page.get_by_role("link", name="Begin").nth(
        lesson.number - (2 if lesson.number > 1 else 1)
    )
    tab_to(page, begin)
    page.keyboard.press("Enter")
    if lesson.draw:
        press(settled(page), "Go on to the first step")
    for number, step in enumerate(lesson.steps, 1):
        shows(page, f"step {number} of {len(lesson.steps)}")
        if step.kind == "picture":
            # Whoever has no mouse may type into the address bar as well.
            done = page.evaluate("new URL(location.href).searchParams.get('lessons_done') ?? ''")
            at = {"lesson": name, "step": number, "lessons_done": done}
            shown = urlencode(texts_of({**step.at, **step.example}) | at)
            page.goto(urljoin(page.url, f"/{address_of(step.page)}?{shown}"))
        settled(page)
        if step.guess:
            guess(page, step)
        begins = stands(page, step)
        print(f"{lesson.number}.{number}: the figure begins at {begins}")
        assert page.evaluate(IN_ORDER)
        if number == 1 and step.kind == "number":
            answer(page, lesson, number, "-7")
            shows(page, "Not yet.")
        answer(page, lesson, number, right(lesson, number))
        shows(page, "Right.")
        settled(page)
        assert stands(page, step) == begins
        if number < len(lesson.steps):
            press(page, "Next step")
    assert f"{lesson.number}.{2 ** len(lesson.steps) - 1:x}" in page.url
    press(page, "End of the lesson")
    expect(page.get_by_text(f"{len(lesson.steps)} done")).to_be_visible()
    shown = page.get_by_role("heading", name=f"What lesson {lesson.number} has shown")
    expect(shown).to_be_visible()
    expect(page.get_by_text("you said 20")).to_be_visible()


@pytest.mark.whole
def test_on_a_phone_the_question_of_every_step_lies_below_its_picture(open_page: OpenPage):
    lesson = LESSONS["who_pays"]
    page = open_page("/lessons", phone=True)
    for number, step in enumerate(lesson.steps, 1):
        at = urlencode({"lesson": lesson.name, "step": number, **texts_of(step.at)})
        page.goto(urljoin(page.url, f"/{address_of(step.page)}?{at}"))
        settled(page)
        stands(page, step)
        asks, foot = (card(page).locator(each).first for each in (TAKES, ".st-key-lesson_foot"))
        box, below = asks.bounding_box(), foot.bounding_box()
        assert box
        assert below
        # Above the button that checks a picture are its controls, too: one may have to scroll.
        assert step.kind == "picture" or box["y"] + box["height"] <= below["y"]


def test_on_a_phone_what_a_step_looks_at_is_laid_above_the_pictures_before_it(open_page: OpenPage):
    step = LESSONS["who_chose"].steps[4]
    at = urlencode({"lesson": "who_chose", "step": 5, **texts_of(step.at)})
    page = open_page(f"/private-tuning?{at}", phone=True)
    assert stands(page, step)
    looked = page.locator(f'[class*="st-key-{step.look}"]').first.bounding_box()
    other = page.locator(".st-key-tuning_parts").bounding_box()
    assert looked
    assert other
    assert looked["y"] + looked["height"] <= other["y"]


def test_on_a_phone_a_guess_and_what_is_said_of_an_answer_stay_in_the_sheet(open_page: OpenPage):
    lesson = LESSONS["which_noise"]
    step = lesson.steps[3]
    at = texts_of({**step.at, **(step.guess.at if step.guess else {})})
    page = open_page(f"/trade-off?lesson=which_noise&step=4&{urlencode(at)}", phone=True)
    begins = stands(page, step)
    card(page).get_by_role("textbox").fill("20")
    card(page).get_by_role("button", name="Guess").click()
    shows(page, "You said 20")
    settled(page)
    answer(page, lesson, 4, "90")
    shows(page, "Not yet.")
    assert stands(page, step) == begins
    lies = card(page).bounding_box()
    assert lies
    assert lies["y"] + lies["height"] == PHONE["height"]
    assert lies["height"] <= 0.46 * PHONE["height"]
    assert barriers(page) == []


def test_on_a_phone_epsilon_is_in_the_sheet_whose_question_it_answers(open_page: OpenPage):
    page = open_page("/trade-off?lesson=how_much_data&step=2", phone=True)
    slider = card(page).get_by_role("slider").first
    slider.focus()
    expect(slider).to_be_in_viewport(ratio=1)


def test_only_what_a_step_uses_is_seen_of_the_settings_until_all_are_asked_for(open_page: OpenPage):
    at = "foundations_part=sum&epsilon=0.1"
    page = open_page(f"/foundations?lesson=promises&step=3&{at}")
    settings = page.locator(".st-key-lesson_settings")
    expect(settings.get_by_role("slider", name="ε")).to_be_visible()
    others = settings.get_by_role("slider").filter(visible=True)
    expect(others).to_have_count(1)
    heading = settings.get_by_role("heading", name="Settings")
    expect(heading).to_be_hidden()
    tab_to(page, card(page).get_by_role("switch", name="All settings"))
    page.keyboard.press("Space")
    expect(heading).to_be_visible()
    expect(settings.get_by_role("slider").nth(1)).to_be_visible()


@pytest.mark.whole
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
    other.get_by_text("Your progress", exact=True).click()
    other.get_by_label("Continue on another device: code").fill("1.1")
    other.get_by_role("button", name="Continue", exact=True).click()
    expect(other.get_by_text("1 done")).to_be_visible()
    expect(other.get_by_role("link", name="Go on")).to_be_visible()
