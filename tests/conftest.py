import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import ROOT, Server, serve

BESIDE = ROOT.parent / "shared" / "data"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One running dashboard for all tests that do not mind what others did with it."""
    with serve(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def tables_folder() -> Path:
    """Folder of real tables: EXPLORER_DATA, or shared/data beside the repository, or skip."""
    folder = Path(os.environ.get("EXPLORER_DATA") or BESIDE)
    if not folder.is_dir():
        pytest.skip("no folder of real tables: set EXPLORER_DATA to run this test")
    return folder
