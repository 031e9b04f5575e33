"""The server around the pages: its two ways to start, its headers, and what it keeps to itself."""

import asyncio
import logging
import signal
import time
import tomllib
from pathlib import Path

import pytest
from streamlit import config

import app
from dpcore.experiments.executors.choice import EXPRESS
from dpcore.experiments.executors.processes import cores
from server.headers import CONTENT_SECURITY_POLICY, SECURITY_HEADERS
from server.hosts import OWN, read_allowed
from tests.processes import PATIENCE, descendants, gone
from tests.server import IN_THREADS, ROOT, STREAMLIT, UVICORN, Server, serve

CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())
FACES = CONFIG["theme"]["fontFaces"]
ANSWERS = [
    "/",
    "/trade-off",
    "/_stcore/health",
    "/_stcore/metrics",
    "/_stcore/agent/openapi.json",
    "/assets/logo.svg",
    "/static/none",
]


@pytest.fixture(scope="module", params=[STREAMLIT, UVICORN], ids=["streamlit", "uvicorn"])
def started(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("started")
    with serve(folder, request.param, environment=IN_THREADS) as running:
        yield running


@pytest.mark.parametrize("path", ANSWERS)
def test_every_answer_carries_the_security_headers(started: Server, path: str):
    headers = started.get(path)[1]
    wanted = {name.lower(): value for name, value in SECURITY_HEADERS.items()}
    assert wanted.items() <= headers.items()


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/_stcore/metrics/"])
def test_metrics_are_hidden(started: Server, path: str):
    assert started.get(path)[0] == 404


def test_streamlit_knows_the_hosts_too_and_the_log_is_discreet(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(app.cached, "executor", lambda: None)
    monkeypatch.setattr(app, "ALLOWED", read_allowed("lab.example"))
    before, plain = config.get_option("server.allowedHosts"), logging.getLogRecordFactory()

    async def started() -> None:
        async with app.warm(app.app):
            assert config.get_option("server.allowedHosts") == sorted([*OWN, "lab.example"])
            assert logging.getLogRecordFactory() is not plain

    try:
        asyncio.run(started())
    finally:
        config.set_option("server.allowedHosts", before)
    assert logging.getLogRecordFactory() is plain


def test_policy_names_no_other_host():
    sources = " ".join(CONTENT_SECURITY_POLICY.values()).split()
    assert all(source.startswith("'") or source in {"data:", "blob:"} for source in sources)
    assert not {"'unsafe-eval'"} & set(sources)
    assert "'unsafe-inline'" not in CONTENT_SECURITY_POLICY["script-src"]


@pytest.mark.parametrize("face", FACES, ids=lambda face: Path(face["url"]).stem)
def test_fonts_are_served(server: Server, face: dict[str, str]):
    status, headers, body = server.get(face["url"])
    assert (status, headers["content-type"]) == (200, "font/woff2")
    assert body[:4] == b"wOF2"
    assert headers["cache-control"] == "public, max-age=31536000, immutable"


def test_every_font_file_is_used_and_licensed():
    fonts = ROOT / "assets" / "fonts"
    used = {Path(face["url"]).name for face in FACES}
    assert {path.name for path in fonts.glob("*.woff2")} == used
    families = {path.name.removesuffix("-LICENSE.txt") for path in fonts.glob("*-LICENSE.txt")}
    assert all(name.startswith(tuple(families)) for name in used)


def test_server_listens_to_this_machine_only():
    assert CONFIG["server"]["address"] == "127.0.0.1"
    assert CONFIG["browser"]["gatherUsageStats"] is False


# How processes end with any program, `test_processes.py` tells.
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_what_computes_starts_with_the_server_and_ends_with_it(end: signal.Signals, tmp_path: Path):
    with serve(tmp_path) as running:
        deadline = time.monotonic() + PATIENCE
        # All of them, and the one that they are copies of.
        while len(workers := descendants(running.process.pid)) < cores() + EXPRESS + 1:
            assert time.monotonic() < deadline, "no process that computes"
            time.sleep(0.05)
        running.process.send_signal(end)
        running.process.wait(PATIENCE)
        assert all(gone(worker) for worker in workers)
