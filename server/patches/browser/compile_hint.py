"""Streamlit's script for figures behind a hint to V8: compile its functions while it arrives.

V8 would compile each when it is first called, while the page cannot move; told so, it compiles them
on another core. Other browsers read a comment.
"""

from server.patches.browser import files
from server.patches.patch import Patch

NAME = "PlotlyChart."
"""How the script's file begins; a hash of its content follows."""

HINT = "//# allFunctionsCalledOnLoad\n"


def rewritten(script: str) -> str:
    """Return the script behind the hint."""
    return HINT + script


def applies() -> bool:
    """Tell whether there is a script for figures."""
    return len(files.scripts(NAME)) == 1


PATCH = Patch(
    holds="the script of figures is compiled while it arrives",
    targets=("streamlit/static/static/js/PlotlyChart.*.js",),
    versions="streamlit 1.67.0, V8 of Chromium 136 and later",
    reason="5 MB of script are compiled piece by piece while the page stands still",
    worth="opening Trade-off took 0.83 s of the processor in place of 1.18 s",
    upstream="none known",
    is_unsafe_without=False,
    applies=applies,
)
