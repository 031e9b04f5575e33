"""Who gets in from another address: ways of starting the server, tried over a network of their own.

`python -m benchmarks.server.reach` makes a network namespace with a cable to this one (root,
Debian's iproute2), starts the server in each way, and asks from the namespace as `Host:
localhost`, as a stranger would; then from this machine, straight and as a proxy forwards. It prints
what each was answered: a page's HTML (200), a refusal (421), or that the server did not start.
"""

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
SPACE, NEAR, FAR = "explorer-reach", "10.77.0.1", "10.77.0.2"
PORT = 8791
PATIENCE = 60.0

STREAMLIT = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={PORT}"]
CONTAINER = [sys.executable, "-m", "container.start"]
BROKEN = "[server\n"

WAYS: dict[str, tuple[list[str], dict[str, str], bool]] = {
    "streamlit run": (STREAMLIT, {}, False),
    "--server.address 0.0.0.0": ([*STREAMLIT, "--server.address=0.0.0.0"], {}, False),
    "the same, EXPLORER_HOSTS": (
        [*STREAMLIT, "--server.address=0.0.0.0"],
        {"EXPLORER_HOSTS": "lab.example"},
        False,
    ),
    "config.toml broken": (STREAMLIT, {}, True),
    "container.start": (CONTAINER, {}, False),
    "container.start, EXPLORER_HOSTS": (CONTAINER, {"EXPLORER_HOSTS": "lab.example"}, False),
    "uvicorn --host 0.0.0.0": (
        [sys.executable, "-m", "uvicorn", "app:app", "--host=0.0.0.0", f"--port={PORT}"],
        {},
        False,
    ),
}

ASK = (
    "import http.client, sys\n"
    "c = http.client.HTTPConnection(sys.argv[1], int(sys.argv[2]), timeout=10)\n"
    "c.request('GET', '/release', headers={'Host': 'localhost'})\n"
    "print(c.getresponse().status)\n"
)


def main() -> None:
    """Try each way, and print a row for it."""
    print(f"{'started by':34} {'from elsewhere':16} {'here':6} {'here, forwarded':16}")
    with _cable():
        for name, (command, environment, is_broken) in WAYS.items():
            with _server(command, environment, is_broken=is_broken) as runs:
                if not runs:
                    print(f"{name:34} does not start")
                    continue
                forwarded = _asked({"Host": "localhost", "X-Forwarded-For": FAR})
                print(
                    f"{name:34} {_from_far():16} {_asked({'Host': 'localhost'}):<6} {forwarded:<16}"
                )


@contextmanager
def _cable() -> Iterator[None]:
    _ip("netns", "add", SPACE)
    try:
        _ip("link", "add", "reach0", "type", "veth", "peer", "name", "reach1", "netns", SPACE)
        _ip("addr", "add", f"{NEAR}/24", "dev", "reach0")
        _ip("link", "set", "reach0", "up")
        _ip("-n", SPACE, "addr", "add", f"{FAR}/24", "dev", "reach1")
        _ip("-n", SPACE, "link", "set", "reach1", "up")
        yield
    finally:
        _ip("netns", "del", SPACE)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


@contextmanager
def _server(
    command: list[str], environment: Mapping[str, str], *, is_broken: bool
) -> Iterator[bool]:
    """Start a server; give whether it answers."""
    given = {name: value for name, value in os.environ.items() if not name.startswith("EXPLORER_")}
    with TemporaryDirectory() as home:
        place = _copy(Path(home)) if is_broken else ROOT
        process = subprocess.Popen(
            command,
            cwd=place,
            env=given
            | {
                "HOME": home,
                "STREAMLIT_SERVER_PORT": str(PORT),
                "STREAMLIT_SERVER_HEADLESS": "true",
            }
            | dict(environment),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield _answers(process)
        finally:
            process.terminate()
            process.wait()


def _copy(place: Path) -> Path:
    """Return a tree like this one, whose settings cannot be read."""
    for each in ROOT.iterdir():
        if each.name != ".streamlit":
            (place / each.name).symlink_to(each)
    (place / ".streamlit").mkdir()
    (place / ".streamlit" / "config.toml").write_text(BROKEN, "utf-8")
    return place


def _answers(process: subprocess.Popen[bytes]) -> bool:
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        with suppress(OSError):
            if _asked({"Host": "127.0.0.1"}, "/_stcore/health") == 200:
                return True
        time.sleep(0.2)
    return False


def _asked(headers: Mapping[str, str], path: str = "/release") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
    connection.request("GET", path, headers=dict(headers))
    return connection.getresponse().status


def _from_far() -> str:
    words = ["ip", "netns", "exec", SPACE, sys.executable, "-c", ASK, NEAR, str(PORT)]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    return ended.stdout.strip() or "not reached"


if __name__ == "__main__":
    main()
