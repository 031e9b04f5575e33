"""The error without noise along λ, for what settings name: by their measure, on their records.

Examples
--------
>>> settings = Settings(data="breast_cancer", lam=0.01)
>>> round(error_at_lam(settings) - baselines_of(what_counts(settings)).error(0.01), 3)
0.0
"""

from collections.abc import Sequence
from dataclasses import replace

from dpcore.data.dataset import Dataset, Split
from dpcore.erm.losses import LOSSES
from dplab.simulation.comparison import lams, split_of
from dplab.simulation.settings import Settings
from dplab.simulation.suggestions.baselines import LAMS, MOST_VALUES, Baselines, baselines
from dplab.simulation.suggestions.measured import baselines_by


def what_counts(settings: Settings) -> Settings:
    """Return all of the settings that `baselines_of` depends on: neither ε nor λ, say."""
    return replace(
        settings.source,
        n=settings.n,
        loss=settings.loss,
        h=settings.h if LOSSES[settings.loss].has_half_width else Settings().h,
        measure=settings.measure,
        positive_share=settings.positive_share,
    )


def baselines_of(question: Settings, records: Dataset | None = None) -> Baselines:
    """Return the error without noise at every λ of the grid.

    Raises
    ------
    InvalidInput
        As `baselines_by`.
    """
    return _by_measure(question, split_of(question, records), LAMS, MOST_VALUES)


def error_at_lam(question: Settings, records: Dataset | None = None) -> float:
    """Return the error without noise at the settings' λ, learned from all records."""
    part = split_of(question, records)
    n, d = part.n, part.X.shape[1]
    (lam,) = lams(question, ("non_private",), n=n, n_features=d).values()
    return _by_measure(question, part, (lam,), part.X.size).error(lam)


def _by_measure(
    settings: Settings, part: Split, lams: Sequence[float], most_values: int
) -> Baselines:
    loss = settings.make_loss()
    if settings.measure == "error":
        return baselines(part, loss, lams, most_values)
    return baselines_by(settings.measure, part, loss, lams, most_values)
