"""What runs is what the file of settings says, or the server does not start."""

from pathlib import Path

import pytest
from streamlit import config

from dpcore.checks import InvalidInput
from server.entry import settled
from server.entry.hosts import VARIABLE
from tests.serving import ROOT

FILE = ROOT / ".streamlit" / "config.toml"
HOSTS = {VARIABLE: "lab.example"}


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch):
    """Set an option as the command line would."""
    real = config.get_option

    def set_option(name: str, value: object) -> None:
        monkeypatch.setattr(config, "get_option", lambda key: value if key == name else real(key))

    return set_option


def test_the_file_itself_is_what_runs():
    settled.check(FILE, {})
    settled.check(FILE, HOSTS)


@pytest.mark.parametrize("address", [None, "0.0.0.0", "::", "10.0.0.5", "lab.example"])
def test_another_address_needs_a_name(running, address):
    running("server.address", address)
    with pytest.raises(InvalidInput, match=f"where others reach this server: {VARIABLE} has to"):
        settled.check(FILE, {})
    with pytest.raises(InvalidInput):
        settled.check(FILE, {VARIABLE: "  "})
    settled.check(FILE, HOSTS)


@pytest.mark.parametrize("address", ["localhost", "::1", "127.0.0.2"])
def test_another_address_of_this_machine_alone_does_not(running, address: str):
    running("server.address", address)
    settled.check(FILE, {})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("browser.gatherUsageStats", True),
        ("client.showErrorDetails", "full"),
        ("server.maxUploadSize", 200),
    ],
)
def test_what_safety_rests_on_is_set_in_the_file_alone(running, name: str, value: object):
    running(name, value)
    for environment in ({}, HOSTS):
        with pytest.raises(InvalidInput, match=f"^{name} is {value!r}, and config.toml says "):
            settled.check(FILE, environment)


@pytest.mark.parametrize("content", ["[server\naddress = 1", "\x00", "[server]\n[server]\n"])
def test_a_file_that_cannot_be_read_stops_the_start(tmp_path: Path, content: str):
    file = tmp_path / "config.toml"
    file.write_text(content)
    with pytest.raises(InvalidInput, match=r"^config.toml cannot be read \("):
        settled.check(file, HOSTS)
    file.unlink()
    with pytest.raises(InvalidInput, match=r"^config.toml cannot be read \("):
        settled.check(file, HOSTS)


def test_a_file_that_leaves_one_out_stops_the_start(tmp_path: Path):
    file = tmp_path / "config.toml"
    file.write_text('[server]\naddress = "127.0.0.1"\nmaxUploadSize = 100\n')
    with pytest.raises(InvalidInput, match=r"gatherUsageStats is False, and config.toml says None"):
        settled.check(file, {})


@pytest.mark.parametrize("secret", ["", None, "x" * 31, " " * 40, f"{'x' * 31} "])
def test_a_short_secret_of_the_cookies_stops_the_start_and_is_not_repeated(running, secret):
    running("server.cookieSecret", secret)
    with pytest.raises(InvalidInput, match=r"must have at least 32 characters; it has ") as refusal:
        settled.check(FILE, HOSTS)
    assert "STREAMLIT_SERVER_COOKIE_SECRET" in str(refusal.value)
    assert "xx" not in str(refusal.value)


def test_a_secret_that_is_long_enough_does_not(running):
    running("server.cookieSecret", "0123456789abcdef" * 2)
    settled.check(FILE, HOSTS)
