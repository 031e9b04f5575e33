"""Private tuning: who chose λ, and what the choice cost."""

from pages.comparison.screen import cached
from pages.kit import chart
from pages.kit.frame import page_frame
from pages.private_tuning import answer, choices, export, figures, view

place, card = page_frame.two_columns("private_tuning")
with card:
    asked = choices.card()
with place, page_frame.refusing():
    with chart.awaited(figures.FIRST_HEIGHT):
        comparison = view.compared(asked, cached.RECORDS)
    rule = cached.constant(asked.settings)
    answer.metrics(asked.settings, comparison, rule)
    answer.one_run(comparison)
    choices.across()
    found = answer.figure(view.views(asked, cached.RECORDS))
    answer.explained(found, rule)
    with page_frame.steady("tuning_protocol"):
        page_frame.made(found.made)
    export.row(found)
with place:
    page_frame.folds("private_tuning")
