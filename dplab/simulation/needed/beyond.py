"""A curve along n beyond its table: what larger ε on the whole table say of more records.

Where a private error does not come low enough at the largest n of a table, no larger table is
there to be tried. But n records at kε get the same noise in w as kn records at ε
(`extrapolation`): the errors of the whole table at 2ε, 4ε, … stand for those of twice the table at
ε, of four times the table, and so on. The draws are those of the curve: its random numbers on
another scale.

It is an extrapolation of the *noise*. The classifier without noise stays that of the table; more
records usually give a better one. Where `same_noise` does not hold at a step, the curve ends.

Examples
--------
>>> from dplab.simulation.sweeps.cells import cells, run_cell
>>> sweep = SweepSpec(data="uniform", sizes=(100, 1000), epsilons=(0.1,), draws=3)
>>> (cell,) = cells(larger(sweep, "output", ("logistic", 0.5)))
>>> sorted({*standing_for(run_cell(cell).rows, sweep).n})
[2000, 4000, 8000, 16000, 32000, 64000]
"""

from dataclasses import replace

import pandas as pd

from dpcore.erm.losses import make_loss
from dplab.simulation.needed.extrapolation import same_noise
from dplab.simulation.sweeps.cells import NO_ROWS
from dplab.simulation.sweeps.spec import SweepSpec

TIMES = (2, 4, 8, 16, 32, 64)
"""How many times the table's records. Powers of two: multiplying ε by them rounds nothing."""


def larger(sweep: SweepSpec, mechanism: str, loss: tuple[str, float]) -> SweepSpec:
    """Return what has to be computed: the largest n of a sweep along n, at larger ε."""
    (epsilon,) = sweep.epsilons
    return replace(
        sweep,
        sizes=(max(sweep.sizes),),
        epsilons=tuple(epsilon * times for times in TIMES),
        mechanisms=(mechanism,),
        losses=(loss,),
    )


def standing_for(rows: pd.DataFrame, sweep: SweepSpec, lam: float | None = None) -> pd.DataFrame:
    """Return rows at (n, kε) as the rows at (kn, ε) for which they stand.

    Parameters
    ----------
    rows : DataFrame
        Of `larger`: one mechanism, one loss.
    sweep : SweepSpec
        The sweep along n.
    lam : float, optional
        Where λ follows ε, that of the sweep's largest n: the rule's nλ does not depend on n.

    Returns
    -------
    DataFrame
        Up to the first k at which the noise is another one; without rows where that is the first.
    """
    (epsilon,), n, found = sweep.epsilons, max(sweep.sizes), []
    for times in TIMES:
        at = rows[rows["epsilon"] == epsilon * times]
        if at.empty or not _holds(at.iloc[0], times, lam and lam / times):
            break
        found.append(at.assign(epsilon=epsilon, n=times * n))
    return pd.concat(found, ignore_index=True) if found else NO_ROWS


def _holds(row: pd.Series, times: int, lam_of_more: float | None) -> bool:
    loss = make_loss(row["loss"], row["h"])
    at = {"lam": row["lam"], "n": int(row["n"]), "loss": loss}
    return same_noise(row["mechanism"], row["epsilon"], times, lam_of_more=lam_of_more, **at)
