"""The papers' tables and figures: a page for each, and one with the verdicts on all."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd
from markupsafe import Markup

from dplab.studies.papers.claims import Judgement, judge_all
from dplab.studies.papers.entries import Entry, entries
from dplab.studies.papers.results import always, stored
from edition import at, prose
from edition.dials import DialPlace
from edition.drawing.assemble import Images, figure
from edition.drawing.render import SvgRenderer
from pages.kit import text
from pages.kit.figures.style import FigureDict
from pages.papers import figures, sentences
from pages.papers.beside import beside


@dataclass(frozen=True)
class ShownEntry:
    """An entry as its template needs it.

    The place is its picture and its sentence; None where nothing is stored.
    """

    entry: Entry
    place: DialPlace | None
    judged: tuple[Judgement, ...]

    @property
    def file(self) -> str:
        """Where its page lies."""
        return file_of(self.entry.name)

    @property
    def title(self) -> str:
        """What it is called."""
        return f"{self.entry.paper}, {self.entry.place}: {self.entry.title}"

    @property
    def reference(self) -> Markup:
        """Which paper it is of."""
        (found,) = (each for each in text.references() if each["key"] == self.entry.paper)
        return prose.inline("{key}: {who}, *{title}*, {where}.".format(**found))

    @property
    def verdicts(self) -> Markup:
        """In words and in numbers."""
        return prose.inline(sentences.verdicts(self.entry, self.judged))

    @property
    def in_short(self) -> Markup:
        """The same as badges alone."""
        return prose.inline(sentences.in_short(self.entry, self.judged))

    @property
    def claims(self) -> list[tuple[Markup, Markup]]:
        """What the paper says in words, with the numbers behind each verdict."""
        return [
            (prose.inline(sentences.claim(one)), prose.blocks(sentences.evidence(one)))
            for one in self.judged
        ]

    def svg(self, renderer: SvgRenderer, images: Images) -> dict[str, Markup]:
        """Draw its picture."""
        return figure(self.place, renderer, self.entry.name, images) if self.place else {}


def file_of(entry: str) -> str:
    """Return where the page of an entry lies."""
    return f"paper-{entry.replace('_', '-')}.html"


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the picture of the entry of an address.

    Raises
    ------
    NoPicture
        If nothing is stored for it.
    """
    at.require_supported(texts, {}, "entry")
    place = _shown(entries()[texts["entry"]]).place
    if place is None:
        raise at.NoPicture(f"Nothing is stored for {texts['entry']}.")
    return place


def every() -> list[ShownEntry]:
    """Return all entries in their order."""
    return [_shown(entry) for entry in entries().values()]


def glance(shown: list[ShownEntry]) -> Markup:
    """Return the verdicts of all entries in one line."""
    judged = [each.judged for each in shown]
    return prose.inline(sentences.glance([each.entry for each in shown], judged))


def _shown(entry: Entry) -> ShownEntry:
    found = stored(entry.name)
    if found is None:
        return ShownEntry(entry, None, ())

    def draw(*, dark: bool, phone: bool) -> FigureDict:  # noqa: ARG001
        return figures.drawn(entry, found, dark=dark)

    alt = sentences.alt(entry, found)
    below = _compared(entry, found) if entry.published else ()
    made = f"{sentences.made(found)} {always(found)}"
    place = DialPlace(entry.name, entry.place, f"**{entry.learned}**", alt, draw, made, below)
    return ShownEntry(entry, place, judge_all(entry, found))


def _compared(entry: Entry, found: pd.DataFrame) -> tuple[str, str]:
    """Return published values beside ours as a table, and what comes of it."""
    rows, verdict = beside(entry, found)
    lines = [rows.columns, ["---"] * len(rows.columns), *rows.astype(str).to_numpy()]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return table, sentences.compared(entry, verdict)
