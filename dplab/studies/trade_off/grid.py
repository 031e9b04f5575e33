"""What is swept: the grid along one axis or over ε and λ, with everything else as settings say.

Examples
--------
>>> sweep = spec(Question(Settings(n=400), "n", ("non_private", "output")))
>>> axis_of(sweep), sweep.sizes[:3], sweep.sizes[-1]
('n', (50, 59, 69), 400)
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dpcore.privacy.calibration import DELTA
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.features import SIZES, make
from dplab.simulation.comparison import COMPARED, EPSILONS, LAMS
from dplab.simulation.constant import ConstantRule, constant_rule
from dplab.simulation.measures import check_measured, in_rows, unmeasured_folds
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import part
from dplab.simulation.summaries import Summary, along, labelled
from dplab.simulation.sweeps.cells import cells, run_cell
from dplab.simulation.sweeps.spec import (
    SweepSpec,
    in_stored_order,
    most_features,
    most_records,
)

Key = tuple[str, str]
"""A mechanism and a loss."""

Curve = tuple[Sequence[float], Sequence[Summary]]
"""Places on an axis, ascending, and the errors there."""

N_SIZES = 14
"""As many as the learning curves of CM08, Figure 2."""

FEWEST = 50
"""Where a learning curve in equal ratios starts."""

NO_D = (
    "Only random features have a number D to vary: choose the Gaussian, the Laplacian or the "
    "Cauchy kernel under “Kernel”, or vary something else."
)


@dataclass(frozen=True)
class Question(AboutRecords):
    """What varies, what is compared, and how.

    Parameters
    ----------
    settings : Settings
        Their loss counts for nothing, and so does what is varied.
    axis : str
        "epsilon", "n", "lam", "features" or "map", which is ε and λ.
    mechanisms, losses : tuple of str
        Keys of `MECHANISMS` and of `LOSSES`.
    folds : int
        Splits, from 1 to 5.
    spacing : str
        Of the sizes along n: equal "ratios" or "steps".
    kernel : str
        A key of `FEATURE_MAPS`; with "linear" the records stay as they are.
    parameters : tuple of (name, value)
        Of the kernel, D included.
    """

    settings: Settings
    axis: str = "epsilon"
    mechanisms: tuple[str, ...] = COMPARED
    losses: tuple[str, ...] = ("logistic",)
    folds: int = 1
    spacing: str = "ratios"
    kernel: str = "linear"
    parameters: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, eq=False)
class SweptRows:
    """What is known of a sweep.

    There is a row for each draw, as far as cells are computed. `majority_errors` are, by fold, what
    always naming the larger class errs.
    """

    sweep: SweepSpec
    rows: pd.DataFrame
    majority_errors: Mapping[int, float]

    @classmethod
    def of(
        cls, sweep: SweepSpec, rows: pd.DataFrame, records: Dataset | None = None
    ) -> "SweptRows":
        """Return rows beside the constant rule of each fold."""
        tested = (part(sweep.source, 1, fold, records) for fold in range(sweep.folds))
        return cls(sweep, rows, {k: constant_rule([each]).error for k, each in enumerate(tested)})


def spec(question: Question, records: Dataset | None = None) -> SweepSpec:
    """Return the sweep that a question asks for.

    Raises
    ------
    InvalidInput
        If nothing is compared, or D varies and the kernel has none.
    """
    settings, axis = question.settings, question.axis
    if not question.mechanisms:
        raise InvalidInput("Nothing is compared: choose at least one method under “Compare”.")
    uses_delta = any(MECHANISMS[name].uses_delta for name in question.mechanisms)
    sweep = SweepSpec(
        **settings.naming,
        mechanisms=in_stored_order(question.mechanisms),
        losses=tuple((name, settings.h) for name in question.losses),
        epsilons=EPSILONS if axis in ("epsilon", "map") else (settings.epsilon,),
        lams=LAMS if axis in ("lam", "map") else (settings.lam,),
        sizes=_sizes(question, records),
        folds=question.folds,
        draws=settings.draws,
        ranks=settings.measure == "auc",
        # Where nothing uses it, another δ is no other sweep.
        delta=settings.delta if uses_delta else DELTA,
        positive_share=settings.positive_share,
        kernel=question.kernel,
        parameters=tuple(pair for pair in question.parameters if pair[0] != "features"),
        features=tuple(int(value) for name, value in question.parameters if name == "features"),
    )
    return _along_features(sweep, records) if axis == "features" else sweep


def trained_features(question: Question, d: int) -> int:
    """Return how many features the classifiers of a question have, for records of d."""
    return make(question.kernel, d, dict(question.parameters), question.settings.seed).n_features


def _sizes(question: Question, records: Dataset | None) -> tuple[int, ...]:
    settings = question.settings
    most = most_records(SweepSpec(data=settings.data, d=settings.d), records)
    n = min(settings.n or most, most)
    if question.axis != "n":
        return (n,)
    if question.spacing == "steps":
        steps: Sequence[float] = [n * k / N_SIZES for k in range(1, N_SIZES + 1)]
    else:
        fewest = min(FEWEST, n)
        steps = [fewest * (n / fewest) ** (k / (N_SIZES - 1)) for k in range(N_SIZES)]
    return tuple(sorted({max(1, round(step)) for step in steps}))


def _along_features(sweep: SweepSpec, records: Dataset | None) -> SweepSpec:
    """Return a sweep at one D as one along D, as far as memory carries the features."""
    if not sweep.features:
        raise InvalidInput(NO_D)
    most = most_features(sweep, records)
    return replace(sweep, features=tuple(size for size in SIZES if size <= most))


def axis_of(sweep: SweepSpec) -> str:
    """Return what a sweep varies."""
    if len(sweep.epsilons) > 1 and len(sweep.lams) > 1:
        return "map"
    if len(sweep.epsilons) > 1:
        return "epsilon"
    if len(sweep.features) > 1:
        return "features"
    return "lam" if len(sweep.lams) > 1 else "n"


def measure_of(sweep: SweepSpec, settings: Settings) -> str:
    """Return what a sweep's figure measures: what is chosen, if that is among its rows.

    The figure of other settings stays until the new sweep has a point, and its pairs may not be
    ranked.
    """
    return "error" if settings.measure == "auc" and not sweep.ranks else settings.measure


def run(question: Question, records: Dataset | None = None) -> Iterator[SweptRows]:
    """Compute a sweep here and now, and yield the rows after each cell, small n first.

    Who has more cores hands `spec` to an executor (`dplab.simulation.sweeps.run`): same rows.

    Raises
    ------
    InvalidInput
        As `spec`.
    """
    sweep = spec(question, records)
    empty = SweptRows.of(sweep, pd.DataFrame(), records)
    rows: list[pd.DataFrame] = []
    for cell in cells(sweep):
        rows.append(run_cell(cell, records).rows)
        yield replace(empty, rows=pd.concat(rows, ignore_index=True))


def rule_of(
    sweep: SweepSpec, measure: str = "error", records: Dataset | None = None
) -> ConstantRule:
    """Return the constant rule of a sweep's test records, over all folds.

    Raises
    ------
    InvalidInput
        If the measure can be taken in no fold.
    """
    tested = [part(sweep.source, 1, fold, records) for fold in range(sweep.folds)]
    check_measured(measure, tested)
    return constant_rule(tested, measure=measure)


def n_left_out(rows: pd.DataFrame, measure: str) -> int:
    """Return how many folds the curves leave out, as a measure cannot be taken there."""
    return unmeasured_folds(rows, measure)


def in_steps(
    question: SweepSpec, records: Dataset | None = None
) -> Generator[float, None, pd.DataFrame]:
    """Yield the share of a sweep's cells that are computed, and return its rows."""
    each, rows = cells(question), []
    for done, cell in enumerate(each, start=1):
        rows.append(run_cell(cell, records).rows)
        yield done / len(each)
    return pd.concat(rows, ignore_index=True)


def rows_of(sweep: SweepSpec, records: Dataset | None = None) -> pd.DataFrame:
    """Return a sweep's rows, computed here and now."""
    return pd.concat([run_cell(cell, records).rows for cell in cells(sweep)], ignore_index=True)


def curves(sweep: SweepSpec, rows: pd.DataFrame, measure: str, spread: str) -> dict[Key, Curve]:
    """Return the curves along a sweep's axis, in the registry's order.

    The spread is as in `summaries.along`; rows may be missing still.
    """
    axis = axis_of(sweep)
    found = along(in_rows(rows, measure), axis, spread) if len(rows) else {}
    keys = [(name, loss) for name in MECHANISMS for loss, _ in sweep.losses]
    drawn: dict[Key, Curve] = {key: found[key] for key in keys if key in found}
    for (name, loss), (_, summaries) in drawn.items():
        if axis == "epsilon" and not MECHANISMS[name].is_noisy:
            # Without noise there is no ε: the one point at ∞ is a level along the whole axis.
            ends = (sweep.epsilons[0], sweep.epsilons[-1])
            drawn[name, loss] = ends, (summaries[0], summaries[0])
    return drawn


def table(answer: SweptRows) -> pd.DataFrame:
    """Return rows that name their records, each beside the constant rule of its fold."""
    sweep, rows = answer.sweep, answer.rows
    found = labelled(rows, replace(sweep.source, positive_share=sweep.positive_share))
    found = found.assign(majority_error=rows.fold.map(answer.majority_errors))
    if sweep.follows_epsilon:
        found = found.assign(lam_follows_epsilon=True)
    if sweep.has_kernel:
        found = found.assign(kernel=sweep.kernel, **dict(sweep.parameters))
    if not sweep.uses_delta:
        return found
    uses_delta = {name: MECHANISMS[name].uses_delta for name in sweep.mechanisms}
    used = rows.mechanism.map(uses_delta)
    return found.assign(delta=used.map({True: sweep.delta, False: 0.0}))
