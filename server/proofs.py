"""What safety rests on in foreign code, tried at the start: a patch that no longer takes stops it.

Streamlit, starlette, uvicorn and `websockets` are changed from outside in a few places. A new
version may rename what is changed: nothing fails then, and a protection is gone without a word. So
each is proven by what it does, or, where that would take a visitor, by who calls it.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from types import CodeType

from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime.app_session import AppSession
from streamlit.web.server.starlette import starlette_server, starlette_websocket
from uvicorn.config import HTTP_PROTOCOLS, WS_PROTOCOLS
from uvicorn.importer import import_from_string
from websockets.http11 import Request
from websockets.server import ServerProtocol

from server import frames, unread
from server.admission import runs
from server.entry.door import STREAM

MEGABYTES = 2
"""Of the upload that is tried: starlette writes those above one to disk."""

LONG = 10_000
"""Bytes of the header that is tried: `websockets` gives up at 8 kB."""


def uploads_stay_in_memory() -> bool:
    """Whether a file on its way to a page is written to no disk."""
    head = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
    headers = Headers({"content-type": "multipart/form-data; boundary=x"})

    async def body() -> AsyncGenerator[bytes, None]:
        yield head
        for _ in range(MEGABYTES):
            yield bytes(2**20)
        yield b"\r\n--x--\r\n"

    async def parsed() -> bool:
        form = await MultiPartParser(headers, body()).parse()
        try:
            # A file that was rolled over to disk has a name or a number of the system's.
            return not getattr(form["f"].file, "_rolled", True)  # type: ignore[union-attr]
        finally:
            await form.close()

    # In a thread of its own: here a loop may be running already.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, parsed()).result()


def long_headers_are_read() -> bool:
    """Whether a websocket's request with a long line reaches the door, and is answered there."""
    protocol = ServerProtocol()
    line = b"x" * LONG
    protocol.receive_data(
        b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        b"Cookie: " + line + b"\r\n\r\n"
    )
    return any(isinstance(each, Request) for each in protocol.events_received())


def frames_are_refused() -> bool:
    """Whether Streamlit sees what a page asks for, and not what serves developers."""
    run, clear = BackMsg(), BackMsg(clear_cache=True)
    run.rerun_script.SetInParent()
    read = frames.read(run.SerializeToString()), frames.read(clear.SerializeToString())
    return read[0] is not None and read[1] is None


def the_stream_is_admitted() -> bool:
    """Whether browsers speak to Streamlit there, and only there, where they are admitted."""
    routes = starlette_websocket.create_websocket_routes(None, "")  # type: ignore[arg-type]
    return [getattr(route, "path", "") for route in routes] == [STREAM]


def runs_take_turns() -> bool:
    """Whether it is heard that a run begins, and that it ends."""
    heard = AppSession._create_scriptrunner, AppSession._handle_scriptrunner_event_on_event_loop
    callers = AppSession.request_rerun, AppSession._on_scriptrunner_event
    called = ("_create_scriptrunner", "_handle_scriptrunner_event_on_event_loop")
    return all(each.__module__ == runs.__name__ for each in heard) and all(
        name in _names_in(caller.__code__) for caller, name in zip(callers, called, strict=True)
    )


def _names_in(code: CodeType) -> set[str]:
    """Return what a function names, in the functions within it, too."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*map(_names_in, inner))


def connections_end_in_time() -> bool:
    """Whether uvicorn serves with the classes whose connections are counted, and cut in time."""
    used = HTTP_PROTOCOLS["auto"], WS_PROTOCOLS[starlette_server._get_websocket_protocol()]
    changed = ("connection_made", "pause_writing", "resume_writing", "connection_lost")
    return all(
        getattr(import_from_string(str(name)), method).__module__ == unread.__name__
        for name in used
        for method in changed
    )


def failed() -> list[str]:
    """Return what does not hold; what cannot even be tried does not."""
    return [said for said, holds in PROOFS.items() if not _holds(holds)]


def _holds(proof: Callable[[], bool]) -> bool:
    try:
        return proof()
    except (AttributeError, KeyError, TypeError, ValueError, ImportError, RuntimeError, OSError):
        return False  # What was tried has another form by now.


PROOFS: dict[str, Callable[[], bool]] = {
    "uploads stay in memory": uploads_stay_in_memory,
    "long headers are read": long_headers_are_read,
    "frames are refused": frames_are_refused,
    "the stream is admitted": the_stream_is_admitted,
    "runs take turns": runs_take_turns,
    "connections end in time": connections_end_in_time,
}
