"""What measures how long a visitor waits: a slow answer is a long one, and none is left out."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from benchmarks.visitors import waiting
from tests.e2e.browser import SETTLED, Windows, settled

SLOW = 1_700
"""Milliseconds, longer than a page that stands still is looked at."""

PAGE = f"""
<div data-testid="stApp" data-test-script-state="notRunning" data-test-connection-state="CONNECTED">
  <div data-testid="stMain">
    <h1>Slow</h1><input type="range" role="slider" aria-label="Privacy parameter ε">
    <div class="js-plotly-plot"><svg class="main-svg"><g class="subplot"></g></svg></div>
  </div>
</div>
<script>
  const app = document.querySelector("[data-testid=stApp]"), plot = document.querySelector("g");
  plot.setAttribute("d", "0");
  document.querySelector("input").addEventListener("keydown", ({{ key }}) => {{
    app.dataset.testScriptState = "running";
    setTimeout(() => {{
      plot.setAttribute("d", key);
      app.dataset.testScriptState = "notRunning";
    }}, {SLOW});
  }});
</script>
"""


@pytest.mark.whole
def test_a_slow_answer_is_waited_for_and_counted(browser: Windows, tmp_path: Path):
    file = tmp_path / "slow.html"
    file.write_text(PAGE, "utf-8")
    moves = waiting.answers(browser.browser, file.as_uri(), 2)
    assert [len(each) for each in moves] == [2, 2]
    assert min(map(min, moves)) >= SLOW / 1000


def test_a_page_that_was_just_asked_has_not_settled(open_page: Callable[..., Page]):
    page = open_page("/adversary")
    # In one script: between two of them a page may fetch a font that its last words ask for.
    press = f"""async (it) => {{
      const settled = {SETTLED};
      while (!settled()) await new Promise(requestAnimationFrame);
      it.click();
      return await new Promise((done) => setTimeout(() => done(settled())));
    }}"""
    assert page.get_by_text("ε = 1", exact=True).evaluate(press) is False
    assert settled(page).get_by_role("radio", name="ε = 1").is_checked()


ASK = """
address => new Promise((done) => {
  const socket = new WebSocket(address), states = [];
  socket.onopen = () => {
    socket.send(new Uint8Array([(11 << 3) | 2, 0]));
    states.push(window.asked);
  };
  socket.onclose = () => setTimeout(() => done([...states, window.asked]));
})
"""


def test_an_answer_is_not_waited_for_once_its_connection_has_ended(browser: Windows):
    def page_of(connection: ServerConnection, request: Request) -> Response | None:
        return None if "Upgrade" in request.headers else connection.respond(200, "")

    def hang_up(connection: ServerConnection) -> None:
        connection.recv()

    with (
        serve(hang_up, "127.0.0.1", 0, process_request=page_of) as rude,
        browser.lent(dark=False, phone=False) as page,
    ):
        Thread(target=rude.serve_forever, daemon=True).start()
        place = f"127.0.0.1:{rude.socket.getsockname()[1]}"
        page.goto(f"http://{place}")
        assert page.evaluate(ASK, f"ws://{place}") == ["sent", None]


@pytest.mark.parametrize(
    ("words", "said"), [(["--tabs", "0"], "at least 1; got 0"), (["trade-off"], "got trade-off")]
)
def test_what_cannot_be_measured_gets_a_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit):
        waiting.arguments(words)
    assert said in capsys.readouterr().err


def test_a_server_that_is_not_there_gets_a_sentence(browser: Windows):
    asked = waiting.arguments(["/trade-off", "--tabs", "1"])
    with pytest.raises(SystemExit, match=r"http://127\.0\.0\.1:9/trade-off cannot be measured"):
        waiting.measure(browser.browser, "http://127.0.0.1:9", asked)
