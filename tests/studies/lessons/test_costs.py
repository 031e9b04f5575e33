"""Costs in lessons: they are those of the page that a question is about."""

import math

import pytest

from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary, in_points
from dplab.studies.lessons.costs import costs
from dplab.studies.trade_off import errors


@pytest.mark.parametrize("lam", ["auto", 0.01])
def test_a_lesson_compares_with_the_classifier_that_trade_off_compares_with(lam: float | str):
    settings = Settings("two_groups", n=1000, lam=lam, epsilon=1.0, draws=20)
    found = errors.at(settings, (1.0,), None, errors.of_batch)
    plain = found["non_private", math.inf]
    assert plain.by_folds == (lam == "auto")  # a table on which the two baselines differ
    expected = {
        name: in_points(Summary.of(found[name, 1.0].errors).median)
        - in_points(float(plain.errors[0]))
        for name in ("output", "objective")
    }
    assert costs(settings) == pytest.approx(expected, abs=1e-9)
