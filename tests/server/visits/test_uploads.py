"""Uploads on their way: from their owner only, as many as fit, and no longer than Streamlit's."""

import asyncio
from collections.abc import Iterator

import pytest
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from server.visits.uploads import Uploads
from server.visits.visitor_store import MemoryLimits, VisitorStore
from server.visits.visitors import VISITOR
from tests.server.asgi import scope_of, sent_by

ADA, EVE = "a" * 43, "e" * 43
OWNERS = {"ada-1": ADA, "ada-2": ADA, "eve-1": EVE}
MEGABYTE = 1_000_000


def owner_of(session: str) -> str:
    return OWNERS.get(session, "")


class Streamlits:
    """What Streamlit does with an upload: it reads all of it, and keeps it for the session."""

    def __init__(self) -> None:
        self.manager = MemoryUploadedFileManager("/upload")
        self.asked = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asked += 1
        *_, session, name = scope["path"].split("/")
        if scope["method"] == "PUT":
            data = await self._read(receive)
            self.manager.add_file(session, UploadedFileRec(name, "a.csv", "text/csv", data))
        if scope["method"] == "DELETE":
            self.manager.remove_file(session, name)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def _read(self, receive: Receive) -> bytes:
        data, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            data += message["body"]
            more = message["more_body"]
        return data

    def bytes_of(self, session: str) -> int:
        return sum(len(each.data) for each in self.manager.file_storage.get(session, {}).values())


@pytest.fixture
def streamlit() -> Streamlits:
    return Streamlits()


@pytest.fixture
def kept() -> Iterator[VisitorStore]:
    kept = VisitorStore(MemoryLimits(visitor=20 * MEGABYTE, server=30 * MEGABYTE))
    yield kept
    kept.close()


@pytest.fixture
def door(streamlit: Streamlits, kept: VisitorStore) -> Uploads:
    return Uploads(streamlit, kept, lambda: streamlit.manager, owner_of)


def request(session: str, name: str, method: str = "PUT", visitor: str = ADA, **more: str) -> Scope:
    path = f"/_stcore/upload_file/{session}/{name}"
    return scope_of(path, method=method, headers=more) | {VISITOR: visitor}


def parts(size: int, each: int = MEGABYTE) -> list[Message]:
    sizes = [each] * (size // each) + [size % each]
    return [
        {"type": "http.request", "body": bytes(part), "more_body": i < len(sizes) - 1}
        for i, part in enumerate(sizes)
    ]


def put(door: Uploads, session: str, name: str, size: int, visitor: str = ADA, **more: str) -> int:
    """Return the status with which an upload is answered."""
    start, *_ = sent_by(door, request(session, name, visitor=visitor, **more), parts(size))
    return int(start["status"])


@pytest.mark.parametrize("declared", [True, False])
def test_uploads_that_no_page_took_are_limited(
    door: Uploads, streamlit: Streamlits, declared: bool
):
    size = 6 * MEGABYTE
    said = {"content-length": str(size)} if declared else {}
    answers = [put(door, "ada-1", f"f{i}", size, **said) for i in range(10)]
    assert set(answers) == {204, 413}
    assert answers == sorted(answers)
    assert 0 < streamlit.bytes_of("ada-1") <= 20 * MEGABYTE


def test_another_session_of_the_same_visitor_has_no_room_of_its_own(
    door: Uploads, streamlit: Streamlits
):
    answers = [put(door, f"ada-{1 + i % 2}", f"f{i}", 6 * MEGABYTE) for i in range(10)]
    assert 413 in answers
    assert streamlit.bytes_of("ada-1") + streamlit.bytes_of("ada-2") <= 20 * MEGABYTE


def test_many_visitors_fill_no_more_than_the_server_has(door: Uploads, streamlit: Streamlits):
    for owner, session in ((ADA, "ada-1"), (EVE, "eve-1")):
        answers = [put(door, session, f"f{i}", 5 * MEGABYTE, owner) for i in range(4)]
    assert 429 in answers
    assert streamlit.bytes_of("ada-1") + streamlit.bytes_of("eve-1") <= 30 * MEGABYTE


def test_a_refusal_is_a_sentence(door: Uploads):
    too_much = request("ada-1", "f", **{"content-length": str(25 * MEGABYTE)})
    start, body = sent_by(door, too_much, parts(25 * MEGABYTE))
    assert start["status"] == 413
    assert b"each visitor has 20 MB" in body["body"]


def test_what_was_promised_and_did_not_come_keeps_nobody_out(door: Uploads, kept: VisitorStore):
    """A request that declares much and sends nothing takes no room."""
    scope = request("ada-1", "slow", **{"content-length": str(19 * MEGABYTE)})

    async def slow() -> int:
        waits = asyncio.Event()

        async def receive() -> Message:
            await waits.wait()
            return {"type": "http.disconnect"}

        async def send(_: Message) -> None: ...

        asking = asyncio.create_task(door(scope, receive, send))
        await asyncio.sleep(0)
        size = kept.total()
        waits.set()
        await asking
        return size

    assert asyncio.run(slow()) == 0


def test_several_at_once_are_counted_while_they_come(door: Uploads, kept: VisitorStore):
    """Each is half of what fits; three of them arrive bit by bit, in turn."""
    answers: list[int] = []

    async def one(name: str) -> None:
        waiting = iter(parts(10 * MEGABYTE))

        async def receive() -> Message:
            await asyncio.sleep(0)
            return next(waiting)

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answers.append(message["status"])

        await door(request("ada-1", name), receive, send)

    async def all_at_once() -> None:
        await asyncio.gather(*(one(f"f{i}") for i in range(3)))

    asyncio.run(all_at_once())
    assert 413 in answers
    assert kept.total() <= 20 * MEGABYTE


def test_a_file_counts_until_it_is_removed(door: Uploads, kept: VisitorStore):
    assert put(door, "ada-1", "f", 18 * MEGABYTE) == 204
    assert kept.total() == 18 * MEGABYTE
    assert put(door, "ada-1", "g", 18 * MEGABYTE) == 413
    sent_by(door, request("ada-1", "f", "DELETE"))
    assert kept.total() == 0
    assert put(door, "ada-1", "g", 18 * MEGABYTE) == 204


def test_a_file_in_place_of_another_counts_once(door: Uploads, kept: VisitorStore):
    for _ in range(3):
        assert put(door, "ada-1", "f", 8 * MEGABYTE) == 204
    assert kept.total() == 8 * MEGABYTE


def test_a_file_that_its_page_took_counts_no_longer(
    door: Uploads, streamlit: Streamlits, kept: VisitorStore
):
    put(door, "ada-1", "f", 18 * MEGABYTE)
    streamlit.manager.remove_file("ada-1", "f")
    assert put(door, "ada-1", "g", 18 * MEGABYTE) == 204
    assert kept.total() == 18 * MEGABYTE


def test_when_a_visitor_is_gone_so_are_the_uploads(streamlit: Streamlits):
    clock = [0.0]
    kept = VisitorStore(clock=lambda: clock[0])
    kept._watch = lambda: None  # no timer: the clock is the test's
    door = Uploads(streamlit, kept, lambda: streamlit.manager, owner_of)
    with kept.present(ADA):
        put(door, "ada-1", "f", 1000)
        clock[0] += 10_000
        kept.expire()
        assert streamlit.bytes_of("ada-1") == 1000
    clock[0] += 10_000
    kept.expire()
    assert streamlit.bytes_of("ada-1") == 0
    kept.close()


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
@pytest.mark.parametrize(
    ("session", "visitor", "status"),
    [("ada-1", EVE, 400), ("nobody-1", ADA, 400), ("ada-1", "", 403), ("nobody-1", "", 403)],
)
def test_nobody_uploads_for_another(
    door: Uploads, streamlit: Streamlits, method: str, session: str, visitor: str, status: int
):
    start, _ = sent_by(door, request(session, "f", method, visitor), parts(1000))
    assert (start["status"], streamlit.asked) == (status, 0)


@pytest.mark.parametrize("text", ["-1", "x", "1e9", "9" * 40, "٣", " ", "+5"])
def test_a_size_that_is_none_is_left_to_streamlit(door: Uploads, streamlit: Streamlits, text: str):
    scope = request("ada-1", "f")
    scope["headers"].append((b"content-length", text.encode()))
    start, *_ = sent_by(door, scope, parts(1000))
    assert (start["status"], streamlit.asked) == (204, 1)
    assert put(door, "ada-1", "g", 25 * MEGABYTE) == 413


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("/_stcore/upload_file/ada-1/f", "OPTIONS"),
        ("/_stcore/upload_file/ada-1/f", "GET"),
        ("/_stcore/upload_file/ada-1", "PUT"),
        ("/data", "PUT"),
    ],
)
def test_the_rest_passes(door: Uploads, streamlit: Streamlits, path: str, method: str):
    sent_by(door, scope_of(path, method=method), parts(10))
    assert streamlit.asked == 1
