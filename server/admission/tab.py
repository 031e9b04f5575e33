"""A tab: the two directions of a websocket, between a browser and Streamlit.

What the browser sends is read at once, put in order, and handed to Streamlit when its turn has
come: one run after the other, each begun when that before it has ended. A run that only moved
something is ended by a newer one of its tab that can begin now; while others wait it comes to its
end, so that each turn gives an answer. The press of a button is never ended by what comes after.

After a message that no browser sends (`server.client_messages`), the connection is closed.
Streamlit hears that its visitor has left; what it still sends goes nowhere. So it does where a
visitor left in the middle of it: Starlette would end the connection itself, and Streamlit take that
for a fault.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from starlette.types import Message, Receive, Send
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.SessionStatus_pb2 import SessionStatus
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import ScriptRunner

from server.admission.client_request import ClientRequest, Kind, parse_request
from server.admission.run_queue import Permit, RunQueue
from server.admission.waiting import Waiting
from server.client_messages import Violation, read
from server.limits import PLACES, POLLS, REST
from server.patches.sessions.runs import let_go, runner_of

CONNECT: Message = {"type": "websocket.connect"}
DISCONNECT: Message = {"type": "websocket.disconnect", "code": 1006}

AT_WORK, NOT_AT_WORK = (
    ForwardMsg(session_status_changed=SessionStatus(script_is_running=at_work)).SerializeToString()
    for at_work in (True, False)
)
"""Have the browser show Streamlit's own sign of work, or take it away."""

MOMENT = 0.1
"""Seconds until the browser has heard that a run ended, with which its sign of work goes."""


class Queues:
    """The places of a server: those of runs that somebody waits for, and those of looks."""

    def __init__(self) -> None:
        self.moves, self.polls = RunQueue(PLACES), RunQueue(POLLS, REST)

    def of(self, request: ClientRequest) -> RunQueue:
        """Return where a run waits."""
        return self.polls if request.kind is Kind.POLL else self.moves

    def leave(self, tab: "Tab", but: RunQueue | None = None) -> None:
        """Let a tab wait nowhere, or only there."""
        for queue in (self.moves, self.polls):
            if queue is not but:
                queue.leave(tab)


@dataclass(eq=False)
class TabRun:
    """A run that Streamlit was asked for, or is about to be.

    Parameters
    ----------
    tab : Tab
    request : ClientRequest
    permit : Permit
        Its place, given back when it has ended.
    session, runner : optional
        Streamlit's, once it has begun.
    is_stopped : bool
    has_drawn : bool
        Whether it has sent anything: by then Streamlit has taken the values of its message.
    """

    tab: "Tab"
    request: ClientRequest
    permit: Permit
    session: AppSession | None = None
    runner: ScriptRunner | None = None
    is_stopped: bool = False
    has_drawn: bool = False

    def begin(self, session: AppSession) -> None:
        """Hear that it has begun."""
        self.session, self.runner = session, runner_of(session)
        if self.is_stopped:
            self.stop()

    def stop(self) -> None:
        """End it at its next call of Streamlit, as Streamlit does where a newer run begins."""
        self.is_stopped = True
        if self.session and self.runner and runner_of(self.session) is self.runner:
            self.runner.request_stop()
            let_go(self.session)

    def draw(self) -> None:
        """Hear that it sends something."""
        if not self.has_drawn:
            self.has_drawn = True
            self.tab.go_on()

    def end(self) -> None:
        """Hear that it has ended."""
        self.permit.end()
        self.tab.is_over(self)


class Tab:
    """The messages of one connection, which has been accepted already.

    Parameters
    ----------
    visitor : str
        Whose it is.
    queues : Queues
    receive, send : callable
        The connection to the browser.
    pause : callable
        Is awaited before each message is read: who sends too fast waits there.
    weigh : callable
        Is told the bytes of each message that Streamlit will see; raises Violation if there is no
        room for them.
    is_unseen : callable, optional
        Tells of a widget's name that nobody sees it.
    """

    def __init__(
        self,
        visitor: str,
        queues: Queues,
        receive: Receive,
        send: Send,
        pause: Callable[[], Awaitable[None]],
        weigh: Callable[[int], None],
        is_unseen: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.visitor, self.queues = visitor, queues
        self._receive, self._send, self._pause, self._weigh = receive, send, pause, weigh
        self._is_unseen = is_unseen
        self._waiting = Waiting()
        self._before: ClientRequest | None = None
        self._run: TabRun | None = None  # what runs for this tab, unless something newer took over
        self._ending: TabRun | None = None  # what was ended for something newer, and has not yet
        self._told: TabRun | None = None  # what Streamlit is being told
        self._out: deque[tuple[Message, TabRun | None]] = deque([(CONNECT, None)])
        self._gone: Message | None = None
        self._woken, self._room = asyncio.Event(), asyncio.Event()
        self._signs: set[asyncio.Task[None]] = set()

    async def read(self, message: Message | None = None) -> None:
        """Take a message, if one has come, and all after it until the connection ends."""
        try:
            message = message or await self._receive()
            while message["type"] == "websocket.receive":
                self._take(message)
                while self._waiting.is_full and not self._gone:
                    self._room.clear()
                    await self._room.wait()
                await self._pause()
                message = await self._receive()
            self.leave(message)
        except Violation as violation:
            await self.close(violation.code)
        finally:
            self.leave(DISCONNECT)  # Whatever it was: Streamlit would wait for good.

    async def receive(self) -> Message:
        """Return the next message that Streamlit should see, or that the connection ended."""
        if self._told and not self._told.runner:
            self._told.end()  # Streamlit began nothing: that part of the page is no more.
            self._show(NOT_AT_WORK)
        self._told = None
        while not self._out:
            if self._gone:
                return self._gone
            self._woken.clear()
            await self._woken.wait()
        message, self._told = self._out.popleft()
        return message

    async def send(self, message: Message) -> None:
        """Send what Streamlit says, unless the connection is closed."""
        if self._gone or message["type"] == "websocket.accept":
            return
        try:
            await self._send(message)
        except OSError:
            self.leave({"type": "websocket.disconnect", "code": 1006})

    async def close(self, code: int) -> None:
        """End the connection; Streamlit hears that its visitor has left."""
        self.leave({"type": "websocket.disconnect", "code": code})
        with suppress(OSError):
            await self._send({"type": "websocket.close", "code": code})

    def leave(self, message: Message) -> None:
        """Let nothing wait any more: nobody is there. What has its turn Streamlit hears yet."""
        self._gone = self._gone or message
        self._waiting.clear()
        self.queues.leave(self)
        self._room.set()
        self._woken.set()

    def end(self) -> None:
        """Give back what Streamlit will not hear of any more."""
        self.leave(DISCONNECT)
        for run in (self._told, *(run for _, run in self._out)):
            if run and not run.runner:
                run.permit.end()

    def go(self, permit: Permit) -> None:
        """Begin what waits; `RunQueue` calls it."""
        if self._run:
            self._run.stop()
        self._run = TabRun(self, self._waiting.pop(), permit)
        self._hand(self._run.request.message, self._run)
        self._room.set()
        self.go_on()

    def began(self, session: AppSession) -> TabRun | None:
        """Hear that Streamlit began a run: that which it was told last."""
        if self._told:
            self._told.begin(session)
        return self._told

    def is_over(self, run: TabRun) -> None:
        """Hear that a run has ended."""
        if run is self._ending:
            self._ending = None
        if run is self._run:
            self._run = None
            self.go_on()
            if self._is_waited_for():
                # After what the browser hears of that end.
                asyncio.get_running_loop().call_later(MOMENT, self._show, AT_WORK)

    def _take(self, message: Message) -> None:
        """Let a message wait for its turn, which may have come already."""
        content = read(message.get("bytes"))
        if content is None:
            return
        request = parse_request(message, content, self._before)
        self._weigh(request.size)
        if self._before and self._before.page == request.page:
            # On another page Streamlit writes into the address what the message says of these; and
            # the first of a connection may bring along what a session held that is gone.
            request = request.without(self._is_unseen)
        if request.kind is Kind.AT_ONCE:
            self._hand(message)
            return
        if request.is_run:
            self._before = request
        if request.kind is Kind.STOP and self._run and not self._waiting.holds_a_press:
            self._hand(message)  # It ends what runs, and once more what waits.
        self._waiting.add(request)
        self.go_on()
        if self._is_waited_for():
            self._show(AT_WORK)

    def go_on(self) -> None:
        """Wait for a place for what is next, if it may begin."""
        while (head := self._waiting.head) and head.kind is Kind.STOP:
            self._hand(self._waiting.pop().message)
        queue = self.queues.of(head) if head and self._may_begin(head) else None
        self.queues.leave(self, but=queue)
        if queue is None:
            return
        queue.ask(self)
        if self._run and queue.waits(self) and queue.is_alone(self):
            self._take_over(self._run)

    def _take_over(self, run: TabRun) -> None:
        """End a run for what waits, which begins beside it, unless one is ending beside already."""
        run.stop()
        if not self._ending:
            self._ending = run
            run.permit.give_back()

    def _may_begin(self, head: ClientRequest) -> bool:
        """Tell whether nothing runs, or what runs may be ended by this."""
        run = self._run
        if run is None:
            return True
        if run.request.kind is Kind.PRESS or head.is_of_a_part:
            return False
        return run.has_drawn or head.says_all_of(run.request)

    def _hand(self, message: Message, run: TabRun | None = None) -> None:
        self._out.append((message, run))
        self._woken.set()

    def _is_waited_for(self) -> bool:
        head = self._waiting.head
        return head is not None and head.kind is not Kind.POLL

    def _show(self, sign: bytes) -> None:
        """Have the browser show that its page is at work, or is not."""
        is_over = sign is AT_WORK and not self._is_waited_for()
        if self._gone or is_over or self._signs:  # One on its way is enough.
            return
        sending = asyncio.create_task(self.send({"type": "websocket.send", "bytes": sign}))
        self._signs.add(sending)
        sending.add_done_callback(self._signs.discard)
