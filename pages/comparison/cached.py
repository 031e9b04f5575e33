"""What is computed once: for all visitors, or with the own table on which it rests.

Keys are the settings, never the data. `memoized` keeps results, and `memoized_in_steps` those that
take long and say meanwhile how far they are; `study` and `study_in_steps` those of a study.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import is_dataclass, replace
from functools import partial, wraps
from typing import Generic, ParamSpec, Protocol, TypeVar

import pandas as pd
import streamlit as st

from dpcore.data.dataset import Dataset, Split, n_training
from dpcore.data.declared.schema import Label, Schema
from dpcore.data.real import places
from dpcore.data.real.tables import MOST_LOADED, TABLES
from dplab.simulation import comparison, sources
from dplab.simulation.constant import SIGNS, ConstantRule, answers_of, constant_rule
from dplab.simulation.executors import choice
from dplab.simulation.measures import check_measured
from dplab.simulation.settings import UPLOAD, Settings
from dplab.simulation.sweeps.jobs import JobQueue
from dplab.simulation.sweeps.store import Store
from dplab.studies.lessons.replies.background import TruthQueue
from dplab.studies.who_pays import members
from pages.comparison import own_table, terms
from pages.comparison.own_table import OwnTable
from pages.comparison.settings import DATA
from pages.kit.memoized import Memoized, MemoizedInSteps, Ownership, Steps
from pages.kit.text import escape_markdown

P = ParamSpec("P")
Result = TypeVar("Result")
Asked = TypeVar("Asked", contravariant=True)
Answer = TypeVar("Answer", covariant=True)
Made = TypeVar("Made")

MOST_RULES = 1_000
"""Constant rules: three numbers each."""


def _owner(arguments: Iterable[object]) -> OwnTable | None:
    """Return the visitor's own table, if an argument rests on it: settings, a cell, a question."""
    return own_table.required() if any(map(_rests_on_own, arguments)) else None


def _rests_on_own(argument: object) -> bool:
    """Ask what says so of itself, and look into what holds such a thing and does not."""
    if hasattr(argument, "is_own"):
        return bool(argument.is_own)
    inside: Iterable[object] = argument if isinstance(argument, tuple) else ()
    return any(map(_rests_on_own, vars(argument).values() if is_dataclass(argument) else inside))


_OWNERSHIP = Ownership(_owner, own_table.without_own_table)


def memoized(
    most: int, *, copied: bool = True
) -> Callable[[Callable[P, Result]], Memoized[P, Result]]:
    """Keep the results of a function, `most` of them: for all visitors, or with an own table.

    A result is kept with the visitor's own table, and goes with it, where something among the
    arguments names that table: settings, or a cell of a sweep, whose data are `UPLOAD`. Every other
    result is for all; while it is computed, nobody has an own table. Two who ask the same at the
    same time compute once; a run that its visitor has overtaken computes nothing more.

    Parameters
    ----------
    most : int
        Results for all, and results with one own table, that are kept.
    copied : bool
        Whether each who asks gets a copy. Otherwise all get the same object: for what makes its
        parts when they are first needed, which a copy would make again.

    Raises
    ------
    InvalidInput
        By the decorated function, if it is asked about an own table and there is none.
    TypeError
        By the decorated function, if an argument is more than numbers, words and frozen records of
        them: keys are the settings, never the data.
    """
    return partial(Memoized, most=most, ownership=_OWNERSHIP, copied=copied)


def memoized_in_steps(
    most: int,
) -> Callable[[Callable[P, Steps[Result]]], MemoizedInSteps[P, Result]]:
    """Keep, as `memoized` does, what a generator returns that yields the share that is done.

    The decorated function is given what that share is told to, before the other arguments. A run
    that its visitor overtakes ends after a step; two who ask the same at once both compute it.
    """
    return partial(MemoizedInSteps, most=most, ownership=_OWNERSHIP)


class Studied(Protocol[Asked, Answer]):
    """What a study runs: a question, and the visitor's records where it names those."""

    def __call__(self, question: Asked, records: Dataset | None = None) -> Answer:
        """Return the answer."""


def study(
    run: Studied[Asked, Result], most: int, *, copied: bool = True
) -> Memoized[[Asked], Result]:
    """Keep the results of a study's `run`, as `memoized` does, by the question alone.

    A question that names the visitor's own table is asked about its records.

    Raises
    ------
    TypeError
        If `run` has no name of its own: results are kept under it.
    """
    _check_name(run)

    @wraps(run)
    def ask(question: Asked) -> Result:
        return run(question, own_records(question))

    return Memoized(ask, most, _OWNERSHIP, copied=copied)


def study_in_steps(
    run: Studied[Asked, Steps[Result]], most: int
) -> MemoizedInSteps[[Asked], Result]:
    """Keep, as `memoized_in_steps` does, what the `run` of a study returns that takes long."""
    _check_name(run)

    @wraps(run)
    def ask(question: Asked) -> Steps[Result]:
        return run(question, own_records(question))

    return MemoizedInSteps(ask, most, _OWNERSHIP)


def _check_name(run: object) -> None:
    # A partial and a lambda would share what is kept with others of their kind.
    name = getattr(run, "__qualname__", "")
    if not name or "<lambda>" in name:
        raise TypeError(f"What a study keeps lies under a function's name; {run!r} has none.")


def own_records(question: object) -> Dataset | None:
    """Return the visitor's own records if a question names them; no others, which need no help."""
    own = _owner([question])
    return own.data if own else None


def own_columns() -> tuple[Dataset, Schema]:
    """Return the visitor's own records with their cells beside them, and their schema.

    Raises
    ------
    InvalidInput
        If there are none.
    """
    own = own_table.required()
    return members.with_cells(own.data, own.table, own.schema), own.schema


def available(data: str) -> int:
    """Return how many training records the data of that name has, or a usual number if none yet."""
    if data == UPLOAD:
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
        If it is an upload, and this visitor has none.
    """
    if settings.is_own:
        return own_table.required().data
    if settings.data in TABLES:
        return _table(settings.data)
    return sources.load(settings)


def part(settings: Settings) -> Split:
    """Return the training and test records of the settings."""
    if settings.data in TABLES:
        _table(settings.data)  # which says what takes long, where it is to be read
    return comparison.split_of(settings, own_records(settings))


def n_used(settings: Settings) -> int:
    """Return how many training records the settings use, without cutting them out."""
    return sources.n_used(dataset(settings), settings)


def lams(
    settings: Settings,
    mechanisms: Sequence[str],
    n_features: Callable[[int], int] = lambda d: d,
) -> dict[str, float]:
    """Return λ of each mechanism at the settings; nothing where there are no records yet.

    `n_features` returns how many features are trained on, for records of d.
    """
    if settings.is_own and not own_table.current():
        return {}
    if settings.data in TABLES and not places.is_here(TABLES[settings.data]):
        return {}
    data = dataset(settings)
    n, d = sources.n_used(data, settings), n_features(data.X.shape[1])
    return comparison.lams(settings, mechanisms, n=n, n_features=d)


def constant(
    settings: Settings, folds: tuple[int, ...] = (0,), names: tuple[str, str] | None = None
) -> ConstantRule:
    """Return the constant rule of the settings' test part, or of several folds, by their measure.

    `names` are `class_names`, where they are known.

    Raises
    ------
    InvalidInput
        If it is an upload, and this visitor has none, or the measure can be taken in no fold.
    """
    # No move of ε, λ or n changes the test part.
    records = replace(settings.source, measure=settings.measure)
    return _constant(records, folds, names or class_names(settings))


def class_names(settings: Settings) -> tuple[str, str]:
    """Return what −1 and +1 are called in the settings' records.

    Raises
    ------
    InvalidInput
        If it is an upload, and this visitor has none.
    """
    if settings.is_own:
        return own_table.required().answers
    table = TABLES.get(settings.data)
    return answers_of(table.schema.label) if table else SIGNS


def _label(settings: Settings) -> Label | None:
    """Return the label of the settings' table; None of generated records, and of no table."""
    if settings.is_own:
        own = own_table.current()
        return own.schema.label if own else None
    table = TABLES.get(settings.data)
    return table.schema.label if table else None


def predicted(settings: Settings) -> tuple[str, str] | None:
    """Return which column of a table is predicted, and its +1 side; None of generated records."""
    label = _label(settings)
    return (label.name, answers_of(label)[1]) if label else None


def called(settings: Settings) -> str:
    """Return what a protocol calls the records: the data, the visitor's file, what is predicted."""
    file, label = escape_markdown(file_of(settings)), predicted(settings)
    name = f"{DATA[settings.data]} ({file})" if file else DATA[settings.data]
    return f"{name}, {predicting}" if (predicting := terms.predicting(label)) else name


def file_of(settings: Settings) -> str:
    """Return the name of the visitor's own file, if the settings name it."""
    own = own_table.current() if settings.is_own else None
    return own.file.name if own and own.file else ""


def with_names(rows: pd.DataFrame, settings: Settings) -> pd.DataFrame:
    """Return rows for a file that name what is predicted, its +1 side, and the visitor's file."""
    if (label := predicted(settings)) is None:
        return rows
    names = dict(zip(("predicts", "positive"), label, strict=True))
    if file := file_of(settings):
        names["file"] = file
    return rows.assign(**names)


@memoized(MOST_RULES)
def _constant(settings: Settings, folds: tuple[int, ...], answers: tuple[str, str]) -> ConstantRule:
    data = dataset(settings)
    own = data if settings.is_own else None
    parts = [sources.part(settings, 1, fold, own) for fold in folds]
    check_measured(settings.measure, parts)
    return constant_rule(parts, answers, settings.measure)


class ProcessSingleton(Generic[Made]):
    """What a server makes once, when it is first asked for, and has until it ends.

    Not in Streamlit's caches: a browser may ask Streamlit to clear these, and every visitor's
    sweeps would go with them.

    `end` ends what was made.
    """

    def __init__(self, make: Callable[[], Made], end: Callable[[Made], None]) -> None:
        self._make, self._end = make, end
        self._made: list[Made] = []
        self._lock = threading.Lock()

    def __call__(self) -> Made:
        """Return it; the first call makes it."""
        with self._lock:
            if not self._made:
                self._made.append(self._make())
            return self._made[0]

    def clear(self) -> None:
        """End what was made, if anything was; the next call makes another: for tests."""
        with self._lock:
            while self._made:
                self._end(self._made.pop())


executor = ProcessSingleton[Executor](
    choice.chosen, lambda made: made.shutdown(wait=False, cancel_futures=True)
)
"""Where this server computes its sweeps: warm a second after it was first asked for."""

express = ProcessSingleton[Executor](
    choice.express, lambda made: made.shutdown(wait=False, cancel_futures=True)
)
"""Where it computes short ones while long ones are under way."""

store = ProcessSingleton[Store](Store, Store.close)
"""Where finished cells are kept."""

registry = ProcessSingleton[JobQueue](
    lambda: JobQueue(store=store(), executor=executor(), express=express()), JobQueue.close
)
"""The jobs of this server, for all visitors."""


truths = ProcessSingleton[TruthQueue](lambda: TruthQueue(express), TruthQueue.close)
"""Right answers to lessons that are computed in the background, for all visitors."""


# `sources.load` keeps tables, too; this one says what takes so long.
@st.cache_resource(max_entries=MOST_LOADED, show_spinner="Reading the table …")
def _table(data: str) -> Dataset:
    return sources.load(Settings(data=data))
