"""A few journeys through the dashboard, in a real browser."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.addresses import PAGES
from tests.e2e.browser import Windows, visitor
from tests.e2e.test_data import ROWS, TABLE, drop, with_table
from tests.serving import IN_THREADS, Server, serve

OpenPage = Callable[..., Page]
BODY_FONT = "getComputedStyle(document.querySelector('[data-testid=\"stApp\"]')).fontFamily"
LOADED = "[...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family)"


def title(page: Page):
    return page.get_by_test_id("stMain").get_by_role("heading", level=1)


@pytest.mark.whole
def test_a_deep_link_opens_on_a_fresh_server_and_the_first_move_after_its_restart_counts(
    browser: Windows, tmp_path: Path
):
    # Started again, or another one in its place: both know each other's visitors.
    environment = IN_THREADS | {"STREAMLIT_SERVER_COOKIE_SECRET": "x" * 32}
    with serve(tmp_path, environment=environment) as doomed, ExitStack() as stays:
        guest = stays.enter_context(visitor(browser, doomed.url, dark=False, phone=False))
        page = guest.open("/trade-off?data=breast_cancer&epsilon=1&lam=0.01")
        expect(title(page)).to_have_text(PAGES["/trade-off"])
        expect(page.get_by_role("link", name="Overview")).to_be_visible()
        expect(page.get_by_text("Page not found")).to_have_count(0)
        other = with_table(guest.tab("/data?data=upload"))
        doomed.process.kill()
        doomed.process.wait()
        with serve(tmp_path, port=doomed.port, environment=environment):
            for tab in (page, other):
                app = tab.get_by_test_id("stApp")
                expect(app).to_have_attribute("data-test-connection-state", "CONNECTED")
            page.get_by_role("slider", name="Privacy parameter ε").press("ArrowRight")
            expect(page.get_by_text("At ε = 1.5,")).to_be_visible()
            # Its table has gone; what comes in the place of it is shown at once.
            other.get_by_role("button", name="Another table").click()
            drop(other, f"{TABLE}70,smith,no\n")
            expect(other.get_by_text(f"{ROWS + 1} records, 3 columns")).to_be_visible()
            guest.forget()
            stays.close()


def test_navigation_offers_exactly_the_known_addresses(open_page: OpenPage):
    page = open_page("/", phone=True)
    page.get_by_test_id("stExpandSidebarButton").click()
    links = page.get_by_test_id("stSidebarNavLink")
    expect(links).to_have_count(len(PAGES))
    hrefs = links.evaluate_all("links => links.map((link) => new URL(link.href).pathname)")
    assert set(hrefs) == set(PAGES)


def test_navigation_changes_pages(open_page: OpenPage):
    page = open_page("/")
    page.get_by_role("link", name="Data").first.click()
    expect(title(page)).to_have_text(PAGES["/data"])
    assert page.url.split("?")[0].endswith("/data")


@pytest.mark.parametrize(
    "dark", [False, pytest.param(True, marks=pytest.mark.whole)], ids=["light", "dark"]
)
def test_text_stands_in_our_own_fonts(open_page: OpenPage, dark: bool):
    page = open_page("/", dark=dark)
    assert page.evaluate(BODY_FONT).startswith("Inter")
    assert {"Inter", "Newsreader"} <= set(page.evaluate(LOADED))


def test_a_request_to_another_host_is_noted(browser: Windows, server: Server):
    # `localhost` is this machine too, but not the address that the dashboard was opened at.
    with visitor(browser, server.url, dark=False, phone=False) as careless:
        careless.open("/").evaluate("fetch('http://localhost:9/').catch(() => null)")
        with pytest.raises(AssertionError, match="localhost:9"):
            careless.check()
        careless.forget()


def test_an_error_in_the_console_is_noted(browser: Windows, server: Server):
    with visitor(browser, server.url, dark=False, phone=False) as careless:
        careless.open("/").evaluate("console.error('Something broke.')")
        with pytest.raises(AssertionError, match="Something broke"):
            careless.check()
        careless.forget()
