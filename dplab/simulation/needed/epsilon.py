"""Which ε: the smallest at which a mechanism errs at most so much more than without privacy.

A first look goes along the curve's values of ε; a second one lies closer, where the first found it.

Examples
--------
>>> from dplab.simulation.settings import Settings
>>> settings = Settings(data="uniform", n=2000, knobs=(("separation", 0.1),))
>>> found = which_epsilon(settings, 0.02, lambda epsilons: errors_at(settings, epsilons), n=2000)
>>> 0.05 < found["objective"].place < found["output"].place < 1
True
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from dpcore.checks import Array
from dpcore.data.dataset import Dataset
from dpcore.erm.losses import Loss, make_loss
from dpcore.privacy.calibration import DELTA
from dpcore.privacy.mechanisms import calibrate
from dpcore.privacy.regularization.suggested import AUTO, Lam
from dplab.simulation.comparison import COMPARED, EPSILONS, Outcomes, measured, outcomes, sweep
from dplab.simulation.needed.crossing import LevelCrossing, closer, level_crossing
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load
from dplab.simulation.sweeps.cells import cells

SECOND_LOOK = 9
"""Values of ε about the first answer: eight steps of 12 % between its neighbours on the curve."""


def which_epsilon(
    settings: Settings, points: float, ask: Callable[[Sequence[float]], Outcomes], n: int
) -> dict[str, LevelCrossing | None]:
    """Return the smallest ε of each mechanism, or None where no ε that was tried does it.

    `points` is how far the median error may be above the error without noise, as a share. `ask`
    returns the outcomes at some values of ε, of all mechanisms; non-private stands at ∞. `n` counts
    the training records that are used.
    """
    first = (*EPSILONS, *edge(settings.make_loss(), settings.lam, n))
    found = dict(ask(sorted(first)))
    target = float(found["non_private", np.inf].errors[0]) + points
    compared = (*COMPARED[1:], *settings.also)
    seen = {name: _of(found, name, target, settings.seed) for name in compared}
    near = [closer(np.sort(first), each, SECOND_LOOK) for each in seen.values() if each]
    if near:
        found |= ask(sorted({float(f"{epsilon:.4g}") for each in near for epsilon in each}))
    return {name: _of(found, name, target, settings.seed) for name in seen}


def errors_at(
    settings: Settings, epsilons: Sequence[float], data: Dataset | None = None
) -> Outcomes:
    """Return the outcomes of a comparison at some values of ε."""
    records = load(settings) if data is None else data
    each = cells(sweep(settings, epsilons, records))
    return {
        place: outcome
        for cell in each
        for place, outcome in measured(outcomes(cell, data), settings.measure).items()
    }


def _of(found: Outcomes, name: str, target: float, seed: int) -> LevelCrossing | None:
    at = {epsilon: each for (mechanism, epsilon), each in found.items() if mechanism == name}
    places = np.array(sorted(at))
    errors = np.stack([at[place].errors for place in places])
    # Where λ is raised there is another case of the algorithm: see `needed`.
    pieces = [int(at[place].plan.extra_lam > 0) for place in places]
    return level_crossing(places, errors, pieces, target=target, seed=seed)


def edge(loss: Loss, lam: Lam, n: int) -> tuple[float, ...]:
    """Return ε₀ = 2 log(1 + c/(nλ)) if it is on the curve: the end of a piece, and its best."""
    if lam == AUTO:  # The rule meets no λ at which Δ jumps.
        return ()
    place = float(2 * np.log1p(loss.curvature / (n * np.float64(lam))))
    return (place,) if EPSILONS[0] < place < EPSILONS[-1] else ()


def of_rows(rows: pd.DataFrame, axis: str) -> tuple[Array, Array, list[int]]:
    """Return the places, errors and pieces of a sweep's rows, as `needed` takes them.

    The rows are of one mechanism and one loss along `axis`, "epsilon" or "n". Places are those that
    have all their folds and draws: of their errors, (n_places, n_folds, n_draws).
    """
    ordered = rows.sort_values([axis, "fold", "draw"])
    n_folds, n_draws = ordered["fold"].nunique(), ordered["draw"].nunique()
    whole = ordered.groupby(axis)["error"].transform("size") == n_folds * n_draws
    ordered = ordered[whole]
    errors = ordered["error"].to_numpy().reshape(-1, n_folds, n_draws)
    first = ordered.drop_duplicates(axis)
    return first[axis].to_numpy(dtype=float), errors, [_piece(row) for row in first.itertuples()]


def _piece(row: Any) -> int:
    """Return 1 where the plan of a sweep's row raises λ, else 0."""
    loss = make_loss(row.loss, row.h)
    n = int(row.n)
    # Δ depends on neither δ nor d, which a row does not carry: any that n allows will do.
    delta = min(DELTA, 0.5 / n)
    plan = calibrate(
        row.mechanism, row.epsilon, lam=row.lam, n=n, loss=loss, delta=delta, n_features=1
    )
    return int(plan.extra_lam > 0)
