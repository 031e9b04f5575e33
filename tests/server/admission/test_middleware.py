"""Admission at the door: who gets in, who is asked to come back, and what a connection costs."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from starlette.types import Message, Receive, Scope, Send

from server import limits
from server.admission.middleware import STREAM, Admission
from server.admission.open_tabs import FULL, NoRoom, OpenTabs
from server.admission.runs import TAB
from server.visits.visitor_store import FOR_RUNS, MEGABYTE, MemoryLimits, VisitorStore
from server.visits.visitors import VISITOR
from tests.server.admission.browser import LEFT, move, settled
from tests.server.asgi import scope_of

ADA, EVE = "a" * 43, "e" * 43
CONNECT: Message = {"type": "websocket.connect"}
SOON, PATIENCE = 0.02, 60


class Pages:
    """An application that notes whom it serves, and what it hears."""

    def __init__(self) -> None:
        self.scopes: list[Scope] = []
        self.heard: list[Message] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scopes.append(scope)
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            return
        await receive()
        await send({"type": "websocket.accept", "subprotocol": "streamlit"})
        while (message := await receive())["type"] != "websocket.disconnect":
            self.heard.append(message)
            assert TAB.get(), "Streamlit's session would not know whose run it begins."


@pytest.fixture
def kept() -> Iterator[VisitorStore]:
    store = VisitorStore(MemoryLimits(visitor=MEGABYTE, server=2 * MEGABYTE))
    yield store
    store.close()


class Connection:
    """A websocket of a visitor that a test opens, speaks through and closes."""

    def __init__(
        self, door: Admission, visitor: str = "", *, can_deny: bool = True, session: str = ""
    ) -> None:
        scope = scope_of(STREAM, "websocket", can_deny=can_deny) | {VISITOR: visitor}
        self.scope = scope | {"subprotocols": ["streamlit", "token", session]}
        self.sent: list[Message] = []
        self.network: asyncio.Queue[Message] = asyncio.Queue()
        self.network.put_nowait(CONNECT)
        self.task = asyncio.create_task(door(self.scope, self.network.get, self._send))

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    async def says(self, message: Message) -> None:
        self.network.put_nowait(message)
        await settled()

    @property
    def kinds(self) -> list[str]:
        return [each["type"] for each in self.sent]


def asked(door: Admission, path: str = "/", visitor: str = "", method: str = "GET") -> Message:
    """Return how the answer to a request begins, and its body as `body`."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    asyncio.run(door(scope_of(path, method=method) | {VISITOR: visitor}, receive, send))
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0] | {"headers": headers, "body": sent[1]["body"].decode() if sent[1:] else ""}


@contextmanager
def full(door: Admission) -> Iterator[None]:
    """Let a server's runs take more memory than they may."""
    door.kept.room = MemoryLimits(MEGABYTE, 2 * MEGABYTE, runs=1)
    yield


def test_streamlit_hears_of_a_connection_with_its_first_message(kept: VisitorStore):
    async def story() -> None:
        pages = Pages()
        ada = Connection(Admission(pages, kept), ADA)
        await settled()
        assert ada.sent == [{"type": "websocket.accept", "subprotocol": "streamlit"}]
        assert pages.scopes == []
        await ada.says(move(1))
        assert pages.heard == [move(1)]
        assert ada.kinds.count("websocket.accept") == 1
        await ada.says(LEFT)
        assert ada.task.done()

    asyncio.run(story())


def test_who_says_nothing_is_closed_and_who_spoke_may_be_quiet(
    kept: VisitorStore, monkeypatch: pytest.MonkeyPatch
):
    async def story() -> None:
        door = Admission(Pages(), kept, resumes=lambda session: session == "mine")
        spoke = Connection(door)
        await spoke.says(move(1))
        monkeypatch.setattr(limits, "FIRST_WORD", SOON)
        silent, forged = Connection(door), Connection(door, session="yours")
        back = Connection(door, session="mine")
        await asyncio.wait([silent.task, forged.task], timeout=PATIENCE)
        assert {silent.kinds[-1], forged.kinds[-1]} == {"websocket.close"}
        await asyncio.sleep(3 * SOON)
        for quiet in (spoke, back):
            assert not quiet.task.done()
            await quiet.says(LEFT)
            assert quiet.task.done()

    asyncio.run(story())


def test_of_many_that_say_nothing_the_oldest_goes(
    kept: VisitorStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(limits, "SILENT", 3)

    async def story() -> None:
        door = Admission(Pages(), kept)
        spoke = Connection(door)
        await spoke.says(move(1))
        silent = []
        for _ in range(5):
            silent.append(Connection(door))
            await settled()
        await asyncio.sleep(SOON)
        assert [each.task.done() for each in silent] == [True, True, False, False, False]
        assert not spoke.task.done()
        for each in (spoke, *silent[2:]):
            await each.says(LEFT)

    asyncio.run(story())


@pytest.mark.parametrize("can_deny", [True, False])
def test_one_connection_too_many_is_asked_to_come_back(kept: VisitorStore, can_deny: bool):
    async def story() -> None:
        door = Admission(Pages(), kept, most=1)
        first = Connection(door, ADA)
        await settled()
        second = Connection(door, EVE, can_deny=can_deny)
        await settled()
        if can_deny:
            assert second.sent[0]["status"] == 503
            assert (b"retry-after", b"30") in second.sent[0]["headers"]
        else:
            assert second.sent == [{"type": "websocket.close", "code": 1013}]
        await first.says(LEFT)
        third = Connection(door, EVE)
        await settled()
        assert third.kinds == ["websocket.accept"]
        await third.says(LEFT)

    asyncio.run(story())


def test_a_visitor_has_so_many_tabs_and_those_without_a_name_are_each_one(
    kept: VisitorStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(limits, "VISITOR_TABS", 2)

    async def story() -> None:
        door = Admission(Pages(), kept)
        tabs = []
        for visitor in (ADA, ADA, ADA, EVE, "", "", ""):
            tabs.append(Connection(door, visitor))
            await settled()
        assert [each.kinds[0] == "websocket.accept" for each in tabs] == [
            True,
            True,
            False,
            *[True] * 4,
        ]
        for each in tabs:
            await each.says(LEFT)
        assert all(each.task.done() for each in tabs)

    asyncio.run(story())


def test_who_has_too_many_tabs_reads_so():
    connections = OpenTabs()
    with ExitStack() as tabs:
        for _ in range(limits.VISITOR_TABS):
            connections.check(ADA)
            tabs.enter_context(connections.counted(ADA))
        with pytest.raises(NoRoom, match=f"This browser has {limits.VISITOR_TABS} tabs"):
            connections.check(ADA)
    connections.check(ADA)


def test_who_has_a_tab_loads_it_again_though_others_have_all():
    connections = OpenTabs(1)
    with connections.counted(ADA):
        connections.check(ADA, is_page=True)
        with pytest.raises(NoRoom, match="More people"):
            connections.check(EVE, is_page=True)
        with pytest.raises(NoRoom, match="More people"):
            connections.check(ADA)


def test_new_visitors_wait_while_memory_is_full_and_known_ones_go_on(kept: VisitorStore):
    door = Admission(Pages(), kept)
    kept.keep(ADA, "table", b"")
    with full(door):
        for path in ("/", "/trade-off", "/course/trade-off"):
            answer = asked(door, path, EVE)
            assert answer["status"] == 503
            assert answer["headers"]["retry-after"] == str(limits.RETRY)
            assert answer["headers"]["content-type"].startswith("text/html")
            assert 'http-equiv="refresh"' in answer["body"]
            assert FULL in answer["body"]
            assert asked(door, path, ADA)["status"] == 200
        assert asked(door)["status"] == 503, "nor somebody without a name"


@pytest.mark.parametrize(
    "path",
    ["/_stcore/health", "/static/js/index.js", "/assets/fonts/inter-latin.woff2", "/media/abc"],
)
def test_what_is_no_page_is_answered_all_the_same(kept: VisitorStore, path: str):
    door = Admission(Pages(), kept)
    with full(door):
        assert asked(door, path, EVE)["status"] == 200


def test_what_visitors_left_is_not_what_runs_take_and_the_owner_reads_that_it_is_full(
    kept: VisitorStore, caplog: pytest.LogCaptureFixture
):
    door = Admission(Pages(), kept)
    assert not door.memory.is_full()
    assert not caplog.records
    with full(door):
        assert door.memory.is_full()
    assert FOR_RUNS in caplog.text


def test_a_tab_counts_while_it_is_open(kept: VisitorStore):
    async def story() -> None:
        door = Admission(Pages(), kept)
        assert not kept.knows(ADA)
        ada = Connection(door, ADA)
        await ada.says(move(1))
        assert kept._owners[ADA].tabs == 1
        await ada.says(LEFT)
        assert kept._owners[ADA].tabs == 0
        assert kept.knows(ADA)

    asyncio.run(story())


def test_a_tab_that_breaks_counts_no_longer(kept: VisitorStore):
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
        raise OSError

    async def story() -> None:
        door = Admission(broken, kept, most=1)
        for _ in range(3):
            ada = Connection(door, ADA)
            await ada.says(move(1))
            assert isinstance(ada.task.exception(), OSError)
        assert kept._owners[ADA].tabs == 0

    asyncio.run(story())


def test_large_values_count_as_their_visitors_memory(kept: VisitorStore):
    async def story() -> None:
        ada = Connection(Admission(Pages(), kept), ADA)
        await ada.says(move(1))
        assert kept.size(ADA) == 0, "what every page sends counts as nothing"
        large = move(1, cached_message_hashes=["x" * (2 * limits.SIZE_UNCOUNTED)])
        await ada.says(large)
        await ada.says(large)
        assert kept.size(ADA) == len(large["bytes"])
        await ada.says(move(2, cached_message_hashes=["x" * (2 * MEGABYTE)]))
        assert ada.sent[-1] == {"type": "websocket.close", "code": 1009}
        await settled()
        assert kept.size(ADA) == 0

    asyncio.run(story())
