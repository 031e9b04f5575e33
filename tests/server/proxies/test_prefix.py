"""Below a path all answers are those of a server at the root, and each address leads below it too.

A browser below one: `tests/e2e/test_below_a_path.py`.
"""

import re
from collections.abc import Iterator
from contextlib import closing, nullcontext
from http.client import HTTPConnection
from urllib.parse import urljoin

import pytest
from hypothesis import example, given
from hypothesis.strategies import from_regex
from starlette.types import Receive, Scope, Send
from streamlit import config
from websockets.sync.client import connect

from dpcore.checks import InvalidInput
from server.prefix import PLAIN, Inside, Outside, streamlits
from server.visits.visitors import cookie_below
from tests.e2e.addresses import PAGES
from tests.server.asgi import scope_of, sent_by
from tests.serving import IN_THREADS, STREAMLIT, Server, serve

PREFIX = "/user/ada/explorer"
TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
"""What may stand in a cookie's name, by RFC 6265."""

NAMED = re.compile(r'\b(?:href|src)="([^"]+)"|content="(http[^"]+)"')
"""Addresses in a page's HTML: of its files, and in its card."""


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    command = (*STREAMLIT, f"--server.baseUrlPath={PREFIX}")
    with serve(tmp_path_factory.mktemp("below"), command, environment=IN_THREADS) as running:
        yield running


def addresses(server: Server, path: str) -> Iterator[str]:
    """Yield what a page names, in its HTML and in its header, as its browser understands it."""
    _, headers, body = server.get(path)
    named = [file or whole for file, whole in NAMED.findall(body.decode())]
    named += re.findall("<([^>]+)>", headers["link"])
    assert len(named) > 50
    return (urljoin(server.url + path, address) for address in named)


def test_every_address_that_a_page_names_lies_below_the_path(below: Server):
    for path in PAGES:
        for address in addresses(below, PREFIX + path):
            assert address.startswith(f"{below.url}{PREFIX}/")


def test_every_file_that_a_page_names_is_that_file(below: Server):
    for address in addresses(below, f"{PREFIX}/trade-off"):
        if "." in address.rpartition("/")[2]:
            status, headers, _ = below.get(address.removeprefix(below.url))
            is_hidden = "/agent/" in address  # Streamlit's interface for programs
            assert status == (404 if is_hidden else 200), address
            assert not headers["content-type"].startswith("text/html"), address


def test_at_the_root_nothing_is_named_elsewhere(server: Server):
    for address in addresses(server, "/trade-off"):
        assert address.removeprefix(server.url).startswith(
            ("/static/", "/assets/", "/_stcore/")
        ) or (address in (f"{server.url}/trade-off", f"{server.url}/favicon.png"))


# A proxy may have taken the path off.
@pytest.mark.parametrize("before", [PREFIX, ""], ids=["kept", "stripped"])
def test_what_is_answered_does_not_depend_on_whether_a_proxy_keeps_the_path(
    below: Server, before: str
):
    status, headers, body = below.get(f"{before}/assets/fonts/inter-latin.woff2")
    assert (status, headers["content-type"], body[:4]) == (200, "font/woff2", b"wOF2")
    assert headers["cache-control"].endswith("immutable")
    assert below.get(f"{before}/_stcore/health")[::2] == (200, b"ok")
    for hidden in ("metrics", "agent/openapi.json"):
        assert below.get(f"{before}/_stcore/{hidden}")[0] == 404
    assert below.get(f"{before}/assets/none.woff2")[0] == 404
    assert b"<title>Which" in below.get(f"{before}/decide")[2]
    address = f"{below.url.replace('http', 'ws')}{before}/_stcore/stream"
    with connect(address, subprotocols=["streamlit"], proxy=None) as stream:
        assert stream.subprotocol == "streamlit"


def test_a_strange_host_is_refused_below_the_path_too(below: Server):
    assert below.get(f"{PREFIX}/decide", {"Host": "evil.example"})[0] == 421


def test_the_address_without_its_slash_leads_to_the_one_with_it(below: Server):
    with closing(HTTPConnection("127.0.0.1", below.port)) as connection:
        connection.request("GET", f"{PREFIX}?epsilon=3")
        answer = connection.getresponse()
        there = urljoin(f"{below.url}{PREFIX}", answer.getheader("location", ""))
    assert (answer.status, there) == (307, f"{below.url}{PREFIX}/?epsilon=3")


@pytest.mark.parametrize("before", [PREFIX, ""], ids=["kept", "stripped"])
def test_the_old_address_of_a_part_leads_below_the_path(below: Server, before: str):
    with closing(HTTPConnection("127.0.0.1", below.port)) as connection:
        connection.request("HEAD", f"{before}/is-it-private?is_it_private_part=errata&epsilon=3")
        answer = connection.getresponse()
    # Where a proxy took the path off, the browser still has it.
    there = urljoin(f"{below.url}{PREFIX}/is-it-private", answer.getheader("location", ""))
    assert answer.status == 307
    assert there == f"{below.url}{PREFIX}/papers?epsilon=3&papers_part=errata"


def test_two_dashboards_of_one_host_have_a_cookie_each(below: Server):
    cookie = below.get(f"{PREFIX}/")[1]["set-cookie"]
    assert cookie.startswith("explorer_visitor_user%2Fada%2Fexplorer=")
    name, _, value = cookie.partition(";")[0].partition("=")
    theirs = {"Cookie": f"{name}={value}; explorer_visitor=another"}
    assert "set-cookie" not in below.get(f"{PREFIX}/", theirs)[1]
    assert "set-cookie" in below.get(f"{PREFIX}/", {"Cookie": f"explorer_visitor={value}"})[1]


@given(prefixes := from_regex(PLAIN, fullmatch=True), prefixes)
@example("/course-a", "/course_a")
@example("/a/b", "/a_b")
@example("/a@b", "/a~b")
def test_no_two_paths_share_a_cookie(one: str, other: str):
    assert (cookie_below(one) == cookie_below(other)) is (one == other)
    assert TOKEN.fullmatch(cookie_below(one))


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("path", "inside"),
    [("/a/x", "/a/x"), ("/x", "/a/x"), ("/ab/x", "/a/ab/x"), ("/a/a/x", "/a/a/x")],
)
def test_streamlit_sees_the_path_once(kind: str, path: str, inside: str):
    seen = []

    async def streamlit(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
        seen.append(scope["path"])

    sent_by(Outside(Inside(streamlit, "/a"), "/a"), scope_of(path, kind))
    sent_by(Outside(Inside(streamlit, ""), ""), scope_of(path, kind))
    assert seen == [inside, path]


@pytest.mark.parametrize(
    ("option", "prefix"),
    [("explorer", "/explorer"), (" /user/ada@x-y.example/~8501/ ", "/user/ada@x-y.example/~8501")]
    + [(nothing, "") for nothing in ("", "/", "//", " ")],
)
def test_a_path_is_taken_with_slashes_or_without(monkeypatch, option: str, prefix: str):
    monkeypatch.setattr(config, "get_option", lambda _: option)
    monkeypatch.setattr(config, "set_option", lambda _, value: set_to.append(value))
    set_to: list[str] = []
    assert streamlits(PAGES) == prefix
    assert set_to == [prefix.removeprefix("/")]


@pytest.mark.parametrize(
    "option",
    ["https://lms.example/a", "../x", "a/./b", "a/..", "a//b", "a b", "a%20b", "ä", "a?b", "{a}"],
)
def test_a_path_below_which_nobody_could_come_is_refused(monkeypatch, option: str):
    monkeypatch.setattr(config, "get_option", lambda _: option)
    with pytest.raises(InvalidInput, match=r"^server\.baseUrlPath must be a path of letters"):
        streamlits(PAGES)


@pytest.mark.parametrize(
    ("option", "is_taken"),
    [("release", True), ("/private-tuning/", True), ("assets", True), ("_stcore/stream", True)]
    + [(free, False) for free in ("explorer", "releases", "data/explorer", "user/release")],
)
def test_a_path_that_leads_to_something_here_already_is_refused(
    monkeypatch, option: str, is_taken: bool
):
    monkeypatch.setattr(config, "get_option", lambda _: option)
    monkeypatch.setattr(config, "set_option", lambda *_: None)
    refusal = pytest.raises(InvalidInput, match=r"^server\.baseUrlPath must not be the address")
    with refusal if is_taken else nullcontext():
        streamlits(PAGES)
