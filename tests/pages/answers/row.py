"""One answer of the dashboard: what `test_views.py` needs to hold the contract of pages for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pages.kit import page as pages
from pages.kit import paths
from pages.kit.values import UrlParameter

Texts = Mapping[str, str]


@dataclass(frozen=True)
class AnswerRow:
    """An answer: what an address asks of a page.

    Parameters
    ----------
    page : str
        Its folder.
    small : mapping
        Texts of the address with which the answer takes a moment.
    extremes : tuple of mapping
        Texts besides, each of which is answered.
    refused : tuple of (mapping, str)
        Texts besides that no view is given for, and what the sentence says.
    part : mapping
        Texts that name the part of the page, where it has several.
    is_slow : bool
        Whether the page's own defaults take long.
    """

    page: str
    small: Texts
    extremes: tuple[Texts, ...] = ()
    refused: tuple[tuple[Texts, str], ...] = ()
    part: Texts = field(default_factory=dict)
    is_slow: bool = False

    @property
    def name(self) -> str:
        """What tests call it."""
        return " ".join((self.page, *self.part.values()))

    def texts(self, **more: str) -> dict[str, str]:
        """Return an address with which the answer takes a moment."""
        return {**self.part, **self.small, **more}

    def spelt_out(self) -> dict[str, str]:
        """Return the same address with every default of the page in it."""
        return {each.name: each.default for each in self.values()} | self.texts()

    def values(self) -> tuple[UrlParameter, ...]:
        """Return all that the address holds for the page."""
        return pages.values_of(self.page)

    def module(self, name: str) -> Any:
        """Return a module of the page."""
        return paths.module(f"{self.page}.{name}")


UPLOAD = ({"data": "upload"}, "a table of your own")

EPSILONS = ({"epsilon": "1e-9"}, {"epsilon": "1e9"}, {"epsilon": "inf"}, {"epsilon": "∞"})

ENDS = ({"epsilon": "1e-9"}, {"epsilon": "1e9"})
NO_NOISE = ({"epsilon": "inf"}, "With ε = ∞ there is no noise")
GUESSED = ({"epsilon": "inf"}, "Without noise nothing is left to guess")
NOTHING_TO_SPEND = ({"epsilon": "inf"}, "At ε = ∞ there is nothing to spend")
