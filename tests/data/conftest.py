"""What the data tests share: a hypothesis profile that never flakes, and the real tables."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")

BESIDE = Path(__file__).parents[2].parent / "shared" / "data"


@pytest.fixture(scope="session")
def tables_folder() -> Path:
    """Folder of real tables: EXPLORER_DATA, or shared/data beside the repository, or skip."""
    folder = Path(os.environ.get("EXPLORER_DATA") or BESIDE)
    if not folder.is_dir():
        pytest.skip("no folder of real tables: set EXPLORER_DATA to run this test")
    return folder
