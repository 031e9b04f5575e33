"""A table or figure of a paper beside ours: the picture, the differences, the verdicts."""

from dataclasses import dataclass
from typing import Any

import pandas as pd

from dpcore.checks import InvalidInput
from dplab.studies.papers.claims import Judgement, judge_all
from dplab.studies.papers.entries import Entry, entries
from dplab.studies.papers.results import always, stored
from pages.comparison.records import Records, keeping
from pages.kit.figures.style import FigureDict
from pages.kit.view import View
from pages.papers import figures, sentences
from pages.papers.beside import beside
from pages.papers.errata import view as of_erratum
from pages.papers.errata.values import ErratumAsked

NONE_STORED = "Nothing is stored for this one, since its table did not come with the project."

CELL = """\
from IPython.display import Markdown

from dplab.studies.papers.entries import entries
from dplab.studies.papers.results import markdown

name = "{entry}"
Markdown(markdown({{name: entries()[name]}}))
"""


@dataclass(frozen=True, eq=False)
class EntryBesideOurs:
    """A table or figure of a paper, and our results.

    Parameters
    ----------
    entry : Entry
    results : DataFrame
        As `papers.reproduce` returns them, or as they are stored.
    judged : tuple of Judgement
        What they say of the paper's claims.
    rows : DataFrame
        Published values beside ours; no rows where the paper has no numbers.
    verdict : str
        What comes of the numbers.
    """

    entry: Entry
    results: pd.DataFrame
    judged: tuple[Judgement, ...]
    rows: pd.DataFrame
    verdict: str

    @classmethod
    def of(cls, entry: Entry, results: pd.DataFrame) -> "EntryBesideOurs":
        """Return an entry beside results."""
        return cls(entry, results, judge_all(entry, results), *beside(entry, results))


def view(question: str | ErratumAsked, records: Records | None = None) -> View[Any]:
    """Return an entry, by its name, beside the results that are stored; or an erratum's curves."""
    if isinstance(question, ErratumAsked):
        return of_erratum.view(question, records)
    return of_entry(question, records)


def of_entry(
    question: str, records: Records | None = None, results: pd.DataFrame | None = None
) -> View[EntryBesideOurs]:
    """Return an entry, by its name, beside the results that are stored, or beside others.

    Raises
    ------
    InvalidInput
        If nothing is stored, and there are no others.
    """
    records = records or Records()
    others = None if results is None else EntryBesideOurs.of(entries()[question], results)
    answer = others or records.get(of_stored, question)
    if answer is None:
        raise InvalidInput(NONE_STORED)

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001 - the same there
        if others:
            return figures.drawn(others.entry, others.results, dark=dark)
        return records.get(_drawn, question, dark)

    entry, results = answer.entry, answer.results
    return View(
        f"**{entry.learned}**",
        sentences.alt(entry, results),
        draw,
        answer,
        f"{sentences.made(results)} {always(results)}",
        _compared(answer) if entry.published else (),
        rows=lambda: results,
    )


def judged(question: str, records: Records) -> tuple[Judgement, ...]:
    """Return what the stored results of an entry say of the paper's claims."""
    answer = records.get(of_stored, question)
    return answer.judged if answer else ()


def of_stored(_: Records, name: str) -> EntryBesideOurs | None:
    """Return an entry beside the results that are stored, if there are any."""
    results = stored(name)
    return None if results is None else EntryBesideOurs.of(entries()[name], results)


def _drawn(records: Records, name: str, dark: bool) -> FigureDict:
    answer = records.get(of_stored, name)
    assert answer is not None  # It is asked for by the view of what is stored.
    return figures.drawn(answer.entry, answer.results, dark=dark)


keeping(of_stored, 64)
keeping(_drawn, 128)


def _compared(answer: EntryBesideOurs) -> tuple[str, str]:
    """Return published values beside ours as a table, and what comes of it."""
    rows = answer.rows
    lines = [rows.columns, ["---"] * len(rows.columns), *rows.astype(str).to_numpy()]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return table, sentences.compared(answer.entry, answer.verdict)


def script(question: str | ErratumAsked, records: Records | None = None) -> str:
    """Return a notebook's cell that shows the tables of an entry, or the script of an erratum."""
    if isinstance(question, ErratumAsked):
        return of_erratum.script(question, records)
    return CELL.format(entry=question)
