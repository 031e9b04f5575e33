"""What is computed once: public data and outcomes for all visitors, uploads for their owner only.

Keys are the settings, never the data. What comes from an upload lives in its session's own cache.
"""

import math

import streamlit as st

from dpcore.data.dataset import Dataset, Split, n_training
from dpcore.data.recipes import RECIPES
from dpcore.experiments import comparison, sources
from dpcore.experiments.comparison import Outcome
from dpcore.experiments.jobs import Registry
from dpcore.experiments.settings import Settings
from dpcore.experiments.store import Store
from pages.shared import own_table
from pages.shared.own_table import OwnTable

JOB_WORKERS = 2
MOST_DATASETS = 24
MOST_OUTCOMES = 5_000


def available(data: str) -> int:
    """Return how many training records the data of that name has."""
    if data == sources.UPLOAD:
        own = own_table.current()
        return n_training(len(own.data.y) if own else sources.POOL)
    if data in RECIPES:
        return n_training(sources.n_records(Settings(data=data)))
    return n_training(_table(data).n_records)


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


def outcome(settings: Settings, mechanism: str) -> Outcome:
    """Return the test errors of a mechanism under the settings."""
    if mechanism == "non_private":
        settings = settings.with_epsilon(math.inf)
    if settings.data == sources.UPLOAD:
        return _own_outcome(own_table.required(), settings, mechanism)
    return _public_outcome(settings, mechanism)


@st.cache_resource(show_spinner=False)
def registry() -> Registry:
    """Return the jobs of this server, for all visitors."""
    return Registry(workers=JOB_WORKERS, store=Store())


@st.cache_resource(max_entries=MOST_DATASETS, show_spinner=False)
def _generated(data: str, seed: int, d: int, knobs: tuple[tuple[str, float], ...]) -> Dataset:
    return sources.load(Settings(data=data, seed=seed, d=d, knobs=knobs))


@st.cache_resource(max_entries=MOST_DATASETS, show_spinner=False)
def _table(data: str) -> Dataset:
    return sources.load(Settings(data=data))


@st.cache_data(max_entries=MOST_OUTCOMES, show_spinner=False)
def _public_outcome(settings: Settings, mechanism: str) -> Outcome:
    return _compute(dataset(settings), settings, mechanism)


@st.cache_data(
    max_entries=MOST_OUTCOMES,
    show_spinner=False,
    scope="session",
    hash_funcs={OwnTable: lambda own: own.number},
)
def _own_outcome(own: OwnTable, settings: Settings, mechanism: str) -> Outcome:
    return _compute(own.data, settings, mechanism)


def _compute(data: Dataset, settings: Settings, mechanism: str) -> Outcome:
    return comparison.outcome(comparison.part_of(data, settings), mechanism, settings)


def part(settings: Settings) -> Split:
    """Return the training and test records of the settings."""
    return comparison.part_of(dataset(settings), settings)
