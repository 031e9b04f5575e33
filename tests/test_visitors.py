"""The visitors that load a server speak as browsers do, and count what becomes of it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_websockets
from websockets.http11 import Request, Response

from benchmarks.visitors import __main__ as story
from benchmarks.visitors import ceiling, flood, idle, load, mixed
from benchmarks.visitors.browser import HEALTH, PAGE, Browser, ask
from benchmarks.visitors.client import Counted, Visitor
from benchmarks.visitors.crowd import Crowd, new_epsilon
from benchmarks.visitors.mixed import Fate
from benchmarks.visitors.watch import Health, Used, Waits, line
from tests.serving import PATIENCE, Server

TOKEN = "explorer_visitor=made-by-the-server"
BUSY = 2
"""So many times the small server says of each of its answers that it should be asked for later."""


class Busy:
    """A server that first turns everybody away, then makes a cookie, and notes what was sent.

    It closes the connection over which the first message comes.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.shaken: list[Request] = []
        self.heard: list[BackMsg] = []
        self.has_heard = asyncio.Event()

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        is_websocket = request.path.endswith("stream")
        self.asked.append(request.path)
        if self.asked.count(request.path) <= BUSY:
            response = connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "Later.\n")
            response.headers["Retry-After"] = "0"
            return response
        if is_websocket:
            self.shaken.append(request)
            return None
        response = connection.respond(HTTPStatus.OK, "Here.\n")
        response.headers["Set-Cookie"] = f"{TOKEN}; Path=/; HttpOnly"
        return response

    async def listen(self, socket: ServerConnection) -> None:
        async for frame in socket:
            self.heard.append(BackMsg.FromString(frame))
            self.has_heard.set()
            if len(self.heard) == 1:
                await socket.close(1013)


@asynccontextmanager
async def busy() -> AsyncIterator[tuple[Busy, Server]]:
    known = Busy()
    protocols: Any = ["streamlit"]
    async with serve_websockets(
        known.listen, "127.0.0.1", 0, process_request=known.answer, subprotocols=protocols
    ) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        yield known, Server(f"http://127.0.0.1:{port}", Path(), SimpleNamespace(pid=0))


def test_a_browser_brings_its_cookie_and_comes_back_when_it_is_turned_away():
    async def come() -> None:
        async with busy() as (known, server):
            browser = Browser(server)
            async with await browser.tab() as socket:
                assert socket.subprotocol == "streamlit"
            assert known.asked.count(PAGE) == known.asked.count(HEALTH) == BUSY + 1
            assert browser.turned_away == {"page": 2 * BUSY, "websocket": BUSY}
            assert [each.headers["Cookie"] for each in known.shaken] == [TOKEN]
            assert known.shaken[0].headers["Origin"] == server.url

    asyncio.run(come())


def test_tabs_of_one_browser_are_one_visitor_and_nobody_without_cookies_is():
    async def come() -> None:
        async with busy() as (known, server):
            for browser in (Browser(server), Browser(server, has_cookies=False)):
                for _ in range(2):
                    await (await browser.tab()).close()
            cookies = [each.headers.get("Cookie") for each in known.shaken]
            assert cookies == [TOKEN, TOKEN, None, None]
            assert known.asked.count(PAGE) == BUSY + 2

    asyncio.run(come())


def test_a_tab_whose_connection_is_closed_comes_back_and_asks_again(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("benchmarks.visitors.client.SOON", 0)

    async def come() -> None:
        async with busy() as (known, server), Crowd(server) as crowd:
            visitor = await crowd.come()
            assert visitor
            await visitor.open("trade-off")
            async with asyncio.timeout(PATIENCE):
                while len(known.heard) < 2:
                    known.has_heard.clear()
                    await known.has_heard.wait()
            assert {each.rerun_script.page_name for each in known.heard} == {"trade-off"}
            assert crowd.counted([visitor]).turned_away["closed"] == 1

    asyncio.run(come())


def test_who_is_never_let_in_is_counted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("benchmarks.visitors.browser.PATIENCE", -1)

    async def come() -> None:
        async with busy() as (_, server), Crowd(server) as crowd:
            assert await crowd.come() is None
            assert crowd.counted([]).turned_away == {"page": 1, "never let in": 1}

    asyncio.run(come())


def test_nobody_answers_where_nobody_listens():
    assert asyncio.run(ask(1, "/")).status == 0


# --- Which run answers a move ---------------------------------------------------------------------

DIAL = "$$ID-1-epsilon_dial1"


class Silent(Visitor):
    """A visitor whose messages go nowhere."""

    async def say(self, message: BackMsg) -> bool:
        self.said = message
        return True


def run_of(visitor: Visitor, answered: int, how: int = ForwardMsg.FINISHED_SUCCESSFULLY) -> None:
    """Let a visitor hear a run that answers a turn of the dial."""
    dial = {"id": DIAL, "json": json.dumps({"told": {"turn": answered}})}
    for kind in (
        {"new_session": {"main_script_path": "main.py"}},
        {"delta": {"new_element": {"bidi_component": dial}}},
        {"script_finished": how},
    ):
        visitor.hear(ForwardMsg(**kind).SerializeToString())


def test_a_move_is_answered_by_a_run_that_has_seen_it():
    async def move() -> None:
        visitor = Silent(Browser(Server("http://127.0.0.1:1", Path(), SimpleNamespace(pid=0))))
        run_of(visitor, 0)
        await visitor.turn("epsilon_dial1", "0.2")
        await visitor.turn("epsilon_dial1", "0.3")
        last = json.loads(visitor.states[DIAL].json_value)["told"]["turn"]
        assert visitor.counted.overtaken == 1
        run_of(visitor, last - 1)  # An older run's end is no answer.
        run_of(visitor, last, ForwardMsg.FINISHED_EARLY_FOR_RERUN)
        assert visitor.counted.seconds == []
        run_of(visitor, last)
        assert len(visitor.counted.seconds) == 1
        assert visitor.counted.silence > visitor.counted.seconds[0]  # since the older move
        assert await visitor.answered()

    asyncio.run(move())


def test_a_flood_sends_what_it_should_and_counts_what_could_be_sent():
    class Tab(Silent):
        async def resend(self) -> bool:
            values.append(json.loads(self.states[DIAL].json_value)["told"]["text"])
            return len(values) % 2 == 0  # Every other time its connection is closed.

    async def send() -> int:
        tabs = [Tab(Browser(Server("", Path(), SimpleNamespace(pid=0)))) for _ in range(3)]
        for tab in tabs:
            run_of(tab, 0)
        return await flood.pour(tabs, rate=200, seconds=0.3)

    values: list[str] = []
    sent = asyncio.run(send())
    assert 0 < len(values) <= 60
    assert sent == len(values) // 2
    assert len(set(values)) == len(values)


def test_no_new_epsilon_is_asked_for_twice_and_none_ends_in_a_zero():
    several = [new_epsilon() for _ in range(1000)]
    assert len(set(several)) == 1000
    assert all(each == str(float(each)) for each in several)


# --- What becomes of presses ----------------------------------------------------------------------


@pytest.mark.whole
def test_effects_of_presses_are_read_from_the_pages(server: Server):
    async def press() -> dict[str, Fate]:
        fates = {name: Fate() for name in mixed.KINDS}
        async with Crowd(server) as crowd:
            for name, kind in mixed.KINDS.items():
                visitor = await crowd.arrive(kind.page, kind.query)
                assert visitor
                tab = kind.make(visitor, fates[name], "tab 1")
                for _ in range(2):
                    await tab.press()
                    await visitor.answered()
                await tab.end()
        return fates

    for fate in asyncio.run(press()).values():
        assert (fate.once, fate.lost, fate.twice, fate.refused) == (2, 0, 0, 0)


def test_a_press_too_few_or_too_many_is_seen():
    fate = Fate()
    fate.count(pressed=5, seen=3)
    fate.count(pressed=2, seen=3)
    assert (fate.once, fate.lost, fate.twice) == (5, 2, 1)


# --- Tables and the command line ------------------------------------------------------------------


def test_rows_have_a_value_under_each_heading_and_nothing_measured_is_no_fault():
    server = Server("http://127.0.0.1:1", Path(), SimpleNamespace(pid=0))
    crowd, used, health = Crowd(server), Used(seconds=1), Health(server)
    visitor, nothing = Visitor(crowd.browser()), Waits.of([])
    asked = ceiling.arguments([])
    rows = {
        ceiling: ceiling.row(10, asked, (Counted(), used), (nothing, nothing)),
        flood: flood.row("none", 0, crowd, (visitor, []), 1.0, (0, used, health)),
    }
    for module, row in rows.items():
        assert len(line(row, module.HEADINGS)) == len(line(module.HEADINGS, module.HEADINGS))
    mixture = mixed.Mixture(crowd, mixed.arguments([]))
    said = mixed.report(mixture, health, used).splitlines()
    assert len({len(each) for each in said[: 1 + len(mixed.KINDS)]}) == 1


@pytest.mark.parametrize("module", [ceiling, flood, idle, load, mixed])
def test_options_have_defaults_and_are_explained(module: Any, capsys: pytest.CaptureFixture[str]):
    assert module.arguments([])
    with pytest.raises(SystemExit):
        module.arguments(["--help"])
    assert "options" in capsys.readouterr().out


def test_a_word_chooses_a_chapter_and_options_alone_measure_once():
    assert [name for name, _ in story.chosen([])] == list(story.CHAPTERS)
    assert story.chosen(["idle", "--seconds", "2"]) == [("idle", ["--seconds", "2"])]
    once = ["--visitors", "30", "--every", "4"]
    assert story.chosen(once) == [("load", once)]


def test_an_unknown_kind_of_flood_is_refused(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        flood.arguments(["--who", "tab,everybody"])
    assert "everybody is none of tab, tabs" in capsys.readouterr().err
