"""A table or figure of a paper as sweeps, and their summary.

`entry_sweeps` turns an entry into sweeps: one for each panel, variant and data seed. Where an entry
tunes λ, its candidates are the λ of the sweep, and `tuning` runs over the same grid; where it
answers questions, `serving` does. `reproduce`
runs them and sums up: the mean error of each role at each place, with two spreads that are never
mixed: over the draws of the noise (same records), and over the folds (other records). Beside each
stands what always naming the larger class errs, on the same test records.

Examples
--------
>>> from dplab.studies.papers.entries import entries
>>> one = entry_sweeps(entries()["cm08_figure_1"])[0]
>>> one.panel, one.variant, one.spec.epsilons, one.spec.sizes
('Uniform, separation 0.03', 'as printed', (0.1,), (14000,))
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dplab.simulation import sources
from dplab.simulation.constant import constant_rule
from dplab.simulation.settings import UPLOAD
from dplab.simulation.sweeps.cells import NUMERICS, CellResult
from dplab.simulation.sweeps.running import CellStore, run
from dplab.simulation.sweeps.spec import SweepSpec
from dplab.studies.papers.entries import Entry, EntryPanel, EntryValue, Variant
from dplab.studies.papers.scaling import scaled
from dplab.studies.papers.serving import Questions, is_regression, serve
from dplab.studies.papers.tuning import tune

COLUMNS = (
    "panel", "variant", "loss", "role", "mechanism", "where", "error", "sd_draws", "sd_folds",
    "draws", "folds", "seeds", "unconverged", "numerics",
    "majority_error",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class EntrySweep:
    """One sweep of an entry.

    `noise` is what ε was divided by: the printed ε is `noise` times the sweep's. `records` are
    scaled as in the paper, where no recipe or table gives them so. `fixed` is, where λ is tuned,
    the one that is fixed in advance; `questions`, where test points are answered, what is asked.
    """

    panel: str
    variant: str
    spec: SweepSpec
    noise: float
    records: Dataset | None
    fixed: float | None = None
    questions: Questions | None = None

    def results(self, executor: Executor | None, store: CellStore | None) -> Iterator[CellResult]:
        """Run it and yield its cells as they complete."""
        if self.fixed is not None:
            return tune(self.spec, self.fixed, executor, self.records)
        if self.questions is not None:
            return serve(self.spec, self.questions, executor, self.records)
        return run(self.spec, executor, store if self.records is None else None, self.records)

    def place(self, result: CellResult) -> tuple[int, ...]:
        """Return where a cell stands in the sweep: by size, fold, ε, λ, loss and mechanism."""
        cell, grid = result.cell, result.cell.spec
        names = ("epsilons", "lams", "losses", "mechanisms")
        # A cell's part of the grid is told by the first value of each.
        at = (getattr(self.spec, name).index(getattr(grid, name)[0]) for name in names)
        return (cell.n or 0, cell.fold, *at)


def entry_sweeps(
    entry: Entry, *, draws: int | None = None, seeds: int | None = None
) -> list[EntrySweep]:
    """Return the sweeps of an entry.

    `draws` are of each mechanism, where not the paper's own number; `seeds` is how many of the data
    seeds, all if left out.

    Raises
    ------
    InvalidInput
        If a table is not on this machine.
    """
    return [
        _sweep(entry, panel, variant, seed, draws or entry.draws)
        for panel in entry.panels
        for variant in entry.variants
        for seed in entry.seeds[:seeds]
    ]


def _sweep(entry: Entry, panel: EntryPanel, variant: Variant, seed: int, draws: int) -> EntrySweep:
    along = panel.values or entry.values
    epsilons = along if entry.axis == "epsilon" else (entry.epsilon,)
    sizes = along if entry.axis == "n" else (panel.n or entry.n,)
    rows = variant.rows or panel.rows
    records = None if rows == "encoded" else scaled(panel.data, rows)
    lam = variant.lam or panel.lam or entry.lam
    spec = SweepSpec(
        data=UPLOAD if records else panel.data,
        d=panel.d,
        knobs=panel.knobs,
        seed=seed,
        mechanisms=tuple(dict.fromkeys(variant.roles.values())),
        losses=entry.losses,
        epsilons=tuple(epsilon / variant.noise for epsilon in epsilons),
        lams=entry.candidates or (lam,),
        sizes=tuple(round(n) * variant.records for n in sizes if n),
        folds=entry.folds,
        draws=draws,
    )
    fixed = lam if entry.candidates else None
    return EntrySweep(
        panel.name, variant.name, spec, variant.noise, records, fixed, entry.questions
    )


def reproduce(
    entry: Entry,
    executor: Executor | None = None,
    store: CellStore | None = None,
    *,
    draws: int | None = None,
    seeds: int | None = None,
) -> Iterator[pd.DataFrame]:
    """Run an entry; yield, after each sweep, the summary of all so far.

    The executor and store are as in `sweeps.run`, draws and seeds as in `entry_sweeps`.

    Yields
    ------
    DataFrame
        With the columns `COLUMNS`: errors are means over draws, folds and seeds; `sd_draws` is the
        spread over draws within a fold, `sd_folds` that of the folds' means, each averaged.
        `unconverged` counts the draws whose minimisation did not meet its tolerance.
        `majority_error` is that of `majority_error`.

    Raises
    ------
    InvalidInput
        If a table is not on this machine, or a cell failed.
    """
    rows: list[pd.DataFrame] = []
    begun: list[EntrySweep] = []
    for one in entry_sweeps(entry, draws=draws, seeds=seeds):
        done = []
        begun.append(one)
        for result in one.results(executor, store):
            if result.failure:
                raise InvalidInput(f"{entry.paper} {entry.place}, {one.panel}: {result.failure}")
            done.append(result)
        # Cells complete in any order; a file of results must not depend on it.
        rows += [_placed(result.rows, entry, one) for result in sorted(done, key=one.place)]
        yield beside_rule(summary(pd.concat(rows, ignore_index=True)), begun)


def beside_rule(found: pd.DataFrame, sweeps: Sequence[EntrySweep]) -> pd.DataFrame:
    """Return a summary of sweeps with the error of the constant rule beside each row."""
    rules = {
        (panel, variant): majority_error(
            [one for one in sweeps if (one.panel, one.variant) == (panel, variant)]
        )
        for panel, variant in dict.fromkeys(zip(found.panel, found.variant, strict=True))
    }
    each = [rules[place] for place in zip(found.panel, found.variant, strict=True)]
    return found.assign(majority_error=each)[list(COLUMNS)]


def majority_error(sweeps: Sequence[EntrySweep]) -> float:
    """Return what the constant rule errs: the mean over all folds and data seeds.

    It reads labels only and trains nothing. Neither ε, λ nor n changes the test records. Of a
    regression, it is what always answering 0 errs: 1, since errors are relative.
    """
    if any(is_regression(one.spec) for one in sweeps):
        return 1.0
    parts = (
        sources.part(one.spec.source, 1, fold, one.records)
        for one in sweeps
        for fold in range(one.spec.folds)
    )
    return constant_rule(parts, middle=np.mean).error


def _placed(rows: pd.DataFrame, entry: Entry, one: EntrySweep) -> pd.DataFrame:
    variant = next(variant for variant in entry.variants if variant.name == one.variant)
    role_of = {mechanism: role for role, mechanism in variant.roles.items()}
    role = rows.mechanism.map(role_of) if one.fixed is None else rows.strategy
    where = rows.n / variant.records if entry.axis == "n" else rows.epsilon * one.noise
    placed = rows.assign(
        panel=one.panel,
        variant=one.variant,
        role=role,
        where=where,
        seed=one.spec.seed,
    )
    # Tuning runs all strategies with every mechanism; an entry may ask for some.
    return placed[placed.role.map(dict(variant.roles)) == placed.mechanism]


def summary(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of an entry's sweeps summed up: `COLUMNS`, but for the constant rule."""
    group = ["panel", "variant", "loss", "role", "mechanism", "where"]
    rows = rows.assign(missed=~rows.converged.astype(bool))
    folds = rows.groupby([*group, "seed", "fold"], sort=False).agg(
        mean=("error", "mean"), std=("error", "std"), size=("error", "size"),
        missed=("missed", "sum"),
    )  # fmt: skip
    seeds = folds.fillna(0.0).groupby(level=[*group, "seed"], sort=False).agg(
        error=("mean", "mean"),
        sd_draws=("std", "mean"),
        sd_folds=("mean", lambda means: np.std(means, ddof=1) if len(means) > 1 else 0.0),
        draws=("size", "max"),
        folds=("size", "size"),
        missed=("missed", "sum"),
    )  # fmt: skip
    found = seeds.groupby(level=group, sort=False).agg(
        error=("error", "mean"),
        sd_draws=("sd_draws", "mean"),
        sd_folds=("sd_folds", "mean"),
        draws=("draws", "max"),
        folds=("folds", "max"),
        seeds=("error", "size"),
        unconverged=("missed", "sum"),
    )
    return found.assign(numerics=NUMERICS).reset_index()


def ours(found: pd.DataFrame, value: EntryValue, variant: str) -> float | None:
    """Return our mean error where a paper gives a value; None where it was not computed."""
    rows = found[
        (found.panel == value.panel) & (found.variant == variant) & (found.role == value.role)
    ]
    if value.loss:
        rows = rows[rows.loss == value.loss]
    if value.where is not None:
        # Without noise there is no ε: one error stands for the whole axis.
        rows = rows[np.isclose(rows["where"], value.where) | np.isinf(rows["where"])]
    return float(rows.error.mean()) if len(rows) else None


def agrees(entry: Entry, found: pd.DataFrame, variant: str) -> bool:
    """Tell whether a variant gives every published value to within the entry's tolerance."""
    return all(
        (error := ours(found, value, variant)) is not None
        and (error - value.value <= entry.tolerance)
        and (value.at_most or value.value - error <= entry.tolerance)
        for value in entry.published
    )


def verdict(entry: Entry, found: pd.DataFrame) -> str:
    """Return the status that the numbers give: what `Entry.status` must say.

    "faithful" if the settings as printed give every published value, "corrected" if another variant
    does, "not reproducible" if none does, "no numbers in our copy" where the paper's are not known.
    """
    if not entry.published:
        return "no numbers in our copy"
    printed, *changed = (variant.name for variant in entry.variants)
    if agrees(entry, found, printed):
        return "faithful"
    corrected = any(agrees(entry, found, name) for name in changed)
    return "corrected" if corrected else "not reproducible"


def doubt(found: pd.DataFrame) -> str:
    """Return the caution of a verdict: how many draws did not converge; empty if all did."""
    missed = int(found.unconverged.sum())
    if not missed:
        return ""
    total = int((found.draws * found.folds * found.seeds).sum())
    return f"{missed:,} of {total:,} draws did not converge: their errors are not what was asked."
