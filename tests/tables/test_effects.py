"""Effects are the score of a record, taken apart by its columns."""

import numpy as np
import pandas as pd
import pytest

from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dplab.tables.effects import MIDDLE, EffectMap, of_names, of_schema, ranges

LEVELS = ("a", "b", "c")


def schema(*, intercept: bool) -> Schema:
    return Schema(
        Label("y", ("yes",), ("no",)),
        (Numeric("age", 20, 70), Category("kind", LEVELS), Numeric("dose", -3, 1)),
        intercept=intercept,
    )


def table(n: int = 50) -> pd.DataFrame:
    rng = np.random.default_rng(4)
    return pd.DataFrame(
        {
            "age": rng.integers(20, 71, n),
            "kind": rng.choice(LEVELS, n),
            "dose": rng.uniform(-3, 1, n),
            "y": ["yes", "no"] * (n // 2),
        }
    )


def summed(found: EffectMap, effects: np.ndarray, row: pd.Series) -> float:
    """Return the score of a row by its effects alone, in the units of its columns."""
    total = 0.0
    for each, effect in zip(found.effects, effects, strict=True):
        if each.bounds:
            low, high = each.bounds
            total += effect * (row[each.column] - (low + high) / 2) / each.width
        elif each.level is None or each.level == row[each.column]:
            total += effect
    return total


@pytest.mark.parametrize("intercept", [False, True])
def test_effects_sum_to_the_score_of_a_row_before_it_is_shortened(intercept: bool):
    declared, rows = schema(intercept=intercept), table()
    data, found = encode(rows, declared), of_schema(declared)
    w = np.random.default_rng(5).normal(size=data.X.shape[1])
    columns = data.X @ w
    if intercept:
        # Shortening divides what the columns add, and leaves the constant alone.
        constant = data.X[:, -1] * w[-1]
        scores = (columns - constant) * np.maximum(1, data.norms) + constant
    else:
        scores = columns * np.maximum(1, data.norms)
    (effects,) = found.of(w[None])
    expected = [summed(found, effects, row) for _, row in rows.iterrows()]
    np.testing.assert_allclose(scores, expected, atol=1e-12)


def test_levels_of_a_column_are_beside_their_mean():
    found = of_schema(schema(intercept=False))
    (effects,) = found.of(np.random.default_rng(6).normal(size=(1, 5)))
    levels = [e for each, e in zip(found.effects, effects, strict=True) if each.level]
    assert len(levels) == len(LEVELS)
    assert sum(levels) == pytest.approx(0, abs=1e-12)


def test_the_middle_is_left_out_where_it_is_nothing():
    assert [each.column for each in of_names(("x1", "x2")).effects] == ["x1", "x2"]
    assert of_schema(schema(intercept=True)).effects[-1].column == MIDDLE


def test_columns_are_in_the_order_of_their_ranges():
    found = of_schema(schema(intercept=False))
    values = np.array([0.4, -0.3, 0.1, 0.2, -0.6, 9.0])
    assert ranges(found.effects, values) == {"dose": 0.6, "kind": 0.5, "age": 0.4}
