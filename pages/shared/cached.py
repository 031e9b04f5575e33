"""What is computed once: public data and outcomes for all visitors, uploads for their owner only.

Keys are the settings, never the data. What comes from an upload lives in its session's own cache.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor

import streamlit as st

from dpcore.checks import Array
from dpcore.data.dataset import Dataset, Split, n_training
from dpcore.data.real import places
from dpcore.data.recipes import RECIPES
from dpcore.data.tables import MOST_LOADED, TABLES
from dpcore.experiments import comparison, example, sources, sweeps, tuning
from dpcore.experiments import plane as planes
from dpcore.experiments.comparison import Outcome
from dpcore.experiments.example import Example, Run
from dpcore.experiments.executors import choice
from dpcore.experiments.jobs import Registry
from dpcore.experiments.plane import Plane
from dpcore.experiments.settings import Settings
from dpcore.experiments.store import Store
from dpcore.experiments.sweeps import Cell
from dpcore.experiments.tuning import Comparison
from dpcore.privacy.audit import Finding
from dpcore.privacy.meter import Reading
from dpcore.privacy.tuning import Candidate
from dpcore.privacy.worst_case.neighbours import Neighbours
from pages.shared import own_table
from pages.shared.own_table import OwnTable
from pages.shared.private import theory, verdicts
from pages.shared.private.verdicts import Question, Verdict

Outcomes = dict[tuple[str, float], Outcome]

MOST_DATASETS = 24
MOST_OUTCOMES = 5_000
MOST_TUNED = 200
MOST_VERDICTS = 500
MOST_EXAMPLES = 500
MOST_PLANES = 60
PLANE_DRAWS = 200


def available(data: str) -> int:
    """Return how many training records the data of that name has, or a usual number if none yet."""
    if data == sources.UPLOAD:
        own = own_table.current()
        return n_training(len(own.data.y) if own else sources.POOL)
    if data in TABLES and not places.is_here(TABLES[data]):
        return n_training(sources.POOL)
    if data in TABLES:
        return n_training(_table(data).n_records)
    return n_training(sources.n_records(Settings(data=data)))


def dataset(settings: Settings) -> Dataset:
    """Return the records that the settings name.

    Raises
    ------
    InvalidInput
        If it is an upload that this session does not have.
    """
    if settings.data == sources.UPLOAD:
        return own_table.required().data
    if settings.data in RECIPES:
        return _generated(settings.data, settings.seed, settings.d, settings.knobs)
    return _table(settings.data)


def outcomes(settings: Settings, epsilons: Sequence[float]) -> Iterator[Outcomes]:
    """Yield the test errors of the compared mechanisms at each ε, as far as each batch brings them.

    Parameters
    ----------
    settings : Settings
        All but its ε.
    epsilons : sequence of float

    Yields
    ------
    dict
        Per mechanism and ε an `Outcome`; non-private stands at ∞, in the first batch.
    """
    own = own_table.required() if settings.data == sources.UPLOAD else None
    for cell in sweeps.cells(comparison.sweep(settings, epsilons, dataset(settings))):
        yield _own_outcomes(own, cell) if own else _public_outcomes(cell)


def tuned(settings: Settings, candidates: tuple[Candidate, ...], named: Candidate) -> Comparison:
    """Return the five ways to choose among candidates, at the settings' ε and n."""
    if settings.data == sources.UPLOAD:
        return _own_tuned(own_table.required(), settings, candidates, named)
    return _public_tuned(settings, candidates, named)


@st.cache_data(max_entries=MOST_EXAMPLES, show_spinner=False)
def example_runs(chosen: Example, mechanisms: tuple[str, ...]) -> dict[str, Run]:
    """Return what mechanisms give on D_d(γ)."""
    return example.run(chosen, mechanisms)


@st.cache_resource(show_spinner=False)
def executor() -> Executor:
    """Return where this server computes its sweeps: warm a second after it was first asked for."""
    return choice.chosen()


@st.cache_resource(show_spinner=False)
def registry() -> Registry:
    """Return the jobs of this server, for all visitors."""
    return Registry(store=Store(), executor=executor())


@st.cache_resource(max_entries=MOST_DATASETS, show_spinner=False)
def _generated(data: str, seed: int, d: int, knobs: tuple[tuple[str, float], ...]) -> Dataset:
    return sources.load(Settings(data=data, seed=seed, d=d, knobs=knobs))


@st.cache_resource(max_entries=MOST_LOADED, show_spinner="Reading the table …")
def _table(data: str) -> Dataset:
    return sources.load(Settings(data=data))


@st.cache_data(max_entries=MOST_OUTCOMES, show_spinner=False)
def _public_outcomes(cell: Cell) -> Outcomes:
    return comparison.outcomes(cell)


@st.cache_data(
    max_entries=MOST_OUTCOMES,
    show_spinner=False,
    scope="session",
    hash_funcs={OwnTable: lambda own: own.number},
)
def _own_outcomes(own: OwnTable, cell: Cell) -> Outcomes:
    return comparison.outcomes(cell, own.data)


@st.cache_data(max_entries=MOST_TUNED, show_spinner=False)
def _public_tuned(
    settings: Settings, candidates: tuple[Candidate, ...], named: Candidate
) -> Comparison:
    return _tuned(dataset(settings), settings, candidates, named)


@st.cache_data(
    max_entries=MOST_TUNED,
    show_spinner=False,
    scope="session",
    hash_funcs={OwnTable: lambda own: own.number},
)
def _own_tuned(
    own: OwnTable, settings: Settings, candidates: tuple[Candidate, ...], named: Candidate
) -> Comparison:
    return _tuned(own.data, settings, candidates, named)


def _tuned(
    data: Dataset, settings: Settings, candidates: tuple[Candidate, ...], named: Candidate
) -> Comparison:
    found = tuning.compare(
        comparison.part_of(data, settings),
        candidates,
        (settings.epsilon,),
        fixed=named,
        n_draws=settings.draws,
        seed=settings.seed,
    )
    return found[settings.epsilon]


def part(settings: Settings) -> Split:
    """Return the training and test records of the settings."""
    return comparison.part_of(dataset(settings), settings)


@st.cache_data(max_entries=MOST_VERDICTS, show_spinner=False)
def verdict(question: Question) -> Verdict:
    """Return what a mechanism claims and what it can leak."""
    return verdicts.of(question)


def neighbours(question: Question, own: Settings | None) -> Neighbours:
    """Return the worst neighbours that were found, or those in the records of the settings."""
    return verdict(question).neighbours if own is None else verdicts.turned(part(own))


def reading(question: Question, own: Settings | None) -> Reading:
    """Return draws on the first of the neighbours, and their privacy losses."""
    if own and own.data == sources.UPLOAD:
        return verdicts.read(question, neighbours(question, own))
    return _public_reading(question, own)


def finding(question: Question, own: Settings | None, n_runs: int) -> Finding:
    """Return what an audit of the mechanism on the neighbours finds."""
    if own and own.data == sources.UPLOAD:
        return verdicts.audited(question, neighbours(question, own), n_runs)
    return _public_finding(question, own, n_runs)


@st.cache_data(max_entries=MOST_VERDICTS, show_spinner=False)
def _public_reading(question: Question, own: Settings | None) -> Reading:
    return verdicts.read(question, neighbours(question, own))


@st.cache_data(max_entries=MOST_VERDICTS, show_spinner=False)
def _public_finding(question: Question, own: Settings | None, n_runs: int) -> Finding:
    return verdicts.audited(question, neighbours(question, own), n_runs)


@st.cache_data(max_entries=MOST_VERDICTS, show_spinner=False)
def ratios(mechanism: str, loss: str, h: float, d: int) -> Array:
    """Return the worst loss as a multiple of ε over the map of ε and nλ."""
    return theory.ratios(mechanism, loss, h, d)


def plane(settings: Settings, features: tuple[int, int], epsilons: tuple[float, ...]) -> Plane:
    """Return the clouds of private classifiers on two features, at many ε."""
    # What stands in the key decides: the ε of the settings does not.
    key = settings.with_epsilon(1.0)
    if settings.data == sources.UPLOAD:
        return _own_plane(own_table.required(), key, features, epsilons)
    return _public_plane(key, features, epsilons)


def plane_part(settings: Settings, features: tuple[int, int]) -> tuple[Split, tuple[str, ...]]:
    """Return the records with two of their features, and the names of these."""
    data = planes.of_two(dataset(settings), *features)
    return comparison.part_of(data, settings), data.features


@st.cache_data(max_entries=MOST_PLANES, show_spinner=False)
def _public_plane(
    settings: Settings, features: tuple[int, int], epsilons: tuple[float, ...]
) -> Plane:
    return _plane(settings, features, epsilons)


@st.cache_data(
    max_entries=MOST_PLANES,
    show_spinner=False,
    scope="session",
    hash_funcs={OwnTable: lambda own: own.number},
)
def _own_plane(
    own: OwnTable,  # noqa: ARG001 - the key: another table, another plane
    settings: Settings,
    features: tuple[int, int],
    epsilons: tuple[float, ...],
) -> Plane:
    return _plane(settings, features, epsilons)


def _plane(settings: Settings, features: tuple[int, int], epsilons: tuple[float, ...]) -> Plane:
    part, _ = plane_part(settings, features)
    return planes.clouds(
        part,
        settings.make_loss(),
        settings.lam,
        epsilons,
        n_draws=PLANE_DRAWS,
        seed=settings.seed,
    )
