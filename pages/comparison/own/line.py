"""The line under a page's title where its answer rests on the visitor's own table.

It names the file, what is predicted, and what the numbers rest on; and leads to Data. One place
draws it for all pages, by their question: what says of itself that it rests on an own table.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import streamlit as st

from dpcore.checks import InvalidInput
from dplab.simulation.settings import UPLOAD
from pages.comparison.own import basis, facts
from pages.comparison.records import rests_on_own
from pages.comparison.screen import own_table
from pages.comparison.screen.own_table import OwnTable
from pages.kit import address, controls, paths
from pages.kit.frame import page_frame

DATA = "data"
"""The page that says all of it."""


@contextmanager
def under_title(page: str) -> Iterator[None]:
    """Draw the line under the title of the page inside, where it needs one.

    What is not known of the table yet is looked for once the page is drawn.
    """
    places: list[Callable[[str], object]] = []

    def show() -> None:
        own = own_table.current()
        if own and rests(page):
            places.append(_line(own, facts.of_table(basis.known(own))))

    with page_frame.under_title(show):
        yield
    own = own_table.current()
    if own and (places or page == DATA):
        after = facts.of_table(basis.found(own))
        for write in places:
            write(after)


def rests(page: str) -> bool:
    """Tell whether what a page is asked rests on the visitor's own table."""
    question = getattr(paths.module(f"{page}.values"), "question", None)
    with suppress(InvalidInput):  # The page says what is wrong with its address.
        return question is not None and rests_on_own(question(address.get))
    return False


def before_release(own: OwnTable) -> None:
    """Draw the line about a table that may be released from."""
    _line(own, facts.of_release(basis.known(own)))


def _line(own: OwnTable, said: str) -> Callable[[str], object]:
    """Draw the line; return what writes another sentence in its place."""
    predicted = own.schema.label.name, own.answers[1]
    label = facts.named(own.file.name if own.file else "", predicted)
    with st.container(key="own_line", horizontal=True, vertical_alignment="center", gap="small"):
        controls.link_to("data", label, ":material/table:", {"data": UPLOAD})
        place = st.empty()
        if said:
            place.caption(said, width="content")
    return lambda after: after == said or place.caption(after, width="content")
