"""Downloads and links of the trade-off: every draw, picture, code, link."""

from collections.abc import Callable

import pandas as pd

from dplab.simulation.settings import Settings
from pages.comparison import values
from pages.comparison.screen import cached, own_table
from pages.kit import address, export
from pages.trade_off.along_epsilon.view import folder, script, table
from pages.trade_off.values import COMPARED, DRAWS, ON, TradeOffQuestion

OF_TRAINING = "CSV of every draw on the training records"


def row(asked: TradeOffQuestion, rows: Callable[[], pd.DataFrame]) -> None:
    """Draw the quiet row under the figure, whose `rows` are of medians where it shows these."""
    chosen, own = asked.settings, asked.is_own
    query = _query(chosen)
    with export.row():
        with export.downloads():
            export.file("trade-off.csv", lambda: export.csv(table(chosen, cached.RECORDS)))
            if asked.on != ON.default:
                export.file("trade-off-training.csv", lambda: export.csv(rows()), OF_TRAINING)
            elif asked.shown == "bands":
                export.file("trade-off-medians.csv", lambda: export.csv(rows()), export.OF_MEDIANS)
        about = export.same_numbers(own=own)
        export.code(about, script(asked, cached.RECORDS), folder(asked), query, own=own)
        export.share(query, own=own, schema=own_table.carried())


def _query(chosen: Settings) -> str:
    """Return the query that opens the same picture, what is compared besides included."""
    also = address.query((COMPARED, DRAWS, ON))
    return "&".join(filter(None, (values.link(chosen), also)))
