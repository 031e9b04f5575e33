"""What each way to choose takes of ε: at most the ε that it claims, where it is called private."""

import numpy as np
import pytest

from dpcore.data.dataset import split
from dpcore.data.recipes import generate
from dpcore.erm.losses import Logistic
from dpcore.privacy.tuning import Candidate
from dplab.studies.private_tuning import strategies

CANDIDATES = [Candidate("objective", lam, Logistic()) for lam in (0.001, 0.01, 0.1)]


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[float]]:
    """Run a comparison at ε = 1, and return the ε of every training and of every pick."""
    found: dict[str, list[float]] = {"train": [], "pick": []}
    draw_all, select = strategies.draw_all, strategies.select

    def training(*args, **kwargs):
        found["train"] += [request.epsilon for request in kwargs["requests"]]
        return draw_all(*args, **kwargs)

    def picking(*args, **kwargs):
        found["pick"].append(kwargs["epsilon"])
        return select(*args, **kwargs)

    monkeypatch.setattr(strategies, "draw_all", training)
    monkeypatch.setattr(strategies, "select", picking)
    data = generate("unseparable", np.random.default_rng(0), n=400, d=2)
    part = split(data, 320, seed=0)
    strategies.compare(part, CANDIDATES, (1.0,), fixed=CANDIDATES[0], n_draws=2, seed=0)
    return found


def test_train_all_then_select_takes_all_of_epsilon_and_no_more(spent):
    share = 1 / (len(CANDIDATES) + 1)
    trained = [epsilon for epsilon in spent["train"] if epsilon < 1]
    picked = [epsilon for epsilon in spent["pick"] if epsilon < 1]
    assert trained == pytest.approx([share] * len(CANDIDATES))
    assert picked == pytest.approx([share])
    assert sum(trained) + sum(picked) == pytest.approx(1)


def test_split_and_select_takes_epsilon_once_from_each_part(spent):
    # On all records every candidate, the fixed one among them; then each on its own part.
    assert spent["train"].count(1.0) == 2 * len(CANDIDATES)
    assert spent["pick"].count(1.0) == 1
