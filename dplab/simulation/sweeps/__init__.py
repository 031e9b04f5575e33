"""Sweeps: test errors over grids of ε, λ, n, a kernel's D, losses, mechanisms, folds and draws.

A sweep is data, a `SweepSpec` (`spec`). It is cut into *cells*, one training set with a part of the
grid (`cells`); an executor computes them, in any order (`running`); a `JobQueue` shares the
machine among visitors (`jobs`); finished cells are kept (`store`).

Rows are long: one for each (mechanism, loss, h, ε, λ, n, fold, draw) with error, steps and
convergence. Non-private rows stand at ε = ∞, with one draw. With a kernel, D stands in each row, as
`features`.

The spread over draws (same training records) is what the noise does; the spread over folds is
what other records do. A table of rows holds both; every summary says which it shows.

`SweepSpec` and `run` are what scripts rely on. The modules are named so that none hides `run`.

Examples
--------
>>> spec = SweepSpec(data="uniform", epsilons=(0.5, 5.0), sizes=(100, 1000), draws=3)
>>> results = list(run(spec))
>>> sum(len(result.rows) for result in results)
26
"""

from dplab.simulation.sweeps.running import run
from dplab.simulation.sweeps.spec import SweepSpec

__all__ = ["SweepSpec", "run"]
