"""What a patch states of itself, so that it can be listed, tried, and one day be done without."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType


def _nothing() -> None:
    """Install nothing: a patch that only reads, or that a middleware applies."""


@dataclass(frozen=True)
class Patch:
    """A change of foreign code, or a place there that is read although it is private.

    Parameters
    ----------
    holds : str
        What holds with it, in words that end a sentence.
    targets : tuple of str
        What is changed or read, as `pkgutil.resolve_name` finds it; or files of Streamlit's.
    versions : str
        Those that it was written for.
    reason, worth : str
        Why it is there, and what was measured with it and without it.
    upstream : str
        Repository and number of the issue, or "none known".
    is_unsafe_without : bool
        Whether the server must not start without it.
    applies : callable
        Its proof: tells whether it holds with what is installed.
    install : callable, optional
        Changes what is to be changed, in this process.
    """

    holds: str
    targets: tuple[str, ...]
    versions: str
    reason: str
    worth: str
    upstream: str
    is_unsafe_without: bool
    applies: Callable[[], bool]
    install: Callable[[], object] = _nothing

    @property
    def packages(self) -> set[str]:
        """The packages that it changes."""
        return {re.split(r"[./]", target)[0] for target in self.targets}


def names_in(code: CodeType) -> set[str]:
    """Return what a function names, in the functions within it, too."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*map(names_in, inner))
