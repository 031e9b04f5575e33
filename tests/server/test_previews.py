"""A link shows what its page asks, wherever it is pasted; no page's head takes anything over."""

import re
from contextlib import closing
from html import unescape
from http.client import HTTPConnection
from urllib.parse import urljoin

import pytest
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from server.prefix import Outside
from server.previews import PICTURE, SCRIPT, Card, Previews, headed
from tests.e2e.addresses import PAGES
from tests.server.asgi import scope_of, sent_by
from tests.serving import Server


def tags(html: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', html)
    return {name: unescape(content) for name, content in found}


def page(server: Server, path: str) -> str:
    status, _, body = server.get(path)
    assert status == 200
    return body.decode()


@pytest.mark.parametrize("path", PAGES)
def test_each_page_has_a_title_a_description_and_whole_addresses(server: Server, path: str):
    html = page(server, path)
    found = tags(html)
    assert html.count("<title>") == 1
    assert f"<title>{PAGES[path]} ·" in unescape(html)
    assert found["og:title"].startswith(PAGES[path])
    assert 20 < len(found["description"]) == len(found["og:description"])
    assert not re.search(r"[*$`#]|\[", found["description"])
    assert found["og:url"] == server.url + path
    assert found["og:image"] == f"{server.url}/{PICTURE}"


def test_descriptions_differ(server: Server):
    said = [tags(page(server, path))["description"] for path in PAGES]
    assert len(set(said)) == len(said)


def test_no_page_is_opened_before_somebody_asks_for_it(server: Server):
    """A browser that guesses would have it compute, and take a place."""
    guessed = {"Sec-Purpose": "prefetch;prerender"}
    assert server.get("/trade-off?axis=n", guessed)[0] == 503
    assert server.get("/trade-off?axis=n", {"Sec-Purpose": "prefetch"})[0] == 200


def test_our_script_runs_before_streamlits(server: Server):
    html = page(server, "/trade-off")
    # Scripts that are deferred, and modules, run in the order in which they stand.
    assert html.index(f'<script src="./{SCRIPT}" defer></script>') < html.index('type="module"')
    assert server.get(f"/{SCRIPT}")[0] == 200


def test_the_picture_is_there(server: Server):
    status, headers, _ = server.get(f"/{PICTURE}")
    assert (status, headers["content-type"]) == (200, "image/png")


def test_a_page_that_a_browser_has_is_not_sent_again(server: Server):
    _, headers, _ = server.get("/trade-off")
    known = {"If-None-Match": headers["etag"]}
    assert server.get("/trade-off", known)[::2] == (304, b"")
    assert server.get("/decide", known)[0] == 200


def led(server: Server, path: str) -> tuple[int, str]:
    """Return the status of an answer, and where it leads, without going there."""
    with closing(HTTPConnection("127.0.0.1", server.port)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.getheader("location", "")


@pytest.mark.parametrize("below", ["", "xx", "xx/yy", "static/js/index.js", "/xx"])
def test_an_address_below_a_page_leads_to_the_page_with_its_settings(server: Server, below: str):
    status, location = led(server, f"/decide/{below}?epsilon=3&x=%2f")
    assert status == 307
    assert location.startswith("../")  # a proxy may have taken a path off, which nobody here knows
    assert (
        urljoin(f"{server.url}/decide/{below}", location) == f"{server.url}/decide?epsilon=3&x=%2f"
    )


def test_what_is_no_page_is_led_nowhere(server: Server):
    # Below a page Streamlit's script looks for its server first, which is not to be there.
    assert led(server, "/decide/_stcore/health")[0] == 404
    for path in ("/_stcore/health", "/static/js/nothing.js", "/decide"):
        assert led(server, path)[0] != 307


def test_a_part_that_moved_is_where_it_is_now_with_its_settings(server: Server):
    said = "epsilon=2&is_it_private_part=errata&is_it_private_erratum=slack&embed=true"
    assert led(server, f"/is-it-private?{said}") == (
        307,
        "./papers?epsilon=2&is_it_private_erratum=slack&embed=true&papers_part=errata",
    )
    assert led(server, "/is-it-private?is_it_private_part=map")[0] == 200


def way(path: str, said: bytes = b"", method: str = "GET", before: str = "") -> str:
    """Return where a browser is led from a path, below another one that a proxy may take off."""

    async def streamlit(scope: Scope, receive: Receive, send: Send) -> None:
        await Response()(scope, receive, send)

    def moved(path: str, query: str) -> str:
        return f"/trade-off?{query}&axis=n" if path == "/old" else ""

    app = Outside(Previews(streamlit, {"/trade-off": Card("", "")}, PREFIX, moved), PREFIX)
    scope = scope_of(before + path, method=method) | {"query_string": said}
    start = sent_by(app, scope)[0]
    location = Headers(raw=start["headers"]).get("location", "")
    assert (start["status"] == 307) == bool(location)
    # What a proxy takes off is there in the browser.
    return urljoin(f"https://x.example{PREFIX}{path}", location) if location else ""


PREFIX = "/user/ada"


@pytest.mark.parametrize("before", ["", PREFIX], ids=["stripped", "kept"])
@pytest.mark.parametrize("path", ["/old", "/old/", "/old/xx/yy"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_the_address_of_a_page_that_moved_leads_to_where_it_is(path: str, before: str, method: str):
    there = f"https://x.example{PREFIX}/trade-off?"
    assert way(path, b"embed=true", method, before) == f"{there}embed=true&axis=n"
    long = b"x=" + b"%2f" * 10_000
    assert way(path, long, method, before) == f"{there}{long.decode()}&axis=n"


def test_what_is_asked_at_a_moved_page_stays_data():
    said = way("/old", "a=ε&b=\r\nSet-Cookie: x#//evil.example".encode())
    assert said.startswith(f"https://x.example{PREFIX}/trade-off?a=%CE%B5&b=%0D%0ASet-Cookie:")
    assert said.endswith("%23//evil.example&axis=n")


def test_what_did_not_move_is_led_nowhere():
    for path in ("/older", "/trade-off", "/old/_stcore/stream", "/old/_stcore/health"):
        assert not way(path)
    assert not way("/old", method="POST")


def test_words_cannot_leave_their_tag():
    card = Card('"><script>alert(1)</script>', "<b> & \"quotes\" '\\1'")
    html = headed("<title>Streamlit</title>", card, "http://x/", "trade-off")
    assert html.count("<script") == 1  # ours
    assert tags(html)["og:title"] == card.title
    assert tags(html)["description"] == card.description
