"""What visitors leave here: each has theirs, it ends in time, and there is no more than fits."""

import gc
import threading
import tomllib
import weakref
from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from server.visits import sessions
from server.visits.sessions import PACE, Sessions
from server.visits.visitor_store import (
    AWAY,
    GIVEN_UP,
    GRACE,
    IDLE,
    MEGABYTE,
    PER_SERVER,
    PER_VISITOR,
    UNUSED,
    MemoryLimits,
    ServerFull,
    VisitorStore,
    read_room,
)
from server.visits.weight import Elsewhere, weight
from tests.serving import PATIENCE, ROOT

ADA, EVE, BEN = "a" * 43, "e" * 43, "b" * 43
SHY = "session 1"
"""A visitor whose browser sends no cookies."""


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[VisitorStore]:
    """A store without a timer: a test calls `expire` when its clock says so."""
    kept = VisitorStore(MemoryLimits(visitor=100, server=250), clock)
    monkeypatch.setattr(kept, "_watch", lambda: None)
    yield kept
    kept.close()


def later(kept: VisitorStore, clock: Clock, seconds: float) -> None:
    clock.now += seconds
    kept.expire()


def test_what_is_kept_is_its_visitors_alone(kept: VisitorStore):
    kept.keep(ADA, "table", b"ada's")
    kept.keep(EVE, "table", b"eve's")
    assert (kept.get(ADA, "table"), kept.get(EVE, "table")) == (b"ada's", b"eve's")
    assert kept.get(BEN, "table") is None
    assert kept.get(ADA, "draft") is None


def test_all_tabs_are_one_visitor_and_a_refresh_loses_nothing(kept: VisitorStore, clock: Clock):
    with kept.present(ADA):
        kept.keep(ADA, "table", b"1")
        with kept.present(ADA):
            later(kept, clock, 10 * UNUSED)
    later(kept, clock, GRACE - 1)
    with kept.present(ADA):
        later(kept, clock, 10 * UNUSED)
        assert kept.get(ADA, "table") == b"1"


def test_it_ends_soon_after_the_last_tab_whether_or_not_somebody_comes(
    kept: VisitorStore, clock: Clock
):
    ended: list[str] = []
    kept.ended.append(ended.append)
    with kept.present(ADA):
        kept.keep(ADA, "table", b"1")
    later(kept, clock, GRACE - 1)
    assert ended == []
    later(kept, clock, 1)
    assert ended == [ADA]
    assert kept.get(ADA, "table") is None
    assert kept.total() == 0


def test_its_own_timer_ends_it_and_frees_its_memory():
    gone = threading.Event()
    kept = VisitorStore(grace=0.05)
    kept.ended.append(lambda _: gone.set())
    table = np.zeros(1000)
    seen = weakref.ref(table)
    with kept.present(ADA):
        kept.keep(ADA, "table", {"records": table})
        del table
        assert seen() is not None
    assert gone.wait(PATIENCE)
    gc.collect()
    assert seen() is None
    kept.close()


def test_without_a_cookie_it_ends_with_the_session_or_when_it_is_not_used(
    kept: VisitorStore, clock: Clock
):
    kept.keep(SHY, "table", b"1")
    later(kept, clock, UNUSED - 1)
    assert kept.get(SHY, "table") == b"1"
    later(kept, clock, UNUSED - 1)
    assert kept.get(SHY, "table") == b"1"
    kept.leave(SHY)
    assert kept.get(SHY, "table") is None
    kept.keep(SHY, "table", b"1")
    later(kept, clock, UNUSED)
    assert kept.total() == 0


def test_a_session_that_is_over_takes_nothing_from_a_visitor_with_other_tabs(kept: VisitorStore):
    kept.keep(ADA, "table", b"1")
    kept.leave(ADA)
    assert kept.get(ADA, "table") == b"1"


def test_one_thing_may_end_sooner(kept: VisitorStore, clock: Clock):
    with kept.present(ADA):
        kept.keep(ADA, "file", b"12", lasts=60)
        kept.keep(ADA, "table", b"1")
        clock.now += 60
        assert kept.get(ADA, "file") is None  # even before the thread looked
        kept.expire()
        assert (kept.get(ADA, "table"), kept.total()) == (b"1", 1)


def test_too_much_for_one_visitor_is_refused_and_changes_nothing(kept: VisitorStore):
    kept.keep(ADA, "table", bytes(60))
    with pytest.raises(InvalidInput, match="each visitor has"):
        kept.keep(ADA, "draft", bytes(41))
    assert kept.get(ADA, "draft") is None
    kept.keep(ADA, "table", bytes(100))  # in place of the other one
    assert kept.total() == 100


def test_what_is_held_twice_counts_once(kept: VisitorStore):
    table = bytes(60)
    kept.keep(ADA, "table", [table])
    kept.keep(ADA, "draft", {"table": table})
    assert kept.size(ADA) == 60


def test_what_grows_counts_at_once_and_is_weighed_before_it_is_too_much(kept: VisitorStore):
    shared, table = bytes(30), [bytes(30)]
    kept.keep(ADA, "table", table)
    for _ in range(3):
        table.append(shared)
        assert not kept.grown(ADA, shared)  # as often as it is held, it is there once
    assert kept.size(ADA) == 60
    table.append(bytes(41))
    assert kept.grown(ADA, table[-1])
    assert kept.total() == 101
    assert not kept.grown(EVE, shared)  # who has nothing


@pytest.fixture
def all_here(kept: VisitorStore) -> Iterator[None]:
    """Everybody has a tab open, and looks elsewhere."""
    with kept.present(ADA), kept.present(EVE), kept.present(BEN):
        yield


@pytest.mark.usefixtures("all_here")
def test_the_oldest_idle_table_makes_room_and_its_owner_learns_why(
    kept: VisitorStore, clock: Clock
):
    for name in (ADA, EVE):
        kept.keep(name, "table", bytes(100))
        clock.now += 1
    assert kept.get(ADA, "table")  # used once more: Eve's is the oldest now
    clock.now += IDLE
    kept.keep(BEN, "table", bytes(100))
    assert kept.get(ADA, "table")
    assert kept.get(EVE, "table") is None
    assert (kept.note(EVE), kept.note(ADA)) == (GIVEN_UP, "")
    clock.now += IDLE
    kept.keep(EVE, "table", bytes(50))
    assert kept.note(EVE) == ""


def test_who_closed_the_last_tab_makes_room_before_somebody_is_refused(
    kept: VisitorStore, clock: Clock
):
    with kept.present(ADA):
        kept.keep(ADA, "table", bytes(100))
        with kept.present(EVE):
            kept.keep(EVE, "table", bytes(100))
        clock.now += AWAY - 1
        with pytest.raises(ServerFull, match="in use"):
            kept.keep(BEN, "table", bytes(100))
        clock.now += 1
        kept.keep(BEN, "table", bytes(100))
        assert kept.get(ADA, "table")
    assert (kept.get(EVE, "table"), kept.note(EVE)) == (None, GIVEN_UP)


def test_a_table_waits_ten_minutes_for_its_visitor_and_no_longer(kept: VisitorStore, clock: Clock):
    with kept.present(ADA):
        kept.keep(ADA, "table", b"1")
    later(kept, clock, 599)
    with kept.present(ADA):
        assert kept.get(ADA, "table") == b"1"
    later(kept, clock, 600)
    assert kept.get(ADA, "table") is None


@pytest.mark.usefixtures("all_here")
def test_nobody_pushes_out_people_at_work(kept: VisitorStore, clock: Clock):
    for name in (ADA, EVE):
        kept.keep(name, "table", bytes(100))
    clock.now += IDLE - 1
    for i in range(20):
        with pytest.raises(ServerFull, match="in use"):
            kept.keep(f"{i:043}", "table", bytes(100))
    assert kept.get(ADA, "table")
    assert kept.get(EVE, "table")
    kept.keep(BEN, "table", bytes(50))


@pytest.mark.usefixtures("all_here")
def test_a_full_server_stops_nobody_from_keeping_less(kept: VisitorStore):
    for name in (ADA, EVE):
        kept.keep(name, "table", bytes(100))
    kept.keep(BEN, "table", bytes(50))
    kept.keep(ADA, "table", bytes(99))
    kept.keep(BEN, "nothing", 0)


def test_a_table_that_is_put_down_takes_no_room(kept: VisitorStore):
    kept.keep(ADA, "table", bytes(100))
    kept.drop(ADA, "table", "nothing")
    assert (kept.get(ADA, "table"), kept.total()) == (None, 0)


@pytest.mark.parametrize("text", ["", " "])
def test_without_a_word_the_usual_room_is_given(text: str):
    assert read_room({PER_VISITOR: text}) == MemoryLimits()
    assert read_room({}) == MemoryLimits(256 * MEGABYTE, 2048 * MEGABYTE)


def test_the_room_is_a_setting():
    assert read_room({PER_VISITOR: "10", PER_SERVER: " 20 "}) == MemoryLimits(
        10_000_000, 20_000_000
    )


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "256 MB", "x", "٣", "1" * 30, "inf"])
@pytest.mark.parametrize("name", [PER_VISITOR, PER_SERVER])
def test_a_wrong_room_is_refused_with_a_sentence(name: str, text: str):
    with pytest.raises(InvalidInput, match=f"{name} must be a positive whole number"):
        read_room({name: text})


def test_weight_counts_what_is_held():
    frame = pd.DataFrame({"a": pd.Categorical(["x", "y"] * 500)})
    assert 1000 <= weight([frame]) < 3000
    assert weight([np.zeros((10, 10))[:1]]) == 800  # a view keeps all of it
    assert weight([Elsewhere(7), {"a": (b"123", "4")}, None, 5]) == 11


class Streamlits:
    """Streamlit's sessions: which have a connection, and which were closed."""

    def __init__(self, *active: str) -> None:
        self.active, self.closed = set(active), []

    def is_active_session(self, session_id: str) -> bool:
        return session_id in self.active

    def close_session(self, session_id: str) -> None:
        self.closed.append(session_id)


def test_a_fault_at_one_end_does_not_stop_the_timer(
    kept: VisitorStore, clock: Clock, caplog: pytest.LogCaptureFixture
):
    told: list[str] = []

    def tell(visitor: str) -> None:
        told.append(visitor)
        raise OSError(visitor)

    kept.ended.append(tell)
    for name in (ADA, EVE):
        with kept.present(name):
            kept.keep(name, "table", b"1")
        later(kept, clock, GRACE)
    assert told == [ADA, EVE]
    assert any("OSError at" in said for said in caplog.messages)
    assert not any(name in said for name in told for said in caplog.messages)


def test_streamlit_keeps_sessions_until_they_are_closed_here():
    configured = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())
    assert configured["server"]["disconnectedSessionTTL"] > sessions.GRACE + 2 * PACE


def test_sessions_are_closed_some_minutes_after_their_tab(clock: Clock):
    left: list[str] = []
    known, streamlit = Sessions(left.append, clock), Streamlits("one", "two")
    known.note(ADA, "one")
    known.note(SHY, "two")
    clock.now += 10 * sessions.GRACE
    known.look(streamlit)
    assert streamlit.closed == []
    streamlit.active = {"two"}
    clock.now += sessions.GRACE - 1
    known.look(streamlit)
    assert streamlit.closed == []
    clock.now += 1
    known.look(streamlit)
    known.look(streamlit)
    assert (streamlit.closed, left) == (["one"], [ADA])
