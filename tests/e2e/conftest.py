from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page

from tests.e2e.browser import Windows, chromium, visitor
from tests.serving import Server


# Playwright keeps an event loop running: it must end before other packages' tests start. It does
# in a process of xdist too, which knows its next test before it tidies up after the present one.
@pytest.fixture(scope="package")
def browser() -> Iterator[Windows]:
    with chromium() as running:
        yield running


@pytest.fixture
def open_page(browser: Windows, server: Server) -> Iterator[Callable[..., Page]]:
    """Open a page as a new visitor; the test fails if the page asks another host."""
    with ExitStack() as visitors:

        def open_as_new_visitor(path: str, *, dark: bool = False, phone: bool = False) -> Page:
            noted = visitor(browser, server.url, dark=dark, phone=phone)
            return visitors.enter_context(noted).open(path)

        yield open_as_new_visitor
