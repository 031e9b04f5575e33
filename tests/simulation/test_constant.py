"""The constant rule: the best constant answer on the test part, which flatters no classifier."""

import math

import numpy as np
import pytest

from dpcore.data.counterexample import points
from dpcore.data.dataset import Dataset, Split, split
from dpcore.data.declared.schema import Label
from dpcore.erm.prediction import error
from dplab.simulation.constant import ConstantRule, answers_of, constant_rule
from dplab.simulation.summaries import Summary

NO = ("no", "yes")


def part(y_test: list[float], weight: list[float] | None = None, y: float = 1.0) -> Split:
    """Return test records with these labels, and one training record with the label y."""
    X = np.full((len(y_test), 1), 0.5)
    chance = None if weight is None else np.array(weight)
    return Split(X[:1], np.array([y]), X, np.array(y_test), test_weight=chance)


def labels(n: int, n_positive: int) -> list[float]:
    return [1.0] * n_positive + [-1.0] * (n - n_positive)


@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_the_class_is_that_of_the_test_part_whatever_was_trained_on(y: float):
    rule = constant_rule([part(labels(10, 1), y=y)], NO)
    assert (rule.answer, rule.error) == ("no", 0.1)
    rule = constant_rule([part(labels(10, 8), y=y)], NO)
    assert (rule.answer, rule.error) == ("yes", 0.2)


def test_the_deviation_is_the_standard_error_of_the_test_part():
    assert constant_rule([part(labels(400, 40))]).deviation == pytest.approx(math.sqrt(0.09 / 400))


def test_a_law_by_points_is_exact():
    rule = constant_rule([split(points(4, 0.1), 7, seed=0)])
    assert (rule.error, rule.deviation) == (0.5, 0)
    rule = constant_rule([part([1.0, -1.0, 1.0], [0.125, 0.75, 0.125])], NO)
    assert (rule.answer, rule.error, rule.deviation) == ("no", 0.25, 0)
    assert constant_rule([part([1.0, -1.0, 1.0])], NO).answer == "yes"  # were each point to count 1


@pytest.mark.parametrize("weighted", [False, True])
def test_a_classifier_that_always_says_the_same_is_equal_and_does_not_beat_it(weighted: bool):
    rng = np.random.default_rng(0)
    for _ in range(50):
        y = rng.choice([-1.0, 1.0], 997, p=[0.9, 0.1])
        weight = rng.dirichlet(np.ones(997)) if weighted else None
        X = np.full((997, 1), 0.5)
        both = error(np.array([[-1.0], [1.0]]), X, y, weight)
        rule = constant_rule([Split(X, y, X, y, test_weight=weight)])
        assert rule.error == both.min()  # to the last bit
        assert not rule.is_beaten_by(Summary.of(both[:1]))


def test_of_folds_it_is_the_median_as_of_a_classifier():
    folds = [part(labels(10, k)) for k in (1, 4, 2, 3, 9)]
    assert constant_rule(folds, NO).error == 0.3
    assert constant_rule(iter(folds), NO).answer == "no"


def test_folds_are_those_of_the_split():
    y = np.array(labels(50, 5))
    data = Dataset(np.full((50, 1), 0.5), y, ("x",))
    folds = [split(data, 1, seed=3, fold=fold) for fold in range(5)]
    assert sum(constant_rule([fold]).error for fold in folds) == pytest.approx(5 * 0.1)


RULE = ConstantRule("no", 0.1, 0.01)
FOUND = {
    "equal, without noise": (Summary(0.1, 0.1, 0.1), False),
    "within chance, without noise": (Summary(0.0905, 0.0905, 0.0905), False),
    "beyond chance, without noise": (Summary(0.0895, 0.0895, 0.0895), True),
    "its middle half reaches the rule": (Summary(0.02, 0.01, 0.1), False),
    "its middle half ends below": (Summary(0.02, 0.01, 0.0999), True),
    "its middle half is narrow, and within chance": (Summary(0.095, 0.095, 0.095), False),
    "worse": (Summary(0.4, 0.05, 0.5), False),
    "not known": (Summary(math.nan, math.nan, math.nan), False),
}


@pytest.mark.parametrize(("errors", "expected"), FOUND.values(), ids=FOUND)
def test_a_classifier_has_to_be_better_by_more_than_the_spread(errors: Summary, expected: bool):
    assert RULE.is_beaten_by(errors) == expected


def test_nobody_beats_the_rule_where_the_test_part_has_one_class():
    rule = constant_rule([part(labels(20, 0))])
    assert rule.error == 0
    assert not rule.is_beaten_by(Summary(0, 0, 0))


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        (Label("y", ("yes",), ("no",)), ("no", "yes")),
        (Label("y", negative=("normal.",)), ("normal.", "not normal.")),
        (Label("y", ("2",)), ("not 2", "2")),
        (Label("y", ("1",), ("2", "3", "4")), ("not 1", "1")),
        (Label("y", ("1", "5", "6"), ("2", "3", "4")), ("one of 3 values", "one of 3 values")),
        (Label("y", ("a" * 200,), ("no",)), ("no", "a" * 19 + "…")),
    ],
    ids=str,
)
def test_the_answer_is_named_in_the_words_of_the_table(label: Label, expected: tuple[str, str]):
    assert answers_of(label) == expected
