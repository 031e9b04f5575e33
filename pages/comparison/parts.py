"""A page of several ideas: a folder for each, and one of them is on the screen.

A part's folder has a `values.py`, whose `VALUES` are what the part puts into the address and whose
`question` returns what that asks; a `view.py`, whose `view` answers it and whose `script` is a
program that prints its numbers; for the live page a `choices.py`, whose `card` draws its controls,
and an `answer.py`, whose `show` draws the answer; and a `page.md`: its name as title, its lead, and
the sections that it has of "Try this" and the folds. A fold that it does not write is the page's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pages.comparison.records import Records
from pages.kit import paths, text
from pages.kit.values import Get, UrlParameter, one_of
from pages.kit.view import View


@dataclass(frozen=True)
class PartQuestion:
    """What an address asks of a part, which is named by its word in the address."""

    part: str
    question: Any


class Parts:
    """The parts of a page.

    Parameters
    ----------
    name : str
        Of the page.
    called, key : str
        What a refusal calls the choice of the part, and its name in the address.
    folders : mapping
        Of the parts, by their words in the address, in the order in which they are read; the first
        is open at first.
    experts : mapping, optional
        Which of them the first row leaves out, by their words: what each is about, in a few words.
    """

    def __init__(
        self,
        name: str,
        called: str,
        key: str,
        folders: Mapping[str, str],
        experts: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.experts = experts or {}
        self._folders = folders
        self.labels = {word: self.lead(word)[0] for word in folders}
        """What the screen calls each part, by its word in the address."""
        self.choice = one_of(called, key, next(iter(self.labels)), self.labels)
        inside = (value for word in folders for value in self.module(word, "values").VALUES)
        self.values: tuple[UrlParameter, ...] = (self.choice, *inside)
        """What the page puts into the address."""

    def question(self, get: Get) -> PartQuestion:
        """Return what an address asks, of the part that it names."""
        word = get(self.choice)
        return PartQuestion(word, self.module(word, "values").question(get))

    def view(self, asked: PartQuestion, records: Records | None = None) -> View[Any]:
        """Return what a part shows."""
        shown: View[Any] = self.module(asked.part, "view").view(asked.question, records)
        return shown

    def script(self, asked: PartQuestion, records: Records | None = None) -> str:
        """Return a script that prints the numbers of a part."""
        return str(self.module(asked.part, "view").script(asked.question, records))

    def lead(self, word: str) -> tuple[str, str]:
        """Return the name of a part, and what it is about."""
        title, _, lead = self.prose(word)["lead"].partition("\n")
        return title.removeprefix("# "), lead.strip()

    def folder(self, word: str) -> str:
        """Return the folder of a part below `pages`."""
        return f"{self.name}/{self._folders[word]}"

    def prose(self, word: str) -> dict[str, str]:
        """Return the prose of a part, by heading."""
        return text.sections(self.folder(word))

    def module(self, word: str, name: str) -> Any:
        """Return a module of a part."""
        return paths.module(f"{self.name}.{self._folders[word]}.{name}")
