"""The image: what goes into it is what the dashboard runs from, and secrets come from files."""

import re
import socket
import subprocess
import sys
from contextlib import AbstractContextManager, nullcontext
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from urllib.request import OpenerDirector

import pytest
from streamlit import config

from container import healthy, start
from tests.serving import HEALTH, IN_THREADS, ROOT, STREAMLIT, serve

TAKEN = [
    line.removeprefix("!")
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    if line.startswith("!")
]


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """People call the server localhost."""
    monkeypatch.setenv("EXPLORER_HOSTS", "localhost")


def test_the_dashboard_is_made_of_what_the_image_takes(tmp_path: Path):
    for name in TAKEN:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).symlink_to(ROOT / name)
    run = [sys.executable, "-c", "import app, container.start, container.healthy"]
    subprocess.run(run, cwd=tmp_path, check=True, capture_output=True)


def test_no_test_no_notes_and_no_secret_goes_into_the_image():
    assert not {"tests", "secrets", ".git", ".env", "build", "benchmarks"} & set(TAKEN)
    assert not {each.split("/")[0] for each in TAKEN} - {each.name for each in ROOT.iterdir()}
    # Streamlit's own place for secrets lies in a folder that is taken.
    left_out = (
        (ROOT / ".dockerignore").read_text("utf-8").partition("!.streamlit\n")[2].splitlines()
    )
    assert ".streamlit/secrets.toml" in left_out


def test_every_requirement_of_the_image_is_pinned():
    """What the image installs besides the dashboard's own has a version that was tried, too."""
    pinned = (ROOT / "requirements" / "constraints.txt").read_text("utf-8")
    assert "psycopg==" in pinned
    assert "psycopg-binary==" in pinned


def test_each_secret_of_compose_is_a_file_that_nobody_commits_and_that_operators_are_told_of():
    text = (ROOT / "container" / "compose.yaml").read_text("utf-8")
    script = (ROOT / "container" / "database.sh").read_text("utf-8")
    used = set(re.findall(r"/run/secrets/(\w+)", text + script))
    assert used == set(re.findall(r"file: \.\./secrets/(\w+)", text)) != set()
    guide = (ROOT / "docs" / "containers.md").read_text("utf-8")
    assert used == set(re.findall(r">secrets/(\w+)", guide))
    assert {"/secrets/"} <= set((ROOT / ".gitignore").read_text("utf-8").splitlines())
    for name in re.findall(r"(\w+)_FILE: /run", text):
        assert name in (*start.SECRETS, "POSTGRES_PASSWORD"), name


def test_a_secret_that_cannot_be_read_stops_the_start_with_a_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv("EXPLORER_LEDGER_FILE", str(tmp_path / "none"))
    with pytest.raises(SystemExit, match="none cannot be read: No such file"):
        start.main()


@pytest.mark.parametrize(
    ("content", "sentence"), [(b"\n", "url is empty"), (b"p\xe4ss", "url holds no text")]
)
def test_a_secret_that_says_nothing_stops_the_start(monkeypatch, tmp_path, content, sentence):
    """A ledger of which nothing is known would be made, and every budget be whole again."""
    (tmp_path / "url").write_bytes(content)
    monkeypatch.setenv("EXPLORER_LEDGER_FILE", str(tmp_path / "url"))
    with pytest.raises(SystemExit, match=f"{sentence}.$"):
        start.main()


def test_a_secret_whose_name_is_mistyped_stops_the_start(monkeypatch):
    monkeypatch.setenv("EXPLORER_LEGDER_FILE", "/run/secrets/database_url")
    with pytest.raises(SystemExit, match="EXPLORER_LEGDER_FILE is not known"):
        start.main()


def test_an_option_of_streamlit_that_names_a_file_goes_on_to_it(monkeypatch):
    monkeypatch.setenv("STREAMLIT_SERVER_SSL_KEY_FILE", "/a/key.pem")
    monkeypatch.setattr(start.os, "execv", lambda *_: None)
    start.main()
    assert start.os.environ["STREAMLIT_SERVER_SSL_KEY_FILE"] == "/a/key.pem"


class Healthy(BaseHTTPRequestHandler):
    """Answers where the dashboard does, which `tests.serving` asks of each server it starts."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == HEALTH else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_health_is_asked_of_this_machine_at_its_port_whatever_proxy_is_named(monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with HTTPServer(("127.0.0.1", 0), Healthy) as server:
        monkeypatch.setenv("STREAMLIT_SERVER_PORT", f" {server.server_port} ")
        Thread(target=server.handle_request, daemon=True).start()
        with pytest.raises(SystemExit) as ended:
            healthy.main()
    assert not ended.value.code
    monkeypatch.setenv("STREAMLIT_SERVER_PORT", "9")
    with pytest.raises(SystemExit, match="refused"):
        healthy.main()


def test_where_the_variable_is_empty_the_port_is_streamlits_own(monkeypatch):
    monkeypatch.setenv("STREAMLIT_SERVER_PORT", "")
    asked = list[str]()

    def answer(_: object, address: str, **__: float) -> AbstractContextManager[SimpleNamespace]:
        asked.append(address)
        return nullcontext(SimpleNamespace(status=200))

    monkeypatch.setattr(OpenerDirector, "open", answer)
    with pytest.raises(SystemExit) as ended:
        healthy.main()
    assert (ended.value.code, asked) == (False, ["http://127.0.0.1:8501/_stcore/health"])


def test_the_port_is_the_variables_and_otherwise_the_one_that_the_image_exposes(monkeypatch):
    assert not [word for word in start.COMMAND if "port" in word]
    assert config.get_options_for_section("server")["port"] == 8501
    assert "EXPOSE 8501\n" in (ROOT / "container" / "Dockerfile").read_text("utf-8")
    monkeypatch.setattr(start.os, "execv", lambda *_: pytest.fail("it was started"))
    for words in (["--server.port", "9000"], ["--server.port=9000"]):
        monkeypatch.setattr(sys, "argv", ["start", *words])
        with pytest.raises(SystemExit, match="by STREAMLIT_SERVER_PORT, not by an option"):
            start.main()


@pytest.mark.parametrize("home", ["", "/no/such/folder"])
def test_a_volume_that_cannot_be_written_stops_the_start_with_a_sentence(monkeypatch, home):
    monkeypatch.setenv("HOME", home)
    monkeypatch.setattr(start.os, "execv", lambda *_: pytest.fail("it was started"))
    with pytest.raises(SystemExit, match=home or "which HOME has to name"):
        start.main()


def test_a_server_that_listens_to_a_network_asks_nobody_for_its_address(tmp_path):
    """A program that wants to ask has to come by the proxy, which notes it."""
    command = (*STREAMLIT, next(word for word in start.COMMAND if "server.address" in word))
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        named = f"http://127.0.0.1:{proxy.getsockname()[1]}"
        outside = {f"{scheme}_proxy": named for scheme in ("http", "https")}
        with serve(
            tmp_path,
            command,
            environment=IN_THREADS
            | outside
            | {"no_proxy": "127.0.0.1", "EXPLORER_HOSTS": "localhost"},
        ):
            proxy.settimeout(0.1)
            with pytest.raises(TimeoutError):
                proxy.accept()


def test_a_secret_leaves_its_file_and_the_name_of_the_file_is_gone(monkeypatch, tmp_path):
    (tmp_path / "url").write_text("postgresql://a:b@c/d\n", "utf-8")
    monkeypatch.setenv("EXPLORER_LEDGER_FILE", str(tmp_path / "url"))
    monkeypatch.setenv("EXPLORER_LEDGER", "")  # so that what takes its place ends with the test
    became = list[tuple[str, list[str]]]()

    def become(path: str, words: list[str]) -> None:
        became.append((path, words))
        assert start.os.environ["EXPLORER_LEDGER"] == "postgresql://a:b@c/d"
        assert "EXPLORER_LEDGER_FILE" not in start.os.environ

    monkeypatch.setattr(start.os, "execv", become)
    monkeypatch.setattr(sys, "argv", ["start", "--server.baseUrlPath=explorer"])
    start.main()
    assert became == [
        (sys.executable, [sys.executable, *start.COMMAND, "--server.baseUrlPath=explorer"])
    ]
