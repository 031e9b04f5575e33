"""The dashboard below a path of another host's: the same pages, files, uploads and lessons.

What the server answers there by itself: `tests/server/proxies/test_prefix.py`.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.addresses import PAGES, name
from tests.e2e.browser import Windows, settled, visitor
from tests.e2e.test_data import EMPTY, declare, with_table
from tests.e2e.test_downloads import FILES, go, take
from tests.e2e.test_journeys import LOADED, title
from tests.e2e.test_lessons import LESSONS, answer, right, shows
from tests.serving import STREAMLIT, Server, serve

OpenPage = Callable[..., Page]
PATH = "/explorer"


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    command = (*STREAMLIT, f"--server.baseUrlPath={PATH}")
    with serve(tmp_path_factory.mktemp("below"), command) as running:
        yield replace(running, url=running.url + PATH)


@pytest.fixture
def open_below(browser: Windows, below: Server) -> Iterator[OpenPage]:
    with ExitStack() as visitors:

        def open_as_new_visitor(path: str) -> Page:
            noted = visitors.enter_context(visitor(browser, below.url, dark=False, phone=False))
            noted.window.on("response", lambda answer: asked.append((answer.url, answer.status)))
            return noted.open(path)

        asked: list[tuple[str, int]] = []
        yield open_as_new_visitor
        assert asked
        for url, status in asked:
            assert url.startswith((f"{below.url}/", "data:", "blob:")), url
            assert status < 400, url


@pytest.mark.whole
def test_own_fonts_an_own_table_its_file_and_the_way_to_another_page_are_there(
    open_below: OpenPage,
):
    page = declare(with_table(open_below(EMPTY)))
    assert {"Inter", "Newsreader"} <= set(page.evaluate(LOADED))
    page.get_by_text("Save, load or link what is declared here").click()
    assert b"sick" in take(page, "Save as JSON")
    assert b"upload" in take(go(page, "/trade-off"), "CSV")
    assert f"{PATH}/trade-off?" in page.url
    page.get_by_role("link", name="Overview").click()
    expect(title(page)).to_have_text(PAGES["/"])
    assert page.reload().status == 200
    expect(settled(page).locator(".instrument svg").first).to_be_visible()


@pytest.mark.whole
@pytest.mark.parametrize("path", PAGES, ids=name)
def test_every_page_gives_its_files(open_below: OpenPage, path: str):
    page = open_below(path)
    expect(title(page)).to_have_text(PAGES[path])
    for label in FILES.get(path, []):
        assert take(page, label)


@pytest.mark.whole
def test_a_frame_leads_out_to_the_page_and_a_story_to_its_scenes(open_below: OpenPage):
    page = open_below("/trade-off?embed=true&epsilon=2")
    out = page.get_by_role("link", name="Open in the Explorer")
    with page.context.expect_page() as opened:
        out.click()
    expect(title(settled(opened.value))).to_have_text(PAGES["/trade-off"])
    assert f"{PATH}/trade-off?epsilon=2" in opened.value.url
    page = open_below("/?story=class&scene=1&present=1")
    page.keyboard.press("PageDown")
    expect(page).to_have_url(re.compile(r"/explorer/.*scene=2"))


@pytest.mark.whole
def test_a_step_of_a_lesson_is_answered(open_below: OpenPage):
    page = open_below("/lessons")
    page.get_by_role("link", name="Begin").first.click()
    shows(settled(page), "step 1 of")
    lesson = LESSONS["promises"]
    answer(page, lesson, 1, right(lesson, 1))
    shows(page, "Right.")
