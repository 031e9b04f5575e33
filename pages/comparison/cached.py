"""What is computed once: for all visitors, or with the own table on which it rests.

Keys are the settings, never the data. `remembered` keeps results, and `remembered_in_steps` those
that take long and say meanwhile how far they are.
"""

import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import is_dataclass
from functools import cached_property, partial, update_wrapper
from typing import Generic, NoReturn, ParamSpec, TypeAlias, TypeVar, cast

import streamlit as st

from dpcore.data.dataset import Dataset, Split, n_training
from dpcore.data.real import places
from dpcore.data.tables import MOST_LOADED, TABLES
from dpcore.simulation import comparison, sources
from dpcore.simulation.constant import SIGNS, ConstantRule, answers_of, constant_rule
from dpcore.simulation.executors import choice
from dpcore.simulation.settings import Settings
from dpcore.simulation.sweeps.jobs import Registry
from dpcore.simulation.sweeps.store import Store
from pages.comparison import own_table
from pages.comparison.own_table import OwnTable

P = ParamSpec("P")
Result = TypeVar("Result")
Made = TypeVar("Made")
Steps: TypeAlias = Generator[float, None, Result]
"""A computation that yields the share that is done, in (0, 1], and returns its result."""
Tell: TypeAlias = Callable[[float], object]

MOST_RULES = 1_000
"""Constant rules: three numbers each."""

PLAIN = (int, float, str, tuple, type(None))
"""What a key may hold, besides frozen records of such."""


class Remembered(Generic[P, Result]):
    """A function whose results are kept.

    Parameters
    ----------
    compute : callable
        The function.
    most, copied
        As in `remembered`.
    """

    def __init__(self, compute: Callable[P, Result], most: int, *, copied: bool) -> None:
        update_wrapper(self, compute)
        self._compute, self._kept = compute, _Kept[Result](compute, most, copied=copied)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Result:
        """Return what is kept for these arguments; if nothing is, compute it."""
        return self._recall(partial(self._compute, *args, **kwargs), args, kwargs)

    def known(self, *args: P.args, **kwargs: P.kwargs) -> Result | None:
        """Return what is kept for these arguments, or None."""
        return self._kept.known(*_asked(args, kwargs))

    def note(self, result: Result, *args: P.args, **kwargs: P.kwargs) -> None:
        """Keep what was computed elsewhere for these arguments, unless something is kept."""
        self._recall(lambda: result, args, kwargs)

    def _recall(
        self, call: Callable[[], Result], args: tuple[object, ...], kwargs: dict[str, object]
    ) -> Result:
        given, own = _asked(args, kwargs)
        return self._kept.recall(given, call, own)


def remembered(
    most: int, *, copied: bool = True
) -> Callable[[Callable[P, Result]], Remembered[P, Result]]:
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
    return partial(Remembered, most=most, copied=copied)


class RememberedInSteps(Generic[P, Result]):
    """A computation in steps whose results are kept.

    Parameters
    ----------
    compute : callable
        Yields the share that is done.
    most : int
        As in `remembered`.
    """

    def __init__(self, compute: Callable[P, Steps[Result]], most: int) -> None:
        update_wrapper(self, compute)
        self._compute, self._kept = compute, _Kept[Result](compute, most)

    def __call__(self, tell: Tell, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        """Return what is kept for these arguments; if nothing is, compute it, and tell how far."""
        # Of now: while this goes on, another tab may bring another table.
        given, own = _asked(args, kwargs)
        try:
            return self._kept.recall(given, _raise_missing, own)
        except _MissingResult:
            with nullcontext() if own else own_table.out_of_reach():
                result = _at_the_end(self._compute(*args, **kwargs), tell)
        return self._kept.recall(given, lambda: result, own)

    def known(self, *args: P.args, **kwargs: P.kwargs) -> Result | None:
        """Return what is kept for these arguments, or None."""
        return self._kept.known(*_asked(args, kwargs))


def remembered_in_steps(
    most: int,
) -> Callable[[Callable[P, Steps[Result]]], RememberedInSteps[P, Result]]:
    """Keep, as `remembered` does, what a generator returns that yields the share that is done.

    The decorated function is given what that share is told to, before the other arguments. A run
    that its visitor overtakes ends after a step; two who ask the same at once both compute it.
    """
    return partial(RememberedInSteps, most=most)


class _Kept(Generic[Result]):
    """The results of one function that are kept."""

    def __init__(self, compute: Callable[..., object], most: int, *, copied: bool = True) -> None:
        self.compute, self.most, self.copied = compute, most, copied
        self.name = f"{compute.__module__}.{compute.__qualname__}"

    @cached_property
    def _for_all(self) -> Callable[[str, Callable[[], Result]], Result]:
        """Streamlit's cache: not made before it is used, when there is a server for it."""

        def public(spelled: str, _call: Callable[[], Result]) -> Result:  # noqa: ARG001
            with own_table.out_of_reach():
                return _call()

        # Streamlit tells caches apart by the names of their functions, and leaves out of the key
        # what starts with an underscore.
        public.__module__ = self.compute.__module__
        public.__qualname__ = self.compute.__qualname__
        keep = st.cache_data if self.copied else st.cache_resource
        return keep(max_entries=self.most, show_spinner=False)(public)

    def recall(
        self, given: tuple[object, ...], call: Callable[[], Result], own: OwnTable | None
    ) -> Result:
        """Return what is kept for these arguments, or call for it; what raises is not kept."""
        if own:
            return cast(Result, own.recall(self.name, _spelled(given), self.most, call))
        return self._for_all(_spelled(given), call)

    def known(self, given: tuple[object, ...], own: OwnTable | None) -> Result | None:
        """Return what is kept for these arguments, or None."""
        try:
            return self.recall(given, _raise_missing, own)
        except _MissingResult:
            return None


def _asked(
    args: tuple[object, ...], kwargs: dict[str, object]
) -> tuple[tuple[object, ...], OwnTable | None]:
    """Return the key of the arguments, and the own table that they name; or end the run here."""
    _end_if_overtaken()
    given = (args, tuple(sorted(kwargs.items())))
    return given, own_table.required() if _names_own_table(given) else None


class _MissingResult(Exception):
    """Nothing is kept."""


def _raise_missing() -> NoReturn:
    raise _MissingResult


def _at_the_end(steps: Steps[Result], tell: Tell) -> Result:
    while True:
        try:
            tell(next(steps))
        except StopIteration as end:
            return cast(Result, end.value)
        _end_if_overtaken()


def _names_own_table(given: object) -> bool:
    return any(getattr(part, "data", None) == sources.UPLOAD for part in _parts(given))


def _end_if_overtaken() -> None:
    """End the run here if its visitor has moved on: Streamlit looks whenever the state is read.

    What computes long draws nothing, and would go on for an answer that nobody will see.
    """
    st.session_state.get("overtaken")


def _spelled(given: tuple[object, ...]) -> str:
    """Return arguments as one text: equal for equal ones, another for each class."""
    for part in _parts(given):
        if not (isinstance(part, PLAIN) or (is_dataclass(part) and part.__hash__)):
            raise TypeError(f"A {type(part).__name__} cannot be part of a key.")
    return repr(given)


def _parts(given: object) -> Iterator[object]:
    """Yield a value and all that it holds."""
    yield given
    if isinstance(given, tuple):
        inside: Iterable[object] = given
    else:
        inside = vars(given).values() if is_dataclass(given) else ()
    for part in inside:
        yield from _parts(part)


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
        If it is an upload, and this visitor has none.
    """
    if settings.data == sources.UPLOAD:
        return own_table.required().data
    if settings.data in TABLES:
        return _table(settings.data)
    return sources.load(settings)


def part(settings: Settings) -> Split:
    """Return the training and test records of the settings."""
    data = dataset(settings)
    own = data if settings.data == sources.UPLOAD else None
    return sources.part(settings, comparison.n_used(data, settings), records=own)


def n_used(settings: Settings) -> int:
    """Return how many training records the settings use, without cutting them out."""
    return comparison.n_used(dataset(settings), settings)


def constant(settings: Settings, folds: tuple[int, ...] = (0,)) -> ConstantRule:
    """Return the constant rule of the settings' test part, or of several folds, by their measure.

    Raises
    ------
    InvalidInput
        If it is an upload, and this visitor has none.
    """
    # No move of ε, λ or n changes the test part.
    records = Settings(
        data=settings.data,
        d=settings.d,
        knobs=settings.knobs,
        seed=settings.seed,
        measure=settings.measure,
    )
    return _constant(records, folds, answers(settings))


def answers(settings: Settings) -> tuple[str, str]:
    """Return what −1 and +1 are called in the settings' records.

    Raises
    ------
    InvalidInput
        If it is an upload, and this visitor has none.
    """
    if settings.data == sources.UPLOAD:
        return answers_of(own_table.required().schema.label)
    table = TABLES.get(settings.data)
    return answers_of(table.schema.label) if table else SIGNS


@remembered(MOST_RULES)
def _constant(settings: Settings, folds: tuple[int, ...], answers: tuple[str, str]) -> ConstantRule:
    data = dataset(settings)
    own = data if settings.data == sources.UPLOAD else None
    parts = (sources.part(settings, 1, fold, own) for fold in folds)
    return constant_rule(parts, answers, settings.measure)


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

express = ProcessWide[Executor](
    choice.express, lambda made: made.shutdown(wait=False, cancel_futures=True)
)
"""Where it computes short ones while long ones are under way."""

store = ProcessWide[Store](Store, Store.close)
"""Where finished cells are kept."""

registry = ProcessWide[Registry](
    lambda: Registry(store=store(), executor=executor(), express=express()), Registry.close
)
"""The jobs of this server, for all visitors."""


# `sources.load` keeps tables, too; this one says what takes so long.
@st.cache_resource(max_entries=MOST_LOADED, show_spinner="Reading the table …")
def _table(data: str) -> Dataset:
    return sources.load(Settings(data=data))
