"""Who a connection comes from: one good cookie, or a new one; nothing that was sent is repeated."""

import logging
import re
import string
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send
from streamlit import config

from server.visits import visitors
from server.visits.visitors import COOKIE, TOKEN, VISITOR, Tokens, Visitors, is_token
from tests.server.asgi import scope_of, sent_by

TOKENS = Tokens("secret")
# Always the same: names of tests that differ between processes cannot be shared out among them.
ADA, EVE = (TOKENS._proven(name * 16) for name in (b"a", b"e"))
LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
SET = re.compile(rf"(?:__Host-)?{COOKIE}=({TOKEN.pattern}); Path=/; HttpOnly; SameSite=Lax")
PAGE = "text/html; charset=utf-8"


class Answering:
    """An application that notes who asked, and answers with one kind of content."""

    def __init__(self, kind: str = PAGE, status: int = 200) -> None:
        self.kind, self.status = kind, status
        self.scopes: list[Scope] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        self.scopes.append(scope)
        headers = [(b"content-type", self.kind.encode())] if self.kind else []
        await send({"type": "http.response.start", "status": self.status, "headers": headers})

    @property
    def visitor(self) -> str:
        return self.scopes[-1][VISITOR]

    @property
    def cookies(self) -> str:
        headers = dict(self.scopes[-1]["headers"])
        return headers.get(b"cookie", b"").decode("latin-1")


def asked(app: Answering, cookie: str = "", **more: object) -> list[str]:
    """Return the cookies that are set when a page is asked for with this Cookie header."""
    headers = {"cookie": cookie} | more.pop("headers", {})
    scope = scope_of("/data", headers=headers) | more
    (start,) = sent_by(Visitors(app, tokens=TOKENS), scope)
    return [value.decode() for name, value in start["headers"] if name == b"set-cookie"]


def test_whoever_comes_without_a_name_is_given_one_that_nobody_can_guess():
    given = [asked(Answering()) for _ in range(20)]
    tokens = {SET.fullmatch(cookie)[1] for (cookie,) in given}
    assert len(tokens) == 20


def test_a_visitor_keeps_the_name():
    app = Answering()
    assert asked(app, f"{COOKIE}={ADA}; other=1") == []
    assert app.visitor == ADA


@pytest.mark.parametrize("scheme", ["https", "wss"])
def test_over_https_the_cookie_is_secure_and_no_other_domain_can_plant_it(scheme: str):
    app = Answering()
    (cookie,) = asked(app, f"{COOKIE}={ADA}", scheme=scheme)
    assert cookie.startswith(f"__Host-{COOKIE}=")
    assert cookie.endswith("; Secure")
    assert app.visitor == ""
    assert asked(app, f"__Host-{COOKIE}={ADA}; {COOKIE}={EVE}", scheme=scheme) == []
    assert (app.visitor, app.cookies) == (ADA, f"{COOKIE}={ADA}")


BAD = [
    "Ada-Lovelace",
    "",
    "a" * 42,
    "a" * 44,
    "a" * 10_000,
    "a" * 42 + "é",
    "a" * 42 + "\x01",
    "a" * 42 + "\n",
    f'"{ADA}"',
    # As a token looks, but nobody made it.
    "a" * 43,
    Tokens("another secret")._proven(b"a" * 16),
    ADA[:-2] + ("A" if ADA[-2] != "A" else "B") + ADA[-1],
    ("A" if ADA[0] != "A" else "B") + ADA[1:],
    ADA.swapcase(),
    # The same bytes in another spelling.
    ADA[:-1] + LETTERS[LETTERS.index(ADA[-1]) ^ 1],
    f"{ADA}; {COOKIE}={EVE}",
    f"{ADA}; {COOKIE}={ADA}",
    f"{ADA}; {COOKIE}=",
]


@pytest.mark.parametrize("value", BAD, ids=lambda value: f"{value[:20]!r} of {len(value)}")
def test_a_bad_cookie_is_replaced_and_neither_repeated_nor_logged_nor_passed_on(
    value: str, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    app = Answering()
    (cookie,) = asked(app, f"a=1; {COOKIE}={value}; b=2")
    token = SET.fullmatch(cookie)[1]
    assert token not in (ADA, EVE)
    assert not value or value[:40] not in cookie
    assert (app.visitor, app.cookies) == ("", "a=1; b=2")
    assert not any(token in said or value[:40] in said for said in caplog.messages if value)


def test_tokens_are_known_under_their_secret_only():
    token = TOKENS.new()
    assert is_token(token)
    assert Tokens("secret").made(token)
    assert not Tokens("secret ").made(token)
    assert not any(TOKENS.made(said) for said in ("", "Ada", token + "=", token[:-1], None))


def test_each_token_has_one_spelling():
    token = TOKENS.new()
    spelled = {token[:-1] + letter for letter in LETTERS}
    assert [each for each in spelled if TOKENS.made(each)] == [token]
    same = {each for each in spelled if urlsafe_b64decode(each + "=") == bytes_of(token)}
    assert len(same) == 4


def bytes_of(token: str) -> bytes:
    return urlsafe_b64decode(token + "=")


def test_no_bit_of_a_token_may_be_another():
    token = bytes_of(TOKENS.new())
    assert len(token) == 32
    for bit in range(256):
        changed = (int.from_bytes(token, "big") ^ 1 << bit).to_bytes(32, "big")
        assert not TOKENS.made(urlsafe_b64encode(changed).decode().rstrip("="))


def test_the_secret_is_streamlits_and_stays_the_same_in_a_process():
    token = visitors.streamlits().new()
    assert visitors.streamlits().made(token)
    assert Tokens(config.get_option("server.cookieSecret")).made(token)


def test_an_empty_secret_is_none(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(visitors.config, "get_option", lambda _: "")
    assert not Tokens("").made(visitors.streamlits().new())


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("no-cache", "no-cache, private"),
        ("", "no-cache, private"),
        ("public, max-age=60", "max-age=60, private"),
        ("Private, s-maxage=9", "private"),
    ],
)
@pytest.mark.parametrize("status", [200, 304])
def test_no_cache_between_may_keep_an_answer_that_names_somebody(
    said: str, expected: str, status: int
):
    async def page(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
        headers = [(b"content-type", PAGE.encode())]
        headers += [(b"cache-control", said.encode())] if said else []
        await send({"type": "http.response.start", "status": status, "headers": headers})

    def answered(**headers: str) -> str:
        scope = scope_of("/data", headers={"accept": "text/html"} | headers)
        (start,) = sent_by(Visitors(page, tokens=TOKENS), scope)
        return Headers(raw=start["headers"]).get("cache-control", "")

    assert answered() == expected
    # One that names nobody stays as it is.
    assert answered(cookie=f"{COOKIE}={ADA}") == said


def test_cookies_of_several_headers_are_one_request():
    app = Answering()
    scope = scope_of()
    scope["headers"] += [(b"cookie", f"{COOKIE}={name}".encode()) for name in (ADA, EVE)]
    sent_by(Visitors(app, tokens=TOKENS), scope)
    assert (app.visitor, app.cookies) == ("", "")


@pytest.mark.parametrize(
    ("kind", "status", "accept", "named"),
    [
        (PAGE, 200, "", True),
        (PAGE, 404, "", False),
        ("text/plain", 200, "text/html", False),
        ("application/json", 200, "", False),
        # A browser that was closed has the page still, and the cookie no more.
        ("", 304, "text/html,*/*", True),
        ("", 304, "*/*", False),
    ],
)
def test_only_pages_give_names(kind: str, status: int, accept: str, named: bool):
    given = asked(Answering(kind, status), headers={"accept": accept})
    assert len(given) == named


def test_an_address_names_nobody():
    """A class behind one router has one address."""
    app = Answering()
    tokens = {asked(app, client=("10.0.0.1", 1))[0] for _ in range(2)}
    assert len(tokens) == 2
    assert app.visitor == ""


def test_starting_and_ending_pass():
    async def pages(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
        await send({"type": "lifespan.startup.complete"})

    sent: list[Message] = sent_by(Visitors(pages), {"type": "lifespan"})
    assert sent == [{"type": "lifespan.startup.complete"}]
