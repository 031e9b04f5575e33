"""What is sent on: a place of a dial with its picture, and a curve to be drawn first."""

import re

import pytest
from playwright.sync_api import expect

from edition import site
from pages.kit import paths

TITLES = {"trade-off": "trade-off", "index": ""}
"""Pages by what their files are called."""


@pytest.mark.parametrize("name", ["trade-off", "index"])
def test_a_link_to_send_on_shows_its_place_where_it_is_pasted_and_leads_there(folder, opened, name):
    shared = sorted((folder / "shared").glob(f"{name}-*.html"))
    assert 3 <= len(shared) <= 5
    pictures, said = set(), set()
    for file in shared:
        html = file.read_text("utf-8")
        (picture,) = re.findall(r'og:image" content="([^"]+)"', html)
        assert (folder / picture).read_bytes().startswith(b"\x89PNG")
        pictures.add(picture)
        said |= set(re.findall(r'og:description" content="([^"]+)"', html))
        assert f'og:title" content="{site._question(paths.name_of(TITLES[name]))}"' in html
    assert len(pictures) == len(said) == len(shared)
    page = opened((folder / f"{name}.html").as_uri())
    page.get_by_role("slider").press("End")
    most = max(int(file.stem.rpartition("-")[2]) for file in shared)
    last = f"shared/{name}-{most}.html"
    expect(page.locator("a.share")).to_have_attribute("href", last)
    epsilon = page.get_by_role("slider").get_attribute("aria-valuetext")
    page.goto((folder / last).as_uri())
    page.wait_for_url(re.compile(rf"/{name}\.html#epsilon="))
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", epsilon)


def test_a_reader_of_the_front_page_may_draw_first(folder, opened):
    page = opened((folder / "index.html").as_uri() + "?overview_draw=1")
    point = page.get_by_role("slider", name="Wrong labels per 1,000 people, ε = 0.1")
    point.press("ArrowUp")
    page.get_by_role("button", name="Show the truth").click()
    expect(page.locator(".drawing-said")).to_contain_text("you drew")
