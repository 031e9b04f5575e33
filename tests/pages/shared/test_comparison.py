"""What a move of ε computes: its own numbers, and nothing of the curve again."""

from collections.abc import Callable

import pytest

from dpcore.experiments import comparison, sources
from dpcore.experiments.summaries import Summary
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
        app.text_input(key="epsilon_box").set_value(f"0.3{k}7").run()
        assert complaints(app) == []
    assert len(cells) == 10
    assert len(orders) == 0
    # Output and objective perturbation at the new ε.
    assert len(summed) == 2 * 10
