"""Signs that are called certain are right on fresh draws, and the law of effects is the noise's."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import beta

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dpcore.privacy.mechanisms import draw, in_order
from dplab.simulation import comparison
from dplab.simulation.comparison import COMPARED, split_of
from dplab.simulation.settings import Settings
from dplab.studies.trade_off import looks_at
from dplab.studies.trade_off.looks_at import (
    DRAWS,
    ENDS,
    FEWEST,
    LEVEL,
    RIGHT,
    ColumnEffects,
    Question,
    of_draws,
    run,
)
from tests.house.some import some
from tests.tables.test_effects import schema, table

TUMOURS = Settings(data="breast_cancer", epsilon=1.0, lam="auto")
GAUSSIAN = replace(TUMOURS, also=("output_gaussian", "objective_gaussian"), delta=1e-5)
DATA_SETS = ("breast_cancer", "gaussian", "uniform", "unseparable", "two_groups", "counterexample")
MANY = 4_000
"""Fresh draws: a share is known to 0.005, one standard error."""


def fresh(found: ColumnEffects, name: str, n_draws: int = MANY) -> np.ndarray:
    """Return effects of other draws than those of the study, (n_draws, n_effects)."""
    settings = found.question.settings
    part = split_of(settings)
    drawn = draw(
        name,
        part.X,
        part.y,
        loss=settings.make_loss(),
        lam=found.lams[name],
        epsilon=settings.epsilon,
        delta=settings.delta,
        n_draws=n_draws,
        rng=np.random.default_rng(91),
        sample_weight=part.weight,
    )
    return looks_at._effects(settings, comparison.sources.load(settings), None).of(drawn.coefs)


@pytest.mark.parametrize("name", ["output", "output_gaussian"])
def test_the_exact_law_is_that_of_fresh_draws_and_no_near_miss(name: str):
    found = run(Question(GAUSSIAN))
    drawn, spread = fresh(found, name), found.private[name]
    assert spread.is_exact
    # 30 effects: 5 standard errors of a share of 4,000 draws; of 1.5 times the noise it is 15.
    tolerance = 5 * np.sqrt(0.25 / MANY)
    agrees = np.sign(drawn) == np.sign(found.plain)
    np.testing.assert_allclose(agrees.mean(axis=0), spread.same, atol=tolerance)
    below, above = (drawn < spread.low).mean(axis=0), (drawn > spread.high).mean(axis=0)
    np.testing.assert_allclose([below, above], 0.05, atol=5 * np.sqrt(0.05 * 0.95 / MANY))
    wider = spread.middle + 1.5 * (drawn - spread.middle)
    assert (wider > spread.high).mean() > 0.1


@pytest.mark.parametrize("data", some(DATA_SETS, often=("breast_cancer", "gaussian")))
def test_signs_that_are_certain_are_right_on_fresh_draws(data: str):
    found = run(Question(replace(GAUSSIAN, data=data, n=400, epsilon=5.0)))
    for name, spread in found.private.items():
        right = (np.sign(fresh(found, name, 1_000)) == np.sign(found.plain)).mean(axis=0)
        certain = right[spread.certain]
        if not len(certain):
            continue
        # Of 1,000 draws a share of 0.95 is known to 0.007: one sign may look a little worse.
        assert certain.mean() >= RIGHT
        assert certain.min() >= RIGHT - 5 * 0.007
    assert any(spread.certain.any() for spread in found.private.values())


def test_of_draws_a_sign_is_certain_by_the_bound_of_clopper_and_pearson():
    for n_draws in (FEWEST - 1, FEWEST, DRAWS):
        for wrong in range(n_draws + 1):
            drawn = np.ones((n_draws, 1))
            drawn[:wrong] = -1
            bound = beta.ppf(LEVEL, wrong + 1, n_draws - wrong) if wrong < n_draws else 1.0
            spread = of_draws(drawn, np.array([0.3]))
            assert bool(spread.certain[0]) is bool(bound <= 1 - RIGHT)


def test_an_effect_of_nothing_has_no_certain_sign():
    spread = of_draws(np.zeros((DRAWS, 2)), np.array([0.0, 1.0]))
    assert not spread.certain.any()
    assert spread.same.tolist() == [0, 0]


def test_without_noise_effects_are_those_of_the_classifier_of_the_tile():
    settings = replace(TUMOURS, epsilon=np.inf, lam=0.01)
    found = run(Question(settings))
    part = split_of(settings)
    (coef,) = draw(
        "non_private", part.X, part.y, loss=settings.make_loss(), lam=0.01, epsilon=np.inf,
        n_draws=1, rng=np.random.default_rng(0),
    ).coefs  # fmt: skip
    np.testing.assert_allclose(found.plain, 2 * coef, atol=1e-12)
    for spread in found.private.values():
        for each in (spread.low, spread.middle, spread.high):
            np.testing.assert_allclose(each, found.plain, atol=1e-6)
        assert spread.certain.all()


def test_where_lam_follows_epsilon_each_classifier_has_the_one_of_its_tile():
    found = run(Question(TUMOURS))
    part = split_of(TUMOURS)
    expected = comparison.lams(TUMOURS, COMPARED[1:], n=part.n, n_features=part.X.shape[1])
    assert {name: found.lams[name] for name in expected} == expected
    assert tuple(found.private) == in_order(COMPARED[1:])


def test_an_own_table_speaks_of_its_columns_and_levels():
    declared = schema(intercept=True)
    data = encode(table(), declared)
    settings = Settings(data="upload", epsilon=1.0, lam=0.1)
    found = run(Question(settings), data, declared)
    named = [(each.column, each.level) for each in found.effects]
    assert named[:4] == [("age", None), ("kind", "a"), ("kind", "b"), ("kind", "c")]
    assert found.shortened == data.shortened_share
    rows = looks_at.table(found)
    numbers = rows[(rows["mechanism"] == "output") & (rows["column"] == "age")]
    assert (numbers["of_a_unit"] * 50).tolist() == pytest.approx(numbers["effect"].tolist())


def test_a_level_that_is_alone_has_no_effect_and_no_certain_sign():
    declared = Schema(
        Label("y", ("yes",), ("no",)), (Numeric("age", 20, 70), Category("kind", ("a",)))
    )
    data = encode(table().assign(kind="a"), declared)
    found = run(Question(Settings(data="upload", epsilon=1.0, lam=0.1)), data, declared)
    assert found.plain[1] == 0
    assert not any(spread.certain[1] for spread in found.private.values())


def test_more_records_have_fewer_draws_and_too_many_none(monkeypatch):
    part = split_of(TUMOURS)
    size = part.X.size
    monkeypatch.setattr(looks_at, "MAX_WORK", 100 * size)
    assert run(Question(TUMOURS)).private["objective"].n_draws == 100
    monkeypatch.setattr(comparison, "MAX_WORK", (FEWEST - 1) * size)
    with pytest.raises(InvalidInput, match="Draws times n times d"):
        run(Question(TUMOURS))


def test_nine_in_ten_is_between_the_ends():
    assert ENDS[1] - ENDS[0] == pytest.approx(0.9)
