"""What a browser sends, and a Streamlit that a test runs step by step."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from starlette.types import Message
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from server.admission.tab import Queues, Tab, TabRun

LEFT: Message = {"type": "websocket.disconnect", "code": 1001}


def frame(data: bytes | str) -> Message:
    """Return a message of a websocket, as it comes from the network."""
    return {"type": "websocket.receive", "text" if isinstance(data, str) else "bytes": data}


def rerun(**state: Any) -> Message:
    """Return a message that asks for a run."""
    return frame(BackMsg(rerun_script=state).SerializeToString())


def move(value: float, page: str = "page", **state: Any) -> Message:
    """Return a message after a slider was moved."""
    widgets = [{"id": "slider", "double_value": value}]
    return rerun(page_script_hash=page, widget_states={"widgets": widgets}, **state)


def press(button: str, page: str = "page", **state: Any) -> Message:
    """Return a message after a button was pressed."""
    widgets = [{"id": "slider", "double_value": 0}, {"id": button, "trigger_value": True}]
    return rerun(page_script_hash=page, widget_states={"widgets": widgets}, **state)


def upload(*files: str, page: str = "page") -> Message:
    """Return a message after files came or went."""
    holds = {"uploaded_file_info": [{"name": each, "file_id": each} for each in files]}
    widgets = [{"id": "table", "file_uploader_state_value": holds}]
    return rerun(page_script_hash=page, widget_states={"widgets": widgets})


def poll(fragment: str = "part", **state: Any) -> Message:
    """Return a look at something that is under way."""
    return move(0, fragment_id=fragment, is_auto_rerun=True, **state)


STOP = frame(BackMsg(stop_script=True).SerializeToString())
ROWS = frame(
    BackMsg(backend_operation_request={"dataframe_chunk": {"source_id": "a"}}).SerializeToString()
)


@dataclass(eq=False)
class Runner:
    """A run of Streamlit's, as long as a test likes."""

    is_stopped: bool = False

    def request_stop(self) -> None:
        """Note that it should end."""
        self.is_stopped = True


@dataclass(eq=False)
class Session:
    """Streamlit's side of a tab: each message that asks for a run begins one.

    Parameters
    ----------
    queues : Queues
    visitor : str
    """

    queues: Queues
    visitor: str = "ada"
    _scriptrunner: Runner | None = None
    runs: list[tuple[Message, Runner, TabRun | None]] = field(default_factory=list)
    heard: list[Message] = field(default_factory=list)
    sent: list[Message] = field(default_factory=list)
    weighed: list[int] = field(default_factory=list)
    is_gone: bool = False

    async def __aenter__(self) -> "Session":
        """Open the tab."""
        self._network: asyncio.Queue[Message] = asyncio.Queue()

        async def send(message: Message) -> None:
            self.sent.append(message)

        async def pause() -> None:
            pass

        self.tab = Tab(
            self.visitor,
            self.queues,
            self._network.get,
            send,
            pause,
            self.weighed.append,
            lambda widget: widget == "hidden",
        )
        self._tasks = [asyncio.create_task(self._listen())]
        return self

    async def __aexit__(self, *fault: object) -> None:
        """Close it."""
        for task in self._tasks:
            task.cancel()
        self.tab.end()

    async def says(self, *messages: Message) -> None:
        """Let messages come, and all be done that they lead to at once."""
        if messages and len(self._tasks) == 1:
            self._tasks.append(asyncio.create_task(self.tab.read(messages[0])))
            messages = messages[1:]
        for message in messages:
            self._network.put_nowait(message)
        await settled()

    async def draws(self, number: int = -1) -> None:
        """Let a run send something to the browser."""
        run = self.runs[number][2]
        if run:
            run.draw()
        await settled()

    async def ends(self, number: int = -1) -> None:
        """Let a run end."""
        _, runner, run = self.runs[number]
        if self._scriptrunner is runner:
            self._scriptrunner = None
        if run:
            run.end()
        await settled()

    @property
    def ran(self) -> list[Message]:
        """The messages for which runs began."""
        return [message for message, _, _ in self.runs]

    @property
    def signs(self) -> list[bool]:
        """What the browser was told of its page: whether it is at work."""
        told = (each["bytes"] for each in self.sent if each["type"] == "websocket.send")
        return [
            ForwardMsg.FromString(each).session_status_changed.script_is_running for each in told
        ]

    async def _listen(self) -> None:
        while True:
            message = await self.tab.receive()
            if message["type"] == "websocket.disconnect":
                self.is_gone = True
                return
            if message["type"] == "websocket.receive":
                self._obey(message)

    def _obey(self, message: Message) -> None:
        self.heard.append(message)
        said = BackMsg.FromString(message["bytes"])
        if not said.HasField("rerun_script") or said.rerun_script.fragment_id == "gone":
            return
        if self._scriptrunner:
            self._scriptrunner.request_stop()
        self._scriptrunner = runner = Runner()
        run = self.tab.began(self)  # type: ignore[arg-type]
        self.runs.append((message, runner, run))


async def settled() -> None:
    """Let all tasks do what they can."""
    for _ in range(20):
        await asyncio.sleep(0)
