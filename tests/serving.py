"""A server of the dashboard in its own process, for tests that speak to it over the network."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[1]
STREAMLIT = ("streamlit", "run", "app.py", "--server.headless=true", "--server.port={port}")
UVICORN = ("uvicorn", "app:app", "--host=127.0.0.1", "--port={port}")
FAULT = re.compile(r"Traceback|\[\w+ at ")
"""What a log says of a fault: Python by itself, and `server.log` once the server has started."""

NOTHING_AHEAD = {"EXPLORER_PLACES": "off"}
"""A test counts what is computed, and shares the cores."""

IN_THREADS = {"EXPLORER_SCHEDULER": "threads"}
"""Where no sweep is run: nobody waits for processes that would compute them."""

HEALTH = "/_stcore/health"
"""Where a dashboard that listens says so."""

PATIENCE = 60
"""Seconds until a server that does not answer counts as broken: a slow machine needs some 10."""


@dataclass(frozen=True)
class Server:
    """Where a running server listens, the file that holds what it said, and its process."""

    url: str
    log: Path
    process: subprocess.Popen[bytes]

    @property
    def port(self) -> int:
        return int(urlsplit(self.url).port or 0)

    def get(
        self, path: str, headers: Mapping[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers (their names in lower case) and body of `path`."""
        try:
            with urlopen(
                Request(self.url + path, headers=headers or {}), timeout=PATIENCE
            ) as answer:
                return answer.status, _lower(answer.headers), answer.read()
        except HTTPError as error:
            with error:
                return error.code, _lower(error.headers), error.read()


@contextmanager
def serve(
    folder: Path,
    command: Sequence[str] = STREAMLIT,
    port: int | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    may_fail: bool = False,
) -> Iterator[Server]:
    """Run a fresh server until the block ends; its log, in `folder`, must hold no fault.

    Its store and its ledger lie in `folder` too: a second server there finds what the first one
    computed and charged.
    With `may_fail` a test that provokes faults looks into the log itself.
    """
    port, log = port or _free_port(), folder / "server.log"
    store = {
        "EXPLORER_STORE": f"sqlite:///{folder / 'cells.sqlite'}",
        "EXPLORER_LEDGER": str(folder / "ledger.db"),
    }
    arguments = [sys.executable, "-m", *(part.format(port=port) for part in command)]
    with log.open("w") as output:
        process = subprocess.Popen(
            arguments,
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=NOTHING_AHEAD | os.environ | store | (environment or {}),
        )
    try:
        server = Server(f"http://127.0.0.1:{port}", log, process)
        _wait(server, process)
        yield server
    finally:
        _stop(process)
    assert may_fail or not FAULT.search(log.read_text()), log.read_text()


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait(server: Server, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not _healthy(server):
        assert process.poll() is None, f"The server ended: {server.log.read_text()}"
        assert time.monotonic() < deadline, f"No answer: {server.log.read_text()}"
        time.sleep(0.1)


def _healthy(server: Server) -> bool:
    try:
        return server.get(HEALTH)[0] == 200
    except (URLError, ConnectionError):
        return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _lower(headers: object) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
