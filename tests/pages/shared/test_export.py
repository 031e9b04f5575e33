"""Scripts that are taken along hold the very settings of the page."""

import math

import pytest

from dpcore.experiments.settings import Settings
from dpcore.experiments.sweeps import SweepSpec
from pages.shared import export

HARD = [
    math.inf,
    -math.inf,
    (math.inf,),
    (0.1, math.inf),
    (),
    None,
    "inf",
    "a'b",
    (("logistic", math.inf), ("huber", 0.5)),
    1e-300,
]


@pytest.mark.parametrize("value", HARD, ids=repr)
def test_python_reads_back_what_is_written(value):
    assert eval(export.as_python(value), {}) == value


@pytest.mark.parametrize(
    "settings",
    [Settings(epsilon=math.inf), SweepSpec(epsilons=(0.1, math.inf), lams=(math.inf,))],
)
def test_arguments_make_the_same_settings(settings):
    names = {"Settings": Settings, "SweepSpec": SweepSpec}
    made = f"{type(settings).__name__}(\n    {export.arguments(vars(settings))},\n)"
    assert eval(made, names) == settings
