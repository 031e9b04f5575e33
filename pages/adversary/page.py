"""Adversary: what a classifier gives away to somebody who knows every record but one."""

from pages.adversary import choices, export
from pages.adversary.answer import line_up, record
from pages.kit import controls
from pages.kit.frame import page_frame

place, card = page_frame.two_columns("adversary")
with card:
    now = choices.card()
    controls.link_to("foundations", "What does ε promise?", ":material/school:")
with place:
    with page_frame.refusing():
        record.show(now)
    with page_frame.refusing():
        line_up.show(choices.asked())
    with page_frame.refusing():
        export.row(choices.asked())
    page_frame.folds("adversary")
