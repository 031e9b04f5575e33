"""What λ costs by other measures: the numbers of one fit each, and their own standard errors."""

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Split, n_training, split
from dpcore.data.recipes import generate
from dpcore.erm.losses import LOSSES, Logistic
from dpcore.erm.solver import solve
from dplab.simulation.measures import MEASURES, deviation, errors, mistakes
from dplab.simulation.settings import Settings
from dplab.simulation.sources import part
from dplab.simulation.suggestions.baselines import baselines
from dplab.simulation.suggestions.measured import baselines_by

TUMOURS = part(Settings(data="breast_cancer"), 455)
FEW = (1e-4, 1e-2, 1.0)


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
@pytest.mark.parametrize("measure", MEASURES)
def test_every_lam_has_the_measure_of_a_fit_of_its_own(measure, loss):
    found = baselines_by(measure, TUMOURS, loss(), FEW)
    for lam in FEW:
        coefs = solve(TUMOURS.X, TUMOURS.y, loss(), lam).coefs
        assert found.error(lam) == pytest.approx(errors(coefs, TUMOURS, measure)[0], abs=1e-9)


def test_by_the_error_it_is_the_baseline():
    ours, theirs = baselines_by("error", TUMOURS, Logistic()), baselines(TUMOURS, Logistic())
    assert ours.errors == theirs.errors
    assert ours.deviation == pytest.approx(theirs.deviation, rel=0.01)


@pytest.mark.parametrize("measure", MEASURES)
def test_the_standard_error_is_that_of_other_test_records(measure):
    """500 test parts of 300 records: the spread of a standard deviation is 3 %, the bound 25 %.

    Hanley and McNeil's form takes scores for exponential ones; these are nearly normal.
    """
    rng = np.random.default_rng(0)
    data = generate("gaussian", rng, n=150_000, d=3)
    coefs = np.ones((1, 3))
    parts = [
        Split(data.X[:2], data.y[:2], data.X[start : start + 300], data.y[start : start + 300])
        for start in range(0, 150_000, 300)
    ]
    found = [mistakes(coefs, each, ranks=True) for each in parts]
    spread = np.std([each.measured(measure)[0] for each in found])
    told = np.median(
        [deviation(one, each, measure) for one, each in zip(found, parts, strict=True)]
    )
    assert told == pytest.approx(spread, rel=0.25)


@pytest.mark.parametrize("measure", MEASURES)
def test_errors_on_a_law_are_exact(measure):
    law = part(Settings(data="counterexample"), 1000)
    assert baselines_by(measure, law, Logistic(), FEW).deviation == 0


@pytest.mark.parametrize("measure", ["auc", "balanced"])
def test_one_class_can_be_measured_by_the_error_alone(measure: str):
    data = generate("gaussian", np.random.default_rng(1), n=50, d=2)
    one = split(data, n_training(50), 0)
    alone = Split(one.X, one.y, one.X_test, np.ones_like(one.y_test))
    with pytest.raises(InvalidInput, match=r"cannot be measured: no test record of class −1"):
        baselines_by(measure, alone, Logistic(), FEW)
    assert baselines_by("error", alone, Logistic(), FEW).deviation < 1
