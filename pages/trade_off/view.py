"""What Trade-off shows: the error along ε at once, or a sweep of what else is asked."""

from typing import Any

from pages.comparison.records import Records
from pages.kit.view import View
from pages.trade_off.along_epsilon import view as along_epsilon
from pages.trade_off.swept import view as swept
from pages.trade_off.values import SweepQuestion, TradeOffQuestion


def view(question: TradeOffQuestion | SweepQuestion, records: Records | None = None) -> View[Any]:
    """Return what an address shows, once it is whole."""
    if isinstance(question, SweepQuestion):
        return swept.view(question, records)
    return along_epsilon.view(question, records)


def script(question: TradeOffQuestion | SweepQuestion, records: Records | None = None) -> str:
    """Return a script on `dpcore` that computes the same numbers."""
    if isinstance(question, SweepQuestion):
        return swept.script(question, records)
    return along_epsilon.script(question, records)


def folder(question: TradeOffQuestion | SweepQuestion) -> str:
    """Return where that script's template stands, and what draws its figure."""
    if isinstance(question, SweepQuestion):
        return "trade_off/swept"
    return along_epsilon.folder(question)
