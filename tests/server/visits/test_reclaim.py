"""What a visit left is given back: rings of objects to Python, and freed memory to the system."""

import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from server.visits.sessions import Sessions
from server.visits.visitor_store import VisitorStore
from tests.serving import ROOT

ADA, EVE, BEN = "a" * 43, "e" * 43, "b" * 43

LEFT = """
import os, random, sys, threading
from server.visits import reclaim

def held():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

def visit():
    # Strings of a kilobyte come from the heap of the C library. A few stay, as a cache keeps them.
    texts = [bytes(1000) for _ in range(20_000)]
    kept.extend(random.Random(1).sample(texts, 20))
    barrier.wait()
    ring = [texts]
    ring.append(ring)

kept, barrier = [], threading.Barrier(8)
if "share" in sys.argv:
    reclaim.use_one_heap()
reclaim.gc.disable()
before = held()
threads = [threading.Thread(target=visit) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
most = held() - before
if "give" in sys.argv:
    reclaim.release_memory()
print(most, held() - before)
"""


def left_by_visits(*how: str) -> float:
    """Return which share of what eight threads took a process still holds after they have ended."""
    ran = subprocess.run(
        [sys.executable, "-c", LEFT, *how], cwd=ROOT, check=True, capture_output=True, text=True
    )
    most, left = map(int, ran.stdout.split())
    assert most > 150e6
    return left / most


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory a process holds")
def test_memory_of_visits_that_are_over_goes_back_to_the_system():
    assert left_by_visits() > 0.9
    assert left_by_visits("share", "give") < 0.1


@pytest.fixture
def rings_stay() -> Iterator[None]:
    """Have Python look for no rings of its own accord, as on a quiet server."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


class Ring:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("rings_stay")
def test_a_ring_goes_with_its_visitor():
    now = [0.0]
    kept = VisitorStore(clock=lambda: now[0], grace=10)
    table = Ring()
    seen = weakref.ref(table)
    kept.keep(ADA, "table", table)
    del table
    kept.expire()
    assert seen()
    now[0] = 20
    kept.expire()
    assert not seen()
    kept.close()


@pytest.mark.usefixtures("rings_stay")
def test_a_ring_goes_with_its_session():
    pages = {"one": Ring()}
    seen = weakref.ref(pages["one"])
    now = [0.0]
    known = Sessions(lambda _: None, lambda: now[0])
    streamlit = SimpleNamespace(is_active_session=lambda _: False, close_session=pages.pop)
    known.note(ADA, "one")
    known.look(streamlit)
    assert seen()
    now[0] = 1e6
    known.look(streamlit)
    assert not seen()
