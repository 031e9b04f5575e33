"""The Overview's instrument in a real browser: it turns without the server, and fits the screen."""

import itertools
import math
import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from dplab.studies.overview.dial import stored as dial_stops
from pages.comparison.figures.drawing import DRAWN
from pages.overview import sentences
from pages.overview.values import PLACES as EPSILONS
from tests.e2e.browser import Windows, settled, visitor
from tests.e2e.test_accessibility import barriers_in_two_looks
from tests.serving import IN_THREADS, serve

OpenPage = Callable[..., Page]

TURN = """
(dial, place) => {
  const root = dial.closest(".instrument"), bar = root.querySelector(".instrument-limit");
  dial.value = place;
  const start = performance.now();
  dial.dispatchEvent(new Event("input", { bubbles: true }));
  bar.getBoundingClientRect();
  const took = performance.now() - start;
  const here = root.querySelector(".instrument-here text").textContent;
  return [root.querySelector(".instrument-said").textContent, bar.style.width, here, took];
}
"""
"""Turn the dial, and say what stands there before anything else can happen."""


def dial(page: Page) -> Locator:
    return page.get_by_role("slider", name="Privacy parameter ε")


def test_a_turn_changes_sentence_gauge_and_picture_before_any_server_could(open_page: OpenPage):
    page = open_page("/?epsilon=1")
    seen = [dial(page).evaluate(TURN, place) for place in range(16)]
    for place, (sentence, width, here, _) in enumerate(seen):
        assert re.match("At ε = |Without noise", sentence)
        said = re.search(r"Of 1,000 people, (\d+) (more )?get", sentence)
        assert said
        more = int(here) - (int(seen[-1][2]) if said[2] else 0)
        assert abs(int(said[1]) - more) <= 10  # each is rounded to what its draws support
        assert place == 0 or float(width[:-1]) >= float(seen[place - 1][1][:-1])
    assert len({sentence for sentence, *_ in seen}) == 16


def test_the_dial_moves_by_keyboard_and_its_epsilon_goes_along_to_other_pages(open_page: OpenPage):
    page = open_page("/")
    expect(dial(page)).to_have_attribute("aria-valuetext", "1")
    dial(page).press("End")
    expect(page.get_by_text("Without noise:", exact=True)).to_be_visible()
    for _ in range(6):
        dial(page).press("ArrowLeft")
    expect(page.get_by_text("At ε = 1.5:", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("epsilon=1.5(&|$)"))
    expect(dial(page)).to_have_attribute("aria-valuetext", "1.5")
    expect(dial(page)).to_be_focused()  # an answer that comes draws nothing anew
    settled(page).get_by_role("link", name="Decide").first.click()
    expect(page).to_have_url(re.compile("/decide.*epsilon=1.5(&|$)"))


def test_a_reload_and_going_back_keep_the_place(open_page: OpenPage):
    page = open_page("/?epsilon=3")
    dial(page).press("ArrowRight")
    expect(page).to_have_url(re.compile("epsilon=5"))
    settled(page).reload()
    expect(dial(settled(page))).to_have_attribute("aria-valuetext", "5")
    page.go_back()
    expect(dial(page)).to_have_attribute("aria-valuetext", "3")


@pytest.mark.whole
def test_going_back_turns_the_dial_that_has_the_focus(open_page: OpenPage):
    page = open_page("/?epsilon=3")
    for place, epsilon in (("ArrowRight", "5"), ("ArrowRight", "10")):
        dial(page).press(place)
        expect(page).to_have_url(re.compile(f"epsilon={epsilon}(&|$)"))
    settled(page).go_back()
    expect(dial(page)).to_have_attribute("aria-valuetext", "5")
    expect(page.get_by_text("At ε = 5:", exact=True)).to_be_visible()
    expect(dial(page)).to_be_focused()


@pytest.mark.whole
def test_the_first_turn_after_the_server_was_started_again_counts(browser: Windows, tmp_path: Path):
    with serve(tmp_path, environment=IN_THREADS) as doomed, ExitStack() as stays:
        guest = stays.enter_context(visitor(browser, doomed.url, dark=False, phone=False))
        page = guest.open("/?epsilon=1")
        kept = page.locator(".st-key-unseen").get_by_label("epsilon")
        expect(kept).to_have_value("1")
        doomed.process.kill()
        doomed.process.wait()
        with serve(tmp_path, port=doomed.port, environment=IN_THREADS):
            connected = page.get_by_test_id("stApp")
            expect(connected).to_have_attribute("data-test-connection-state", "CONNECTED")
            dial(page).press("ArrowRight")
            expect(kept).to_have_value("1.5")
            expect(page.get_by_text("At ε = 1.5:", exact=True)).to_be_visible()
            # What comes from elsewhere is heard, too.
            settled(page).go_back()
            expect(page.get_by_text("At ε = 1:", exact=True)).to_be_visible()
            expect(dial(page)).to_have_attribute("aria-valuetext", "1")
            guest.forget()
            stays.close()


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_sentence_dial_person_and_cost_stand_on_the_first_screen(open_page: OpenPage, phone: bool):
    page = open_page("/?epsilon=10", phone=phone)
    for part in (
        ".instrument-said",
        ".instrument .dial input",
        ".instrument ul",
        ".instrument-gauge",
        ".instrument-here",
    ):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    along = page.locator(".instrument-along")
    expect(along).to_be_in_viewport(ratio=0.8)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_no_label_lies_on_another_at_any_place(open_page: OpenPage):
    page = open_page("/", phone=True)
    lie = page.evaluate(
        """() => [...Array(16).keys()].filter(place => {
            const dial = document.querySelector(".instrument .dial input");
            dial.value = place;
            dial.dispatchEvent(new Event("input", { bubbles: true }));
            const [here, level] = [".instrument-here text", ".instrument-halo"].map(
                (each) => document.querySelector(each).getBoundingClientRect());
            return here.left < level.right && level.left < here.right
                && here.top < level.bottom && level.top < here.bottom;
        })"""
    )
    assert lie == []


def test_on_a_slide_each_press_of_an_arrow_key_turns_the_dial(open_page: OpenPage):
    page = open_page("/?present=1&epsilon=10")
    presses = (("Right", "At ε = 20:"), ("Right", "Without noise:"), ("Left", "At ε = 20:"))
    for key, said in presses:
        page.keyboard.press(f"Arrow{key}")
        expect(page.get_by_text(said, exact=True)).to_be_visible()
        settled(page)


def test_the_height_stays_at_every_place(open_page: OpenPage):
    for phone in (False, True):
        page = open_page("/", phone=phone)
        heights = page.evaluate(
            """() => [...Array(16).keys()].map(place => {
                const dial = document.querySelector(".instrument .dial input");
                dial.value = place;
                dial.dispatchEvent(new Event("input", { bubbles: true }));
                return document.querySelector(".instrument").offsetHeight;
            })"""
        )
        assert max(heights) - min(heights) <= 8


INK = """
(dial, place) => {
  dial.value = place;
  dial.dispatchEvent(new Event("input", { bubbles: true }));
  const root = dial.closest(".instrument");
  const ink = (kind) => [...root.querySelectorAll(`.instrument-mark.${kind}`)]
    .reduce((sum, each) => sum + Number(getComputedStyle(each).opacity), 0);
  const numbers = [...root.querySelectorAll(".instrument-share, .instrument-risk")];
  const said = numbers.map((each) => each.textContent).join();
  return [ink("instrument-own"), ink("instrument-other"), said];
}
"""


@pytest.mark.whole  # tests/pages/overview holds the numbers in every run
def test_any_two_places_differ_in_ink_or_in_a_number_of_the_risk(open_page: OpenPage):
    page = open_page("/")
    page.emulate_media(reduced_motion="reduce")
    seen = [dial(page).evaluate(INK, place) for place in range(16)]
    for place, (own, other, _) in enumerate(seen):
        limit = 1 / (1 + math.exp(-EPSILONS[place]))
        assert (own, other) == pytest.approx((6 * limit, 6 * (1 - limit)), abs=1e-4)
    for one, other in itertools.combinations(seen, 2):
        assert abs(one[0] - other[0]) >= 0.02 * 6 or one[2] != other[2]


def heights(pad: Locator) -> list[int]:
    return [int(each) for each in pad.locator("input").evaluate_all("all => all.map(e => e.value)")]


def test_what_was_drawn_is_compared_with_the_truth_by_pointer_and_by_keys(open_page: OpenPage):
    page = open_page("/?overview_draw=1")
    pad, button, said = (page.locator(f".drawing-{part}") for part in ("pad", "button", "said"))
    expect(button).to_be_disabled()
    box = pad.bounding_box()
    assert box
    page.mouse.move(box["x"] + 36, box["y"] + 14)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 16, box["y"] + box["height"] - 30, steps=4)
    page.mouse.up()
    points = [
        int(each) for each in pad.locator("input").evaluate_all("all => all.map(e => e.value)")
    ]
    assert points == sorted(points, reverse=True)  # a sweep draws through all points it passes
    assert points[0] > 500 > 100 > points[-1]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    after = [
        int(each) for each in pad.locator("input").evaluate_all("all => all.map(e => e.value)")
    ]
    assert [b - a for a, b in zip(points, after, strict=True)] == [0, 0, 0, 0, 0, 0, 10, 10]
    answer = page.locator(".instrument-answer")
    expect(answer).to_be_hidden()  # It would say what is to be guessed.
    button.click()
    expect(answer).to_be_visible()
    expect(said).to_contain_text("you drew")
    found = re.search(r"at ε = ([\d.]+): you drew \d+ of 1,000, and it is (\d+)", said.inner_text())
    assert found
    stops = {stop.epsilon: stop for stop in dial_stops().stops}
    stop = stops[float(found[1])]
    assert found[2] == sentences.people(stop.error, stop.deviation)
    expect(page.locator(".drawing-truth")).to_be_visible()
    button.click()  # Draw again.
    expect(page.locator(".drawing-truth")).to_have_count(0)
    expect(button).to_be_disabled()
    expect(pad.locator("input").first).to_be_focused()
    page.get_by_role("button", name="Back to the curve").click()
    expect(page.locator(".instrument-along")).to_be_visible()


@pytest.mark.whole  # another test compares a drawing with the truth in every run
def test_a_good_drawing_is_called_close(open_page: OpenPage):
    page = open_page("/")
    page.get_by_role("button", name="You draw it").click()
    stops = {stop.epsilon: stop for stop in dial_stops().stops}
    for epsilon in DRAWN:
        name = f"Wrong labels per 1,000 people, ε = {epsilon:g}"
        point = page.get_by_role("slider", name=name, exact=True)
        point.fill(str(round(100 * stops[epsilon].error) * 10))
    page.locator(".drawing-button").click()
    expect(page.locator(".drawing-said")).to_contain_text("Close")


@pytest.mark.whole
@pytest.mark.parametrize("query", ["epsilon=1", "overview_draw=1"])
def test_everybody_can_read_it(open_page: OpenPage, query: str):
    assert barriers_in_two_looks(open_page(f"/?{query}")) == []
