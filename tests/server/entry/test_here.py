"""Who sits at the machine: told by where a connection arrived, whatever its sender writes."""

import pytest

from server.entry.here import HEADER, arrives_here, is_here, marked
from server.entry.host_guard import STREAM, HostGuard
from server.entry.hosts import read_allowed
from tests.server.asgi import scope_of, sent_by
from tests.server.entry.test_host_guard import CONNECT, LEFT, Pages

LOOPBACK = ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"]
ELSEWHERE = ["10.0.0.5", "0.0.0.0", "::", "fd00::7", "172.17.0.2", "::ffff:10.0.0.5"]
PROXIES = [
    {"X-Forwarded-For": "127.0.0.1"},
    {"x-forwarded-proto": "https"},
    {"Forwarded": "for=127.0.0.1"},
    {"Via": "1.1 proxy"},
    {"X-Real-IP": "::1"},
    {"CF-Connecting-IP": "192.0.2.1"},
]


@pytest.mark.parametrize("arrives", LOOPBACK)
def test_at_the_loopback_only_this_machine_arrives(arrives: str):
    assert arrives_here(scope_of(arrives=arrives))
    assert is_here(scope_of(arrives=arrives))


@pytest.mark.parametrize("arrives", ELSEWHERE)
def test_elsewhere_nobody_sits_here_whatever_host_they_name(arrives: str):
    scope = scope_of(arrives=arrives, headers={"host": "localhost:8501"})
    assert not arrives_here(scope)
    # What a trusted proxy said of the other end counts for nothing.
    assert not is_here({**scope, "client": ("127.0.0.1", 1)})


@pytest.mark.parametrize("headers", PROXIES)
def test_what_is_forwarded_is_not_here(headers: dict[str, str]):
    scope = scope_of(headers=headers)
    assert arrives_here(scope)
    assert not is_here(scope)


@pytest.mark.parametrize("server", [None, ("/run/explorer.sock", None), ("localhost", 80)])
def test_a_connection_without_an_address_is_not_here(server):
    assert not arrives_here(scope_of() | {"server": server})


def test_nobody_writes_the_mark_themselves():
    for name in (HEADER, HEADER.title(), HEADER.upper()):
        sent = {name: "1"}
        foreign = marked(scope_of(arrives="10.0.0.5", headers=sent))
        assert HEADER.encode() not in {each.lower() for each, _ in foreign["headers"]}
        own = marked(scope_of(headers=sent))
        assert [value for each, value in own["headers"] if each.lower() == HEADER.encode()] == [
            b"1"
        ]


def test_the_door_marks_the_connection_that_pages_read():
    pages = Pages()
    door = HostGuard(pages, read_allowed("lab.example"))
    here = scope_of(STREAM, "websocket")
    away = scope_of(STREAM, "websocket", arrives="10.0.0.5", headers={"host": "lab.example"})
    for scope in (here, away):
        sent_by(door, scope, [CONNECT, LEFT])
    marks = [dict(each["headers"]).get(HEADER.encode()) for each in pages.scopes]
    assert marks == [b"1", None]


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8501", "[::1]"])
def test_from_elsewhere_the_machines_own_name_opens_no_door(host: str, kind: str):
    pages = Pages()
    door = HostGuard(pages, read_allowed(""))
    asked = scope_of(STREAM, kind, arrives="192.0.2.1", headers={"host": host})
    assert sent_by(door, asked)[0]["status"] == 421
    assert pages.scopes == []
