"""Boxes of text: no two labels overlap, none is cut, and no choice breaks into rows, on any page.

Each page and each part of one, as its address opens it, in windows from a phone's to a large
screen's, in a frame, and as a slide. A few of them in every run, all of them in the whole run.
"""

from collections.abc import Iterator
from importlib import import_module

import pytest

from pages.comparison.parts import Parts
from pages.contents import NAMES
from pages.kit.paths import path_of
from tests.e2e.addresses import PAGES
from tests.e2e.boxes import SIZES, faults
from tests.e2e.browser import Visitor, Windows
from tests.house.some import some
from tests.serving import Server


def parts() -> Iterator[str]:
    """Give the address of each part of a page but its first, which opens with the page."""
    for name in NAMES:
        found = getattr(import_module(f"pages.{name}.values"), "PARTS", None)
        for word in list(found.labels)[1:] if isinstance(found, Parts) else ():
            yield f"{path_of(name)}?{found.choice.name}={word}"


SCENES = (
    "/adversary?adversary_scene=epsilon",
    "/adversary?adversary_scene=line_up",
    "/papers?papers_part=errata",
    *(f"/trade-off?axis={axis}" for axis in ("n", "lam", "features", "map")),
    "/trade-off?trade_off_draws=dots",
)
WITHOUT_SLIDE = ("/data", "/lessons", "/release")

ADDRESSES = (*PAGES, *parts(), *SCENES)
OFTEN = {
    ("/trade-off", "desktop"),
    ("/is-it-private", "tablet"),
    ("/private-tuning", "frame"),
    ("/counterexample", "phone"),
    ("/", "slide"),
}
EVERYWHERE = [
    (address, size)
    for address in ADDRESSES
    for size in (*SIZES, "slide")
    if size not in ("frame", "slide") or address not in WITHOUT_SLIDE
]
ASKED = {"frame": "embed=true", "slide": "present=1"}


@pytest.mark.parametrize(("path", "size"), some(EVERYWHERE, OFTEN))
def test_no_label_overlaps_another_or_is_cut_and_no_choice_breaks_into_rows(
    browser: Windows, server: Server, path: str, size: str
):
    width, height = SIZES.get(size, SIZES["desktop"])
    asked = f"{path}{'&' if '?' in path else '?'}{ASKED[size]}" if size in ASKED else path
    with browser.lent(dark=False, phone=size == "phone") as window:
        window.set_viewport_size({"width": width, "height": height})
        guest = Visitor(server.url, window)
        found = faults(guest.open(asked))
        guest.leave()
    assert found == []
    guest.check()


PAGE = """
<div class="stApp" data-testid="stApp" data-test-script-state="notRunning"
  data-test-connection-state="CONNECTED">
  <div data-testid="stMain" style="height: 100vh; overflow: auto">
    <h1 style="margin: 0">Title</h1>
    <p style="margin: 0">Just below, and <b>bold</b></p>
    <p style="height: 3px; overflow: hidden">cut below</p>
    <p style="width: 40px; overflow: hidden; white-space: nowrap">cut at its right end</p>
    <p style="position: absolute; left: 300px; top: 100px">under</p>
    <p style="position: absolute; left: 310px; top: 104px">over</p>
    <p style="position: fixed; left: 310px; top: 104px">in a layer of its own</p>
    <p style="display: none">hidden</p>
    <div style="position: absolute; width: 1px; height: 1px; overflow: hidden">for ears alone</div>
    <div class="stButtonGroup" style="width: 90px"><button>A row</button><button>Two</button></div>
    <div class="stButtonGroup"><button>One</button><button>Two</button></div>
    <button style="width: 70px; white-space: nowrap; text-align: left">Wider than it is</button>
    <svg width="300" height="100">
      <text x="10" y="40">a legend</text><text x="30" y="44">a tick</text>
      <text x="200" y="90">apart</text><text x="280" y="20">beyond the edge</text>
    </svg>
    <p style="margin-top: 3000px">far below</p>
  </div>
</div>
"""


def test_planted_faults_are_found_and_nothing_else(browser: Windows):
    with browser.lent(dark=False, phone=False) as page:
        page.set_content(PAGE)
        found = faults(page)
        page.goto("about:blank")
    assert sorted(found) == [
        "“A row, Two” breaks into rows",
        "“Wider than it is” leaves its button",
        "“a legend” lies on “a tick”",
        "“beyond the edge” leaves its picture",
        "“cut at its right end” is cut",
        "“cut below” is cut",
        "“under” lies on “over”",
    ]
