"""What visits leave in a server's memory: each brings a table to the Data page, and closes the tab.

A visit is a browser of its own, with its own cookie: it uploads a file, waits until its page has
drawn what was found in it, and goes. Memory is that of the server's process, without those that
compute sweeps. It is looked at until what the last visitor left has ended (`GRACE`), and a minute
more.

Examples
--------
>>> asked = arguments(["--visits", "200", "--megabytes", "10"])
>>> asked.visits, asked.megabytes
(200, 10.0)
>>> len(table(0.1, seed=1)) / 1e6
0.1...
"""

import argparse
import itertools
import tempfile
import time
from pathlib import Path

import numpy as np
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from server.visits.visitor_store import GRACE
from tests.server.visits.visit import Tab, Visit, memory
from tests.serving import Server, serve

ADDRESS = "data=upload"
KEPT = "Forget it"
"""The button beside a table that was taken."""

NUMBERS = 10
SHOWN = 10
"""So many times the memory is told while visitors come."""


def table(megabytes: float, seed: int) -> bytes:
    """Return a table as a file: a category, ten numbers, and a label that follows one of them."""
    rng = np.random.default_rng(seed)
    n = max(20, int(megabytes * 1e4))  # rows of some hundred bytes
    numbers = rng.normal(50, 9, size=(n, NUMBERS))
    towns = rng.choice(("Aix", "Bath", "Cork", "Delft"), size=n)
    labels = np.where(numbers[:, 0] + rng.normal(0, 9, size=n) > 50, "yes", "no")
    names = ",".join(f"m{column}" for column in range(NUMBERS))
    rows = [
        f"{town},{','.join(f'{number:.6f}' for number in row)},{label}"
        for town, row, label in zip(towns, numbers, labels, strict=True)
    ]
    return "\n".join((f"town,{names},sick", *rows)).encode()


def elements(heard: list[ForwardMsg], kind: str) -> list[object]:
    """Return the elements of one kind among what a server sent."""
    drawn = (message.delta.new_element for message in heard if message.HasField("delta"))
    return [getattr(each, kind) for each in drawn if each.WhichOneof("type") == kind]


def bring(visit: Visit, tab: Tab, file: bytes) -> None:
    """Upload a file on the Data page, as a browser does, and wait until its table is in use."""
    *_, box = elements(tab.run("data", ADDRESS), "file_uploader")
    asked = {"request_id": "1", "file_names": ["table.csv"], "session_id": tab.session}
    tab.send(BackMsg(file_urls_request=asked))
    *_, answer = tab.until("file_urls_response")
    (urls,) = answer.file_urls_response.file_urls
    status, _, said = visit.put(tab, urls.file_id, file)
    assert status == 204, said
    info = {"file_id": urls.file_id, "name": "table.csv", "size": len(file), "file_urls": urls}
    chosen = WidgetState(id=box.id, file_uploader_state_value={"uploaded_file_info": [info]})
    message = BackMsg(rerun_script={"page_name": "data", "query_string": ADDRESS})
    message.rerun_script.widget_states.widgets.append(chosen)
    tab.send(message)
    while True:
        heard = tab.until("script_finished")
        if heard[-1].script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
            break
    labels = {button.label for button in elements(heard, "button")}
    assert KEPT in labels, labels


def trial(server: Server, asked: argparse.Namespace) -> None:
    """Let visitors come, one after the other; print the memory before, meanwhile and after."""
    before, seconds = memory(server), []
    print(f"before: {before:.0f} MB", flush=True)
    for number in range(asked.visits):
        start, visit = time.perf_counter(), Visit(server)
        with visit.tab() as tab:
            bring(visit, tab, table(asked.megabytes, seed=number % 3))
        seconds.append(time.perf_counter() - start)
        if (number + 1) % max(1, asked.visits // SHOWN) == 0:
            print(f"{number + 1} visits: {memory(server):.0f} MB", flush=True)
    print(f"a visit: {np.median(seconds):.1f} s", flush=True)
    for minute in itertools.count(1):
        time.sleep(60)
        print(f"{minute} min after the last: {memory(server) - before:+.0f} MB", flush=True)
        if minute * 60 > GRACE + 60:
            break


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.visitors.memory", description=__doc__
    )
    parser.add_argument("--visits", type=int, default=20)
    parser.add_argument("--megabytes", type=float, default=10.0, help="of each table's file")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Start a server, let visitors come and go, and print what they leave."""
    asked = arguments(words)
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server:
        trial(server, asked)


if __name__ == "__main__":
    main()
