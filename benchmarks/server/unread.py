"""Answers that nobody reads, and scripts asked for without a coding: what they cost others.

`python -m benchmarks.server.unread` starts the server, opens connections that ask for Streamlit's
largest script and read nothing of it, and prints the server's memory before, meanwhile, and after
they closed, with the time that another visitor waits for a page. Then it fetches that script six
times a second without compression, and prints what others wait.
"""

import argparse
import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import streamlit

ROOT = Path(__file__).resolve().parents[2]
PORT = 8792
STATIC = Path(streamlit.__file__).parent / "static"
LARGEST = max((STATIC / "static" / "js").glob("*.js"), key=lambda each: each.stat().st_size)
PATH = f"/{LARGEST.relative_to(STATIC).as_posix()}"
REQUEST = f"GET {PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()

LOOKS = 20
"""Pages that another visitor asks for."""

PAUSE = 0.25
"""Seconds between two of them, where something goes on meanwhile."""

EACH = 1 / 6
"""Seconds between two requests for the script."""


def main() -> None:
    """Measure with as many connections as are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, nargs="*", default=[300, 1100])
    asked = parser.parse_args()
    for many in asked.connections:
        with Serving() as server:
            before, opened = server.memory, [_connection() for _ in range(many)]
            time.sleep(10)
            meanwhile, waited = server.memory, _waits()
            time.sleep(45)
            later = server.memory
            for each in opened:
                each.close()
            time.sleep(30)
            print(
                f"{many} unread: {before} MB before, {meanwhile} with them, {later} after 45 s, "
                f"{server.memory} once closed; a page takes {_seconds(waited)}"
            )
    with Serving() as server:
        _fetch()
        # What compresses at the lowest priority would share the processor.
        time.sleep(30)
        idle, before, end = _waits(PAUSE), server.processor, threading.Event()
        fetching = threading.Thread(target=_fetch_often, args=(end,))
        fetching.start()
        busy = _waits(PAUSE)
        end.set()
        fetching.join()
        print(
            f"six scripts a second without a coding: a page takes {_seconds(busy)}, alone "
            f"{_seconds(idle)}; {server.processor - before:.1f} s of the processor"
        )


class Serving:
    """A server that starts and ends."""

    def __enter__(self) -> "Serving":
        """Start it."""
        self._home = tempfile.TemporaryDirectory()
        given = {k: v for k, v in os.environ.items() if not k.startswith("EXPLORER_")}
        command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={PORT}"]
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=given | {"HOME": self._home.name},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while _page(0.5) is None:
            time.sleep(0.2)
        _waits()
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        self._home.cleanup()

    @property
    def memory(self) -> int:
        """Its resident memory, in MB."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 10**6

    @property
    def processor(self) -> float:
        """Seconds of the processor that it has taken."""
        spent = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(spent[11]) + int(spent[12])) / os.sysconf("SC_CLK_TCK")


def _connection() -> socket.socket:
    made = socket.create_connection(("127.0.0.1", PORT), timeout=10)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.sendall(REQUEST)
    return made


def _page(patience: float = 30.0) -> float | None:
    """Return what a page's own file takes, or None where nothing is answered."""
    began = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=patience)
    with suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/trade-off", headers={"Host": "localhost"})
        connection.getresponse().read()
        return time.perf_counter() - began
    return None


def _waits(pause: float = 0.0) -> list[float | None]:
    waited = []
    for _ in range(LOOKS):
        time.sleep(pause)
        waited.append(_page())
    return waited


def _seconds(waited: list[float | None]) -> str:
    known = [each for each in waited if each is not None]
    if not known:
        return "no answer"
    missing = f", {len(waited) - len(known)} unanswered" if len(known) < len(waited) else ""
    return f"{statistics.median(known):.3f} s, at most {max(known):.3f}{missing}"


def _fetch() -> None:
    with suppress(OSError, http.client.HTTPException):
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
        connection.request("GET", PATH, headers={"Host": "localhost"})
        connection.getresponse().read()


def _fetch_often(end: threading.Event) -> None:
    under_way = []
    while not end.wait(EACH):
        each = threading.Thread(target=_fetch)
        each.start()
        under_way.append(each)
    for each in under_way:
        each.join()


if __name__ == "__main__":
    main()
