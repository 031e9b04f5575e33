"""What a released model looks at: its effects, and which signs stand out from the noise.

The model is public, so that whatever is computed from its file alone keeps the guarantee
(post-processing), and costs no ε. Where noise of a known law was added to the finished classifier,
w̃ = w* + η, an effect c·w̃ (`dplab.tables.effects`) less that of the classifier without noise, c·w*,
is noise along c, whose quantile is exact (`directions`). So c·w̃ ± q holds c·w* with a probability
of `LEVEL`, q the quantile at (1 + `LEVEL`)/2, and a few digits for the solver's tolerance and the
grid of the coefficients. It holds for each effect on its own.

A sign is certain where the effect is further from 0 than that quantile at 1 - (1 - `LEVEL`)/k, for
k effects, and than its own interval reaches. It is wrong only if the noise passes this towards one
side, so that with a probability of `LEVEL` all signs that are called certain are right (the union
bound). Signs whose intervals leave out 0 are not: where noise hides everything, one in twenty
intervals leaves out 0 by accident, and then half of these signs are wrong.

No interval is known where the noise entered the objective, and none where λ was chosen among
candidates: the one that was chosen is more often one whose noise was kind.

Examples
--------
>>> from dpcore.data.declared.schema import Label, Numeric, Schema
>>> schema = Schema(Label("sick", ("yes",)), (Numeric("age", 20, 70),))
>>> facts = {"mechanism": "output", "noise_rate": 10.0, "candidates": [], "tau": 0.0, "grid": 0.0}
>>> document = {"coefficients": [{"coefficient": 0.5}], "certificate": facts | {"lam_used": 0.1}}
>>> found = of_model(Model(document, schema))
>>> found.values.tolist(), found.margin.round(2).tolist(), found.stands_out.tolist()
([1.0], [0.6], [True])
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.checks import Array
from dpcore.data import cells
from dpcore.data.declared.reading import as_declared
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.release import Model
from dplab.instruments.directions import reach
from dplab.tables.effects import Effect, of_schema, ranges

LEVEL = 0.95
"""Probability that an interval holds the effect without noise."""


@dataclass(frozen=True, eq=False)
class ReleasedEffects:
    """Effects of a released model.

    `values` (n_effects,) are the model's, and `margin` (n_effects,) half the width of the interval;
    None where no interval is known. `far` (n_effects,) is how far from 0 a sign is certain.
    """

    effects: tuple[Effect, ...]
    values: Array
    margin: Array | None
    far: Array | None = None

    @property
    def stands_out(self) -> npt.NDArray[np.bool_]:
        """Which signs are those of the classifier without noise, all together at `LEVEL`."""
        if self.far is None:
            return np.zeros(len(self.values), bool)
        return np.asarray(np.abs(self.values) > self.far)

    @property
    def ranges(self) -> dict[str, float]:
        """How far each column moves the score, the largest first."""
        return ranges(self.effects, self.values)


def of_model(model: Model) -> ReleasedEffects:
    """Return the effects of a released model, from its file alone."""
    found = of_schema(model.schema)
    (values,) = found.of(model.coef[None])
    of_one, of_all = (1 + LEVEL) / 2, 1 - (1 - LEVEL) / len(values)
    margin, far = (
        None if along is None else along * found.lengths
        for along in (_margin(model, p) for p in (of_one, max(of_one, of_all)))
    )
    return ReleasedEffects(found.effects, values, margin, far)


def _margin(model: Model, p: float) -> float | None:
    """Return the margin along a direction of length 1 by the p-quantile; None if none is known."""
    facts, d = model.certificate, len(model.coef)
    # A file may name any mechanism.
    mechanism = MECHANISMS.get(facts["mechanism"])
    if mechanism is None or not mechanism.has_exact_chances or facts["candidates"]:
        return None
    if not facts["noise_rate"] > 0 or facts.get("residual_rate"):
        return None
    noise = reach(mechanism.norm_law, facts["noise_rate"], d, p)
    # J is (λ+Δ)-strongly convex: a gradient of τ is at most τ/(λ+Δ) from the minimiser.
    solved = facts["tau"] / facts["lam_used"] if facts["lam_used"] else 0.0
    return noise + float(solved) + float(facts["grid"]) * float(np.sqrt(d))


def own_word(model: Model, rows: pd.DataFrame) -> dict[str, str]:
    """Return what a table calls the side that the model knows only as what it is not.

    Where the label of the model's schema has values on one side alone, the model calls the other
    one "not yes". A table that has the label, with one further value, has a word for it. `rows`
    are those to predict; returned is the word by what the model says, or nothing.
    """
    label, markers = model.schema.label, model.schema.markers
    is_open = bool(label.positive) != bool(label.negative)
    if not is_open or list(rows.columns).count(label.name) != 1:
        return {}
    used = cells.texts(as_declared(rows[label.name], label, markers)).used()
    others = {*cells.unmarked(used, markers)} - {"", *label.positive, *label.negative}
    if len(others) != 1:
        return {}
    side = "negative" if label.positive else "positive"
    return {model.document["labels"][side]: others.pop()}


def table(found: ReleasedEffects) -> pd.DataFrame:
    """Return each effect, one a row; the interval's ends are nan where none is known."""
    margin = np.full(len(found.values), np.nan) if found.margin is None else found.margin
    bounds = np.array([each.bounds or (np.nan, np.nan) for each in found.effects])
    return pd.DataFrame(
        {
            "column": [each.column for each in found.effects],
            "level": [each.level for each in found.effects],
            "lower": bounds[:, 0],
            "upper": bounds[:, 1],
            "effect": found.values,
            "of_a_unit": found.values / np.array([each.width for each in found.effects]),
            "without_noise_low": found.values - margin,
            "without_noise_high": found.values + margin,
            "certain": found.stands_out,
        }
    )
