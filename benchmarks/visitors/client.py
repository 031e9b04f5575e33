"""A tab of a browser at a server: it notes the widgets that are drawn, and sends what they say.

Each move sends the values of all widgets, as a browser does. A move waits for the end of a run that
has seen it: where it turned a dial, the run answers that turn; where it opened a page, the run is
that page's. Whoever moves again before that waits for the newer answer alone. A tab whose
connection is closed opens another one and sends again what its widgets say.

Every frame is parsed whole: protobuf's parser takes less than a microsecond for each of a run's
hundred, and the websocket below it several.
"""

import asyncio
import json
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from benchmarks.visitors.browser import PATIENCE, SOON, Browser, NeverLetIn

FINISHED = ForwardMsg.FINISHED_SUCCESSFULLY
OF_FRAGMENT = ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY

OVERVIEW = "overview"
"""What opens without a name in the address."""

TURNS = count(1)
"""Numbers of turns of dials, which grow."""


@dataclass
class Counted:
    """What was measured between two moments.

    Parameters
    ----------
    seconds : list of float
        Per answered move, from its message to the end of its run.
    overtaken : int
        Moves that a newer one of the same visitor came before.
    unanswered : int
        Moves whose answer did not come while anybody was patient.
    silence : float
        The longest time from a move to the next answer, be it that of a newer move: who moves again
        and again and sees nothing has short waits at the end, and a long silence.
    frames, bytes : int
        What the server sent.
    reruns : int
        Runs that came to their end, of pages and of parts of them.
    turned_away : Counter
        How often somebody was told to come later, by what they had asked for; `closed` counts
        connections that the server ended.
    """

    seconds: list[float] = field(default_factory=list)
    overtaken: int = 0
    unanswered: int = 0
    silence: float = 0.0
    frames: int = 0
    bytes: int = 0
    reruns: int = 0
    turned_away: Counter[str] = field(default_factory=Counter)


def value_of(kind: str, widget: Any) -> dict[str, Any]:
    """Return what a browser says of a widget that nobody has touched, as a `WidgetState` has it."""
    shown: Any = getattr(
        widget, "value" if getattr(widget, "set_value", False) else "default", None
    )
    if kind in ("text_input", "text_area"):
        return {"string_value": shown}
    if kind == "checkbox":
        return {"bool_value": shown}
    if kind == "number_input":
        form = "int_value" if widget.data_type == widget.INT else "double_value"
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
    """A browser's end of a connection: a tab.

    Parameters
    ----------
    browser : Browser
    query : str
        What stands behind the address.
    """

    def __init__(self, browser: Browser, query: str = "") -> None:
        self.browser, self.query, self.page, self.session = browser, query, "", ""
        self.counted = Counted()
        self.states: dict[str, WidgetState] = {}
        self.buttons: dict[str, str] = {}
        self.boxes: dict[str, str] = {}
        self.dials: dict[str, str] = {}
        self.texts: list[str] = []
        self.urls: asyncio.Queue[Any] = asyncio.Queue()
        self.socket: ClientConnection | None = None
        self._name = ""
        self._seen: set[str] = set()
        self._sent: float | None = None
        self._first = 0.0
        self._awaited: tuple[str, str] | None = None
        self._is_its_run = False
        self._done = asyncio.Event()
        self._polls: list[asyncio.Task[None]] = []
        self._has_left = False

    # --- The connection ---------------------------------------------------------------------------

    async def connect(self) -> None:
        """Open the connection; whoever is turned away comes back."""
        self.socket = await self.browser.tab()

    async def listen(self) -> None:
        """Read what the server sends, over another connection if it ends one, until they leave."""
        while self.socket and not self._has_left:
            with suppress(ConnectionClosed):
                async for frame in self.socket:
                    self.hear(frame)
            if not self._has_left:
                await self._come_back()

    async def _come_back(self) -> None:
        self._stop_polling()
        self.counted.turned_away["closed"] += 1
        await asyncio.sleep(SOON)
        with suppress(NeverLetIn):
            await self.connect()
            if self._has_left and self.socket:
                await self.socket.close()
            if self._sent is not None:
                await self._send(page_name=self._name)

    async def leave(self) -> None:
        """End the connection."""
        self._has_left = True
        self._stop_polling()
        if self.socket:
            await self.socket.close()

    # --- What the server says ---------------------------------------------------------------------

    def hear(self, frame: bytes | str) -> None:
        """Take one message of the server."""
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
            self._arrive(message.navigation)
        elif kind == "auto_rerun":
            self._poll(message.auto_rerun)
        elif kind == "file_urls_response":
            self.urls.put_nowait(message.file_urls_response.file_urls)
        elif kind == "script_finished":
            self._finish(message.script_finished)

    def _begin(self, message: ForwardMsg) -> None:
        self.session = message.new_session.initialize.session_id
        if not message.metadata.run.fragment_ids:  # else it is a part of a page, which polls
            self._seen.clear()
            self.texts.clear()
            self.boxes.clear()
            self._is_its_run = self._awaited is None
            self._stop_polling()

    def _arrive(self, navigation: Any) -> None:
        self.page = navigation.page_script_hash
        names = {each.page_script_hash: each.url_pathname for each in navigation.app_pages}
        self._is_its_run |= self._awaited == ("", names.get(self.page, ""))

    def _note(self, element: Any) -> None:
        kind = element.WhichOneof("type")
        if kind == "markdown":
            self.texts.append(element.markdown.body)
            return
        widget: Any = getattr(element, kind) if kind else None
        name = getattr(widget, "id", "")
        if not name:
            return
        self._seen.add(name)
        if kind == "button":
            self.buttons[widget.label] = name
        elif kind == "file_uploader":
            self.boxes[widget.label] = name
        elif kind == "bidi_component":
            self.dials[name.rpartition("-")[2]] = name
            answered = str(json.loads(widget.json)["told"]["turn"])
            self._is_its_run |= self._awaited == (name, answered)
        else:
            self._show(kind, name, widget)

    def _show(self, kind: str, name: str, widget: Any) -> None:
        """Let a widget show what the server says, unless somebody has touched it since."""
        sets = getattr(widget, "set_value", False)
        if name in self.states and not sets:
            # A box of which the server sets no value shows what was typed.
            self._is_its_run |= self._awaited == (name, self.states[name].string_value)
            return
        value = value_of(kind, widget) if kind else {}
        if self._awaited and self._awaited[0] == name:
            self._is_its_run |= value.get("string_value") == self._awaited[1]
            return  # What is typed stays, whatever an older run says.
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
        if how == FINISHED and self._sent is not None and self._is_its_run:
            now = time.perf_counter()
            self.counted.seconds.append(now - self._sent)
            self.counted.silence = max(self.counted.silence, now - self._first)
            self._sent = self._awaited = None
            for name in self.states.keys() - self._seen:
                del self.states[name]
            self._done.set()

    # --- What the visitor does --------------------------------------------------------------------

    async def _send(self, *changed: WidgetState, **state: Any) -> bool:
        message = BackMsg(rerun_script={"query_string": self.query, **state})
        if "page_name" not in state:
            message.rerun_script.page_script_hash = self.page
        widgets = message.rerun_script.widget_states.widgets
        widgets.extend(self.states.values())
        widgets.extend(changed)
        return await self.say(message)

    async def say(self, message: BackMsg) -> bool:
        """Send a message; over a connection that is closed it is lost, as a browser's is."""
        if self.socket:
            with suppress(ConnectionClosed):
                await self.socket.send(message.SerializeToString())
                return True
        return False

    async def move(self, *changed: WidgetState, awaited: Any = None, **state: Any) -> None:
        """Send what the widgets say; `answered` waits for the page."""
        now = time.perf_counter()
        if self._sent is None:
            self._first = now
        else:
            self.counted.overtaken += 1
        self._sent, self._awaited = now, awaited
        self._is_its_run = awaited is None
        self._done.clear()
        await self._send(*changed, **state)

    async def answered(self) -> bool:
        """Wait until the last move is answered; tell whether it was."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._done.wait()
        if self._sent is not None:
            self.counted.unanswered += 1
            self.counted.silence = time.perf_counter() - self._first
            self._sent = None
        return self._done.is_set()

    async def resend(self) -> bool:
        """Send what the widgets say, and await no answer; tell whether it could be sent."""
        return await self._send()

    async def open(self, page: str) -> None:
        """Open a page, by its address."""
        self._name = "" if page == OVERVIEW else page
        await self.move(awaited=("", self._name), page_name=self._name)

    def box(self, key: str) -> str:
        """Return the name of the widget of that key."""
        for name in self.states:
            if name.endswith(f"-{key}"):
                return name
        raise LookupError(key)

    def fill(self, key: str, text: str) -> tuple[str, str]:
        """Type into the widget of that key, and send nothing yet."""
        name = self.box(key)
        self.states[name] = WidgetState(id=name, string_value=text)
        return name, text

    def set(self, key: str, text: str) -> tuple[str, str]:
        """Set the dial of that key, as its script tells it, and send nothing yet."""
        name, turn = self.dials[key], next(TURNS)
        told = json.dumps({"told": {"text": text, "turn": turn}})
        self.states[name] = WidgetState(id=name, json_value=told)
        return name, str(turn)

    async def turn(self, key: str, text: str) -> None:
        """Turn the dial of that key."""
        await self.move(awaited=self.set(key, text))

    async def press(self, label: str) -> None:
        """Press the button of that label."""
        await self.move(WidgetState(id=self.buttons[label], trigger_value=True))

    async def upload(self, label: str, name: str, content: bytes) -> str:
        """Upload a file into the box of that label; return why it was refused, or nothing.

        The server is asked where the file goes, the file goes there, and the next move says that
        it is in the box.
        """
        asked = {"request_id": "1", "file_names": [name], "session_id": self.session}
        await self.say(BackMsg(file_urls_request=asked))
        try:
            async with asyncio.timeout(PATIENCE):
                (urls,) = await self.urls.get()
        except TimeoutError:
            return "no answer where it goes"
        answer = await self.browser.put(urls.upload_url, name, content)
        if answer.status != 204:
            return f"{answer.status} {answer.body[:80].decode(errors='replace')}"
        info = {"file_id": urls.file_id, "name": name, "size": len(content), "file_urls": urls}
        box, state = self.boxes[label], {"uploaded_file_info": [info]}
        self.states[box] = WidgetState(id=box, file_uploader_state_value=state)
        await self.move()
        return ""
