"""The same along ε on the training records: their errors, and the excess of the objective."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from dplab.simulation.sweeps.cells import Cell
from dplab.studies.trade_off.on_training import (
    Place,
    Question,
    TrainingFit,
    TrainingFits,
    of_batch,
    run,
)
from pages.comparison import private
from pages.comparison.private import ComparisonAtEpsilon
from pages.comparison.records import Records, keeping
from pages.kit.figures.style import FigureDict
from pages.trade_off.along_epsilon.training import figures, sentences

MOST_BATCHES = 500
"""Batches of the curve whose fits are kept."""

keeping(of_batch, MOST_BATCHES)


class Drawing(Protocol):
    """Draws what is known of the fits."""

    def __call__(
        self, fits: TrainingFits, comparison: ComparisonAtEpsilon, *, dark: bool, phone: bool
    ) -> FigureDict:
        """Return the figure."""


class Telling(Protocol):
    """Says what is known of the fits."""

    def __call__(self, fits: TrainingFits, comparison: ComparisonAtEpsilon) -> str:
        """Return a sentence."""


@dataclass(frozen=True)
class KindOfFit:
    """One way to look at classifiers on their training records.

    Parameters
    ----------
    draw : Drawing
    told : Telling
        The sentence below the figure.
    alt : Telling
        The figure in words.
    made : str
        How the numbers were made.
    """

    draw: Drawing
    told: Telling
    alt: Telling
    made: str


KINDS = {
    "training": KindOfFit(
        figures.errors, sentences.errors, sentences.alt_of_errors, sentences.ERRORS_MADE
    ),
    "objective": KindOfFit(
        figures.excess, sentences.excess, sentences.alt_of_excess, sentences.EXCESS_MADE
    ),
}
"""By the word of the address."""


def fitted(comparison: ComparisonAtEpsilon, records: Records) -> Iterator[TrainingFits]:
    """Yield the fits batch by batch: first, with what holds at the settings' ε."""
    question = Question(comparison.settings)
    own = records.own_data(question)
    ask = private.of_batch(records)

    def fit(batch: Cell) -> Mapping[Place, TrainingFit]:
        return records.ask(of_batch, batch)

    return run(question, own, ask, fit, comparison.names)
