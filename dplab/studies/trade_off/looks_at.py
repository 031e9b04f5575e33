"""What the classifier looks at: effects in the table's own units, and what noise leaves of them.

Effects are those of `dplab.tables.effects`. At the settings' ε each private mechanism turns them
into random ones. Where noise is added to the finished classifier their law is exact: an effect is
c·w, and c·(w* + η) is c·w* plus noise along c (`dpcore.privacy.projection`). Elsewhere draws tell
it, `DRAWS` of them.

**Which signs are certain.** The sign of an effect is certain where a fresh private classifier has
the sign of the classifier without noise with a probability of `RIGHT` at least: by the exact law,
or, of draws, where a smaller probability is ruled out at the level `LEVEL`. With k of r draws of
the other sign, the probability of that is at most the Clopper-Pearson bound, the `LEVEL` quantile
of Beta(k + 1, r - k) (Clopper and Pearson 1934); fewer than `FEWEST` draws rule out nothing.

All of it is read from the training records, and none of it is private.

Examples
--------
>>> found = run(Question(Settings(data="gaussian", n=1000, d=2, epsilon=0.5, lam=0.01)))
>>> [each.column for each in found.effects], found.plain.round(1).tolist()
(['x1', 'x2'], [-7.5, -5.0])
>>> {name: spread.certain.tolist() for name, spread in found.private.items()}
{'objective': [True, True], 'output': [True, True]}
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.special import betaincinv

from dpcore.checks import UNIT_BALL_TOLERANCE, Array
from dpcore.data.dataset import Dataset, Split
from dpcore.data.declared.schema import Schema
from dpcore.data.encoding import Encoded
from dpcore.data.real.tables import TABLES
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, calibrate, draw, in_order
from dpcore.privacy.noise import NORM_LAWS
from dpcore.privacy.regularization.suggested import AUTO
from dplab.instruments.directions import reach
from dplab.simulation.answers import minimiser
from dplab.simulation.baseline import better_lams
from dplab.simulation.comparison import COMPARED, MAX_WORK, check_work, lams, split_of
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load, stream
from dplab.simulation.summaries import labelled
from dplab.tables.effects import Effect, EffectMap, of_names, of_schema, ranges

RIGHT, LEVEL = 0.95, 0.95
"""How often a sign that is certain is right, and at which level of confidence that is known."""

ENDS = (0.05, 0.95)
"""Between these quantiles are nine in ten of the private effects."""

DRAWS = 500
"""Of a mechanism whose law is not known: fewer where the work would be too much."""

FEWEST = math.ceil(math.log(1 - LEVEL) / math.log(RIGHT))
"""Draws that can tell a sign to be certain, if all have it: 0.95^59 < 0.05."""

_PLAIN = "non_private"


@dataclass(frozen=True)
class Question(AboutRecords):
    """Of which classifiers.

    Parameters
    ----------
    settings : Settings
        At their ε; their draws count for nothing.
    """

    settings: Settings


@dataclass(frozen=True, eq=False)
class EffectSpread:
    """The effects of one private mechanism.

    Arrays are (n_effects,): the quantiles at `ENDS` and the median, the probability `same` that a
    fresh classifier has the sign of that without noise, and whether the sign is `certain`. They
    are counted over `n_draws`, of which `n_missed` did not converge; where the law is exact these
    are 0.
    """

    low: Array
    middle: Array
    high: Array
    same: Array
    certain: npt.NDArray[np.bool_]
    n_draws: int = 0
    n_missed: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether it follows from the law of the noise, without a draw."""
        return not self.n_draws


@dataclass(frozen=True, eq=False)
class ColumnEffects:
    """What the classifiers look at.

    `plain` (n_effects,) is without noise, `private` by mechanism in the order of the tiles, and
    `lams` of all. Of the records a share of `shortened` was longer than 1: `length` is the median
    of their lengths.
    """

    question: Question
    n: int
    effects: tuple[Effect, ...]
    plain: Array
    private: Mapping[str, EffectSpread]
    lams: Mapping[str, float]
    shortened: float = 0.0
    length: float = 1.0

    @property
    def ranges(self) -> dict[str, float]:
        """How far each column moves the score without noise, the largest first."""
        return ranges(self.effects, self.plain)


def run(
    question: Question, records: Dataset | None = None, schema: Schema | None = None
) -> ColumnEffects:
    """Return the effects without noise, and at ε.

    Parameters
    ----------
    question : Question
    records : Dataset, optional
        The visitor's own, for data == "upload".
    schema : Schema, optional
        By which these were encoded; without it their features stand for themselves.

    Raises
    ------
    InvalidInput
        If a value is out of range, or the draws together take too much work.
    """
    settings, part = question.settings, split_of(question.settings, records)
    data = load(settings, records)
    effects = _effects(settings, data, schema)
    names = in_order((*COMPARED, *settings.also))
    at = _lams(settings, names, part)
    plain = effects.of(_drawn(settings, _PLAIN, at[_PLAIN], part, 1)[0])[0]
    private = {
        name: _spread(settings, name, at[name], part, effects, plain)
        for name in names
        if MECHANISMS[name].is_noisy
    }
    return ColumnEffects(question, part.n, effects.effects, plain, private, at, *_shortened(data))


def _effects(settings: Settings, data: Dataset, schema: Schema | None) -> EffectMap:
    if settings.data in TABLES:
        schema = TABLES[settings.data].schema
    return of_schema(schema) if schema else of_names(data.features)


def _lams(settings: Settings, names: tuple[str, ...], part: Split) -> dict[str, float]:
    """Return λ of each mechanism; without noise that of the tile, which folds may have chosen."""
    found = lams(settings, names, n=part.n, n_features=part.X.shape[1])
    if settings.lam == AUTO:
        measure, loss = settings.measure, settings.make_loss()
        found[_PLAIN] = better_lams(part, loss, found[_PLAIN], (measure,))[measure]
    return found


def _spread(
    settings: Settings, name: str, lam: float, part: Split, effects: EffectMap, plain: Array
) -> EffectSpread:
    if MECHANISMS[name].has_exact_chances:
        return _by_law(settings, name, lam, part, effects, plain)
    n_draws = _n_draws(settings, part)
    coefs, n_missed = _drawn(settings, name, lam, part, n_draws)
    return of_draws(effects.of(coefs), plain, n_missed)


def _by_law(
    settings: Settings, name: str, lam: float, part: Split, effects: EffectMap, plain: Array
) -> EffectSpread:
    loss = settings.make_loss()
    d, delta = part.X.shape[1], settings.delta
    plan = calibrate(
        name, settings.epsilon, lam=lam, n=part.n, loss=loss, delta=delta, n_features=d
    )
    middle = effects.of(minimiser(plan, part, loss=loss, lam=lam)[None])[0]
    law = NORM_LAWS[plan.norm_law]
    positive = _chance_positive(middle, effects.lengths, plan, d)
    same = np.where(plain > 0, positive, np.where(plain < 0, 1 - positive, 0.0))
    far = reach(law, plan.noise_rate, d, ENDS[1]) * effects.lengths
    return EffectSpread(middle - far, middle, middle + far, same, same >= RIGHT)


def _chance_positive(middle: Array, lengths: Array, plan: Plan, d: int) -> Array:
    """Return the chance that effects with noise along contrasts of these lengths are positive."""
    along = NORM_LAWS[plan.norm_law].along
    assert along is not None  # as `has_exact_chances` says
    with np.errstate(divide="ignore", invalid="ignore"):
        places = plan.noise_rate * middle / lengths
    # An effect of 0 has noise on both sides alike, and a level that is alone no noise at all.
    return along(np.where(middle == 0, 0.0, places), d)


def of_draws(drawn: Array, plain: Array, n_missed: int = 0) -> EffectSpread:
    """Return what draws of effects, (n_draws, n_effects), tell of them.

    Examples
    --------
    >>> few, many = (of_draws(np.ones((r, 1)), np.ones(1)) for r in (FEWEST - 1, FEWEST))
    >>> bool(few.certain[0]), bool(many.certain[0])
    (False, True)
    """
    n_draws = len(drawn)
    agrees = (np.sign(drawn) == np.sign(plain)) & (plain != 0)
    wrong = n_draws - agrees.sum(axis=0)
    # Where all are wrong, the second parameter is 0, and the bound 1.
    bound = np.where(
        wrong < n_draws, betaincinv(wrong + 1, np.maximum(n_draws - wrong, 1), LEVEL), 1.0
    )
    low, middle, high = np.quantile(drawn, (ENDS[0], 0.5, ENDS[1]), axis=0)
    same = agrees.mean(axis=0)
    return EffectSpread(low, middle, high, same, bound <= 1 - RIGHT, n_draws, n_missed)


def _n_draws(settings: Settings, part: Split) -> int:
    n_rows, d = part.X.shape
    check_work(Settings(**settings.naming, draws=FEWEST), part.n, d)
    affordable: int = MAX_WORK // (n_rows * d)
    return max(FEWEST, min(DRAWS, affordable))


def _drawn(
    settings: Settings, name: str, lam: float, part: Split, n_draws: int
) -> tuple[Array, int]:
    """Return classifiers (n_draws, n_features), and how many did not converge."""
    draws = draw(
        name,
        part.X,
        part.y,
        loss=settings.make_loss(),
        lam=lam,
        epsilon=settings.epsilon,
        n_draws=n_draws,
        # Noise of its own: these are no draws of the figure above.
        rng=stream(settings.seed, f"looks_at {name}", 0, part.n),
        sample_weight=part.weight,
        delta=settings.delta,
    )
    return draws.coefs, int((~draws.converged).sum())


def _shortened(data: Dataset) -> tuple[float, float]:
    """Return which share of the records was shortened, and the median of their lengths."""
    if not isinstance(data, Encoded):
        return 0.0, 1.0
    longer = data.norms[data.norms > 1 + UNIT_BALL_TOLERANCE]
    return (data.shortened_share, float(np.median(longer))) if len(longer) else (0.0, 1.0)


def table(answer: ColumnEffects) -> pd.DataFrame:
    """Return each effect of each classifier, one a row: of a number over its bounds, and of a unit.

    `draws` is 0 where the law is exact, and without noise.
    """
    same, at = np.ones(len(answer.plain)), answer.plain
    plain = EffectSpread(at, at, at, same, same > 0)
    spreads = {_PLAIN: plain, **answer.private}
    frames = [_rows(answer, name, spread) for name, spread in spreads.items()]
    return labelled(pd.concat(frames, ignore_index=True), answer.question.settings)


def _rows(answer: ColumnEffects, name: str, spread: EffectSpread) -> pd.DataFrame:
    settings, effects = answer.question.settings, answer.effects
    bounds = np.array([each.bounds or (np.nan, np.nan) for each in effects])
    return pd.DataFrame(
        {
            "mechanism": name,
            "loss": settings.loss,
            "h": settings.h,
            "epsilon": settings.epsilon if MECHANISMS[name].is_noisy else math.inf,
            "lam": answer.lams[name],
            "n": answer.n,
            "draws": spread.n_draws,
            "column": [each.column for each in effects],
            # Not None, which an older pandas prints as it is.
            "level": [np.nan if each.level is None else each.level for each in effects],
            "lower": bounds[:, 0],
            "upper": bounds[:, 1],
            "effect": spread.middle,
            "low": spread.low,
            "high": spread.high,
            "of_a_unit": spread.middle / np.array([each.width for each in effects]),
            "same_sign": spread.same,
            "certain": spread.certain,
            **({"delta": settings.delta} if settings.also else {}),
        }
    )
