import shutil
from pathlib import Path

import pytest

from server.visits.visitor_store import PER_SERVER, PER_VISITOR
from tests.serving import IN_THREADS, STREAMLIT, UVICORN, Server, serve

AT_START = "at_start.log"


@pytest.fixture(scope="session", params=[STREAMLIT, UVICORN], ids=["streamlit", "uvicorn"])
def small(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """A server that has room for twenty megabytes of each visitor, and for thirty in all.

    One for all tests that provoke no fault: its log must hold none at the end.
    """
    room = {PER_VISITOR: "20", PER_SERVER: "30"} | IN_THREADS
    folder = tmp_path_factory.mktemp("small")
    with serve(folder, request.param, environment=room) as running:
        shutil.copy(running.log, folder / AT_START)
        yield running


@pytest.fixture
def said_at_start(small: Server) -> str:
    """What the server had said before any visitor came."""
    return Path(small.log.parent, AT_START).read_text()
