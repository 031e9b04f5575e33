"""What is computed once: for all visitors, or with the own table on which it rests.

Keys are the settings, never the data. `RECORDS` keeps the answers of studies and what views compute
of records; `memoized` and `memoized_in_steps` keep what other functions return.
"""

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from functools import partial, wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

import streamlit as st

from dpcore.data.dataset import Dataset
from dpcore.data.real.tables import MOST_LOADED
from dplab.simulation import sources
from dplab.simulation.executors import choice
from dplab.simulation.settings import Settings
from dplab.simulation.sweeps.jobs import JobQueue
from dplab.simulation.sweeps.store import Store
from dplab.studies.lessons.replies.background import TruthQueue
from pages.comparison.records import KEEPING, Records, Retention, Study, rests_on_own
from pages.comparison.screen import own_table
from pages.comparison.screen.memoized import Memoized, MemoizedInSteps, Ownership, Steps, Tell
from pages.comparison.screen.own_table import OwnTable

P = ParamSpec("P")
Result = TypeVar("Result")
Asked = TypeVar("Asked")
Made = TypeVar("Made")


def _owner(arguments: Iterable[object]) -> OwnTable | None:
    """Return the visitor's own table, if an argument rests on it: settings, a cell, a question."""
    return own_table.required() if any(map(rests_on_own, arguments)) else None


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


class VisitorRecords(Records):
    """The records of whoever looks, and answers that are kept; for all, or with their own table.

    Parameters
    ----------
    tell : callable, optional
        Told the share that is done of an answer that takes long.
    """

    def __init__(self, tell: Tell | None = None) -> None:
        super().__init__()
        self._tell = tell or (lambda _: None)

    @property
    def own(self) -> OwnTable | None:
        """The visitor's own table, if there is one and it is within reach."""
        return own_table.current()

    def required(self) -> OwnTable:
        """Return the visitor's own table, or refuse; see `own_table.required`."""
        return own_table.required()

    def ask(self, run: Study[Asked, Result], question: Asked) -> Result:
        """Return the answer of a study: what is kept, by the question alone."""
        return cast(Result, _keeper(run, Memoized, is_study=True)(question))

    def ask_in_steps(self, run: Study[Asked, Steps[Result]], question: Asked) -> Result:
        """Return the answer of a study that takes long, and tell how far it is."""
        return cast(Result, _keeper(run, MemoizedInSteps, is_study=True)(self._tell, question))

    def get(
        self, compute: Callable[Concatenate[Records, P], Result], *args: P.args, **named: P.kwargs
    ) -> Result:
        """Return what a function computes of these records: what is kept, by its arguments."""
        return self.keeper(compute)(*args, **named)

    def get_in_steps(
        self,
        compute: Callable[Concatenate[Records, P], Steps[Result]],
        *args: P.args,
        **named: P.kwargs,
    ) -> Result:
        """Return what a function computes of these records, and tell how far it is."""
        return cast(Result, _keeper(compute, MemoizedInSteps)(self._tell, *args, **named))

    def known(self, function: Callable[..., Any], *args: object) -> Any:
        """Return the answer of a study, or what a function computes, if it is kept."""
        # However it is asked, its results lie under its name.
        return _keeper(function, Memoized).known(*args)

    def keeper(self, compute: Callable[Concatenate[Records, P], Result]) -> Memoized[P, Result]:
        """Return what keeps the results of a function: for whoever notes some from elsewhere."""
        return cast(Memoized[P, Result], _keeper(compute, Memoized))

    def table(self, data: str) -> Dataset:
        """Return the records of a table that is public."""
        return _table(data)


_KEPT: dict[tuple[object, ...], Any] = {}
"""By itself and how it is asked, a function with its results kept."""


def _keeper(function: Callable[..., Any], kind: type, *, is_study: bool = False) -> Any:
    """Return what keeps the results of a study, or of a function of these records."""
    key = function, kind, is_study
    if key not in _KEPT:
        _check_name(function)

        @wraps(function)
        def call(*args: Any, **named: Any) -> Any:
            if is_study:
                return function(*args, RECORDS.own_data(*args))
            return function(RECORDS, *args, **named)

        kept = KEEPING.get(function, Retention())
        _KEPT[key] = kind(call, kept.most, _OWNERSHIP, copied=kept.copied)
    return _KEPT[key]


def _check_name(run: object) -> None:
    # What is made anew for each call would share what is kept with others of its kind.
    name = getattr(run, "__qualname__", "")
    if not name or "<" in name:
        raise TypeError(f"Only a function with a name can be cached; {run!r} has none.")


RECORDS = VisitorRecords()
"""Of whoever looks, with nobody to tell how far an answer is."""

available, dataset, part, n_used = (
    RECORDS.available,
    RECORDS.dataset,
    RECORDS.part,
    RECORDS.n_used,
)
lams, constant, class_names = RECORDS.lams, RECORDS.constant, RECORDS.class_names
with_names, own_records = RECORDS.with_names, RECORDS.own_data


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
