"""Slides in a browser: nothing scrolls, every letter can be read, the keys do what they say."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from pages.foundations.values import PARTS
from pages.kit import page as house
from pages.kit import paths
from tests.e2e.browser import settled
from tests.e2e.test_accessibility import barriers

OpenPage = Callable[..., Page]
SCREENS = ({"width": 1920, "height": 1080}, {"width": 1366, "height": 768})
SMALLEST = 18
"""Pixels of the smallest letters on a wall."""

SLIDES = [
    f"{paths.path_of(name)}?present=1" for name in paths.names() if house.about(name).presents
]
OF_PARTS = ["/kernels?present=1&kernels_half=serving", "/trade-off?present=1&axis=n&lam=0.01"]
OF_PARTS += ["/who-pays?present=1&who_pays_part=decided&lam=0.01"]
GENERATED = "adversary_records=shared&lam=0.01"
OF_PARTS += [
    f"/adversary?present=1&adversary_scene={scene}&{GENERATED}" for scene in ("epsilon", "line_up")
]
OF_PARTS += [
    f"/foundations?present=1&foundations_part={part}" for part in PARTS.labels if part != "sum"
]
OF_PARTS += [
    f"/is-it-private?present=1&is_it_private_part={part}"
    for part in ("mechanisms", "map", "guarantee", "sensitivity", "spending")
]
OF_PARTS += ["/papers?present=1&papers_part=errata"]
REFUSED = [
    "/trade-off?present=1&epsilon=abc&n=0&lam=0.01",
    f"/adversary?present=1&epsilon=abc&adversary_scene=line_up&{GENERATED}",
]
"""Slides with a figure that leaves room, and with one that needs the whole height."""

SMALL = """
smallest => {
  const found = [], range = document.createRange();
  const texts = document.createTreeWalker(
    document.querySelector('[data-testid="stMain"]'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    range.selectNodeContents(texts.currentNode);
    const { width, height } = range.getBoundingClientRect();
    if (element.closest("style") || !texts.currentNode.textContent.trim() || width * height < 4
        || !element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) continue;
    const size = parseFloat(getComputedStyle(element).fontSize) * element.currentCSSZoom;
    if (size < smallest - 0.05) found.push([texts.currentNode.textContent, size]);
  }
  return found;
}
"""

OUTSIDE = """
() => {
  const main = document.querySelector('[data-testid="stMain"]'), found = [];
  for (const each of [document.documentElement, main])
    if (each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth)
      found.push(`${each.tagName} scrolls`);
  const parts = [...document.querySelectorAll('[class*="st-key-slide_"]')].map((part) =>
    [part.className.match(/slide_[a-z]+/)[0], part.getBoundingClientRect()]);
  for (const [name, { top, left, bottom, right }] of parts)
    if (top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1)
      found.push(`${name} is outside`);
  const place = Object.fromEntries(parts);
  // Between two drawings of a sweep that is under way.
  if (!place.slide_figure || !place.slide_bar) return ["a part is missing"];
  if (place.slide_figure.bottom > place.slide_bar.top + 1) found.push("the figure meets the bar");
  if (place.slide_figure.height < innerHeight / 2) found.push("the figure is small");
  const drawn = document.querySelector('[class*="slide_figure"] .main-svg');
  if (drawn) {
    const { width, height } = drawn.getBoundingClientRect(), whole = place.slide_figure;
    if (Math.abs(width - whole.width) > 3 || Math.abs(height - whole.height) > 3)
      found.push("the figure does not fill its place");
  }
  return found;
}
"""


TOUCHING = """
() => {
  const inside = (one, other) => one.left < other.right && one.right > other.left
    && one.top < other.bottom && one.bottom > other.top;
  const lines = [...document.querySelectorAll(".subplot.xy2 .scatterlayer .lines path")]
    .map((each) => each.getBoundingClientRect());
  const names = [...document.querySelectorAll(".annotation-text")]
    .filter((each) => each.textContent.includes("±"));
  const touching = names.filter((name) =>
    lines.some((line) => inside(line, name.getBoundingClientRect())));
  return { lines: lines.length, names: names.length,
    touching: touching.map((each) => each.textContent) };
}
"""


def names_of_half_widths_touch_no_line(page: Page) -> None:
    assert page.evaluate(TOUCHING) == {"lines": 3, "names": 3, "touching": []}


UNREADABLE = """
() => {
  const box = (each) => each.getBoundingClientRect(), found = [];
  const panels = [...document.querySelectorAll(".draglayer .nsewdrag")].map(box);
  const ticks = [...document.querySelectorAll("[class^=xaxislayer] text")].map(box);
  for (const name of document.querySelectorAll(".infolayer > [class^=g-x] text")) {
    const { left, right, top, bottom } = box(name);
    for (const other of [...panels, ...ticks])
      if (left < other.right && right > other.left && top < other.bottom - 2
          && bottom > other.top + 2)
        found.push(name.textContent);
  }
  return found;
}
"""


def names_of_axes_cover_nothing(page: Page) -> None:
    expect(page.locator(".infolayer > [class^=g-x] text")).to_have_count(4)
    assert page.evaluate(UNREADABLE) == []


NAMES_ARE_CLEAR = {
    "/foundations?present=1": names_of_half_widths_touch_no_line,
    "/geometry?present=1": names_of_axes_cover_nothing,
}
"""What is asked of two slides besides."""


@pytest.mark.parametrize("path", REFUSED)
def test_what_the_address_cannot_mean_stands_on_the_slide_in_one_line(
    open_page: OpenPage, path: str
):
    page = open_page(path, dark=path == REFUSED[1])
    for screen in SCREENS:
        page.set_viewport_size(screen)
        settled(page)
        said = page.get_by_role("alert").filter(has_text="got “abc”").locator("p")
        expect(said).to_be_visible()
        assert page.evaluate(SMALL, SMALLEST) == []
        page.wait_for_function(f"() => ({OUTSIDE})().length === 0")
        letter = said.evaluate("p => parseFloat(getComputedStyle(p).fontSize) * p.currentCSSZoom")
        assert said.evaluate("p => p.getBoundingClientRect().height") < 2 * letter
    page.keyboard.press("ArrowRight")
    expect(said).to_have_count(0)


@pytest.mark.parametrize(
    "path",
    [
        path if path in SLIDES[::9] else pytest.param(path, marks=pytest.mark.whole)
        for path in (*SLIDES, *OF_PARTS)
    ],
)
def test_a_slide_fits_on_a_screen_without_scrolling_and_can_be_read(open_page: OpenPage, path: str):
    page = open_page(path, dark=len(path) % 2 == 1)
    for screen in SCREENS:
        page.set_viewport_size(screen)
        settled(page)
        assert page.evaluate(SMALL, SMALLEST) == []
        # A sweep that is under way draws its figure again and again.
        page.wait_for_function(f"() => ({OUTSIDE})().length === 0")
        if path in NAMES_ARE_CLEAR:
            NAMES_ARE_CLEAR[path](page)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator('[class*="slide_sentence"], .instrument-said')).to_be_visible()
    expect(page.get_by_text("This is a simulation")).to_be_visible()
    expect(page.get_by_test_id("stMain").locator(".stPlotlyChart")).to_have_count(
        0 if path.startswith("/?") else 1
    )
    assert barriers(page) == []


def test_on_a_phone_a_tall_figure_has_the_width_of_its_slide(open_page: OpenPage):
    page = open_page("/?story=class&scene=1&present=1", phone=True)
    figure = page.locator(".js-plotly-plot").bounding_box()
    assert figure
    assert figure["width"] > 300
    # Its words stand above it, and nothing is cut off.
    assert page.get_by_role("heading", level=1).bounding_box()["y"] < figure["y"]
    assert page.evaluate(OUTSIDE) == []


def test_letters_that_are_too_small_and_a_part_outside_are_found(open_page: OpenPage):
    assert set(NAMES_ARE_CLEAR) < set(SLIDES)
    page = open_page("/trade-off?present=1")
    page.set_viewport_size(SCREENS[1])
    page.wait_for_function(f"() => ({OUTSIDE})().length === 0")
    page.get_by_role("heading", level=1).evaluate("h1 => h1.style.fontSize = '12px'")
    assert len(page.evaluate(SMALL, SMALLEST)) == 1
    page.get_by_role("heading", level=1).evaluate("h1 => h1.style.fontSize = '300px'")
    assert page.evaluate(OUTSIDE)


def test_a_story_is_told_by_the_keyboard_alone(open_page: OpenPage):
    page = open_page("/?story=class&scene=6&present=1")
    # The first: while one picture follows another on a busy machine, both may be there.
    heading = page.get_by_role("heading", level=1).first
    expect(heading).to_contain_text("The price is accuracy")
    expect(page).to_have_url(re.compile("/trade-off"))
    page.keyboard.press("ArrowRight")
    expect(page.locator('[class*="slide_sentence"]')).to_contain_text("At ε = 1.5")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[class*="slide_sentence"]')).to_contain_text("At ε = 1,")
    page.keyboard.press("PageDown")
    expect(heading).to_contain_text("output perturbation fails")
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    page.keyboard.press("PageUp")
    expect(heading).to_contain_text("The price is accuracy")
    page.keyboard.press("Escape")
    expect(heading).to_have_text("How much accuracy does privacy cost?")
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    expect(page).not_to_have_url(re.compile("present|story|scene"))


def test_a_story_is_made_on_the_page_and_presented(open_page: OpenPage):
    page = open_page("/trade-off?epsilon=0.5")
    page.get_by_role("button", name="Share").click()
    box = page.get_by_role("textbox", name="The sentence")
    expect(box).to_have_value(re.compile("^At ε = 0.5"))
    box.fill("<b>Half</b> of *everything*")
    page.get_by_role("button", name="Add this picture").click()
    expect(page.get_by_text("Added as scene 1.")).to_be_visible()
    page.get_by_role("link", name="See, save and present the story").click()
    expect(page.get_by_text("<b>Half</b> of *everything*")).to_be_visible()
    with page.expect_download() as started:
        page.get_by_role("button", name="Save the story").click()
    saved = started.value.path().read_text("utf-8")
    assert 'link = "/trade-off?epsilon=0.5"' in saved
    page.get_by_role("link", name="Present").last.click()
    expect(page.get_by_role("heading", level=1).first).to_have_text("<b>Half</b> of *everything*")
    expect(page).to_have_url(re.compile("story=own"))
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("<b>Half</b> of *everything*")
    page.context.clear_cookies()  # as another browser has none
    page.reload()
    expect(page.get_by_text("The address names a story of your own")).to_be_visible()
    page.get_by_role("link", name="Load the story").click()
    file = {"name": "story.toml", "mimeType": "application/toml", "buffer": saved.encode()}
    settled(page).locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("1 scene came with the file")).to_be_visible()
    page.get_by_role("link", name="Present").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("<b>Half</b> of *everything*")
