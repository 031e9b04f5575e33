import pytest

from dplab.studies.geometry import clouds as geometry
from dplab.studies.private_tuning import costs as tuning

FEW = (0.01, 0.1, 1.0, 2.0, 10.0)


@pytest.fixture
def few_epsilons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw Geometry and Private tuning at five ε, the least and the largest among them.

    Each is a frame of two clouds, or six trainings in each of the draws: for tests that look at
    something else than the curve along ε.
    """
    for page in (geometry, tuning):
        assert set(FEW) < set(page.GRID)
        assert (min(FEW), max(FEW)) == (min(page.GRID), max(page.GRID))
        monkeypatch.setattr(page, "GRID", FEW)
