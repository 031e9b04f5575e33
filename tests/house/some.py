"""Of a test's parameters some in every run, and all in the whole run: the marker `whole`."""

from collections.abc import Container, Iterable
from typing import Any

import pytest


def some(values: Iterable[Any], often: Container[Any]) -> list[Any]:
    """Return parameters, marked but for those that are tried often; a tuple is several."""
    return [
        pytest.param(
            *(each if isinstance(each, tuple) else (each,)),
            marks=() if each in often else pytest.mark.whole,
        )
        for each in values
    ]


def every(step: int, values: Iterable[Any]) -> list[Any]:
    """Return parameters, of which the first of each `step` is tried in every run."""
    known = list(values)
    return some(known, known[::step])
