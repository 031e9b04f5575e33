"""So many times within so many seconds, for each visitor, and for no longer."""

import threading

import pytest

from server.visits.rate import Rate
from server.visits.visitor_store import AWAY, GRACE, IDLE, MemoryLimits, VisitorStore
from server.visits.visitors import Tokens

ADA, EVE = (Tokens("secret").new() for _ in range(2))


@pytest.fixture
def now():
    return [0.0]


@pytest.fixture
def kept(now):
    store = VisitorStore(MemoryLimits(visitor=10_000, server=15_000), clock=lambda: now[0])
    yield store
    store.close()


def test_so_many_come_in_and_the_next_learns_when(kept, now):
    rate = Rate(3, 60.0)
    for now[0] in (0.0, 10.0, 20.0):
        assert rate.wait(kept, ADA) == 0
    assert rate.wait(kept, ADA) == 40.0
    assert rate.wait(kept, EVE) == 0
    now[0] = 59.0
    assert rate.wait(kept, ADA) == 1.0
    now[0] = 60.0
    assert rate.wait(kept, ADA) == 0
    # The second one's minute ends at 70, and what was refused has not moved it.
    assert rate.wait(kept, ADA) == 10.0


def test_what_is_refused_counts_for_nothing(kept, now):
    rate = Rate(1, 60.0)
    rate.wait(kept, ADA)
    for now[0] in range(1, 60):
        assert rate.wait(kept, ADA) > 0
    now[0] = 60.0
    assert rate.wait(kept, ADA) == 0


def test_two_rates_count_each_for_itself(kept):
    one, other = Rate(1, 60.0), Rate(1, 60.0)
    assert one.wait(kept, ADA) == other.wait(kept, ADA) == 0


def test_nothing_that_a_visitor_does_makes_the_count_anew(kept, now):
    """Neither closed tabs nor a full memory give it up before it is over."""
    rate = Rate(1, 60.0)
    with kept.present(ADA):
        rate.wait(kept, ADA)
    kept.leave(ADA)
    kept.keep(EVE, "table", bytes(9_000))
    now[0] = 59.9
    kept.expire()
    with pytest.raises(ValueError, match="memory"):
        kept.keep("other", "table", bytes(9_000))
    assert rate.wait(kept, ADA) > 0
    assert rate.seconds < min(AWAY, GRACE, IDLE)


def test_tabs_that_ask_at_once_come_in_no_more_often(kept):
    rate, start, waited = Rate(3, 60.0), threading.Barrier(8), []

    def ask() -> None:
        start.wait()
        waited.append(rate.wait(kept, ADA))

    tabs = [threading.Thread(target=ask) for _ in range(8)]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    assert sum(seconds == 0 for seconds in waited) == 3
