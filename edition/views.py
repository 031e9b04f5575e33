"""The edition's pictures: a page's view at each place of its dial.

A page has a picture where its `values.py` says what is turned, as its `EDITION`.
"""

from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec, TypeVar

from edition.dials import DialPicture, DialPlace
from pages.comparison.records import Records, Study
from pages.contents import NAMES
from pages.kit import paths
from pages.kit.text import PAGES
from pages.kit.values import reading
from pages.kit.view import EditionDial, View

P = ParamSpec("P")
Asked = TypeVar("Asked")
Result = TypeVar("Result")


class RememberingRecords(Records):
    """Records that compute nothing twice: the places of a dial ask for the same."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[object, Any] = {}

    def ask(self, run: Study[Asked, Result], question: Asked) -> Result:
        """Return the answer of a study, computed once."""
        if (run, question) not in self._known:
            self._known[run, question] = super().ask(run, question)
        return self._known[run, question]  # type: ignore[no-any-return]

    def ask_in_steps(
        self, run: Study[Asked, Generator[float, None, Result]], question: Asked
    ) -> Result:
        """Return the answer of a study that takes long, computed once."""
        if (run, question) not in self._known:
            self._known[run, question] = super().ask_in_steps(run, question)
        return self._known[run, question]  # type: ignore[no-any-return]

    def get(
        self, compute: Callable[Concatenate[Records, P], Result], *args: P.args, **named: P.kwargs
    ) -> Result:
        """Return what a function computes of these records, computed once."""
        key = (compute, args, tuple(sorted(named.items())))
        if key not in self._known:
            self._known[key] = super().get(compute, *args, **named)
        return self._known[key]  # type: ignore[no-any-return]

    def get_in_steps(
        self,
        compute: Callable[Concatenate[Records, P], Generator[float, None, Result]],
        *args: P.args,
        **named: P.kwargs,
    ) -> Result:
        """Return the same of a function that takes long, computed once."""
        key = (compute, args, tuple(sorted(named.items())))
        if key not in self._known:
            self._known[key] = super().get_in_steps(compute, *args, **named)
        return self._known[key]  # type: ignore[no-any-return]


def names() -> list[str]:
    """Return the pages that have a view, in the order of the contents."""
    viewed = {path.parent.name for path in PAGES.glob("*/view.py")}
    return [name for name in NAMES if name in viewed]


def pictured() -> list[str]:
    """Return the pages that say what is turned."""
    return [name for name in names() if hasattr(paths.module(f"{name}.values"), "EDITION")]


def question(page: str, texts: Mapping[str, str]) -> Any:
    """Return what the texts of an address ask of a page."""
    return paths.module(f"{page}.values").question(reading(texts))


def view(page: str, texts: Mapping[str, str], records: Records | None = None) -> View[Any]:
    """Return what a page shows at the texts of an address."""
    shown: View[Any] = paths.module(f"{page}.view").view(question(page, texts), records)
    return shown


def scene(page: str, texts: Mapping[str, str]) -> View[Any]:
    """Return the same, in words as a desktop's figure has it: a scene has one text for both."""
    shown = view(page, texts)
    return replace(shown, alt=shown.told(phone=False), also="")


def picture(page: str) -> DialPicture:
    """Return a page's view at each place of its dial."""
    dial: EditionDial = paths.module(f"{page}.values").EDITION
    records = RememberingRecords()
    places = tuple(
        DialPlace(dial.name(place), dial.texts(place), view(page, dial.texts(place), records))
        for place in dial.places
    )
    return DialPicture(page, dial, places)
