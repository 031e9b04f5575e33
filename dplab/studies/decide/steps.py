"""What a computation in steps returns, for whoever does not look at the steps."""

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")


def finished(steps: Generator[float, None, Result]) -> Result:
    """Take all steps, and return what comes of them.

    Examples
    --------
    >>> def two():
    ...     yield 0.5
    ...     return "done"
    >>> finished(two())
    'done'
    """
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
