"""What is computed once: for all visitors, or in a session where it rests on an own table.

Keys are the settings, never the data. `remembered` is the one decorator that keeps results.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Executor
from functools import wraps
from typing import Generic, ParamSpec, TypeVar

import streamlit as st

from dpcore.data.dataset import Dataset, Split, n_training
from dpcore.data.real import places
from dpcore.data.tables import MOST_LOADED, TABLES
from dpcore.experiments import comparison, sources
from dpcore.experiments.executors import choice
from dpcore.experiments.settings import Settings
from dpcore.experiments.sweeps.jobs import Registry
from dpcore.experiments.sweeps.store import Store
from pages.shared import own_table

P = ParamSpec("P")
Result = TypeVar("Result")
Made = TypeVar("Made")


def remembered(most: int) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """Keep the results of a function, `most` of them: for all visitors, or in a session.

    A result belongs to a session where one of the arguments names the visitor's own table
    (settings, or a cell of a sweep, whose data are `UPLOAD`). It is then kept under the table's
    number too: another upload, another result.

    Parameters
    ----------
    most : int
        Results for all, and results of one session, that are kept.

    Raises
    ------
    InvalidInput
        By the decorated function, if it is asked about an own table and there is none.
    """

    def decorate(compute: Callable[P, Result]) -> Callable[P, Result]:
        public = st.cache_data(max_entries=most, show_spinner=False)(compute)

        # Streamlit tells caches apart by the name and the text of their function. `wraps` gives
        # this one those of `compute`: else all of them would share one cache.
        @st.cache_data(max_entries=most, show_spinner=False, scope="session")
        @wraps(compute)
        def own(number: int, *args: P.args, **kwargs: P.kwargs) -> Result:  # noqa: ARG001
            return compute(*args, **kwargs)

        @wraps(compute)
        def answer(*args: P.args, **kwargs: P.kwargs) -> Result:
            if any(map(_names_own, (*args, *kwargs.values()))):
                return own(own_table.required().number, *args, **kwargs)
            return public(*args, **kwargs)

        return answer

    return decorate


def _names_own(argument: object) -> bool:
    """Tell whether an argument is, or holds in its `spec`, a choice of the visitor's own table."""
    return getattr(getattr(argument, "spec", argument), "data", None) == sources.UPLOAD


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
    if settings.data in TABLES:
        return _table(settings.data)
    return sources.load(settings)


def part(settings: Settings) -> Split:
    """Return the training and test records of the settings."""
    return comparison.part_of(dataset(settings), settings)


class ProcessWide(Generic[Made]):
    """What a server makes once, when it is first asked for, and has until it ends.

    Not in Streamlit's caches: a browser may ask Streamlit to clear these, and every visitor's
    sweeps would go with them.

    Parameters
    ----------
    make : callable
    end : callable
        Ends what was made.
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


executor = ProcessWide[Executor](
    choice.chosen, lambda made: made.shutdown(wait=False, cancel_futures=True)
)
"""Where this server computes its sweeps: warm a second after it was first asked for."""

store = ProcessWide[Store](Store, Store.close)
"""Where finished cells are kept."""

registry = ProcessWide[Registry](
    lambda: Registry(store=store(), executor=executor()), Registry.close
)
"""The jobs of this server, for all visitors."""


# `sources.load` keeps tables, too; this one says what takes so long.
@st.cache_resource(max_entries=MOST_LOADED, show_spinner="Reading the table …")
def _table(data: str) -> Dataset:
    return sources.load(Settings(data=data))
