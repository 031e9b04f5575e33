"""The baseline does not flatter: λ by folds of the training records, where that does better."""

import math
from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from dpcore.data.dataset import Dataset, Split
from dpcore.erm.losses import Logistic
from dplab.simulation import baseline
from dplab.simulation.baseline import STEPS, better_lams
from dplab.simulation.comparison import measured
from dplab.simulation.measures import MEASURES, errors
from dplab.simulation.settings import Settings
from dplab.studies.decide import sheet
from dplab.studies.trade_off import errors as trade_off
from dplab.studies.who_pays import answers

NAMES = tuple(MEASURES)
OWN = Settings(data="upload", draws=5, lam="auto", epsilon=1.0)


def wide(n: int = 300, d: int = 80, seed: int = 0) -> Dataset:
    """Return records of which one feature tells the class: small λ learns the others by heart."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * np.where(np.arange(d), 0.2, 1.0)
    positive = X[:, 0] + 0.5 * rng.normal(size=n) > 0.2
    X /= np.linalg.norm(X, axis=1).max()
    return Dataset(X, np.where(positive, 1.0, -1.0), tuple(f"x{k}" for k in range(d)))


def part_of(data: Dataset, n: int = 240) -> Split:
    return Split(data.X[:n], data.y[:n], data.X[n:], data.y[n:])


def error_at(part: Split, lam: float, measure: str = "error") -> float:
    """Return what scikit-learn's logistic regression errs."""
    fit = LogisticRegression(C=1 / (lam * part.n), fit_intercept=False, tol=1e-10, max_iter=10_000)
    coef = fit.fit(part.X, part.y).coef_
    return float(errors(coef, part, measure)[0])


@pytest.mark.parametrize("measure", NAMES)
def test_where_the_rule_overfits_a_better_lam_is_found(measure: str):
    part = part_of(wide())
    lam = better_lams(part, Logistic(), 0.1 / part.n, NAMES)[measure]
    assert lam > 0.1 / part.n
    assert error_at(part, lam, measure) < error_at(part, 0.1 / part.n, measure) - 0.001


def test_it_is_the_least_error_over_five_folds_of_the_training_records():
    part = part_of(wide())
    n, fold_of = part.n, np.arange(part.n) % 5
    folds = [
        Split(
            *(each[fold_of != k] for each in (part.X, part.y)),
            part.X[fold_of == k],
            part.y[fold_of == k],
        )
        for k in range(5)
    ]
    mean = {
        step: np.mean([error_at(fold, step / n) for fold in folds]) for step in STEPS if step <= n
    }
    least = min(mean.values())
    chosen = n * better_lams(part, Logistic(), 0.1 / n)["error"]
    assert chosen == pytest.approx(max(step for step in mean if mean[step] <= least + 1e-12))


def test_test_records_choose_among_two_and_never_along_the_grid():
    """What folds find worse stays the rule's, however well another λ would do on the test part."""
    part = part_of(wide())
    lam = 0.1 / part.n
    honest = better_lams(part, Logistic(), lam)["error"]
    for seed in range(6):
        rng = np.random.default_rng(seed)
        judged = replace(part, y_test=rng.choice([-1.0, 1.0], len(part.y_test)))
        assert better_lams(judged, Logistic(), lam)["error"] in {lam, honest}


def test_a_lam_that_does_no_better_on_the_test_part_is_not_taken():
    part = part_of(wide())
    lam = 0.1 / part.n
    found = better_lams(part, Logistic(), lam)["error"]
    # Judged by records on which the rule's classifier is always right.
    fit = LogisticRegression(C=10, fit_intercept=False, tol=1e-10, max_iter=10_000)
    says = fit.fit(part.X, part.y).predict(part.X_test)
    against = replace(part, y_test=says)
    assert found > lam
    assert better_lams(against, Logistic(), lam)["error"] == lam


def test_where_records_are_many_nobody_looks(monkeypatch):
    part = part_of(wide(n=600, d=2), 500)
    monkeypatch.setattr(baseline, "solve", None)
    assert better_lams(part, Logistic(), 0.1 / part.n) == {"error": 0.1 / part.n}


@pytest.mark.parametrize("n", [3, 9, 11])
def test_few_records_and_one_class_have_a_baseline_too(n: int):
    data = wide()
    part = replace(part_of(data, n), y=np.ones(n), y_test=np.ones(300 - n))
    found = better_lams(part, Logistic(), 0.1 / n, NAMES)
    assert all(math.isfinite(lam) for lam in found.values())


def test_trade_off_decide_and_who_pays_compare_with_the_same_one():
    data = wide(seed=2)
    *_, curves = trade_off.run(trade_off.Question(OWN), data)
    plain = curves.outcomes["non_private", math.inf]
    assert plain.by_folds
    assert plain.lam > 0.1 / curves.n
    *_, found = sheet.run(sheet.Question(OWN), data)
    assert (found.without_noise, found.by_folds) == (plain.errors[0], True)
    people = answers.run(answers.Question(OWN.with_epsilon(math.inf), "non_private"), data)
    assert people.lam == plain.lam
    assert people.answers.mean_error == pytest.approx(plain.errors[0])


def test_a_lam_that_was_typed_is_everybodys():
    *_, curves = trade_off.run(trade_off.Question(replace(OWN, lam=1e-3)), wide(seed=2))
    plain = curves.outcomes["non_private", math.inf]
    assert (plain.lam, plain.by_folds) == (1e-3, False)


@pytest.mark.parametrize("measure", NAMES)
def test_each_measure_has_the_baseline_that_is_better_by_it(measure: str):
    data = wide(seed=2)
    settings = replace(OWN, measure=measure)
    cell = trade_off.batches(settings, (1.0,), data)[0]
    found = trade_off.of_batch(cell, data)
    plain = found["non_private", math.inf]
    best = measured(found, measure)["non_private", math.inf]
    assert plain.lam == pytest.approx(0.1 / 240)
    assert best.errors[0] < plain.mistakes.measured(measure)[0]
