"""What coefficients say about a table's own columns: effects on a classifier's score.

A classifier answers +1 where its score w·x is at least 0. With u = 2 (v - a)/(b - a) - 1 for a
number v within its bounds [a, b], and w_l the coefficient of a category's level l, the score of a
row before it is shortened is a sum of one term a column,

    s·(w₀ + Σ_numbers w_j u_j + Σ_categories w_l)
        = middle + Σ_numbers across_j·(v - (a + b)/2)/(b - a) + Σ_categories beside_l,

with s = 1/√2 where the schema has a constant feature of coefficient w₀, else s = 1 and w₀ = 0:

| effect | formula | what it is |
| --- | --- | --- |
| across, of a number | 2 s w_j | how much the score changes from the lower bound to the upper one |
| beside, of a level | s (w_l - mean of the column's w) | its score beside the mean of the levels |
| middle | s (w₀ + Σ_categories mean of w) | the score where all columns are in their middle |

A number's change of one unit is across/(b - a). Each effect is c·w for a fixed vector c, a row of
`contrasts`, so that noise along c is noise on the effect (`dpcore.privacy.projection`).

**Rows that are longer than 1 are shortened.** Their columns' effects are then divided by the row's
length. Without a constant feature the whole score is, so that no answer and no sign changes.

Examples
--------
>>> from dpcore.data.declared.schema import Category, Label, Numeric, Schema
>>> features = (Numeric("age", 20, 70), Category("sex", ("f", "m")))
>>> found = of_schema(Schema(Label("sick", ("yes",)), features))
>>> [f"{each.column} {each.level or ''}".strip() for each in found.effects]
['age', 'sex f', 'sex m', '(middle)']
>>> found.of(np.array([[0.5, 0.1, 0.3]])).round(3).tolist()
[[1.0, -0.1, 0.1, 0.2]]
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from dpcore.checks import Array, written
from dpcore.data.declared.schema import Category, Feature, Numeric, Schema

MIDDLE = "(middle)"
"""What the score of a row is called whose columns are all in their middle."""


@dataclass(frozen=True)
class Effect:
    """A number's effect, that of a category's level, or the middle.

    Parameters
    ----------
    column : str
        The column, or `MIDDLE`.
    level : str or None
        The level of a category; None of a number.
    bounds : (float, float) or None
        Of a number, in the unit of its column.
    """

    column: str
    level: str | None = None
    bounds: tuple[float, float] | None = None

    @property
    def is_of_column(self) -> bool:
        """Whether it is of a column: the middle is not."""
        return self.level is not None or self.bounds is not None

    @property
    def described(self) -> str:
        """Between which bounds, of which level, or of what else it is the effect."""
        if self.bounds:
            return " to ".join(written(each).replace("-", "−") for each in self.bounds)
        return "all columns in their middle" if self.level is None else self.level

    @property
    def width(self) -> float:
        """How far a number's bounds are apart, in its unit; nan of all else."""
        return self.bounds[1] - self.bounds[0] if self.bounds else np.nan


@dataclass(frozen=True, eq=False)
class EffectMap:
    """How effects follow from coefficients: each is a row of `contrasts` times w.

    Contrasts are (n_effects, n_features), in the order of the schema's columns.
    """

    effects: tuple[Effect, ...]
    contrasts: Array

    def of(self, coefs: Array) -> Array:
        """Return the effects of classifiers: (n_draws, n_effects) of (n_draws, n_features)."""
        return np.asarray(coefs @ self.contrasts.T)

    @property
    def lengths(self) -> Array:
        """The norms of the contrasts, (n_effects,): noise on an effect is in proportion."""
        return np.asarray(np.linalg.norm(self.contrasts, axis=1))


def of_schema(schema: Schema) -> EffectMap:
    """Return the effects of a table's columns."""
    return _effects(schema.features, intercept=schema.intercept)


def of_names(features: Sequence[str]) -> EffectMap:
    """Return those of generated records, whose features are within [-1, 1] as they come."""
    return _effects([Numeric(name, -1, 1) for name in features], intercept=False)


def _effects(features: Sequence[Feature], *, intercept: bool) -> EffectMap:
    scale = 1 / np.sqrt(2) if intercept else 1.0
    width = sum(len(each.encoded_names) for each in features) + intercept
    effects, rows, middle, start = list[Effect](), list[Array](), np.zeros(width), 0
    for feature in features:
        size = len(feature.encoded_names)
        block = np.zeros((size, width))
        block[:, start : start + size] = _contrasts(feature)
        if isinstance(feature, Category):
            middle[start : start + size] = 1 / size
        effects += _named(feature)
        rows.append(block)
        start += size
    middle[-1:] += float(intercept)
    if middle.any():
        effects.append(Effect(MIDDLE))
        rows.append(middle[None])
    return EffectMap(tuple(effects), scale * np.concatenate(rows))


def _contrasts(feature: Feature) -> Array:
    if isinstance(feature, Numeric):
        return np.array([[2.0]])
    size = len(feature.levels)
    return np.eye(size) - 1 / size


def _named(feature: Feature) -> Iterator[Effect]:
    if isinstance(feature, Numeric):
        yield Effect(feature.name, bounds=(feature.lower, feature.upper))
    else:
        yield from (Effect(feature.name, level) for level in feature.levels)


def ranges(effects: Sequence[Effect], values: Array) -> dict[str, float]:
    """Return how far each column moves the score: a number's |across|, levels' largest difference.

    Values are (n_effects,); columns come in the order of their ranges, the largest first.
    """
    found: dict[str, list[float]] = {}
    for each, value in zip(effects, values.tolist(), strict=True):
        if each.is_of_column:
            found.setdefault(each.column, []).append(value)
    wide = {
        column: max(some) - min(some) if len(some) > 1 else abs(some[0])
        for column, some in found.items()
    }
    return dict(sorted(wide.items(), key=lambda item: -item[1]))
