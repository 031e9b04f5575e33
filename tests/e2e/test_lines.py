"""Where lines end on a phone: no number appears in one line and its unit in the next."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from edition.prose import UNITS
from tests.e2e.browser import settled

OpenPage = Callable[..., Page]

APART = f"""
() => {{
  const unit = /\\d[ \\u00a0](?={UNITS})/g, apart = [];
  let seen = 0;
  const texts = document.createTreeWalker(document.querySelector(".stMain"), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {{
    if (!node.parentElement.closest("[data-testid$='MarkdownContainer'], [data-testid$='CaptionContainer']")) continue;
    for (const match of node.data.matchAll(unit)) {{
      const [number, next] = [0, 2].map((at) => {{
        const range = document.createRange();
        range.setStart(node, match.index + at);
        range.setEnd(node, match.index + at + 1);
        return range.getBoundingClientRect();
      }});
      if (!number.width) continue;
      seen += 1;
      if (next.top > number.top + 3) apart.push(node.data.slice(match.index - 20, match.index + 10));
    }}
  }}
  return [seen, apart];
}}
"""  # noqa: E501
"""How many numbers with units are on the page, and those whose unit begins the next line."""


OTHERS = ["/foundations", "/who-pays", "/counterexample?example_n=1000"]


@pytest.mark.parametrize(
    "path",
    ["/trade-off", "/decide", *(pytest.param(path, marks=pytest.mark.whole) for path in OTHERS)],
)
def test_no_line_of_a_phone_begins_with_a_unit(open_page: OpenPage, path: str):
    page = open_page(path, phone=True)
    for width in range(320, 420, 12):
        page.set_viewport_size({"width": width, "height": 844})
        seen, apart = settled(page).evaluate(APART)
        assert seen > 2
        assert apart == []


@pytest.mark.whole
def test_a_step_of_epsilon_leaves_the_height_along_n(open_page: OpenPage):
    heights = []
    for epsilon in ("0.1", "1"):
        page = open_page(f"/trade-off?axis=n&epsilon={epsilon}", phone=True)
        told = page.get_by_text(f"At ε = {epsilon}, output perturbation needs about")
        expect(told).to_be_visible(timeout=60_000)
        heights.append(settled(page).evaluate("document.querySelector('.stMain').scrollHeight"))
    assert abs(heights[1] - heights[0]) <= 8
