"""How much memory a value takes: the arrays, tables and texts that it holds, each counted once.

Examples
--------
>>> row = np.zeros(1000)
>>> weight([row]), weight([row, row[:10], (row,)])
(8000, 8000)
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np
import pandas as pd


@dataclass(frozen=True)
class Elsewhere:
    """So many bytes that somebody else holds for a visitor, such as Streamlit an upload."""

    nbytes: int


def weight(values: Iterable[object]) -> int:
    """Return the bytes of all that some values hold together; small objects count as nothing.

    Parameters
    ----------
    values : iterable
        Arrays, tables, texts, or records and collections of them.
    """
    seen: set[int] = set()
    return sum(_weight(value, seen) for value in values)


def _weight(value: Any, seen: set[int]) -> int:
    whole = _owner(value) if isinstance(value, np.ndarray) else value
    if id(whole) in seen:
        return 0
    seen.add(id(whole))
    if isinstance(whole, np.ndarray | Elsewhere):
        return int(whole.nbytes)
    if isinstance(whole, str | bytes):
        return len(whole)
    if isinstance(whole, pd.DataFrame | pd.Series):
        # Deep: texts may be Python's own, to which a column only points.
        return int(np.sum(whole.memory_usage(index=True, deep=True)))
    return sum(_weight(part, seen) for part in _parts(whole))


def _owner(view: np.ndarray) -> np.ndarray:
    """Return the array whose memory a view shows: a few rows of it keep all of them."""
    while isinstance(view.base, np.ndarray):
        view = view.base
    return view


def _parts(value: Any) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    if isinstance(value, list | tuple | set | frozenset):
        return value
    if is_dataclass(value):
        return [getattr(value, field.name) for field in fields(value)]
    return ()
