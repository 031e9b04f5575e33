"""Commands that a guide prints are run: in every run, in a whole one, by a target, or it says not.

`commands.toml` lists every block. A block that is run here is run as it is printed, line by line,
in a folder that holds this repository and the files that the guides speak of; a line that starts a
server has to become healthy. Ports are free ones.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import numpy as np
import pandas as pd
import pytest
from markdown_it import MarkdownIt

from dpcore.ledger import Ledger
from tests.serving import HEALTH, IN_THREADS, NOTHING_AHEAD, PATIENCE, ROOT, serve
from tests.test_environments import UNTOLD

GUIDES = [
    ROOT / "README.md",
    ROOT / "dpcore" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
COMMANDS = {"sh", "powershell", "python"}
LISTED: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "commands.toml").read_text("utf-8")
)
N = 4_000
"""Rows of the table that the guides speak of."""

PORTS = re.compile(r"\b(8501|8502|8600|8786)\b")
SERVES = re.compile(r"\bstreamlit run\b|\bmake run\b|\bdask (scheduler|worker)\b")
SAID = {"not": "not tried here", "hand": "no test repeats it"}
"""What a guide says beside a block that nothing runs."""


@dataclass(frozen=True)
class Block:
    """Commands of a guide, their language, and the guide's words just before and after them."""

    guide: str
    language: str
    text: str
    beside: str

    @property
    def first(self) -> str:
        return self.text.splitlines()[0]

    def begins(self, start: str) -> bool:
        return self.text.startswith(start)


def blocks(guide: str, text: str) -> list[Block]:
    """Return the blocks of commands of a guide.

    Examples
    --------
    >>> (block,) = blocks("a.md", "Run it.\\n\\n```sh\\nmake run\\n```\\n\\nNow.")
    >>> block.first, block.beside
    ('make run', 'Run it. Now.')
    """
    parts = list(MarkdownIt("commonmark").enable("table").parse(text))
    words = [part.content if part.type == "inline" else "" for part in parts]
    found = []
    for place, part in enumerate(parts):
        if part.type == "fence" and part.info in COMMANDS:
            near = " ".join(" ".join(words[max(place - 3, 0) : place + 4]).split())
            found.append(Block(guide, part.info, part.content, near))
    return found


BLOCKS = [
    block
    for path in GUIDES
    for block in blocks(str(path.relative_to(ROOT)), path.read_text("utf-8"))
]


def way(block: Block) -> str:
    found = (how for start, how in LISTED.get(block.guide, {}).items() if block.begins(start))
    return next(found, "")


def faults(block: Block) -> str:
    """Return what is wrong with how a block is listed; nothing where it is tried, or said not."""
    tried = way(block)
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    if tried.startswith("make "):
        return "" if {*tried.split()[1:]} <= targets else f"no such target: {tried}"
    if said := SAID.get(tried):
        return "" if said in block.beside.lower() else f"the guide has to say: {said}"
    return "" if tried in ("run", "whole") else "not in tests/docs/commands.toml"


def test_every_command_is_tried_or_said_to_be_untried():
    assert {(each.guide, each.first): why for each in BLOCKS if (why := faults(each))} == {}


def test_what_is_listed_is_in_the_guides():
    named = [(guide, start) for guide, starts in LISTED.items() for start in starts]
    assert [
        (guide, start)
        for guide, start in named
        if not any(each.guide == guide and each.begins(start) for each in BLOCKS)
    ] == []


@pytest.mark.parametrize(
    ("guide", "text", "said"),
    [
        ("docs/new.md", "```sh\nrm -r build\n```", "not in"),
        ("docs/containers.md", "```sh\nmkdir --mode 700 secrets\n```", "has to say"),
    ],
)
def test_a_command_that_nobody_tries_is_seen(guide: str, text: str, said: str):
    (block,) = blocks(guide, text)
    assert said in faults(block)


def lines(text: str) -> list[str]:
    """Return the commands of a block: a line goes on behind a backslash and inside of a pipe."""
    joined = re.sub(r"(\\|\|)\n\s*", lambda found: " " if found[1] == "\\" else "| ", text)
    return [line for line in joined.splitlines() if line and not line.startswith("#")]


def spoken_of(folder: Path) -> None:
    """Write what the guides speak of: a table under two names, its schema, a ledger."""
    rng = np.random.default_rng(0)
    age, hours = rng.integers(17, 91, N), rng.integers(1, 81, N)
    over = np.where(age + hours > 90, ">50K", "<=50K")
    sex = rng.choice(["Female", "Male"], N)
    table = pd.DataFrame({"age": age, "hours-per-week": hours, "sex": sex, "income": over})
    release = (ROOT / "docs" / "release.md").read_text("utf-8")
    (schema,) = re.findall(r"```json\n(.*?)```", release, re.S)
    for name in ("t.csv", "patients.csv"):
        table.to_csv(folder / name, index=False)
    for name in ("s.json", "schema.json"):
        (folder / name).write_text(schema, "utf-8")
    with Ledger(str(folder / "ledger.db")) as ledger:
        ledger.open("clinic 2024", n=N, epsilon=2.0)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder with this repository's files, and those that the guides speak of."""
    for each in ROOT.iterdir():
        if each.name not in (".git", ".venv", "build", "dpcore.egg-info"):
            (tmp_path / each.name).symlink_to(each)
    (tmp_path / "tables").mkdir()
    spoken_of(tmp_path)
    return tmp_path


def surroundings(folder: Path) -> dict[str, str]:
    own = {"EXPLORER_STORE": f"sqlite:///{folder}/cells.sqlite", "PYTHONPATH": str(ROOT)}
    ledger = {"EXPLORER_LEDGER": f"{folder}/served.db"}
    return NOTHING_AHEAD | IN_THREADS | UNTOLD | own | ledger


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int, line: str) -> bool:
    if "dask" in line:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        return False
    with suppress(URLError, ConnectionError), urlopen(f"http://127.0.0.1:{port}{HEALTH}") as found:
        return bool(found.status == 200)
    return False


@contextmanager
def served(line: str, folder: Path, port: int) -> Iterator[None]:
    """Run what serves, until the block ends, from when it answers."""
    environment = surroundings(folder) | {"PORT": str(port), "STREAMLIT_SERVER_PORT": str(port)}
    log = folder / "said.log"
    with log.open("wb") as said:
        process = subprocess.Popen(
            ["sh", "-c", line], cwd=folder, env=environment, stdout=said, stderr=said,
            start_new_session=True,
        )  # fmt: skip
    try:
        deadline = time.monotonic() + PATIENCE
        while not answers(port, line):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE)


def port_of(line: str, ports: dict[str, int]) -> int:
    """Return the port that a line names, or one that is free."""
    named = [port for port in ports.values() if str(port) in line and "SCHEDULER" not in line]
    return named[0] if named else free_port()


def run_lines(block: Block, folder: Path) -> None:
    """Run the lines of a block as printed; what Dask starts goes on until the last has run."""
    ports: dict[str, int] = {}
    text = PORTS.sub(lambda found: str(ports.setdefault(found[0], free_port())), block.text)
    text = text.replace("/path/to/tables", str(folder / "tables")).replace(
        "//HOST:", "//127.0.0.1:"
    )
    text = text.replace("dask scheduler", f"dask scheduler --port {ports.get('8786')}")
    with ExitStack() as going_on:
        for line in lines(text):
            if not SERVES.search(line):
                run(line, folder)
            elif "dask" in line:
                going_on.enter_context(served(line, folder, ports["8786"]))
            else:
                with served(line, folder, port_of(line, ports)):
                    pass


def run(line: str, folder: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=surroundings(folder), capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, (line, done.stdout, done.stderr)


def attempt(block: Block, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a block as a reader would."""
    if not re.search(r"-m venv \.?venv$", block.first):
        (folder / ".venv").symlink_to(sys.prefix)
    monkeypatch.chdir(folder)
    if block.language == "python":
        exec(compile(block.text, block.guide, "exec"), {"__name__": "a guide"})
    elif "curl" in block.first:
        with serve(folder) as server:
            run_lines(Block("", "sh", PORTS.sub(str(server.port), block.text), ""), folder)
    else:
        run_lines(block, folder)


def listed(kind: str) -> list[Block]:
    return [each for each in BLOCKS if way(each) == kind]


def name(block: Block) -> str:
    return f"{Path(block.guide).stem}: {block.first[:40]}"


SLOW = ("release", "upgrade")
"""Guides whose commands take longer than all others' together."""


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(each, marks=[pytest.mark.whole] if Path(each.guide).stem in SLOW else [])
        for each in listed("run")
    ],
    ids=name,
)
def test_a_command_that_takes_seconds_runs(block: Block, place: Path, monkeypatch):
    if "sqlite3" in block.first and not shutil.which("sqlite3"):
        pytest.skip("no sqlite3")
    attempt(block, place, monkeypatch)


@pytest.mark.whole
@pytest.mark.parametrize("block", listed("whole"), ids=name)
def test_a_command_that_installs_or_serves_runs(block: Block, place: Path, monkeypatch):
    attempt(block, place, monkeypatch)
