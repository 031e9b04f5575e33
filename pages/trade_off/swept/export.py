"""Downloads and links of a sweep: its rows, its picture, its code, its link."""

import io

import pandas as pd

from pages.comparison.screen import cached, live
from pages.kit import address, export, page
from pages.kit.view import View
from pages.trade_off.swept.view import SweepAnswer, of_sweep, table

ABOUT = f"This script computes the same rows. {export.NEEDED}"


def row(found: View[SweepAnswer], measure: str) -> None:
    """Draw the quiet row under a figure."""
    swept = found.answer.swept
    sweep, rows = swept.sweep, swept.rows
    own = sweep.is_own
    query = address.query((*page.values_of("trade_off"), live.RUN))
    with export.row():
        with export.downloads():
            export.file("sweep.csv", lambda: export.csv(table(sweep, rows, cached.RECORDS)))
            if found.answer.drawn:
                export.file(
                    "sweep-medians.csv", lambda: export.csv(found.rows()), export.OF_MEDIANS
                )
            export.file(
                "sweep.parquet",
                lambda: parquet(table(sweep, rows, cached.RECORDS)),
                label="Parquet",
            )
        about = f"{ABOUT} {export.OWN_RECORDS}" if own else ABOUT
        program = of_sweep(sweep, measure, cached.RECORDS)
        export.code(about, program, "trade_off/swept", query, own=own)
        export.share(query, own=own)


def parquet(rows: pd.DataFrame) -> bytes:
    """Return rows as a Parquet file."""
    out = io.BytesIO()
    rows.to_parquet(out, index=False)
    return out.getvalue()
