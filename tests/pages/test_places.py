"""Places of dials that are computed before anybody asks: what is kept, and when that is done."""

import asyncio
import pickle
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, Future

import pytest
import streamlit as st

from dpcore.checks import InvalidInput, Unavailable
from dpcore.data.real.tables import TABLES
from dplab.simulation.executors.processes import Processes
from dplab.simulation.settings import UPLOAD
from pages.comparison import places, values
from pages.comparison.screen.ahead import AHEAD, Ahead
from pages.contents import TURNED
from pages.kit import page
from pages.kit.values import spelled
from tests.pages.screen import complaints, figures, opened, words
from tests.pages.tables import csv, declare, with_table

EXAMPLES = {
    "trade_off": {"n": "150", "draws": "3", "epsilon": "0.7"},
    "decide": {"n": "150", "draws": "3"},
    "adversary": {"adversary_scene": "epsilon", "epsilon": "0.7"},
    "counterexample": {"example_epsilon": "0.7"},
}
PLACE = ("trade_off", EXAMPLES["trade_off"])


@pytest.fixture(scope="module", autouse=True)
def process() -> Iterator[Executor]:
    with Processes(1) as executor:
        yield executor
    AHEAD.clear()


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_turn_to_a_kept_place_computes_nothing_and_shows_the_same(name: str, process: Executor):
    texts = EXAMPLES[name]
    computed_here = opened(name, **texts)
    AHEAD.keep(process.submit(places.computed_at, name, texts).result())
    st.cache_data.clear()
    shown = []
    assert [*AHEAD.heard(lambda: shown.append(opened(name, **texts)))] == []
    assert complaints(shown[0]) == []
    assert words(shown[0]) == words(computed_here)
    assert figures(shown[0]) == figures(computed_here)


def test_a_place_that_is_not_kept_is_computed():
    AHEAD.keep(places.computed_at(*PLACE))
    assert AHEAD.heard(lambda: opened("trade_off", **PLACE[1], seed="5"))


def test_every_address_is_of_its_page_and_of_a_table_that_ships_with_the_program():
    shipped = {name for name, table in TABLES.items() if table.shipped}
    asked = list(places.places(TURNED))
    for name, texts in asked:
        known = {value.name: value for value in page.about(name).values}
        for value, text in texts.items():
            known[value].read(text)
        assert texts.get("data", "uniform") in shipped | {*values.DATA} - {*TABLES, UPLOAD}
    assert len(asked) == len({(name, *sorted(texts.items())) for name, texts in asked})


def test_every_place_of_a_dial_that_computes_is_asked():
    asked = [(name, dict(texts)) for name, texts in places.places(TURNED)]
    for name in TURNED:
        dial = page.about(name).dial
        also = {"adversary_scene": "epsilon"} if name == "adversary" else {}
        for step in dial.steps:
            assert (name, {**also, dial.value.name: spelled(step)}) in asked


def test_nothing_about_an_own_table_is_heard_or_kept():
    app = declare(with_table(csv())).switch_page("trade_off/page.py")
    heard = AHEAD.heard(app.run)
    assert complaints(app) == []
    assert app.session_state["data"] == UPLOAD
    assert [asked for asked in heard if UPLOAD in asked[1]] == []


class Recorded(Executor):
    """An executor that notes what it is given and fails where it is told to."""

    def __init__(self, fails: str = "", fault: Exception | None = None) -> None:
        self.asked, self.fails, self.is_over = [], fails, False
        self.fault = fault or KeyError("Ada")

    def submit(self, function, /, name: str, texts: Mapping[str, str]) -> Future:
        assert function is places.computed_at
        assert texts == {}
        self.asked.append(name)
        future = Future()
        if name == self.fails:
            future.set_exception(self.fault)
        elif name != "never":
            future.set_result({(name, "()"): pickle.dumps(name)})
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        assert cancel_futures
        assert not wait
        self.is_over = True


def test_somebodys_run_comes_first(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(places, "REST", 0.01)
    executor, seen = Recorded(), []
    answers = iter([0.0, 0.0, 0.005, 1.0, 0.0, 1.0])

    def quiet() -> float:
        seen.append((next(answers), len(executor.asked)))
        return seen[-1][0]

    asyncio.run(places.keep(executor, [("a", {}), ("b", {})], quiet))
    assert seen == [(0.0, 0), (0.0, 0), (0.005, 0), (1.0, 0), (0.0, 1), (1.0, 1)]
    assert executor.asked == ["a", "b"]
    assert executor.is_over


def test_never_two_at_once_and_the_end_of_the_server_ends_it():
    executor = Recorded()

    async def story() -> None:
        task = asyncio.create_task(
            places.keep(executor, [("never", {}), ("b", {})], lambda: 2 * places.REST)
        )
        for _ in range(5):
            await asyncio.sleep(0)
        assert executor.asked == ["never"]
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(story())
    assert executor.is_over
    assert executor.asked == ["never"]


def test_an_error_at_one_place_leaves_the_others(caplog: pytest.LogCaptureFixture):
    executor = Recorded(fails="e")
    asked = [("d", {}), ("e", {}), ("f", {})]
    asyncio.run(places.keep(executor, asked, lambda: 2 * places.REST))
    assert executor.asked == ["d", "e", "f"]
    assert [AHEAD.recall((name, "()"), lambda: "") for name in "def"] == ["d", "", "f"]
    (record,) = caplog.records
    assert "e was not computed" in record.getMessage()
    assert "KeyError" in record.getMessage()
    assert "Ada" not in caplog.text


def test_where_no_process_can_compute_no_other_place_is_tried(caplog: pytest.LogCaptureFixture):
    executor = Recorded(fails="g", fault=Unavailable("It died 3 times."))
    asyncio.run(places.keep(executor, [("g", {}), ("h", {})], lambda: 2 * places.REST))
    assert executor.asked == ["g"]
    assert executor.is_over
    assert "It died 3 times." in caplog.text


def test_it_is_off_where_it_is_told_to_be_and_where_no_process_may_start():
    assert places.are_kept({})
    assert places.are_kept({places.SWITCH: "on", "EXPLORER_SCHEDULER": "tcp://a:8786"})
    assert not places.are_kept({places.SWITCH: "off"})
    assert not places.are_kept({"EXPLORER_SCHEDULER": "threads"})
    with pytest.raises(InvalidInput, match=r"^EXPLORER_PLACES must be one of on, off; got never"):
        places.are_kept({places.SWITCH: "never"})


def test_no_more_is_kept_than_there_is_room_for():
    kept = Ahead(room=len(pickle.dumps(1)))
    kept.keep({("f", "1"): pickle.dumps(1), ("f", "2"): pickle.dumps(2)})
    assert (len(kept), kept.size) == (1, kept.room)
    assert [kept.recall(("f", asked), lambda: 0) for asked in "12"] == [1, 0]


def test_who_asks_gets_a_copy_of_what_is_kept_ahead():
    kept = Ahead(room=1_000)
    kept.keep({("f", "1"): pickle.dumps([1])})
    kept.recall(("f", "1"), list).append(2)
    assert kept.recall(("f", "1"), list) == [1]


def test_what_cannot_be_packed_is_computed_where_it_is_asked():
    kept = Ahead(room=1_000)
    heard = kept.heard(lambda: [kept.recall(("f", "1"), lambda: lambda: 1)])
    assert heard == {}
