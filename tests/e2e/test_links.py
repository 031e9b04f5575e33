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


def test_a_paper_opens_in_sweeps_with_its_own_n(open_page):
    page = open_page("/papers?entry=cm08_figure_1&n=300&loss=huber")
    page.get_by_role("link", name="Open in Sweeps").click()
    expect(page.get_by_role("textbox", name="Training records n, typed")).to_have_value("14000")
    settled(page)
    there = query(page)
    assert there["n"] == "14000"
    assert "loss" not in there
