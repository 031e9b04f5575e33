"""Verdicts, privacy losses, audits and the map of worst losses, each computed once."""

from dpcore.checks import Array
from dpcore.experiments.claims import bounds_held, verdicts, worst_map
from dpcore.experiments.claims.bounds_held import Bound
from dpcore.experiments.claims.verdicts import Question, Verdict
from dpcore.experiments.settings import Settings
from dpcore.privacy.audit import Finding
from dpcore.privacy.worst_case.neighbours import Neighbours
from pages.shared import cached
from pages.shared.cached import Steps

MOST_VERDICTS = 500


@cached.remembered(MOST_VERDICTS)
def verdict(question: Question) -> Verdict:
    """Return what a mechanism claims and what it can leak."""
    return verdicts.of(question)


def neighbours(question: Question, own: Settings | None) -> Neighbours:
    """Return the worst neighbours that were found, or those in the records of the settings."""
    return verdict(question).neighbours if own is None else verdicts.turned(cached.part(own))


@cached.remembered_in_steps(MOST_VERDICTS)
def privacy_losses(question: Question, own: Settings | None) -> Steps[Array]:
    """Return the privacy loss of draws on the first of the neighbours, shape (n_draws,)."""
    return verdicts.privacy_losses(question, neighbours(question, own))


@cached.remembered_in_steps(MOST_VERDICTS)
def finding(question: Question, own: Settings | None, n_runs: int) -> Steps[Finding]:
    """Return what an audit of the mechanism on the neighbours finds."""
    return verdicts.audited(question, neighbours(question, own), n_runs)


@cached.remembered(MOST_VERDICTS)
def ratios(mechanism: str, loss: str, h: float, d: int) -> Array:
    """Return the worst loss as a multiple of ε over the map of ε and nλ."""
    return worst_map.ratios(mechanism, loss, h, d)


@cached.remembered_in_steps(MOST_VERDICTS)
def bounds(question: Question, records: Settings) -> Steps[tuple[Bound, ...]]:
    """Return what the papers promise in advance, beside draws on the records of the settings."""
    return bounds_held.held(question, cached.part(records))


@cached.remembered(MOST_VERDICTS)
def records_needed(question: Question, records: Settings) -> dict[str, float]:
    """Return the order of n that each theorem asks for."""
    return bounds_held.records_needed(question, cached.part(records))
