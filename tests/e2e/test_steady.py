"""What stands below an answer keeps its place, whatever is chosen on the page.

A step of ε is timed and measured elsewhere (`frames`); here every other choice has its turn.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.e2e import first_screens

OpenPage = Callable[..., Page]

MOST = 8
"""Pixels by which one choice may move what stands below."""

BELOW = """
fold => fold.getBoundingClientRect().top
  + document.querySelector('[data-testid="stMain"]').scrollTop
"""

CHOICES = {
    "/kernels?lam=auto": (
        "kernels_data=chosen&data=breast_cancer",
        "epsilon=0.01",
        "lam=1e-4",
        "epsilon=inf",
        "loss=huber",
        "kernels_data=circles",
        "kernels_kernel=polynomial",
        "kernels_figure=features",
        "kernels_figure=features&kernels_kernel=polynomial",
        "kernels_figure=delta",
        "kernels_figure=delta&epsilon=inf",
    ),
    "/kernels?kernels_half=serving&kernels_serving_n=1000": (
        "epsilon=0.01",
        "epsilon=10",
        "lam=0.1",
        "kernels_serving_data=chosen",
        "kernels_measured=off",
    ),
    "/private-tuning?n=2000&draws=10": (
        "data=breast_cancer",
        "epsilon=0.01",
        "epsilon=inf",
        "lam=0.1",
        "loss=huber",
        "across=n",
        "tuned=output",
        "candidates=1e-4,1e-3,1e-2",
    ),
}


def looks() -> Iterator[object]:
    """Yield a page in each size with its first choice; for the whole run, all in both, and all."""
    for number, (path, choices) in enumerate(CHOICES.items()):
        for phone in (False, True):
            size = "phone" if phone else "desktop"
            if number < 2 and phone == bool(number):
                yield pytest.param(path, phone, choices[:1], id=f"{path}-{size}-first")
            yield pytest.param(path, phone, choices, marks=pytest.mark.whole, id=f"{path}-{size}")


@pytest.mark.parametrize(("path", "phone", "choices"), list(looks()))
def test_no_choice_moves_what_stands_below(
    open_page: OpenPage, path: str, phone: bool, choices: tuple[str, ...]
):
    page = open_page(path, phone=phone)
    origin = page.url.partition("/kernels")[0].partition("/private-tuning")[0]
    at_first = place_of_folds(page)
    for choice in choices:
        page.goto(f"{origin}{path}&{choice}")
        assert abs(place_of_folds(page) - at_first) <= MOST, choice


def place_of_folds(page: Page) -> float:
    first_screens.look(page)
    return page.get_by_text("How this works", exact=True).first.evaluate(BELOW)
