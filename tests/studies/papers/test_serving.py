"""TDDL over a grid: what it tends to, what it depends on, and what comes out as pinned."""

from dataclasses import replace

import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dplab.simulation.sweeps import SweepSpec
from dplab.studies.papers import regression
from dplab.studies.papers.entries import entries
from dplab.studies.papers.reproduce import ours, reproduce
from dplab.studies.papers.serving import SERVED, TDDL, Questions, serve

LINEAR = SweepSpec(
    regression.DATA,
    d=2_000_000,
    knobs=(("spread", 0.1),),
    mechanisms=SERVED,
    losses=((regression.LOSS, 0.5),),
    epsilons=(0.5, 2.0),
    sizes=(5_000,),
    draws=30,
)
CUBIC = replace(
    LINEAR, data="cubic", d=4, knobs=(), mechanisms=SERVED[:-1], losses=(("huber", 0.5),)
)


def table(spec, questions=Questions()):  # noqa: B008
    results = list(serve(spec, questions))
    assert [result.failure for result in results if result.failure] == []
    return pd.concat([result.rows for result in results])


def means(spec, questions=Questions()):  # noqa: B008
    return table(spec, questions).groupby(["mechanism", "epsilon"]).error.mean()


@pytest.mark.parametrize("spec", [LINEAR, CUBIC])
@pytest.mark.parametrize("name", [*TDDL, "functional"])
def test_without_noise_the_user_gets_what_the_learner_has(spec, name):
    # T = 200 points span the features of both.
    free = replace(spec, epsilons=(1e7,), mechanisms=("non_private", name), draws=2)
    errors = means(free)
    assert errors[name].iloc[0] == pytest.approx(errors["non_private"].iloc[0], abs=0.002)


@pytest.mark.parametrize("spec", [LINEAR, CUBIC])
def test_errors_fall_with_epsilon_and_the_private_constant_costs_more_than_the_printed_one(spec):
    errors = means(replace(spec, epsilons=(2.0, 20.0)))
    for name in (*TDDL, "functional"):
        assert errors[name, 20.0] < errors[name, 2.0]
    assert errors["tddl_printed", 2.0] < errors["tddl_laplace", 2.0]


def test_noise_of_tddl_and_of_a_function_does_not_know_how_many_dimensions_there_are():
    of_many, of_few = means(LINEAR), means(replace(LINEAR, d=20))
    for name in SERVED:
        assert (of_many[name] == of_few[name]).all() == (name != "objective")


def test_a_function_with_noise_asks_no_test_points():
    few, many = (
        means(replace(LINEAR, mechanisms=("functional", "tddl_gaussian")), Questions(points=T))
        for T in (20, 100)
    )
    assert (few["functional"] == many["functional"]).all()
    assert (few["tddl_gaussian"] != many["tddl_gaussian"]).all()


def test_folds_are_other_records_and_the_same_seed_gives_the_same_rows():
    spec = replace(LINEAR, mechanisms=("non_private",), folds=2)
    first, second = table(spec), table(spec)
    assert first.error.nunique() == 2
    assert sorted(first.error) == sorted(second.error)


def test_a_mechanism_that_nobody_can_run_is_refused_before_anything_runs():
    with pytest.raises(InvalidInput, match="mechanism must be one of non_private"):
        serve(replace(LINEAR, mechanisms=("output",)), Questions())
    with pytest.raises(InvalidInput, match="mechanism must be one of non_private"):
        serve(replace(CUBIC, mechanisms=("objective",)), Questions())


def test_a_delta_of_more_than_one_in_n_fails_with_a_sentence():
    (result,) = serve(LINEAR, Questions(delta=0.5))
    assert "δ must be above 0 and below 1/n" in result.failure


def test_regression_gives_what_the_file_expects():
    entry = entries()["jt13_regression"]
    *_, found = reproduce(replace(entry, values=(1.0,)))
    for value in entry.expected:
        assert ours(found, value, value.variant) == pytest.approx(value.value, abs=0.01)
