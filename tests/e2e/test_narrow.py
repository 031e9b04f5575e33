"""Layouts with room: letters a little wider, in windows from a small phone's to a desktop's.

Fonts are drawn a fraction of a pixel wider or narrower from one browser to the next. Where words
fit with letters that are 4 % wider, they fit in each.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page

from tests.e2e.addresses import PAGES
from tests.e2e.browser import Visitor, Windows
from tests.serving import Server

WIDER = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { letter-spacing: 0.02em; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
})();"""

FAULTS = r"""main => {
  const found = [], seen = (each) => each.getClientRects().length > 0;
  const lines = (node, from, to) => {
    const words = document.createRange();
    words.setStart(node, from);
    words.setEnd(node, to);
    return [...words.getClientRects()].filter((line) => line.width > 0.5);
  };
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, within = text.parentElement;
    if (!seen(within) || within.closest("svg, code, pre, math, style, script")) continue;
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      const [first, ...others] = lines(text, index, index + word.length);
      if (others.some((line) => line.top > first.top + 4)) found.push(`${word} is broken`);
    }
  }
  if (main.scrollWidth > main.clientWidth) found.push("it scrolls sideways");
  for (const words of main.querySelectorAll(".stPageLink p, [data-testid=stMetricValue] p")) {
    for (let box = words; box !== main; box = box.parentElement) {
      const cuts = getComputedStyle(box).overflowX === "hidden";
      if (cuts && box.scrollWidth > box.clientWidth + 1) found.push(`${words.innerText} is cut`);
    }
  }
  // A line of text is a pixel or two higher than its letters.
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
    || a.bottom <= b.top + 2 || b.bottom <= a.top + 2;
  for (const label of main.querySelectorAll(".st-key-tiles [data-testid=stMetricLabel]")) {
    const words = document.createRange();
    const help = label.querySelector("svg")?.getBoundingClientRect();
    words.selectNodeContents(label.querySelector("p"));
    if (help && [...words.getClientRects()].some((line) => !apart(line, help)))
      found.push(`${label.innerText} lies under its help`);
  }
  const names = `.annotation-text, .legendtext, .gtitle, .xtitle, .ytitle, .xtick text, .ytick text,
    .modebar-btn`;
  for (const figure of main.querySelectorAll(".js-plotly-plot")) {
    const { left, right } = figure.getBoundingClientRect();
    const each = [...figure.querySelectorAll(names)].filter(seen).map((node) =>
      [node.textContent || "the camera", node.getBoundingClientRect()]);
    found.push(...each.flatMap(([one, a], i) => each.slice(i + 1)
      .filter(([, b]) => !apart(a, b)).map(([other]) => `${one} lies on ${other}`)));
    found.push(...each.filter(([, box]) => box.left < left - 1 || box.right > right + 1)
      .map(([one]) => `${one} leaves its figure`));
  }
  return found;
}"""

SMALL, PHONES, WINDOWS = 320, (320, 358, 390), (820, 1440)
CLOSEST = {
    ("/trade-off", SMALL),
    ("/is-it-private", 358),
    ("/kernels", 1440),
}
"""Of where something lay on the edge, each width, on pages that are soon there; the whole run opens
all."""

PATHS = (
    *PAGES,
    "/adversary?adversary_scene=epsilon&adversary_records=shared&lam=0.01",
    "/adversary?adversary_scene=line_up&adversary_records=shared&lam=0.01",
    "/kernels?kernels_half=serving",
)


@contextmanager
def opened(windows: Windows, server: Server, path: str, width: int, script: str) -> Iterator[Page]:
    """Give a page in a window of that width, which ran a script before all others."""
    window = windows.new(phone=width in PHONES, script=script)
    window.set_viewport_size({"width": width, "height": 844})
    guest = Visitor(server.url, window)
    try:
        yield guest.open(path)
    finally:
        window.context.close()
    guest.check()


@pytest.mark.parametrize(
    ("path", "width"),
    [
        pytest.param(path, width, marks=() if (path, width) in CLOSEST else pytest.mark.whole)
        for path in PATHS
        for width in (*PHONES, *WINDOWS)
    ],
)
def test_with_letters_a_little_wider_nothing_breaks_overlaps_or_leaves_its_place(
    browser: Windows, server: Server, path: str, width: int
):
    with opened(browser, server, path, width, WIDER) as page:
        assert page.get_by_test_id("stMain").evaluate(FAULTS) == []


CLOSER = """
  .st-key-tiles [data-testid=stMetricLabel] p { width: 3rem !important; }
  .st-key-tiles .stTooltipIcon { right: 3rem !important; }
  .stPageLink span { white-space: nowrap !important; overflow: hidden !important; }
  .legendtext { font-size: 18px !important; }
"""


def test_words_that_break_are_cut_or_lie_on_others_are_seen(browser: Windows, server: Server):
    planted = WIDER.replace("* { letter-spacing: 0.02em; }", " ".join(CLOSER.split()))
    with opened(browser, server, "/trade-off", SMALL, planted) as page:
        found = set(page.get_by_test_id("stMain").evaluate(FAULTS))
    assert {"perturbation is broken", "Objective perturbation lies under its help"} <= found
    assert any(each.endswith("leaves its figure") for each in found)
