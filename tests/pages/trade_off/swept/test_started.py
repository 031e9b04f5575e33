"""Sweeps on Trade-off that start by themselves: where, for whom, and who may end them."""

from collections.abc import Callable, Iterator

import pytest

from dplab.simulation.sweeps.jobs import ENDED, JobQueue
from pages.comparison.screen import cached
from pages.trade_off.swept import progress
from tests.pages.screen import complaints, figures, opened, words
from tests.pages.trade_off.swept.test_sweeps import LARGE, PAGE, SMALL, own_store, start, swept
from tests.simulation.sweeps.test_jobs import SOON, Gate, gate, registry

__all__ = ["gate", "own_store", "registry"]


def test_in_a_frame_nothing_starts_by_itself(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(progress.mode, "is_framed", lambda: True)
    app = opened(PAGE, **SMALL)
    assert complaints(app) == []
    assert "sweep_runs" not in app.session_state
    assert len(figures(app)) == 1  # its axes, and where the visitor stands
    of_before = opened(PAGE, **SMALL | LARGE, run="of_a_server_of_before")
    assert "sweep_runs" not in of_before.session_state
    start(app)
    assert len(app.session_state["sweep_runs"]) == 1


def test_a_frame_has_what_is_whole_already(monkeypatch: pytest.MonkeyPatch):
    app, _ = swept()
    monkeypatch.setattr(progress.mode, "is_framed", lambda: True)
    framed = opened(PAGE, **SMALL)
    assert "sweep_runs" not in framed.session_state
    curves = [[each["y"] for each in drawn[0]["data"]] for drawn in (figures(framed), figures(app))]
    assert curves[0] == curves[1]
    assert any(None not in y for y in curves[0])


@pytest.fixture
def never_done(registry: Callable[..., JobQueue], gate: Gate) -> Iterator[None]:
    """Have a server whose every sweep goes on until it is cancelled."""
    busy = registry(workers=1, executor=gate)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cached, "registry", lambda: busy)
        yield


@pytest.mark.usefixtures("never_done")
def test_what_the_page_gave_up_for_other_settings_starts_anew_when_they_come_back():
    app = opened(PAGE, **SMALL)
    for axis in ("n", "lam"):
        app.segmented_control(key="axis_box").set_value(axis).run()
    assert "Cancelled" not in words(app)
    _, _, latest = app.session_state["sweep_runs"]
    assert cached.registry().status(latest).state not in ENDED


@pytest.mark.usefixtures("never_done")
def test_a_press_on_cancel_ends_it_for_who_pressed_and_for_nobody_else(gate: Gate):
    ada, bob = opened(PAGE, **SMALL), opened(PAGE, **SMALL)
    assert list(ada.session_state["sweep_runs"]) == list(bob.session_state["sweep_runs"])
    assert gate.arrived.acquire(timeout=SOON)
    cancel = next(each for each in ada.run().button if each.label == "Cancel")
    cancel.click().run()
    assert "Cancelled" in words(ada)
    assert "Cancelled" not in words(bob.run())
