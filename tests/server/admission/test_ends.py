"""How a tab ends: by a frame that no browser sends, by a visitor who leaves, by a fault."""

import asyncio
from contextlib import suppress

import pytest
from starlette.types import Message, Receive, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from server.admission.tab import Queues, Tab
from tests.server.admission.browser import LEFT, Session, frame, move, press
from tests.server.asgi import scope_of


@pytest.mark.parametrize(
    ("data", "code"), [("clear", 1003), (b"\xff\xff", 1002), (b"\x0a" * 5 * 2**20, 1009)]
)
def test_frames_that_no_browser_sends_end_the_connection(data: bytes | str, code: int):
    """Streamlit hears that the visitor left, and what it still sends goes nowhere."""

    async def story() -> None:
        async with Session(Queues()) as ada:
            await ada.says(press("a"), press("b"), frame(data), press("c"))
            assert ada.heard == [press("a")]
            assert ada.is_gone
            await ada.tab.send({"type": "websocket.send", "bytes": b"late"})
            assert ada.sent[-1] == {"type": "websocket.close", "code": code}

    asyncio.run(story())


def test_a_fault_while_reading_ends_the_connection():
    async def story() -> None:
        def fail(_: int) -> None:
            raise ZeroDivisionError

        async with Session(Queues()) as ada:
            ada.tab._weigh = fail
            await ada.says(move(1))
            assert ada.is_gone
            assert isinstance(ada._tasks[1].exception(), ZeroDivisionError)

    asyncio.run(story())


def tab(receive: Receive, send: Send) -> Tab:
    async def pause() -> None:
        pass

    return Tab("ada", Queues(), receive, send, pause, lambda _: None)


async def heard_at_the_end(receive: Receive, send: Send) -> type[Exception]:
    """Return how Starlette says that a visitor left while something was sent to him."""
    socket = WebSocket(scope_of("/_stcore/stream", "websocket"), receive, send)
    await socket.accept()
    try:
        with suppress(WebSocketDisconnect):  # Streamlit's other task, which sends
            await socket.send_bytes(b"figures")
        while True:
            await socket.receive_bytes()
    except (WebSocketDisconnect, RuntimeError) as fault:
        return type(fault)


@pytest.mark.parametrize("is_a_tab", [True, False])
def test_a_visitor_who_leaves_while_something_is_sent_has_left_and_made_no_fault(is_a_tab: bool):
    async def story() -> type[Exception]:
        waiting = iter([{"type": "websocket.connect"}, LEFT])

        async def receive() -> Message:
            return next(waiting)

        async def send(message: Message) -> None:
            if message["type"] == "websocket.send":
                raise OSError

        between = tab(receive, send)
        ends = (between.receive, between.send) if is_a_tab else (receive, send)
        return await heard_at_the_end(*ends)

    fault = asyncio.run(story())
    if is_a_tab:
        assert fault is WebSocketDisconnect
    else:
        assert issubclass(fault, RuntimeError), "The tab may leave that alone."
