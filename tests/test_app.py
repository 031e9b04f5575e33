"""The server around the pages: its hosts, its policy, its fonts, and where it listens."""

import asyncio
import logging
import tomllib
from pathlib import Path

import pytest
from streamlit import config

import app
from dpcore.checks import InvalidInput
from server.entry.hosts import OWN, read_allowed
from server.headers import CONTENT_SECURITY_POLICY
from tests.serving import ROOT, Server

CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())
FACES = CONFIG["theme"]["fontFaces"]


def test_streamlit_knows_the_hosts_too_and_the_log_is_discreet(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(app.cached, "executor", lambda: None)
    monkeypatch.setattr(app, "KEEPS_PLACES", False)
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
    status, headers, body = server.get(f"/{face['url']}")
    assert (status, headers["content-type"]) == (200, "font/woff2")
    assert body[:4] == b"wOF2"
    assert headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_script_of_ours_is_asked_for_each_time_and_sent_once(server: Server):
    status, headers, _ = server.get("/assets/page/page.js")
    assert (status, headers["cache-control"]) == (200, "no-cache")
    again, *_ = server.get("/assets/page/page.js", {"If-None-Match": headers["etag"]})
    assert again == 304


def test_every_font_file_is_used_and_licensed():
    fonts = ROOT / "assets" / "fonts"
    used = {Path(face["url"]).name for face in FACES}
    assert {path.name for path in fonts.glob("*.woff2")} == used
    families = {path.name.removesuffix("-LICENSE.txt") for path in fonts.glob("*-LICENSE.txt")}
    assert all(name.startswith(tuple(families)) for name in used)


def test_server_listens_to_this_machine_only():
    assert CONFIG["server"]["address"] == "127.0.0.1"
    assert CONFIG["browser"]["gatherUsageStats"] is False


@pytest.mark.parametrize("name", ["EXPLORER_LEGDER", "EXPLORER_HOST", "EXPLORER_RELEASES"])
def test_a_variable_that_is_nearly_one_of_ours_is_refused(name: str):
    with pytest.raises(InvalidInput, match=f"^{name} is no setting; EXPLORER_"):
        app.check_spelling([name])


def test_variables_of_ours_and_of_others_are_left_alone():
    kubernetes = ("PORT", "SERVICE_HOST", "SERVICE_PORT", "PORT_80_TCP", "PORT_80_TCP_ADDR", "NAME")
    app.check_spelling(f"EXPLORER_{name}" for name in (*app.VARIABLES, *kubernetes))
    app.check_spelling(["HOST", "HOME", "LEDGERS"])
