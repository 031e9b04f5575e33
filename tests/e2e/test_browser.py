"""What counts as a fault: a missing file of ours, and nothing that a browser does by itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from tests.e2e.browser import Windows, heard

OF_BROWSER = """() => {
  console.warn("A browser's advice");
  const asking = new AbortController();
  fetch("/", { signal: asking.signal }).catch(() => {});
  asking.abort();
}"""
"""What may come of itself in some browser: a line, and a request that is given up."""

PICTURE = """(file) => new Promise((done) => {
  Object.assign(new Image(), { onerror: done, src: file });
})"""


class OnePage(BaseHTTPRequestHandler):
    """A course's page at the root, which names no icon, and nothing else."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/" else 404)
        self.end_headers()
        self.wfile.write(b"<title>A course</title>")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def course() -> Iterator[str]:
    """Serve that page, and give its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), OnePage) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_missing_file_is_a_fault_and_what_a_browser_does_by_itself_is_none(browser: Windows):
    page = browser.new(phone=False)
    _, said = heard(page)
    with course() as address:
        page.goto(address)
        with page.expect_event("requestfailed"):
            page.evaluate(OF_BROWSER)
        for file, is_ours in (("/favicon.ico", False), ("/logo.svg", True), ("/a/icon.ico", True)):
            with page.expect_event("console", lambda line, file=file: file in str(line.location)):
                page.evaluate(PICTURE, file)
            assert [file in each for each in said] == [True] * is_ours
            said.clear()
        page.context.close()
