"""Published values beside ours, as a table."""

import pandas as pd

from dplab.studies.papers.entries import Entry
from dplab.studies.papers.reproduce import ours, verdict
from dplab.studies.papers.results import printed
from pages.kit import words
from pages.papers.figures import LABELS


def beside(entry: Entry, found: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """Return a row for each published value, with ours for each variant, and the verdict."""
    rows = []
    for value in entry.lines:
        row = {"data": value.panel, "method": LABELS[value.role], "published": printed(value)}
        for variant in entry.variants:
            error = ours(found, value, variant.name)
            said = "" if error is None else _said(error, value.value, at_most=value.at_most)
            row[variant.name] = said
        rows.append(row)
    return pd.DataFrame(rows), verdict(entry, found)


def _said(error: float, value: float, *, at_most: bool) -> str:
    if at_most:
        return f"{words.percent(error)} ({'below' if error <= value else 'above'})"
    return f"{words.percent(error)} ({words.signed_points(error - value).split()[0]})"
