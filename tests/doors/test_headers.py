"""Which sites may frame a page: none but this server, unless `EXPLORER_FRAMES` names some."""

import os
import subprocess
import sys

import pytest

from dpcore.checks import InvalidInput
from server.headers import FRAMES, SECURITY_HEADERS, read_frames, security_headers
from tests.server import IN_THREADS, ROOT, serve


@pytest.mark.parametrize(
    ("text", "origins"),
    [
        ("", ()),
        (" , ", ()),
        ("https://course.example", ("https://course.example",)),
        (
            "https://Course.example:443/, http://a.b:8080",
            ("https://course.example", "http://a.b:8080"),
        ),
        ("https://a.b,https://a.b", ("https://a.b",)),
        ("http://[::1]:80", ("http://[::1]",)),
    ],
)
def test_origins_are_read_as_a_browser_writes_them(text: str, origins: tuple[str, ...]):
    assert read_frames(text) == origins


@pytest.mark.parametrize(
    "text",
    [
        "*",
        "course.example",
        "https://*.example",
        "https://course.example/path",
        "https://a.b; script-src *",
        "https://a.b 'unsafe-inline'",
        "https://a.b\r\nX: y",
        "ftp://a.b",
        "null",
        "data:",
        "https://",
    ],
)
def test_what_is_no_origin_is_refused_with_a_sentence(text: str):
    with pytest.raises(InvalidInput, match=f"{FRAMES} must name origins"):
        read_frames(text)


def test_without_frames_the_headers_stay_as_they_are():
    assert security_headers(()) == SECURITY_HEADERS
    assert SECURITY_HEADERS["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in SECURITY_HEADERS["Content-Security-Policy"].split("; ")


def test_named_frames_stand_in_the_policy_and_nothing_else_changes():
    found = security_headers(["https://course.example", "http://a.b:8080"])
    policy = "frame-ancestors 'self' https://course.example http://a.b:8080"
    assert policy in found["Content-Security-Policy"].split("; ")
    assert "X-Frame-Options" not in found
    assert (
        found["Content-Security-Policy"].replace(policy, "frame-ancestors 'self'")
        == (SECURITY_HEADERS["Content-Security-Policy"])
    )
    rest = {"X-Frame-Options", "Content-Security-Policy"}
    assert {k: v for k, v in found.items() if k not in rest} == {
        k: v for k, v in SECURITY_HEADERS.items() if k not in rest
    }


def test_a_server_answers_with_them(tmp_path):
    with serve(tmp_path, environment=IN_THREADS | {FRAMES: "https://course.example"}) as server:
        headers = server.get("/?embed=true")[1]
    assert "x-frame-options" not in headers
    assert "frame-ancestors 'self' https://course.example" in headers["content-security-policy"]


def test_a_server_does_not_start_with_a_wrong_one():
    ended = subprocess.run(
        [sys.executable, "-c", "import app"],
        cwd=ROOT,
        env=os.environ | {FRAMES: "*"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode != 0
    assert f"{FRAMES} must name origins" in ended.stderr
    assert "Traceback" not in ended.stderr
