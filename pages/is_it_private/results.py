"""Verdicts, privacy losses, audits and the map of worst losses, each kept once it is computed."""

from dataclasses import dataclass, replace

from dpcore.checks import Array
from dplab.instruments.audit import Finding
from dplab.instruments.neighbours import Neighbours
from dplab.simulation.settings import AboutRecords, Settings
from dplab.studies.is_it_private import bounds_held, verdicts, worst_map
from dplab.studies.is_it_private.bounds_held import Bound
from dplab.studies.is_it_private.verdicts import Question
from pages.comparison.screen import cached
from pages.comparison.screen.memoized import Steps

MOST_VERDICTS = 500


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


verdict = cached.memoized(MOST_VERDICTS)(verdicts.verdict)
ratios = cached.memoized(MOST_VERDICTS)(worst_map.ratios)


def neighbours(question: Question, own: OwnPair | None) -> Neighbours:
    """Return the worst neighbours that were found, or those in the records of the settings."""
    if own is None:
        return verdict(question).neighbours
    part, row = cached.part(own.settings), own.row
    if row is not None and row >= len(part.y):
        part = cached.part(replace(own.settings, n=row + 1))
    return verdicts.turned(part, row, own.settings.n)


@cached.memoized_in_steps(MOST_VERDICTS)
def privacy_losses(question: Question, own: OwnPair | None) -> Steps[Array]:
    """Return the privacy loss of draws on the first of the neighbours, shape (n_draws,)."""
    return verdicts.privacy_losses(question, neighbours(question, own))


@cached.memoized_in_steps(MOST_VERDICTS)
def finding(question: Question, own: OwnPair | None, n_runs: int) -> Steps[Finding]:
    """Return what an audit of the mechanism on the neighbours finds."""
    return verdicts.audited(question, neighbours(question, own), n_runs)


@cached.memoized_in_steps(MOST_VERDICTS)
def bounds(question: Question, records: Settings) -> Steps[tuple[Bound, ...]]:
    """Return what the papers promise in advance, beside draws on the records of the settings."""
    return bounds_held.held(question, cached.part(records))


@cached.memoized(MOST_VERDICTS)
def records_needed(question: Question, records: Settings) -> dict[str, float]:
    """Return the order of n that each theorem asks for."""
    return bounds_held.records_needed(question, cached.part(records))
