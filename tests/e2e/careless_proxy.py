"""A proxy as people first write it: it asks the server anew, and passes no websocket on."""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.serving import Server

HOP = {"connection", "upgrade", "keep-alive", "transfer-encoding", "content-length"}
"""Headers that are between a client and a proxy, and not passed on."""


@contextmanager
def careless(server: Server, *, keeps_host: bool) -> Iterator[str]:
    """Yield the address of a proxy before a server; what it keeps of a request is the Host, or not.

    Without that it is nginx's `proxy_pass` alone, or Apache's `ProxyPass`.
    """

    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            dropped = HOP if keeps_host else {*HOP, "host"}
            headers = {k: v for k, v in self.headers.items() if k.lower() not in dropped}
            with closing(HTTPConnection("127.0.0.1", server.port)) as asked:
                asked.request(self.command, self.path, headers=headers)
                answer = asked.getresponse()
                content = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in HOP:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{proxy.server_port}"
        proxy.shutdown()
