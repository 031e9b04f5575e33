from collections.abc import Iterator

import pytest

from tests.server import Server, serve


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One running dashboard for all tests that do not mind what others did with it."""
    with serve(tmp_path_factory.mktemp("server")) as running:
        yield running
