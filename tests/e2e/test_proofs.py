"""The proofs in the folds of Release and of Trade-off: each opens by keyboard and fits a phone."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from dpcore.privacy.proofs import BESIDES, OF_MECHANISMS, PROOFS
from tests.e2e.browser import PHONE, settled
from tests.e2e.test_accessibility import WIDER

OpenPage = Callable[..., Page]
TRIES, OPENS = 5, 5_000
"""How often a title is typed, and the milliseconds in which a list opens, and then the proof."""

CUT = """
proof => [...proof.querySelectorAll("*")].filter((each) =>
  each.getBoundingClientRect().right > proof.getBoundingClientRect().right + 1
  && !each.closest(".katex-mathml, .katex-display"))
  .map((each) => each.textContent).filter((text) => text.trim())
"""
"""Texts beyond their frame. A wide formula on a line of its own scrolls there, and not the whole
page; and each stands a second time, for screen readers, in no place."""


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/release", BESIDES),
        pytest.param(
            "/trade-off?data=breast_cancer&draws=5&lam=0.01", OF_MECHANISMS, marks=pytest.mark.whole
        ),
    ],
)
def test_each_proof_opens_by_keyboard_and_fits_a_phone(
    open_page: OpenPage, path: str, names: tuple[str, ...]
):
    page = open_page(path)
    page.set_viewport_size(PHONE)  # whose own browser lets nobody type into a list
    page.locator("summary", has_text="How this works").focus()
    page.keyboard.press("Enter")
    chosen = page.get_by_role("combobox", name="Proofs, a page each")
    expect(chosen).to_be_visible()
    for name in names:
        first = PROOFS[name].text.removeprefix("**Statement.** ").split("$")[0].split("\n")[0]
        proof = page.locator("[data-testid=stVerticalBlock]", has_text="Statement.").last
        for _ in range(TRIES):  # A run that ends meanwhile closes the list, before Enter or after.
            settled(page)
            chosen.focus()
            page.keyboard.press("ControlOrMeta+A")
            page.keyboard.type(PROOFS[name].title)
            with suppress(PlaywrightError, AssertionError):
                page.get_by_role("option", name=PROOFS[name].title, exact=True).wait_for(
                    timeout=OPENS
                )
                page.keyboard.press("Enter")
                expect(proof).to_contain_text(first.strip(), timeout=OPENS)
                break
        expect(proof).to_contain_text(first.strip())
        expect(proof.locator("strong", has_text="Tests.")).to_be_visible()
        settled(page)
        assert page.evaluate(WIDER) == []
        assert proof.evaluate(CUT) == []
