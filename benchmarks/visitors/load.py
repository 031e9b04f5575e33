"""Many visitors at once on a server of their own: how long each waits, what each move costs.

A visitor is a websocket that speaks as a browser does: it opens a page, notes the widgets that the
page draws, and sends the values of all of them with each move. Time runs from the message that is
sent to the message that the script has finished. Who moves again before that waits for the newer
answer alone; the older one counts as overtaken. The server's processor time is that of its own
process, without those that compute sweeps.

Examples
--------
>>> asked = arguments(["--visitors", "30", "--every", "4", "--sweeps", "2"])
>>> asked.visitors, asked.pages
(30, ['trade-off'])
"""

import argparse
import asyncio
import itertools
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

from tests.processes import spent
from tests.serving import Server, serve

ACTS = {
    "new": "an ε that nobody has asked for",
    "cached": "an ε that somebody has asked for before",
    "open": "the next one of the pages",
}
WHAT = "; ".join(f"{act}: {what}" for act, what in ACTS.items())

CACHED = tuple(f"0.{digits}" for digits in range(11, 19))
"""What the first visitor asks for before the others come."""

OUTCOMES = ("answered", "overtaken")

SWEEP = "axis=map&folds=5&draws=500"
"""The query of a sweep that goes on for longer than anybody measures."""

PATIENCE = 60
"""Seconds until a page that does not open counts as broken."""

FINISHED = ForwardMsg.FINISHED_SUCCESSFULLY
OF_FRAGMENT = ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY


@dataclass
class Counted:
    """What was measured between two moments.

    Parameters
    ----------
    seconds : list of float
        Per answered move, from its message to the end of its run.
    overtaken : int
        Moves that a newer one of the same visitor came before.
    frames, bytes : int
        What the server sent.
    reruns : int
        Runs that came to their end, of pages and of parts of them.
    """

    seconds: list[float] = field(default_factory=list)
    overtaken: int = 0
    frames: int = 0
    bytes: int = 0
    reruns: int = 0


def value_of(kind: str, widget: Any) -> dict[str, Any]:
    """Return what a browser says of a widget that nobody has touched, as a `WidgetState` has it."""
    if kind == "text_input":
        return {"string_value": widget.value if widget.set_value else widget.default}
    if kind == "number_input":
        form = "int_value" if widget.data_type == widget.INT else "double_value"
        shown = widget.value if widget.set_value else widget.default
        return {form: int(shown) if form == "int_value" else shown}
    if kind in ("selectbox", "radio"):
        raw = widget.raw_value if widget.set_value else widget.options[widget.default]
        return {"string_value": raw}
    if kind in ("slider", "multiselect", "button_group"):
        return {"string_array_value": {"data": _chosen(kind, widget)}}
    return {}


def _chosen(kind: str, widget: Any) -> list[str]:
    if widget.set_value:
        return list(widget.raw_value if kind == "slider" else widget.raw_values)
    options = [getattr(option, "content", option) for option in widget.options]
    return [options[int(place)] for place in widget.default]


class Visitor:
    """A browser's end of a connection.

    Parameters
    ----------
    socket : ClientConnection
    query : str
        What stands behind the address.
    """

    def __init__(self, socket: ClientConnection, query: str = "") -> None:
        self.socket, self.query, self.page = socket, query, ""
        self.counted = Counted()
        self.states: dict[str, WidgetState] = {}
        self.buttons: dict[str, str] = {}
        self._seen: set[str] = set()
        self._sent: float | None = None
        self._done = asyncio.Event()
        self._polls: list[asyncio.Task[None]] = []

    async def listen(self) -> None:
        """Read what the server sends until somebody ends the connection."""
        async for frame in self.socket:
            self.counted.frames += 1
            self.counted.bytes += len(frame)
            message = ForwardMsg.FromString(frame)
            kind = message.WhichOneof("type")
            if kind == "delta":
                self._note(message.delta.new_element)
            elif kind == "page_info_changed":
                self.query = message.page_info_changed.query_string
            elif kind == "new_session":
                self._begin(message)
            elif kind == "navigation":
                self.page = message.navigation.page_script_hash
            elif kind == "auto_rerun":
                self._poll(message.auto_rerun)
            elif kind == "script_finished":
                self._finish(message.script_finished)

    def _begin(self, message: ForwardMsg) -> None:
        if not message.metadata.run.fragment_ids:  # else it is a part of a page, which polls
            self._seen.clear()
            self._stop_polling()

    def _note(self, element: Any) -> None:
        kind = element.WhichOneof("type")
        widget = getattr(element, kind) if kind else None
        name = getattr(widget, "id", "")
        if not name:
            return
        self._seen.add(name)
        if kind == "button":
            self.buttons[widget.label] = name
        elif name not in self.states or getattr(widget, "set_value", False):
            value = value_of(kind, widget)
            if value:
                self.states[name] = WidgetState(id=name, **value)

    def _poll(self, asked: Any) -> None:
        async def ask() -> None:
            while True:
                await asyncio.sleep(asked.interval)
                await self._send(fragment_id=asked.fragment_id, is_auto_rerun=True)

        self._polls.append(asyncio.create_task(ask()))

    def _stop_polling(self) -> None:
        while self._polls:
            self._polls.pop().cancel()

    def _finish(self, how: int) -> None:
        if how in (FINISHED, OF_FRAGMENT):
            self.counted.reruns += 1
        if how == FINISHED and self._sent is not None:
            self.counted.seconds.append(time.perf_counter() - self._sent)
            self._sent = None
            for name in self.states.keys() - self._seen:
                del self.states[name]
            self._done.set()

    async def _send(self, trigger: str = "", **state: Any) -> None:
        message = BackMsg(rerun_script={"query_string": self.query, **state})
        if "page_name" not in state:
            message.rerun_script.page_script_hash = self.page
        widgets = message.rerun_script.widget_states.widgets
        widgets.extend(self.states.values())
        if trigger:
            widgets.add(id=trigger, trigger_value=True)
        await self.socket.send(message.SerializeToString())

    async def move(self, trigger: str = "", **state: Any) -> None:
        """Send what the widgets say; `answered` waits for the page."""
        if self._sent is not None:
            self.counted.overtaken += 1
        self._sent = time.perf_counter()
        self._done.clear()
        await self._send(trigger, **state)

    async def answered(self) -> None:
        """Wait until the last move is answered."""
        async with asyncio.timeout(PATIENCE):
            await self._done.wait()

    async def open(self, page: str) -> None:
        """Open a page, by its address."""
        await self.move(page_name="" if page == "overview" else page)

    async def type(self, key: str, text: str) -> None:
        """Type into the widget of that key."""
        name = next(name for name in self.states if name.endswith(f"-{key}"))
        self.states[name] = WidgetState(id=name, string_value=text)
        await self.move()

    async def leave(self) -> None:
        """End the connection."""
        self._stop_polling()
        await self.socket.close()

    async def press(self, label: str) -> None:
        """Press the button of that label."""
        await self.move(self.buttons[label])


class Crowd:
    """All visitors of a server.

    Parameters
    ----------
    server : Server
    asked : Namespace
        The command line.
    """

    def __init__(self, server: Server, asked: argparse.Namespace) -> None:
        self.server, self.asked = server, asked
        self.visitors: list[Visitor] = []
        self._listening = asyncio.TaskGroup()
        self._numbers = itertools.count()

    async def come(self, query: str) -> Visitor:
        """Let a visitor connect."""
        address = f"{self.server.url.replace('http', 'ws')}/_stcore/stream"
        socket = await connect(
            address, subprotocols=["streamlit"], compression=None, max_size=None, proxy=None
        )
        visitor = Visitor(socket, query)
        self._listening.create_task(visitor.listen())
        self.visitors.append(visitor)
        return visitor

    async def __aenter__(self) -> "Crowd":
        """Begin to listen: a fault in that ends everything."""
        await self._listening.__aenter__()
        return self

    async def __aexit__(self, *fault: Any) -> None:
        """End all connections."""
        for visitor in self.visitors:
            await visitor.leave()
        await self._listening.__aexit__(*fault)

    async def gather(self) -> list[Visitor]:
        """Let everybody open a page, one after the other; start the sweeps, fill the cache."""
        for number in range(self.asked.sweeps):
            visitor = await self.come(f"{SWEEP}&seed={number + 1}")
            await visitor.open("sweeps")
            await visitor.answered()
            await visitor.press("Start")
            await visitor.answered()
        moving = []
        for number in range(self.asked.visitors):
            moving.append(await self.come(self.asked.query))
            await moving[-1].open(self.asked.pages[number % len(self.asked.pages)])
            await moving[-1].answered()
        if self.asked.act == "cached":
            for text in CACHED:
                await moving[0].type("epsilon_box", text)
                await moving[0].answered()
        return moving

    async def act(self, number: int, visitor: Visitor, turns: int) -> None:
        """Let one visitor move at fixed times, as many times as asked for."""
        every, everybody = self.asked.every, self.asked.visitors
        start = time.perf_counter() + every * number / everybody
        for turn in range(turns):
            await asyncio.sleep(start + turn * every - time.perf_counter())
            if self.asked.act == "open":
                await visitor.open(self.asked.pages[(number + turn) % len(self.asked.pages)])
            elif self.asked.act == "cached":
                await visitor.type("epsilon_box", CACHED[(number + turn + 1) % len(CACHED)])
            else:
                # Six digits, of which no two visitors ever share all.
                await visitor.type("epsilon_box", f"0.{100_000 + 7 * next(self._numbers)}")
        await visitor.answered()

    async def measure(self, moving: list[Visitor]) -> tuple[Counted, float]:
        """Let everybody move; return what was counted, and the processor time of the server."""
        turns = max(1, round(self.asked.seconds / self.asked.every))
        for visitor in self.visitors:
            visitor.counted = Counted()
        before = spent(self.server.process.pid)
        acting: Iterable[Awaitable[None]] = (
            self.act(number, visitor, turns) for number, visitor in enumerate(moving)
        )
        await asyncio.gather(*acting)
        used = spent(self.server.process.pid) - before
        return _together([visitor.counted for visitor in self.visitors], moving), used


def _together(parts: list[Counted], moving: list[Visitor]) -> Counted:
    return Counted(
        [second for visitor in moving for second in visitor.counted.seconds],
        *(sum(getattr(part, name) for part in parts) for name in ("overtaken", "frames", "bytes")),
        reruns=sum(part.reruns for part in parts),
    )


def memory(pid: int) -> dict[str, float]:
    """Return the MB that a process has now and has had at most, where the system tells."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    parts = (line.split() for line in lines if line.startswith(("VmRSS", "VmHWM")))
    return {part[0].rstrip(":"): int(part[1]) / 1024 for part in parts}


def report(counted: Counted, used: float, asked: argparse.Namespace, pid: int) -> str:
    """Return what was measured, in words."""
    waits = sorted(counted.seconds)
    p50, p95 = statistics.median(waits), waits[min(len(waits) - 1, int(0.95 * len(waits)))]
    ours = sum(os.times()[:2])
    has = memory(pid)
    return "\n".join(
        (
            f"{asked.visitors} visitors on {', '.join(asked.pages)}, every {asked.every:g} s "
            f"{ACTS[asked.act]}; {asked.sweeps} sweeps beside them",
            f"waits: p50 {p50:.2f} s, p95 {p95:.2f} s, longest {waits[-1]:.2f} s; "
            f"{len(waits)} {OUTCOMES[0]}, {counted.overtaken} {OUTCOMES[1]}",
            f"server: {1000 * used / counted.reruns:.1f} ms of processor time for each of "
            f"{counted.reruns} runs; {counted.frames / counted.reruns:.0f} messages, "
            f"{counted.bytes / counted.reruns / 1000:.1f} kB each",
            f"memory: {has.get('VmRSS', 0):.0f} MB, at most {has.get('VmHWM', 0):.0f} MB; "
            f"this client took {ours:.1f} s of the processor in all",
        )
    )


async def visit(server: Server, asked: argparse.Namespace) -> str:
    """Let visitors come, move and leave; return the report."""
    async with Crowd(server, asked) as crowd:
        moving = await crowd.gather()
        counted, used = await crowd.measure(moving)
        return report(counted, used, asked, server.process.pid)


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.visitors.load", description=__doc__)
    parser.add_argument("--visitors", type=int, default=10)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two moves")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long they move")
    parser.add_argument("--pages", type=lambda text: text.split(","), default=["trade-off"])
    parser.add_argument("--act", choices=ACTS, default="new", help=WHAT)
    parser.add_argument("--sweeps", type=int, default=0, help="long sweeps beside them")
    parser.add_argument("--query", default="", help="settings of all visitors: n=300&draws=20")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Start a server, load it, and print what was measured."""
    asked = arguments(words)
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server:
        print(asyncio.run(visit(server, asked)))


if __name__ == "__main__":
    main()
