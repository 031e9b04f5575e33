"""Verdicts, privacy losses, audits, the map of worst losses, guarantees: each worth keeping."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

from dpcore.checks import Array
from dpcore.data.dataset import Split
from dplab.instruments.audit import Finding
from dplab.instruments.neighbours import Neighbours
from dplab.simulation.settings import AboutRecords, Settings
from dplab.studies.is_it_private import (
    bounds_held,
    in_other_words,
    sensitivity,
    verdicts,
    whole_guarantee,
    worst_map,
)
from dplab.studies.is_it_private.bounds_held import Bound
from dplab.studies.is_it_private.in_other_words import Wording
from dplab.studies.is_it_private.sensitivity import Moves, Worst
from dplab.studies.is_it_private.verdicts import Question, Verdict
from dplab.studies.is_it_private.whole_guarantee import Draws, WholeGuarantee
from pages.comparison.records import Records, keeping

MOST_DRAWS = 8
"""Draws of noise that are kept: 3 MB each."""

MOST_BATCHES = 2_000
"""Batches of moves that are kept: 1 KB each."""


@dataclass(frozen=True)
class OwnPair(AboutRecords):
    """Neighbours among the visitor's data.

    Parameters
    ----------
    settings : Settings
        Of the data; n is that of the question.
    row : int or None
        The training record whose label is turned, from 0; None for the longest.
    """

    settings: Settings
    row: int | None = None


def verdict(_: Records, question: Question) -> Verdict:
    """Return what a mechanism claims, and the worst that there can be."""
    return verdicts.verdict(question)


def verdicts_on_all(records: Records, question: Question) -> Iterator[dict[str, Verdict]]:
    """Yield the verdicts on all mechanisms of the strip, one more each time."""

    def ask(each: Question) -> Verdict:
        return records.get(verdict, each)

    return verdicts.run(question, ask)


def ratios(_: Records, mechanism: str, loss: str, h: float, d: int) -> Array:
    """Return the map of a mechanism's worst losses; see `worst_map.ratios`."""
    return worst_map.ratios(mechanism, loss, h, d)


def neighbours(records: Records, question: Question, own: OwnPair | None) -> Neighbours:
    """Return the worst neighbours that were found, or those in the records of the settings."""
    if own is None:
        return records.get(verdict, question).neighbours
    part, row = records.part(own.settings), own.row
    if row is not None and row >= len(part.y):
        part = records.part(replace(own.settings, n=row + 1))
    return verdicts.turned(part, row, own.settings.n)


def privacy_losses(
    records: Records, question: Question, own: OwnPair | None
) -> Generator[float, None, Array]:
    """Return the privacy loss of draws on the first of the neighbours, shape (n_draws,)."""
    return verdicts.privacy_losses(question, neighbours(records, question, own))


def finding(
    records: Records, question: Question, own: OwnPair | None, n_runs: int
) -> Generator[float, None, Finding]:
    """Return what an audit of the mechanism on the neighbours finds."""
    return verdicts.audited(question, neighbours(records, question, own), n_runs)


def bounds(
    records: Records, question: Question, settings: Settings
) -> Generator[float, None, tuple[Bound, ...]]:
    """Return what the papers promise in advance, beside draws on the records of the settings."""
    return bounds_held.held(question, records.part(settings))


def records_needed(records: Records, question: Question, settings: Settings) -> dict[str, float]:
    """Return the order of n that each theorem asks for."""
    return bounds_held.records_needed(question, records.part(settings))


def noise_draws(_: Records, norm_law: str, d: int) -> Draws:
    """Return draws of noise at rate 1, the same for every ε; see `whole_guarantee.draws`."""
    return whole_guarantee.draws(norm_law, d)


keeping(noise_draws, MOST_DRAWS, copied=False)


def whole(records: Records, question: Question) -> WholeGuarantee:
    """Return the whole guarantee of a mechanism."""
    return whole_guarantee.run(question, lambda *of: records.get(noise_draws, *of))


def in_words(_: Records, question: Question) -> tuple[Wording, ...]:
    """Return the guarantee of a mechanism in other words."""
    return in_other_words.run(question)


def moves(records: Records, question: sensitivity.Question, batch: int) -> Array:
    """Return how far a batch of random exchanges moves the minimiser; see `sensitivity.moves`."""
    return sensitivity.moves(question, _pool(records, question), batch)


keeping(moves, MOST_BATCHES)


def farthest(records: Records, question: sensitivity.Question) -> Worst:
    """Return the most that searches find; see `sensitivity.worst_of`."""
    return sensitivity.worst_of(question, _pool(records, question))


def growing_moves(records: Records, question: sensitivity.Question) -> Iterator[Moves]:
    """Yield the moves of more and more random pairs, and what searches find; each part is kept."""

    def ask(each: sensitivity.Question, batch: int) -> Array:
        return records.get(moves, each, batch)

    def ask_worst(each: sensitivity.Question) -> Worst:
        return records.get(farthest, each)

    return sensitivity.run(question, records.own_data(question), ask, ask_worst)


def _pool(records: Records, question: sensitivity.Question) -> Split:
    return sensitivity.pool(question, records.own_data(question))
