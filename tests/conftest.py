import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.serving import ROOT, Server, serve

# No test asserts a time: on a busy machine an example may take any.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

BESIDE = ROOT.parent / "shared" / "data"


LONGEST = ("tests/e2e/test_sweeps.py", "tests/e2e", "tests/server", "tests/pages")
"""Where a test takes seconds; the first takes minutes."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest: at the end one process would wait for another."""
    items.sort(key=_rank)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage while modules and tests, which all stay, become more and more."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays to the end: modules, and thousands of tests.

    What remains is so little that it would be searched whole again and again, for each page that is
    drawn several times; of cycles that nobody needs, some tens of MB more may wait.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _rank(item: pytest.Item) -> int:
    place = item.path.relative_to(ROOT)
    return next((k for k, each in enumerate(LONGEST) if place.is_relative_to(each)), len(LONGEST))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One running dashboard for all tests that do not mind what others did with it."""
    with serve(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def tables_folder() -> Path:
    """Folder of real tables: EXPLORER_DATA, or shared/data beside the repository, or skip.

    Where CI is set, nothing is skipped: a folder that is missing there is a fault.
    """
    folder = Path(os.environ.get("EXPLORER_DATA") or BESIDE)
    if folder.is_dir():
        return folder
    reason = f"no folder of real tables at {folder}: set EXPLORER_DATA"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    """The umask that a test names, or the widest: nothing is kept from others by itself."""
    named = getattr(request, "param", 0)
    before = os.umask(named)
    yield named
    os.umask(before)
