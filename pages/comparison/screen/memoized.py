"""What is computed once: kept for all visitors, or with what one visitor alone may see.

Keys are the arguments, and hold settings, never the data. Who keeps the results that are one
visitor's is said to the decorator: `owner` returns it for arguments that name something of that
visitor's, and None for all others. While a result for all is computed, `apart` is entered: inside
it nobody has anything of their own.
"""

from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, is_dataclass
from functools import cached_property, partial, update_wrapper
from typing import Any, Generic, NoReturn, ParamSpec, Protocol, TypeAlias, TypeVar, cast

import streamlit as st

from pages.comparison.screen.ahead import AHEAD

P = ParamSpec("P")
Result = TypeVar("Result")
Steps: TypeAlias = Generator[float, None, Result]
"""A computation that yields the share that is done, in (0, 1], and returns its result."""
Tell: TypeAlias = Callable[[float], object]


class Keeper(Protocol):
    """Keeps results that are one visitor's."""

    def recall(self, function: str, asked: str, most: int, compute: Callable[[], Any]) -> Any:
        """Return a result of a function that is kept, or compute it and keep it."""


@dataclass(frozen=True)
class Ownership:
    """What of the arguments is one visitor's.

    Parameters
    ----------
    owner : callable
        Given the arguments, returns who keeps what is computed from them, or None
        where it is for all.
    apart : callable
        Inside of its context nobody has anything of their own.
    """

    owner: Callable[[Iterable[object]], Keeper | None]
    apart: Callable[[], AbstractContextManager[None]]


class Memoized(Generic[P, Result]):
    """A function whose results are kept.

    Parameters
    ----------
    compute : callable
        The function.
    most : int
        Results for all, and results with each owner, that are kept.
    ownership : Ownership
        Who may have which results.
    copied : bool
        Whether each who asks gets a copy. Otherwise all get the same object: for what makes its
        parts when they are first needed, which a copy would make again.
    """

    def __init__(
        self, compute: Callable[P, Result], most: int, ownership: Ownership, *, copied: bool = True
    ) -> None:
        update_wrapper(self, compute)
        self._compute = compute
        self._kept = _Kept[Result](compute, most, ownership, copied=copied)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Result:
        """Return what is kept for these arguments; if nothing is, compute it."""
        return self._recall(partial(self._compute, *args, **kwargs), args, kwargs)

    def known(self, *args: P.args, **kwargs: P.kwargs) -> Result | None:
        """Return what is kept for these arguments, or None."""
        return self._kept.known(*self._kept.asked(args, kwargs))

    def note(self, result: Result, *args: P.args, **kwargs: P.kwargs) -> None:
        """Keep what was computed elsewhere for these arguments, unless something is kept."""
        self._recall(lambda: result, args, kwargs)

    def _recall(
        self, call: Callable[[], Result], args: tuple[object, ...], kwargs: dict[str, object]
    ) -> Result:
        key, owner = self._kept.asked(args, kwargs)
        return self._kept.recall(key, call, owner)


class MemoizedInSteps(Generic[P, Result]):
    """A computation in steps whose results are kept.

    Parameters
    ----------
    compute : callable
        Yields the share that is done.
    most, ownership, copied
        As in `Memoized`.
    """

    def __init__(
        self,
        compute: Callable[P, Steps[Result]],
        most: int,
        ownership: Ownership,
        *,
        copied: bool = True,
    ) -> None:
        update_wrapper(self, compute)
        self._compute = compute
        self._kept = _Kept[Result](compute, most, ownership, copied=copied)

    def __call__(self, tell: Tell, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        """Return what is kept for these arguments; if nothing is, compute it, and tell how far."""
        # Of now: while this goes on, another tab may bring another table.
        key, owner = self._kept.asked(args, kwargs)
        try:
            return self._kept.recall(key, _raise_missing, owner)
        except _MissingResult:
            with nullcontext() if owner else self._kept.ownership.apart():
                result = _at_the_end(self._compute(*args, **kwargs), tell)
        return self._kept.recall(key, lambda: result, owner)

    def known(self, *args: P.args, **kwargs: P.kwargs) -> Result | None:
        """Return what is kept for these arguments, or None."""
        return self._kept.known(*self._kept.asked(args, kwargs))


class _Kept(Generic[Result]):
    """The results of one function that are kept."""

    def __init__(
        self,
        compute: Callable[..., object],
        most: int,
        ownership: Ownership,
        *,
        copied: bool = True,
    ) -> None:
        self.compute, self.most, self.copied = compute, most, copied
        self.ownership = ownership
        self.name = f"{compute.__module__}.{compute.__qualname__}"

    @cached_property
    def _for_all(self) -> Callable[[str, Callable[[], Result]], Result]:
        """Streamlit's cache: not made before it is used, when there is a server for it."""

        def public(spelled: str, _call: Callable[[], Result]) -> Result:
            with self.ownership.apart():
                return AHEAD.recall((self.name, spelled), _call)

        # Streamlit tells caches apart by the names of their functions, and leaves out of the key
        # what starts with an underscore.
        public.__module__ = self.compute.__module__
        public.__qualname__ = self.compute.__qualname__
        keep = st.cache_data if self.copied else st.cache_resource
        return keep(max_entries=self.most, show_spinner=False)(public)

    def asked(
        self, args: tuple[object, ...], kwargs: dict[str, object]
    ) -> tuple[str, Keeper | None]:
        """Return the key of the arguments, and who owns what they name; or end the run here."""
        _end_if_overtaken()
        arguments = (args, tuple(sorted(kwargs.items())))
        _check_key(arguments)
        # Equal for equal arguments, and another for each class.
        return repr(arguments), self.ownership.owner((*args, *kwargs.values()))

    def recall(self, key: str, call: Callable[[], Result], owner: Keeper | None) -> Result:
        """Return what is kept under a key, or call for it; what raises is not kept."""
        if owner:
            return cast(Result, owner.recall(self.name, key, self.most, call))
        return self._for_all(key, call)

    def known(self, key: str, owner: Keeper | None) -> Result | None:
        """Return what is kept under a key, or None."""
        try:
            return self.recall(key, _raise_missing, owner)
        except _MissingResult:
            return None


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


def _end_if_overtaken() -> None:
    """End the run here if its visitor has moved on: Streamlit looks whenever the state is read.

    What computes long draws nothing, and would go on for an answer that nobody will see.
    """
    st.session_state.get("overtaken")


PLAIN = {int, float, str, bool, type(None)}
"""What a key may hold, besides frozen records and tuples of such."""


def _check_key(part: object) -> None:
    """Refuse what holds more than numbers, words and frozen records of them.

    Of plain values, thirty in a sweep's cell, none is a call.
    """
    if isinstance(part, tuple):
        inside: Iterable[object] = part
    elif is_dataclass(part) and part.__hash__:
        inside = vars(part).values()
    elif isinstance(part, int | float | str | None):
        return
    else:
        raise TypeError(f"A {type(part).__name__} cannot be part of a key.")
    for each in inside:
        if type(each) not in PLAIN:
            _check_key(each)
