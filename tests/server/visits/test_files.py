"""Downloads: for their visitor alone, once, within a minute, at an address of chance."""

from collections.abc import Iterator

import pytest
from starlette.types import Receive, Scope, Send
from streamlit.runtime.media_file_storage import MediaFileKind
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from streamlit.web.server.starlette.starlette_routes import create_media_routes

from dpcore.checks import InvalidInput
from server.visits.files import LASTS, MOST, OVER, Files, download_token
from server.visits.visitor_store import MemoryLimits, VisitorStore
from server.visits.visitors import VISITOR
from tests.server.asgi import scope_of, sent_by

ADA, EVE = "a" * 43, "e" * 43
SHY = "session 1"
"""A visitor whose browser sends no cookies."""

CONTENT = b"name,salary\nada,1815\n"


class Page:
    """Streamlit's own place for downloads, behind our door; a clock; what one visitor has."""

    def __init__(self) -> None:
        self.now = 0.0
        self.kept = VisitorStore(MemoryLimits(visitor=10_000, server=20_000), lambda: self.now)
        self.storage = MemoryMediaFileStorage("/media")
        self.door = Files(self._streamlit, self.kept)

    async def _streamlit(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = create_media_routes(self.storage, None)[0]
        _, more = route.matches(scope)
        await route.handle(scope | more, receive, send)

    def given(self, content: bytes, name: str = "draws.csv") -> str:
        """Return the address under which Streamlit puts what a button gives."""
        file = self.storage.load_and_get_id(content, "text/csv", MediaFileKind.DOWNLOADABLE, name)
        return self.storage.get_url(file)

    def clicked(self, visitor: str = ADA, content: bytes = CONTENT) -> str:
        return self.given(download_token(self.kept, visitor, content))

    def fetch(
        self, path: str, visitor: str = ADA, method: str = "GET", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        scope = scope_of(path, method=method, headers=named) | {VISITOR: visitor}
        start, body = sent_by(self.door, scope)
        said = {name.decode(): value.decode() for name, value in start["headers"]}
        return start["status"], said, body["body"]

    def status(self, path: str, visitor: str = ADA, mode: str = "navigate") -> int:
        return self.fetch(path, visitor, sec_fetch_mode=mode)[0]


@pytest.fixture
def page() -> Iterator[Page]:
    page = Page()
    yield page
    page.kept.close()


def test_a_file_comes_as_what_it_is(page: Page):
    status, headers, body = page.fetch(page.clicked(), sec_fetch_mode="navigate")
    assert (status, body) == (200, CONTENT)
    assert headers["content-disposition"] == 'attachment; filename="draws.csv"'
    assert headers["content-type"].startswith("text/csv")
    assert headers["content-length"] == str(len(CONTENT))
    assert headers["cache-control"] == "no-store"


def test_it_comes_once(page: Page):
    path = page.clicked()
    assert [page.status(path) for _ in range(3)] == [200, 404, 404]
    assert page.kept.size(ADA) == 0


def test_it_comes_within_a_minute(page: Page):
    path, late = page.clicked(), page.clicked()
    page.now += LASTS - 1
    assert page.status(path) == 200
    page.now += 1
    assert page.status(late) == 404
    page.kept.expire()
    assert page.kept.total() == 0


@pytest.mark.parametrize("other", [EVE, "", SHY])
def test_it_comes_to_its_visitor_alone(page: Page, other: str):
    path = page.clicked()
    assert page.status(path, other) == 404
    assert page.status(path, ADA) == 200  # nobody else's attempt spends it


def test_who_has_run_out_is_told_what_to_do(page: Page):
    path = page.clicked()
    page.status(path)
    _, headers, body = page.fetch(path)
    assert body.decode() == f"{OVER}\n"
    assert headers["content-type"].startswith("text/plain")
    assert headers["cache-control"] == "no-store"


def test_the_buttons_own_look_spends_nothing_and_shows_nothing(page: Page):
    path = page.clicked()
    for _ in range(3):
        status, _, body = page.fetch(path, sec_fetch_mode="cors")
        assert (status, body) == (200, b"")
    assert page.fetch(path, method="HEAD")[2] == b""
    assert page.fetch(path, EVE, sec_fetch_mode="cors")[0] == 404
    assert page.fetch(path, sec_fetch_mode="navigate")[2] == CONTENT
    assert page.fetch(path, sec_fetch_mode="cors")[::2] == (200, b"")


def test_a_browser_that_does_not_say_which_is_which_has_two(page: Page):
    path = page.clicked()
    assert [page.fetch(path)[0] for _ in range(3)] == [200, 200, 404]


def test_without_cookies_the_address_of_chance_is_all(page: Page):
    path = page.clicked(SHY)
    assert page.status(path, EVE) == 404
    assert page.status(path, "") == 200
    assert page.status(path, "") == 404


def test_the_address_says_nothing_of_the_content(page: Page):
    """Whoever guesses the content finds nothing at the address that would follow from it."""
    first, second = page.clicked(), page.clicked()
    guessed = page.given(CONTENT)
    page.storage.delete_file(guessed.split("/")[-1].removesuffix(".csv"))
    assert len({first, second, guessed}) == 3
    assert page.storage._files_by_id.keys().isdisjoint({guessed.split("/")[-1].split(".")[0]})
    assert not any(CONTENT in file.content for file in page.storage._files_by_id.values())


@pytest.mark.parametrize("part", ["bytes=0-31", "bytes=32-", "bytes=1-2", "bytes=-5", "x"])
def test_no_part_of_a_voucher_comes_out(page: Page, part: str):
    status, _, body = page.fetch(page.clicked(), EVE, range=part)
    assert (status, body.decode()) == (404, f"{OVER}\n")


def test_a_voucher_that_is_made_up_is_none(page: Page):
    made_up = page.given(b"x" * 64)
    assert page.fetch(made_up)[2] == b"x" * 64


def test_what_is_no_voucher_passes_as_it_is(page: Page):
    public = page.given(b"1,2\n", "logo.csv")
    for visitor in (ADA, EVE, ""):
        status, headers, body = page.fetch(public, visitor)
        assert (status, body) == (200, b"1,2\n")
        assert 'filename="logo.csv"' in headers["content-disposition"]


def test_only_the_last_few_clicks_wait(page: Page):
    paths = [page.clicked() for _ in range(MOST + 3)]
    assert [page.status(path) for path in paths] == [404] * 3 + [200] * MOST


def test_a_file_that_does_not_fit_is_refused(page: Page):
    with pytest.raises(InvalidInput, match="memory"):
        download_token(page.kept, ADA, bytes(10_001))
