"""The papers' tables and figures: a page for each, and one with the verdicts on all."""

from dataclasses import dataclass

from markupsafe import Markup

from dpcore.checks import InvalidInput
from dplab.studies.papers.claims import Judgement
from dplab.studies.papers.entries import Entry, entries
from edition import prose
from edition.drawing.assemble import Images, figure
from edition.drawing.render import SvgRenderer
from pages.kit import text
from pages.kit.view import View
from pages.papers import sentences
from pages.papers.errata import listed
from pages.papers.view import EntryBesideOurs, of_entry


@dataclass(frozen=True)
class ShownEntry:
    """An entry as its template needs it.

    The place is its picture and its sentence; None where nothing is stored.
    """

    entry: Entry
    place: View[EntryBesideOurs] | None

    @property
    def judged(self) -> tuple[Judgement, ...]:
        """What our results say of its claims."""
        return self.place.answer.judged if self.place else ()

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


def every() -> list[ShownEntry]:
    """Return all entries in their order."""
    return [_shown(entry) for entry in entries().values()]


def glance(shown: list[ShownEntry]) -> Markup:
    """Return the verdicts of all entries in one line."""
    judged = [each.judged for each in shown]
    return prose.inline(sentences.glance([each.entry for each in shown], judged))


def errata() -> Markup:
    """Return the list of all errata as a table."""
    return prose.blocks(listed.as_table(listed.errata()))


def _shown(entry: Entry) -> ShownEntry:
    try:
        return ShownEntry(entry, of_entry(entry.name))
    except InvalidInput:
        return ShownEntry(entry, None)
