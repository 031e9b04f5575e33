"""A running server and its visitors: who is who, what they may send, how much they may leave."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from server.visits.visitor_store import MEGABYTE
from server.visits.visitors import COOKIE, is_token
from tests.server.visits.visit import Tab, Visit, form
from tests.serving import PATIENCE, Server

MANY = 8 * MEGABYTE


@pytest.fixture
def ada(small: Server) -> Iterator[tuple[Visit, Tab]]:
    visit = Visit(small)
    with visit.tab() as tab:
        tab.run("data")
        yield visit, tab
        for name in "abc":
            visit.ask(f"/_stcore/upload_file/{tab.session}/{name}", "DELETE", **form(b"", visit))


@pytest.mark.parametrize("path", ["/", "/data", "/trade-off?n=100"])
def test_a_page_names_its_visitor_once(small: Server, path: str):
    visit = Visit(small)
    _, headers, _ = visit.ask(path)
    assert "HttpOnly; SameSite=Lax" in headers["set-cookie"]
    assert headers["cache-control"] == "no-cache, private"
    name = visit.cookies[COOKIE]
    assert is_token(name)
    visit.ask(path)
    assert visit.cookies[COOKIE] == name


def test_a_browser_that_has_the_page_still_is_named_for_itself_alone(small: Server):
    etag = Visit(small).ask("/")[1]["etag"]
    visit = Visit(small)
    asked = {"If-None-Match": etag, "Accept": "text/html"}
    status, headers, _ = visit.ask("/", headers=asked)
    assert status == 304
    assert is_token(visit.cookies[COOKIE])
    assert headers["cache-control"] == "no-cache, private"


def test_an_invented_name_is_nobodys(small: Server):
    """Whoever plants a cookie in another's browser would share what comes there."""
    visit = Visit(small)
    with visit.tab() as tab:
        tab.run("data")
        visit.cookies[COOKIE] = "a" * 43
        assert visit.put(tab, "a", b"x,y\n")[0] == 403


@pytest.mark.parametrize("path", ["/_stcore/health", "/assets/logo.svg", "/media/none"])
def test_the_rest_names_nobody(small: Server, path: str):
    visit = Visit(small)
    visit.ask(path)
    assert COOKIE not in visit.cookies


@pytest.mark.parametrize(
    "sent",
    ["Ada-Lovelace-1815", "L" * 10_000, "a" * 43, f"{'a' * 43}; {COOKIE}={'b' * 43}"],
)
def test_a_bad_cookie_is_replaced_and_never_repeated(small: Server, sent: str):
    visit = Visit(small)
    visit.cookies[COOKIE] = sent
    status, headers, body = visit.ask("/data")
    assert status == 200
    assert is_token(visit.cookies[COOKIE])
    assert visit.cookies[COOKIE] not in sent
    assert sent[:17] not in str(headers) + body.decode() + small.log.read_text()


def test_a_bad_cookie_keeps_nobody_from_a_page(small: Server):
    visit = Visit(small)
    visit.ask("/_stcore/health")
    visit.cookies[COOKIE] = "x" * 10_000
    with visit.tab() as tab:
        assert len(tab.run("data")) > 5


def test_uploads_that_no_page_took_are_limited(ada: tuple[Visit, Tab]):
    visit, tab = ada
    answers = [visit.put(tab, name, bytes(MANY)) for name in "abc"]
    assert [status for status, _, _ in answers] == [204, 204, 413]
    assert b"each visitor has 20 MB" in answers[-1][2]
    visit.ask(f"/_stcore/upload_file/{tab.session}/a", "DELETE", **form(b"", visit))
    assert visit.put(tab, "c", bytes(MANY))[0] == 204


def test_another_session_has_no_room_of_its_own(ada: tuple[Visit, Tab]):
    visit, tab = ada
    assert [visit.put(tab, name, bytes(MANY))[0] for name in "ab"] == [204, 204]
    with visit.tab() as other:
        other.run("data")
        assert other.session != tab.session
        assert visit.put(other, "c", bytes(MANY))[0] == 413


def test_all_visitors_together_have_no_more_than_the_server(ada: tuple[Visit, Tab], small: Server):
    visit, tab = ada
    assert [visit.put(tab, name, bytes(MANY))[0] for name in "ab"] == [204, 204]
    eve = Visit(small)
    with eve.tab() as other:
        other.run("data")
        answers = [eve.put(other, name, bytes(MANY)) for name in "ab"]
        assert [status for status, _, _ in answers] == [204, 429]
        assert b"Try again in some minutes" in answers[1][2]
        for name in "ab":
            eve.ask(f"/_stcore/upload_file/{other.session}/{name}", "DELETE", **form(b"", eve))


def test_an_upload_of_no_declared_size_is_counted_as_it_comes(ada: tuple[Visit, Tab]):
    visit, tab = ada
    assert [visit.put(tab, name, bytes(MANY))[0] for name in "ab"] == [204, 204]
    whole = form(bytes(MANY), visit)
    body = whole["body"]
    parts = (body[start : start + 2**16] for start in range(0, len(body), 2**16))
    path = f"/_stcore/upload_file/{tab.session}/c"
    try:
        status, _, _ = visit.ask(
            path, "PUT", body=parts, headers=whole["headers"], encode_chunked=True
        )
    except OSError:
        status = 413  # The server had closed the connection before all was sent.
    assert status == 413


def test_nobody_uploads_for_another(ada: tuple[Visit, Tab], small: Server):
    visit, tab = ada
    eve = Visit(small)
    eve.ask("/")
    eve.ask("/_stcore/health")
    assert eve.put(tab, "a", b"a,b\n")[0] == 400
    del eve.cookies[COOKIE]
    status, _, body = eve.put(tab, "a", b"a,b\n")
    assert (status, b"Allow cookies" in body) == (403, True)
    assert visit.put(tab, "a", b"a,b\n")[0] == 204
    gone = eve.ask(f"/_stcore/upload_file/{tab.session}/a", "DELETE", **form(b"", eve))
    assert gone[0] == 403


@pytest.mark.parametrize("size", ["-1", "x", "9" * 30])
def test_a_size_that_is_none_is_a_bad_request(ada: tuple[Visit, Tab], size: str):
    visit, tab = ada
    path = f"/_stcore/upload_file/{tab.session}/a"
    headers = form(b"", visit)["headers"] | {"Content-Length": size}
    with suppress(OSError):  # It may hang up.
        assert visit.ask(path, "PUT", headers=headers)[0] in (400, 413)
    assert visit.put(tab, "a", b"a,b\n")[0] == 204


def test_a_tab_that_is_cut_off_leaves_no_fault(small: Server):
    visit = Visit(small)
    with visit.tab() as tab:
        tab.run("data")
        tab.socket.send(b"\xff\xff")
        with suppress(ConnectionClosed):
            while True:
                tab.socket.recv(timeout=PATIENCE)
    assert visit.ask("/")[0] == 200
