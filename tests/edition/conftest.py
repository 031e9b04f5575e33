"""An edition with a few pages, written once for all tests of a run, and windows for it."""

import fcntl
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import ModuleType
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from edition import site
from edition.shared import FOLDER as SHARED
from edition.site import Site
from tests.e2e.browser import Windows, chromium, heard
from tests.edition import quick

LIVE = "https://explorer.example"
MOVED = "sweeps.html"
ONLY = ("trade_off", "kernels", "lesson-1")
"""A picture of lines, one with images of its own in each theme, and a lesson."""


@pytest.fixture(scope="session", params=[ONLY, pytest.param((), marks=pytest.mark.whole)])
def folder(request, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write an edition, once for all processes of a run: it takes a quarter of a minute."""
    base: Path = tmp_path_factory.getbasetemp()
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    home = run / f"edition-{request.param_index}"
    home.mkdir(exist_ok=True)
    made, done = home / "below" / "a path", home / "done"
    with (home / "lock").open("w") as lock, pytest.MonkeyPatch.context() as patched:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # Where another test ran a page that page stands here, and each process would begin with it.
        patched.setitem(sys.modules, "__main__", ModuleType("__main__"))
        if request.param:
            quick_pool = partial(ProcessPoolExecutor, initializer=quick.begin)
            patched.setattr(site, "ProcessPoolExecutor", quick_pool)
        if not done.exists():
            Site(made, live=LIVE, only=request.param).write()
            done.touch()
    return made


@pytest.fixture(scope="session")
def files(folder: Path) -> list[str]:
    """Return the pages that do not lead on at once."""
    every = sorted(str(each.relative_to(folder)) for each in folder.rglob("*.html"))
    return [each for each in every if not each.startswith(SHARED) and each != MOVED]


@pytest.fixture(scope="module")
def windows() -> Iterator[Windows]:
    with chromium() as running:
        yield running


@pytest.fixture
def opened(windows: Windows) -> Iterator[Callable[..., Page]]:
    """Return what opens an address in a new window; it may ask no other host, nor complain."""
    with ExitStack() as stack:

        def opens(address: str, *, dark: bool = False, phone: bool = False, **more: bool) -> Page:
            context = windows.browser.new_context(
                viewport={"width": 390, "height": 844} if phone else {"width": 1440, "height": 900},
                color_scheme="dark" if dark else "light",
                **more,
            )
            stack.callback(context.close)
            page = context.new_page()
            asked, said = heard(page)
            page.goto(address)
            page.wait_for_load_state("load")
            stack.callback(lambda: _check(address, asked, said))
            return page

        yield opens


def _check(address: str, asked: list[str], said: list[str]) -> None:
    here = urlsplit(address)
    elsewhere = [each for each in map(urlsplit, asked) if each[:2] != here[:2]]
    assert [each for each in elsewhere if each.scheme != "data"] == []
    assert said == []
