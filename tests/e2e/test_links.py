"""Links within the program bring their values along, and the address says each of them once."""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import settled


def query(page):
    pairs = parse_qsl(urlsplit(page.url).query)
    assert len(dict(pairs)) == len(pairs), page.url
    return dict(pairs)


@pytest.mark.parametrize("before", ["", "?data=uniform&epsilon=2&n=300"])
def test_a_door_sets_what_it_names_and_keeps_the_rest(open_page, before):
    page = open_page(f"/{before}")
    page.get_by_role("link", name="Bring a table").click()
    expect(page).to_have_title("Data · Privacy-Accuracy Explorer")
    expect(page).to_have_url(re.compile("/data.*[?&]data=upload"))
    there, said = query(settled(page)), dict(parse_qsl(before[1:]))
    assert {name: there.get(name) for name in ("epsilon", "n")} == {
        name: said.get(name) for name in ("epsilon", "n")
    }
    assert "set" not in there


SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_another_page_opens_at_its_top(open_page, phone):
    page = open_page("/", phone=phone)
    door = page.get_by_role("link", name="Compare the methods on these patients")
    page.evaluate(f"{SCROLLED} = 100_000")
    assert page.evaluate(SCROLLED) > 0
    door.evaluate("link => link.click()")  # Playwright would scroll to it.
    expect(page).to_have_title("Trade-off · Privacy-Accuracy Explorer")
    settled(page).locator(".js-plotly-plot").first.wait_for()
    assert page.evaluate(SCROLLED) == 0


def test_the_next_step_of_a_lesson_opens_at_its_top(open_page):
    page = open_page("/foundations?lesson=promises&step=2")
    page.set_viewport_size({"width": 1440, "height": 300})
    page.evaluate(f"{SCROLLED} = 100_000")
    assert page.evaluate(SCROLLED) > 0
    page.evaluate("history.pushState({}, '', location.href.replace('step=2', 'step=3'))")
    assert page.evaluate(SCROLLED) == 0


def test_a_paper_opens_in_trade_off_with_its_own_n(open_page):
    page = open_page("/papers?entry=cm08_figure_1&n=300&loss=huber")
    page.get_by_role("link", name="Open in Trade-off").click()
    expect(page.get_by_role("textbox", name="Training records n, typed")).to_have_value("14000")
    settled(page)
    there = query(page)
    assert there["n"] == "14000"
    assert "loss" not in there
