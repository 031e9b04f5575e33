"""Where the records of a simulation come from: a recipe, a public table, or the caller.

A recipe is asked for `POOL` records, of which the split keeps one in five to test on; a law that
is given by its points has a million to train on; a table has as many as it has. The same settings
give the same records anywhere. Only an upload has no public source: its records are an argument,
and nothing here keeps them.

Examples
--------
>>> from dplab.simulation.settings import Settings
>>> load(Settings(data="unseparable", d=3)).X.shape
(25000, 3)
"""

import hashlib
import threading
import zlib
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pandas as pd

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data import recipes
from dpcore.data.cells import lent
from dpcore.data.dataset import COUNTED, Dataset, Split, cut, n_training, shuffled, split
from dpcore.data.declared.labelled import labelled
from dpcore.data.real import tables
from dplab.maps.contract import FeatureMap
from dplab.simulation.settings import UPLOAD, Settings

# A part of the keys of stored cells (`fingerprint`): another number computes all of them anew.
POOL = 25_000
"""Records generated: 20,000 to train on, 5,000 to test; an error is then known to 0.7 points."""

MOST_GENERATED = 16
"""Generated data sets that are kept: 2 MB each at ten features, 20 MB at a hundred."""

MOST_SHUFFLED, MOST_VALUES = 8, 2_500_000
"""Data sets that are kept in a split's order too, and their most values: 20 MB each."""

_MAKING, _SHUFFLING = threading.Lock(), threading.Lock()


def names() -> tuple[str, ...]:
    """Return every name that `load` knows."""
    return (*recipes.RECIPES, *tables.TABLES)


def load(settings: Settings, records: Dataset | None = None) -> Dataset:
    """Return the records that the settings name, the same object to all who ask.

    Parameters
    ----------
    settings : Settings
    records : Dataset, optional
        The visitor's own table; needed for `UPLOAD`, and only there.

    Raises
    ------
    InvalidInput
        If the name is unknown, a knob is out of range, or the records do not fit the name.
    """
    check_fit(settings, records)
    if records is not None:
        return records
    name = checks.one_of("data", settings.data, names())
    if name in tables.TABLES:
        return tables.load(name)
    d = recipes.RECIPES[name].n_features(settings.d)
    with _MAKING:  # or whoever asks at the same time would each make their own
        return _made(name, settings.seed, d, settings.knobs)


@lru_cache(maxsize=MOST_GENERATED)
def _made(name: str, seed: int, d: int, knobs: tuple[tuple[str, float], ...]) -> Dataset:
    # Always the whole pool: smaller n are its head, so that curves along n have the same records.
    data = recipes.generate(name, stream(seed, name), n=POOL, d=d, **dict(knobs))
    # All visitors have the same arrays: nobody may write into them.
    for shared in (data.X, data.y):
        shared.setflags(write=False)
    return data


def n_used(data: Dataset, settings: Settings) -> int:
    """Return how many training records the settings use: n, or all if fewer are there."""
    available = n_training(data.n_records)
    return available if settings.n is None else min(settings.n, available)


def part(
    settings: Settings, n: int | None = None, fold: int = 0, records: Dataset | None = None
) -> Split:
    """Return training and test records of what the settings name, as `split` cuts them.

    Whoever moves ε asks for the same part again and again, at any n: generated data stay in the
    order of the split. Records that are passed are not kept.

    Parameters
    ----------
    settings : Settings
    n : int, optional
        Training records; else as many as the settings use.
    fold : int
    records : Dataset, optional
        As in `load`.

    Raises
    ------
    InvalidInput
        As `load` and `split`.
    """
    data = load(settings, records)
    n = n_used(data, settings) if n is None else n
    if settings.data not in recipes.RECIPES or data.chance is not None or data.X.size > MOST_VALUES:
        return split(data, n, settings.seed, fold)
    d = recipes.RECIPES[settings.data].n_features(settings.d)
    # A lock of its own: `_shuffled` loads, and `load` takes the other one.
    with _SHUFFLING:
        return cut(_shuffled(replace(settings.source, d=d), fold), n)


def mapped(part: Split, feature_map: FeatureMap) -> Split:
    """Return training and test records as features of a kernel, each row by itself.

    Raises
    ------
    InvalidInput
        If the rows do not fit the map, or are more than memory can carry.
    """
    # The test part first: where it is the larger one, what memory cannot carry is refused at once.
    X_test = feature_map(part.X_test)
    return replace(part, X=feature_map(part.X), X_test=X_test)


def columns(settings: Settings, records: Dataset | None = None) -> pd.DataFrame:
    """Return the columns by which the records of `load` may be divided into groups, row by row.

    Of a table these are its cells before encoding, the label's too; of generated records what
    stands beside their features, else the features.

    Raises
    ------
    InvalidInput
        As `load`; or if the law is given by its points, or nothing stands beside the records of an
        upload.
    """
    data = load(settings, records)
    if data.chance is not None:
        raise InvalidInput(
            f"data {settings.data} is a distribution given by its points and has no records to "
            "divide into groups. Choose other data."
        )
    if data.beside is not None:
        return lent(data.beside)
    if settings.is_own:
        raise InvalidInput(
            "records must have columns beside the features, which can divide them into groups; "
            "these have none. Load the table again, or choose other data."
        )
    if settings.data in tables.TABLES:
        table = tables.rows(settings.data)
        return lent(labelled(table, tables.named(settings.data).schema))
    return pd.DataFrame(data.X, columns=list(data.features))


@lru_cache(maxsize=MOST_SHUFFLED)
def _shuffled(source: Settings, fold: int) -> Dataset:
    return shuffled(load(source), source.seed, fold)


def n_records(settings: Settings, records: Dataset | None = None) -> int:
    """Return how many records the settings name, without making those of a recipe.

    Raises
    ------
    InvalidInput
        If the name is unknown, or the records do not fit it.
    """
    recipe = recipes.RECIPES.get(settings.data)
    if recipe is None or records is not None:
        return load(settings, records).n_records
    return COUNTED if recipe.by_points else POOL


def n_features(settings: Settings, records: Dataset | None = None) -> int:
    """Return how many features the records have; a recipe comes as near to d as its law allows.

    Raises
    ------
    InvalidInput
        As `n_records`.
    """
    recipe = recipes.RECIPES.get(settings.data)
    if recipe is None or records is not None:
        return int(load(settings, records).X.shape[1])
    return recipe.n_features(settings.d)


def n_rows(settings: Settings, n: int) -> int:
    """Return how many rows n training records take: fewer where a law has fewer points."""
    recipe = recipes.RECIPES.get(settings.data)
    # Its points are the corners of a cube, each with the number of records that fall on it.
    return min(n, 2 ** n_features(settings)) if recipe and recipe.by_points else n


def check_fit(settings: Settings, records: Dataset | None) -> None:
    """Refuse an upload that is named without its records, and records with another name.

    Raises
    ------
    InvalidInput
        With what to do.
    """
    if settings.is_own and records is None:
        raise InvalidInput(
            "data is your own table, and only you have its records: pass them as `records`, or "
            "choose other data."
        )
    if not settings.is_own and records is not None:
        raise InvalidInput(
            f"records are passed for data={UPLOAD!r} only; got data={settings.data!r}, which "
            "has records of its own."
        )


def fingerprint(settings: Settings) -> str:
    """Return a hash of the records that the settings name: of the recipe, or of the table.

    Raises
    ------
    InvalidInput
        If the name is unknown; an upload has no fingerprint, so that nothing of it can be kept.
    """
    # Seed, d and knobs stand in the cell; what recipes compute from them, `NUMERICS` is raised for.
    if settings.data in recipes.RECIPES:
        return f"recipe {POOL}"
    checks.one_of("data", settings.data, names())
    return _hash_of_table(settings.data)


@lru_cache
def _hash_of_table(name: str) -> str:
    # Of the records and not of the name: a table whose reading changes gives other cells.
    data = tables.load(name)
    digest = hashlib.sha256(data.X.data)
    digest.update(data.y.data)
    return digest.hexdigest()


def stream(seed: int, purpose: str, *place: int) -> np.random.Generator:
    """Return a generator of its own for each purpose, so that no two share random numbers.

    Parameters
    ----------
    seed : int
        Seed of the simulation, 0 or more.
    purpose : str
        For example the name of a mechanism.
    place : int
        Where in a sweep, for example its fold and n.
    """
    seed = checks.whole("seed", seed, low=0)
    # By spawn_key, as numpy spawns: streams of different keys are independent, whatever the seeds.
    # Not hash(), which Python changes with every process.
    key = (zlib.crc32(purpose.encode()), *place)
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))
