"""Whether to send visitors here: said by what pages rest on, asked seldom, and never for long."""

import asyncio
import os
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message

from dpcore.checks import InvalidInput
from dpcore.ledger import Ledger
from dplab.simulation.sweeps.jobs import JobQueue
from dplab.simulation.sweeps.spec import SweepSpec
from dplab.simulation.sweeps.store import Store
from server import limits, releases
from server.admission.middleware import Admission
from server.entry import ready
from server.entry.host_guard import READY, HostGuard
from server.entry.hosts import read_allowed
from server.entry.ready import Ready
from server.visits.visitor_store import VisitorStore
from server.visits.visitors import VISITOR
from tests.server.asgi import scope_of, sent_by
from tests.server.entry.test_host_guard import CONNECT, LEFT, Pages

PAGES = PlainTextResponse("a page\n")


def there() -> None:
    """Be there."""


def gone() -> None:
    raise InvalidInput("The ledger cannot be used: its database does not answer.")


def statuses(probed: Ready, times: int = 1, pause: float = 0.0) -> list[int]:
    """Return how a server answers several probes that ask at once, or one after another."""

    async def ask() -> int:
        sent: list[Message] = []

        async def receive() -> Message:
            raise AssertionError("Nobody reads a probe.")

        async def send(message: Message) -> None:
            sent.append(message)

        await probed(scope_of(READY), receive, send)
        return int(sent[0]["status"])

    async def ask_all() -> list[int]:
        if not pause:
            return await asyncio.gather(*(ask() for _ in range(times)))
        found = []
        for _ in range(times):
            found.append(await ask())
            await asyncio.sleep(pause)
        return found

    return asyncio.run(ask_all())


def test_ready_is_where_all_is_there():
    assert statuses(Ready(PAGES, {"ledger": there, "store": there})) == [200]


@pytest.mark.parametrize("missing", ["ledger", "store", "sweeps"])
def test_not_ready_is_where_one_is_missing_and_only_the_log_says_which(missing: str, caplog):
    needs = dict.fromkeys(("ledger", "store", "sweeps"), there) | {missing: gone}
    begins, body = sent_by(Ready(PAGES, needs), scope_of(READY))
    assert (begins["status"], body["body"]) == (503, b"not ready\n")
    assert f"Not ready, {missing}: The ledger cannot be used" in caplog.text


def test_whatever_goes_wrong_a_probe_is_answered_and_the_log_has_a_line(caplog):
    def broken() -> None:
        raise RuntimeError("can't start new thread")

    begins, body = sent_by(Ready(PAGES, {"store": broken, "ledger": there}), scope_of(READY))
    assert (begins["status"], body["body"]) == (503, b"not ready\n")
    assert [each.getMessage() for each in caplog.records] == ["Not ready, store: RuntimeError"]


def test_other_paths_and_websockets_go_on_to_the_pages():
    pages = Pages()
    probed = Ready(pages, {"ledger": gone})
    for scope in (scope_of("/"), scope_of("/_stcore/health"), scope_of(READY, "websocket")):
        sent_by(probed, scope, [CONNECT, LEFT])
    assert len(pages.scopes) == 3


def test_who_asks_often_costs_no_more_and_hears_soon_that_it_is_back(monkeypatch):
    monkeypatch.setattr(ready, "KEPT", 0.05)
    asked: list[float] = []

    def back_after_the_first() -> None:
        asked.append(time.monotonic())
        if len(asked) == 1:
            gone()

    probed = Ready(PAGES, {"store": back_after_the_first})
    assert statuses(probed, times=50) == [503] * 50
    assert len(asked) == 1
    probed = Ready(PAGES, {"store": back_after_the_first})
    asked.clear()
    assert statuses(probed, times=2, pause=0.1) == [503, 200]


def test_what_does_not_answer_is_not_ready_and_not_asked_twice(monkeypatch):
    monkeypatch.setattr(ready, "PATIENCE", 0.02)
    monkeypatch.setattr(ready, "KEPT", 0.0)
    asked, answers = [], threading.Event()

    def silent() -> None:
        asked.append(1)
        answers.wait(60)

    async def ask_and_let_go() -> list[int]:
        probed = Ready(PAGES, {"ledger": silent})
        found = [await probed._is_ready() for _ in range(3)]
        answers.set()
        return found

    assert asyncio.run(ask_and_let_go()) == [False] * 3
    assert len(asked) == 1


def test_a_full_server_is_not_ready_but_healthy():
    kept = VisitorStore()
    try:
        full = Admission(Ready(PAGES, {}), kept, most=0)
        begins, body = sent_by(full, scope_of(READY))
        assert (begins["status"], body["body"]) == (503, b"not ready\n")
        assert sent_by(full, scope_of("/_stcore/health"))[0]["status"] == 200
        roomy = Admission(Ready(PAGES, {}), kept, most=1)
        assert sent_by(roomy, scope_of(READY))[0]["status"] == 200
    finally:
        kept.close()


def test_who_asks_does_not_change_the_answer():
    kept = VisitorStore()
    asked = scope_of(READY) | {VISITOR: "ada"}
    try:
        app = Admission(Ready(PAGES, {}), kept, most=limits.VISITOR_TABS + 1)
        with ExitStack() as open_tabs:
            for _ in range(limits.VISITOR_TABS):
                open_tabs.enter_context(app.tabs.counted("ada"))
            assert sent_by(app, asked)[0]["status"] == 200  # Ada may have no other; others may.
            open_tabs.enter_context(app.tabs.counted("eve"))
            eve = scope_of(READY) | {VISITOR: "eve"}
            assert [sent_by(app, each)[0]["status"] for each in (asked, eve)] == [503] * 2
    finally:
        kept.close()


@pytest.mark.parametrize(("method", "status"), [("GET", 200), ("HEAD", 200), ("POST", 421)])
def test_a_probe_need_not_know_the_servers_name(method: str, status: int):
    door = HostGuard(Ready(PAGES, {}), read_allowed("explorer.example"))
    asked = scope_of(READY, method=method, headers={"host": "10.0.0.7:8501"}, arrives="10.0.0.7")
    assert sent_by(door, asked)[0]["status"] == status


def opened(file: Path) -> None:
    with Ledger(file) as ledger:
        ledger.open("clinic", n=1000, epsilon=1.0)


@pytest.mark.parametrize(
    ("release", "spoil", "is_ready"),
    [
        ("on", lambda _: None, True),
        ("on", Path.unlink, False),
        ("on", lambda file: file.write_bytes(b"no ledger" * 200), False),
        ("off", Path.unlink, True),  # Nobody releases here.
    ],
    ids=["there", "gone", "damaged", "not needed"],
)
def test_a_ledger_that_is_gone_is_missed_where_it_is_needed(
    tmp_path: Path, monkeypatch, release: str, spoil: Callable[[Path], None], is_ready: bool
):
    file = tmp_path / "ledger.db"
    monkeypatch.setattr(os, "environ", os.environ | {releases.PLACE: str(file)})
    monkeypatch.setenv(releases.SWITCH, release)
    releases.check_ledger()  # None was made yet: that is no fault.
    opened(file)
    releases.check_ledger()
    spoil(file)
    if is_ready:
        releases.check_ledger()
    else:
        with pytest.raises(InvalidInput, match="ledger"):
            releases.check_ledger()


def test_a_store_is_missed_until_its_folder_is_back(tmp_path: Path):
    now = [0.0]
    folder = tmp_path / "cache"
    with Store(f"sqlite:///{folder / 'cells.sqlite'}", clock=lambda: now[0]) as store:
        with pytest.raises(InvalidInput, match="store"):
            store.check()
        folder.mkdir()
        now[0] += 11
        store.check()


def test_a_line_without_room_is_not_ready(monkeypatch):
    monkeypatch.setattr("dplab.simulation.sweeps.turns.MOST", 1)
    queue = JobQueue(workers=0)
    try:
        queue.check_room()
        queue.submit(SweepSpec(sizes=(50,), draws=2), "ada")
        with pytest.raises(InvalidInput, match="This server has 1 sweep"):
            queue.check_room()
    finally:
        queue.close()
