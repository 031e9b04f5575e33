"""What a move of ε computes: its own numbers, and nothing of the curve again."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from streamlit.runtime.scriptrunner import ScriptRunner, StopException

from dplab.simulation import comparison, sources
from dplab.simulation.precedence import PriorityGate
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from dplab.simulation.sweeps import cells as sweeps_cells
from pages.kit import words
from tests.pages.kit.dials import turned
from tests.pages.screen import complaints, opened

SETTINGS = {"n": "60", "draws": "3", "d": "2"}


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[object, str], list[int]]:
    """Return a function that counts the calls of another."""

    def count(owner: object, name: str) -> list[int]:
        calls, original = [], getattr(owner, name)

        def noted(*args, **kwargs):
            calls.append(1)
            return original(*args, **kwargs)

        monkeypatch.setattr(owner, name, noted)
        return calls

    return count


def test_ten_moves_compute_ten_numbers_and_the_curve_once(counted):
    app = opened("trade_off", **SETTINGS, seed="90210")
    cells, orders = counted(comparison, "tested"), counted(sources, "shuffled")
    summed = counted(Summary, "of")
    for k in range(10):
        turned(app, "epsilon", f"0.3{k}7")
        assert complaints(app) == []
    assert len(cells) == 10
    assert len(orders) == 0
    # Output and objective perturbation at the new ε.
    assert len(summed) == 2 * 10


@pytest.mark.parametrize("measure", ["error", "balanced", "auc"])
def test_where_the_curve_has_been_a_move_computes_nothing_and_shows_the_same(counted, measure: str):
    app = opened("trade_off", **SETTINGS, seed="90211", measure=measure)
    cells = counted(comparison, "tested")
    for epsilon in (0.001, 2.0, 100.0):
        turned(app, "epsilon", str(epsilon))
        assert complaints(app) == []
        assert len(cells) == 0
        settings = Settings(
            n=60, draws=3, d=2, seed=90211, epsilon=epsilon, measure=measure, lam="auto"
        )
        (cell,) = sweeps_cells.cells(comparison.sweep(settings, (epsilon,), sources.load(settings)))
        alone = comparison.measured(comparison.outcomes(cell), measure)
        assert [tile.value for tile in app.metric][1:] == [
            words.percent(Summary.of(alone[name, epsilon].errors).median)
            for name in ("objective", "output")
        ]
        cells.clear()


def test_a_move_beside_the_curve_computes_its_own_number(counted):
    app = opened("trade_off", **SETTINGS, seed="90212")
    cells = counted(comparison, "tested")
    turned(app, "epsilon", "2.0001")
    assert len(cells) == 1


def test_a_curve_waits_while_somebody_has_no_number_yet():
    order, done = PriorityGate(patience=60.0), []
    computing, waiting = threading.Event(), threading.Event()

    def curve() -> None:
        waiting.set()
        done.append(order.give_way())

    with ThreadPoolExecutor(1) as thread:
        with order.first():
            goes_on = thread.submit(curve)
            waiting.wait()
            computing.wait(0.05)
            assert done == []
        goes_on.result()
    assert done == [True]


def test_a_curve_does_not_wait_for_ever():
    order = PriorityGate(patience=0.0)
    with order.first():
        assert not order.give_way()


def test_a_number_that_fails_lets_curves_go_on():
    order = PriorityGate(patience=0.0)
    with pytest.raises(ValueError, match="no number"), order.first():
        raise ValueError("no number")
    assert order.give_way()


def test_a_run_that_was_overtaken_begins_no_further_batch(counted):
    """Streamlit's own runner: a newer move arrives while the first batch of a curve is computed."""
    app = opened("trade_off", **SETTINGS, seed="90211")
    cells, finished = counted(comparison, "tested"), []

    def overtake(_: ScriptRunner) -> None:
        if len(cells) == 2 and not finished:  # the number at ε, and the first batch
            finished.append(1)
            raise StopException

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ScriptRunner, "_maybe_handle_execution_control_request", overtake)
        patch.setattr(sweeps_cells, "CELL_FITS", 12)  # two ε to a batch: eight batches
        turned(app, "lam", "0.0371")
    assert finished
    assert len(cells) == 2
