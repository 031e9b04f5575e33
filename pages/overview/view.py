"""What holds at a place of the dial.

The one view whose picture is no figure but an instrument: a script in the browser draws it of what
the view has computed, all places of the dial at once, and turns it without asking anybody.
"""

from typing import NoReturn

import pandas as pd

from dplab.studies.overview import dial
from pages.comparison.records import Records, keeping
from pages.kit.view import View
from pages.overview import figures
from pages.overview.figures import Content
from pages.overview.values import OverviewQuestion


def view(question: OverviewQuestion, records: Records | None = None) -> View[Content]:
    """Return the sentence at an ε, and what the script draws, its dial at the nearest place."""
    content, start = (records or Records()).get(_content), figures.nearest(question.epsilon)
    stop = content["stops"][start]
    drawn = content | {"isDrawn": question.is_drawn, "told": {"at": start}}
    said, alt = "".join(stop["said"]), " ".join(stop["alts"])
    return View(said, alt, _by_the_script, drawn, rows=rows)


def rows() -> pd.DataFrame:
    """Return what holds at each place of the dial, one row each."""
    found = dial.stored()
    return dial.table(found).assign(limit=[stop.limit for stop in found.stops])


def _content(_: Records) -> Content:
    return figures.content()


keeping(_content, 1, copied=False)


def _by_the_script(*, dark: bool, phone: bool) -> NoReturn:
    raise NotImplementedError("The instrument is drawn in the browser, by its own script.")
