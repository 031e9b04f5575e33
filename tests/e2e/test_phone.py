"""A phone: the drawer, and ε moved where its picture is seen. A desktop: the bar, the card."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import first_screens
from tests.e2e.addresses import PAGES
from tests.e2e.browser import settled
from tests.house.some import some

OpenPage = Callable[..., Page]

ROW = "[class*=_dial1]"
OF_ROW = """
  const figures = [...document.querySelectorAll(".js-plotly-plot")];
  const before = figures.filter((each) =>
    each.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
  const figure = before.at(-1) ?? figures[0];
"""
"""The picture that the row moves: the last before it, or where it is later, the first."""

PICTURE = f"""
row => {{
  {OF_ROW}
  const {{ top, bottom }} = figure?.getBoundingClientRect() ?? {{ top: 0, bottom: 0 }};
  return [top, bottom, figure?.querySelector(".main-svg") ? figure.outerHTML : ""];
}}
"""
"""Its top and bottom, and what it shows."""

INTO_VIEW = f"row => {{ {OF_ROW} figure.scrollIntoView({{ block: 'end' }}); }}"
HEIGHT = 844
BAR = 60
"""Pixels at the top of a window that the bar covers."""

QUICK = "/?data=breast_cancer&n=300&draws=5&plane_n=100&example_n=1000&lam=0.01"
WITH_EPSILON = {
    "Trade-off": "/trade-off",
    "Who pays?": "/who-pays",
    "Geometry": "/geometry",
    "Counterexample": "/counterexample",
    "Private tuning": "/private-tuning",
    "Adversary": "/adversary",
    "Is it private?": "/is-it-private",
}


def chosen_in_the_drawer(page: Page, name: str) -> Page:
    """Choose a page in the drawer, which closes itself."""
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_test_id("stSidebarNavLink").filter(has_text=name).click()
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
    return page


@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.whole)])
def test_the_drawer_of_a_phone_is_behind_a_word(open_page: OpenPage, width: int):
    page = open_page("/lessons", phone=True)
    page.set_viewport_size({"width": width, "height": HEIGHT})
    button = page.get_by_test_id("stExpandSidebarButton")
    assert button.evaluate("node => getComputedStyle(node, '::after').content") == '"Menu"'
    menu = page.get_by_test_id("stMainMenuButton")
    ends = "node => [node.getBoundingClientRect().left, node.getBoundingClientRect().right]"
    assert button.evaluate(ends)[1] <= menu.evaluate(ends)[0]
    assert menu.evaluate(ends)[1] <= width


@pytest.mark.parametrize(
    "names",
    # Where the picture is the last before the row, and where it is the first after it.
    [["Trade-off", "Geometry"], pytest.param([*WITH_EPSILON], marks=pytest.mark.whole)],
    ids=["two", "every"],
)
def test_on_a_phone_epsilon_moves_where_its_picture_is_seen(open_page: OpenPage, names: list[str]):
    page = open_page(QUICK, phone=True)
    for name in names:
        chosen_in_the_drawer(page, name)
        heading = page.get_by_test_id("stMain").get_by_role("heading", level=1)
        expect(heading).to_have_text(PAGES[WITH_EPSILON[name]])
        assert_moves_in_view(page)
    page.get_by_test_id("stHeader").get_by_role("button", name="Navigate to home page").click()
    expect(heading).to_have_text(PAGES["/"])


def assert_moves_in_view(page: Page) -> None:
    """Check that ε is moved at the lower edge, and its picture changes while it stands still."""
    row, under_way = page.locator(ROW), page.get_by_test_id("stProgress")
    # What follows the picture may take its time, such as errors along n; a sweep that is under way
    # has a bar and a button besides.
    changed = f"drawn => ![drawn, ''].includes(({PICTURE})(document.querySelector('{ROW}'))[2])"
    row.wait_for()
    page.wait_for_function(changed, arg="")
    expect(under_way).to_have_count(0)
    # The dial is there before its answer, whose files come at the end.
    page.get_by_role("button", name="Download").first.wait_for()
    settled(page)
    row.evaluate(INTO_VIEW)
    top, bottom, drawn = row.evaluate(PICTURE)
    page.get_by_role("slider", name="Privacy parameter ε").press("ArrowRight")
    page.wait_for_function(changed, arg=drawn)
    expect(under_way).to_have_count(0)
    # In the window: where a sentence above takes a line more, the browser scrolls along with it.
    assert row.evaluate(PICTURE)[0] == pytest.approx(top, abs=2)
    edge = row.evaluate("row => row.getBoundingClientRect().top")
    assert HEIGHT - 90 < edge < HEIGHT  # A slim bar at the lower edge
    assert min(bottom, edge) - max(top, BAR) > 0.8 * min(bottom - top, 600)


WHOLE = f"row => [...({PICTURE})(row).slice(0, 2), row.getBoundingClientRect().top]"


CUT = """
row => [...row.querySelectorAll("p")]
  .filter((p) => p.scrollWidth > p.clientWidth + 1).map((p) => p.textContent)
"""


@pytest.mark.parametrize(
    # Where it is narrowest there is least room.
    "width",
    [320, *(pytest.param(width, marks=pytest.mark.whole) for width in (360, 390))],
)
def test_on_a_phone_numbers_stand_in_a_low_row_above_a_figure_and_nothing_is_cut(
    open_page: OpenPage, width: int
):
    page = open_page("/trade-off", phone=True)
    page.set_viewport_size({"width": width, "height": HEIGHT})
    tiles = page.locator(".st-key-tiles")
    assert tiles.evaluate("row => row.getBoundingClientRect().height") < 100
    expect(tiles.get_by_role("button")).to_have_count(3)  # Their help is there.
    assert tiles.evaluate(CUT) == []
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= width
    figure = page.locator(".js-plotly-plot").first
    assert figure.evaluate("each => each.getBoundingClientRect().top") < 0.8 * HEIGHT


OUT_OF_SIGHT = """
() => [...document.querySelectorAll(".stMain .stButtonGroup")].flatMap((group) =>
  [...group.querySelectorAll("button")]
    .filter((each) => each.getBoundingClientRect().right > group.getBoundingClientRect().right + 2)
    .map((each) => each.innerText))
"""


@pytest.mark.parametrize("phone", [pytest.param(False, marks=pytest.mark.whole), True])
@pytest.mark.parametrize(
    "path",
    [
        "/trade-off?axis=n",
        *(pytest.param(path, marks=pytest.mark.whole) for path in ("/kernels", "/who-pays")),
    ],
)
def test_every_option_of_a_choice_is_in_sight(open_page: OpenPage, path: str, phone: bool):
    assert open_page(path, phone=phone).evaluate(OUT_OF_SIGHT) == []


def test_the_bar_of_a_phone_covers_no_focus(open_page: OpenPage):
    page = open_page(QUICK.replace("/", "/trade-off"), phone=True)
    covered = """() => {
      const bar = document.querySelector('[class*=_dial1]').getBoundingClientRect();
      const { top, bottom } = document.activeElement.getBoundingClientRect();
      return bottom > bar.top + 1 && top < bar.bottom && bar.top < innerHeight;
    }"""
    page.get_by_role("button", name="Help for Non-private").focus()
    for _ in range(25):
        page.keyboard.press("Tab")
        inside = "document.activeElement.closest('[class*=_dial]') !== null"
        assert page.evaluate(inside) or not page.evaluate(covered)


@pytest.mark.parametrize("measure", ["error", pytest.param("auc", marks=pytest.mark.whole)])
def test_the_clouds_and_their_slider_fit_into_a_phones_window(open_page: OpenPage, measure: str):
    page = open_page(f"/geometry?plane_n=100&measure={measure}", phone=True)
    row = page.locator(ROW)
    row.evaluate(INTO_VIEW)
    top, bottom, edge = row.evaluate(WHOLE)
    assert BAR < top < bottom < edge + 1 < HEIGHT + 1  # It scrolls by whole pixels.
    # Nothing in the picture lies across anything else that is written there.
    for figure in (0, 1):
        assert overlaps(page, f".js-plotly-plot >> nth={figure}") == []


@pytest.mark.parametrize("axis", ["epsilon", pytest.param("n", marks=pytest.mark.whole)])
def test_on_a_phone_no_name_lies_across_another_or_a_mark(open_page: OpenPage, axis: str):
    page = open_page(f"/trade-off{QUICK[1:]}&epsilon=0.1&axis={axis}", phone=True)
    assert_names_are_apart(page)
    for epsilon in ("0.001", "10", "100"):
        assert_names_are_apart(with_epsilon(page, epsilon))


def with_epsilon(page: Page, epsilon: str) -> Page:
    """Type an ε other than at first, and wait until everything is drawn with it."""
    box = page.get_by_role("textbox", name="Privacy parameter ε, typed")
    box.fill(epsilon)
    box.press("Enter")
    page.wait_for_url(re.compile(rf"epsilon={re.escape(epsilon)}(&|$)"))
    return settled(page)


def assert_names_are_apart(page: Page) -> None:
    figure = page.locator(".js-plotly-plot", has_text="you are here")
    figure.wait_for()
    expect(figure.locator(".legendtext", has_text="Always predicting")).to_be_visible()
    expect(figure.locator(".annotation-text")).to_have_text(["you are here"])
    assert overlaps(page, ".js-plotly-plot >> nth=0") == []


def overlaps(page: Page, figure: str) -> list[list[str]]:
    """Return the names in a figure that overlap: titles, marks, legend, and the camera."""
    return page.locator(figure).evaluate(OVERLAPS)


OVERLAPS = """
figure => {
  const names = ".annotation-text, .legendtext, .gtitle, .xtitle, .ytitle, .modebar-btn";
  const each = [...figure.querySelectorAll(names)].map((node) => [
    node.textContent || "the camera", node.getBoundingClientRect()]);
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
    || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  return each.flatMap(([one, a], i) =>
    each.slice(i + 1).filter(([, b]) => !apart(a, b)).map(([other]) => [one, other]));
}
"""


@pytest.mark.parametrize(
    "path", some(["/geometry", "/kernels", "/papers"], ("/geometry", "/papers"))
)
def test_a_third_of_the_first_figure_is_on_a_phones_first_screen(open_page: OpenPage, path: str):
    page = open_page(path, phone=True)
    page.locator(".js-plotly-plot").first.wait_for()
    top, bottom = first_screens.look(page).figure
    edge = page.locator(ROW).evaluate_all("([row]) => row?.getBoundingClientRect().top")
    assert first_screens.share(top, bottom, edge or HEIGHT) > 1 / 3


TALL = ("/kernels?kernels_half=serving", "/geometry", "/lessons")
TALLEST = 4_000
"""Pixels of a page on a phone, some five screens."""


@pytest.mark.parametrize(
    "path",
    [
        # The tallest; the whole run opens all of them.
        path if path in TALL else pytest.param(path, marks=pytest.mark.whole)
        for path in (*PAGES, "/kernels?kernels_half=serving")
    ],
)
def test_no_page_is_taller_than_a_few_screens_of_a_phone(open_page: OpenPage, path: str):
    assert first_screens.look(open_page(path, phone=True)).height <= TALLEST


def test_the_bar_names_the_product_and_marks_page_and_section(open_page: OpenPage):
    page = open_page("/trade-off?data=breast_cancer&n=300&draws=5&lam=0.01")
    mark = "node => getComputedStyle(node).boxShadow !== 'none'"
    name = "node => getComputedStyle(node, '::after').content"
    logo = page.get_by_test_id("stHeader").get_by_role("button", name="Navigate to home page")
    assert "Privacy-Accuracy Explorer" in logo.evaluate(name)
    sections = page.get_by_test_id("stTopNavSection")
    assert [each.evaluate(mark) for each in sections.all()] == [True, False, False]
    logo.click()
    expect(page.get_by_test_id("stMain").get_by_role("heading", level=1)).to_have_text(PAGES["/"])
    assert [each.evaluate(mark) for each in sections.all()] == [False, False, False]
    links = page.get_by_test_id("stTopNavLink").all()
    assert [each.evaluate(mark) for each in links] == [True, False, False, False]


def test_the_settings_stay_in_view_on_a_desktop_even_where_the_window_is_low(open_page: OpenPage):
    page = open_page("/is-it-private?n=300")
    page.set_viewport_size({"width": 1440, "height": 500})
    page.get_by_text("How this works").scroll_into_view_if_needed()
    expect(page.get_by_role("slider", name="Privacy parameter ε")).to_have_count(1)
    expect(page.get_by_role("slider", name="Privacy parameter ε")).to_be_in_viewport()
    page.get_by_text("More settings").scroll_into_view_if_needed()
    expect(page.get_by_text("More settings")).to_be_in_viewport()
