"""What the stored results show: judged, drawn and put beside the papers' once for all visitors."""

import pandas as pd

from dplab.studies.papers.claims import Judgement, judge_all
from dplab.studies.papers.entries import entries
from dplab.studies.papers.results import stored
from pages.comparison.screen.cached import memoized
from pages.kit.figures.style import FigureDict
from pages.papers import figures
from pages.papers.beside import beside as put_beside


@memoized(64)
def results(name: str) -> pd.DataFrame | None:
    """Return the stored results of an entry, or None where there are none."""
    return stored(name)


@memoized(64)
def judged(name: str) -> tuple[Judgement, ...]:
    """Return what the stored results say about the claims of an entry."""
    found = results(name)
    return () if found is None else judge_all(entries()[name], found)


@memoized(128)
def drawn(name: str, dark: bool) -> FigureDict:
    """Return the picture of an entry's stored results."""
    return figures.drawn(entries()[name], _there(name), dark=dark)


@memoized(64)
def beside(name: str) -> tuple[pd.DataFrame, str]:
    """Return published values beside the stored ones, and the verdict."""
    return put_beside(entries()[name], _there(name))


def _there(name: str) -> pd.DataFrame:
    found = results(name)
    assert found is not None  # Pages ask for entries whose results they have read.
    return found
