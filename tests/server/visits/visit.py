"""A visitor of a running server without a browser: one jar of cookies, tabs, and uploads."""

import gc
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from http.cookies import SimpleCookie

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect

from tests.serving import PATIENCE, Server

XSRF = "_streamlit_xsrf"
Answer = tuple[int, dict[str, str], bytes]


class Tab:
    """One websocket: what a tab of a browser holds open."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.said: list[ForwardMsg] = []
        self.session = ""

    def run(self, page: str = "", query: str = "") -> list[ForwardMsg]:
        """Ask for a run of a page; return what it sent until its end."""
        self.send(BackMsg(rerun_script={"page_name": page, "query_string": query}))
        return self.until("script_finished")

    def send(self, message: BackMsg) -> None:
        self.socket.send(message.SerializeToString())

    def until(self, kind: str) -> list[ForwardMsg]:
        heard = []
        while True:
            message = ForwardMsg.FromString(self.socket.recv(timeout=PATIENCE))
            heard.append(message)
            if message.WhichOneof("type") == "new_session":
                self.session = message.new_session.initialize.session_id
            if message.WhichOneof("type") == kind:
                self.said += heard
                return heard


class Visit:
    """A browser: what it sends to one server, with the cookies that it was given there."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookies: dict[str, str] = {}

    def ask(
        self,
        path: str,
        method: str = "GET",
        *,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        **more: object,
    ) -> Answer:
        """Return status, headers and body; keep the cookies that come with them."""
        asking = HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        try:
            asking.request(method, path, body, self._headers() | dict(headers or {}), **more)
            answer = asking.getresponse()
            content = answer.read()
        finally:
            asking.close()
        for value in answer.headers.get_all("set-cookie") or []:
            self.cookies |= {name: each.value for name, each in SimpleCookie(value).items()}
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, content

    @contextmanager
    def tab(self) -> Iterator[Tab]:
        """Hold a tab open until the block ends."""
        self.ask("/")
        self.ask("/_stcore/health")
        address = f"{self.server.url.replace('http', 'ws')}/_stcore/stream"
        more = {"subprotocols": ["streamlit"], "max_size": None, "proxy": None}
        with connect(address, additional_headers=self._headers(), **more) as socket:
            yield Tab(socket)

    def put(self, tab: Tab, file: str, content: bytes, **more: object) -> Answer:
        """Upload a file into the session of a tab."""
        return self.ask(
            f"/_stcore/upload_file/{tab.session}/{file}", "PUT", **(form(content, self) | more)
        )

    def _headers(self) -> dict[str, str]:
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": jar} if jar else {}


def form(content: bytes, visit: Visit) -> dict[str, object]:
    """Return an upload as the body of a request, and the headers that go with it."""
    start = (
        b'--XX\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n'
        b"Content-Type: text/csv\r\n\r\n"
    )
    headers = {
        "Content-Type": "multipart/form-data; boundary=XX",
        "X-Xsrftoken": visit.cookies.get(XSRF, ""),
    }
    return {"body": start + content + b"\r\n--XX--\r\n", "headers": headers}


def memory(server: Server) -> float:
    """Return how many megabytes of memory a server's process holds."""
    gc.collect()
    with open(f"/proc/{server.process.pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
