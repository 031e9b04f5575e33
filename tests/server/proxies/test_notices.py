"""What is read instead of a page: in words to whoever opens one, in a line to whatever asks."""

import pytest
from starlette.routing import Router

from server.entry.host_guard import HostGuard
from server.entry.hosts import read_allowed
from server.notices.connection import NOTICE, ROOT, SCRIPT, with_notice
from server.patches.browser.files import STREAMLIT
from tests.server.asgi import scope_of, sent_by
from tests.serving import ROOT as FOLDER
from tests.serving import Server


def refused(host: str, accept: str) -> tuple[dict[bytes, bytes], str, int]:
    door = HostGuard(Router(), read_allowed(""))
    headers = {"host": host, "accept": accept}
    start, body = sent_by(door, scope_of("/decide", headers=headers))
    return dict(start["headers"]), body["body"].decode(), start["status"]


@pytest.mark.parametrize("accept", ["text/html,application/xhtml+xml", "*/*", ""])
def test_a_browser_that_opens_a_page_at_a_strange_address_reads_one(accept: str):
    headers, said, status = refused("lab.example", accept)
    is_page = accept.startswith("text/html")
    assert (headers[b"content-type"].startswith(b"text/html"), status) == (is_page, 421)
    assert ("<h1>This server does not answer here</h1>" in said) == is_page
    assert "EXPLORER_HOSTS=lab.example" in said


def test_a_refusal_brings_no_markup_into_its_page():
    _, said, status = refused("a<script>b", "text/html")
    assert status == 400
    assert "<script>" not in said


def test_streamlits_page_has_the_notice_and_its_script_once():
    page = (STREAMLIT / "index.html").read_text("utf-8")
    noticed = with_notice(page)
    assert noticed.count(NOTICE) == noticed.count(f'src="./{SCRIPT}"') == 1
    assert with_notice(noticed.replace(ROOT, "")) == noticed.replace(ROOT, "")
    assert (FOLDER / SCRIPT).is_file()


def test_its_script_is_asked_for_without_an_origin(server: Server):
    # With `crossorigin` or as a module it would be refused where the others are.
    (tag,) = (line for line in server.get("/")[2].decode().splitlines() if SCRIPT in line)
    assert tag.strip() == f'<script src="./{SCRIPT}" async></script>'
