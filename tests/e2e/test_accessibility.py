"""axe-core finds nothing to complain about, on any page, light and dark, desktop and phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.e2e.addresses import PAGES, name

NAVIGATION_ON_A_PHONE = {"list", "listitem"}
"""Streamlit's own navigation nests its list items too deep there; we cannot mend it."""


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", PAGES, ids=name)
def test_page_has_no_barrier(open_page, path: str, dark: bool, phone: bool):
    found = violations(open_page(path, dark=dark, phone=phone))
    excused = NAVIGATION_ON_A_PHONE if phone else set()
    assert {rule: nodes for rule, nodes in found.items() if rule not in excused} == {}


def test_a_barrier_is_found(open_page):
    page = open_page("/")
    page.evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<img src=x>')")
    assert "image-alt" in violations(page)


def violations(page) -> dict[str, list[str]]:
    """Return the rules of axe-core that the page breaks, with the places where."""
    broken = Axe().run(page).response["violations"]
    return {rule["id"]: [str(node["target"]) for node in rule["nodes"]] for rule in broken}
