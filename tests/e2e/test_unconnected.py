"""Behind a proxy that lets not all through, a page says so; where all comes, nothing is said."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from server.entry.hosts import VARIABLE
from server.notices.connection import BLOCK, SCRIPT
from tests.e2e.browser import Windows, settled, visitor
from tests.e2e.careless_proxy import careless
from tests.e2e.test_accessibility import barriers
from tests.serving import Server

OpenPage = Callable[..., Page]
HEADING = "This page cannot reach its server"


@pytest.mark.parametrize("keeps_host", [False, True], ids=["scripts refused", "no websocket"])
def test_a_page_that_would_stay_blank_says_why_and_what_the_proxy_lacks(
    browser: Windows, server: Server, keeps_host: bool
):
    with (
        careless(server, keeps_host=keeps_host) as url,
        visitor(browser, url, dark=False, phone=keeps_host) as guest,
    ):
        page = guest.window
        page.goto(f"{url}/decide")
        notice = page.get_by_role("alert").filter(has_text=HEADING)
        expect(notice).to_be_in_viewport()
        expect(notice.locator("pre")).to_have_text(BLOCK)
        # Of an address that the server does not know, it says itself what to do.
        hint = notice.get_by_text(f"{VARIABLE}={url}")
        expect(hint).to_have_count(0 if keeps_host else 1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # axe looks at Streamlit's parts too, which are there where scripts come.
        assert not keeps_host or barriers(page) == []
        guest.forget()


def test_once_a_page_is_connected_the_notice_is_gone_for_good(open_page: OpenPage):
    page = open_page("/decide")
    expect(page.locator("#unconnected")).to_have_count(0)
    expect(settled(page).get_by_text(HEADING)).to_have_count(0)


@pytest.mark.whole
def test_a_page_whose_scripts_are_slow_is_left_alone(browser: Windows, server: Server):
    with visitor(browser, server.url, dark=False, phone=False) as guest:
        page = guest.window
        held = []
        page.route("**/static/js/index.*.js", lambda route: held.append(route))
        page.goto(f"{server.url}/decide", wait_until="commit")
        with page.expect_response(lambda answer: answer.url.endswith(SCRIPT)):
            pass
        page.wait_for_timeout(6_000)  # longer than it looks away
        expect(page.get_by_text(HEADING)).to_be_hidden()
        for route in held:
            route.continue_()
        settled(page)
        page.unroute("**/static/js/index.*.js")
