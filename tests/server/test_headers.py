"""The headers of every answer, and which sites may frame a page.

None but this server may, unless `EXPLORER_FRAMES` names some: `test_network.py` asks a server.
"""

import pytest

from dpcore.checks import InvalidInput
from server.headers import FRAMES, SECURITY_HEADERS, read_frames, security_headers
from tests.serving import Server


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


ANSWERS = [
    "/",
    "/trade-off",
    "/_stcore/health",
    "/_stcore/metrics",
    "/_stcore/agent/openapi.json",
    "/assets/logo.svg",
    "/static/none",
]


@pytest.mark.parametrize("path", ANSWERS)
def test_every_answer_carries_the_security_headers(small: Server, path: str):
    headers = small.get(path)[1]
    wanted = {name.lower(): value for name, value in SECURITY_HEADERS.items()}
    assert wanted.items() <= headers.items()


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/_stcore/metrics/"])
def test_metrics_are_hidden(small: Server, path: str):
    assert small.get(path)[0] == 404


def test_a_start_says_where_and_no_more(small: Server, said_at_start: str):
    assert small.url in said_at_start
    assert "No runtime found" not in said_at_start
    assert len(said_at_start.split("\n")) < 8
