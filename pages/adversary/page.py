"""Adversary: what a classifier gives away to somebody who knows every record but one."""

from pages.adversary import choices, export
from pages.adversary.answer import line_up, record
from pages.shared import controls, frame

place, card = frame.anatomy("adversary")
with card:
    now = choices.card()
    controls.link_to("foundations", "What does ε promise?", ":material/school:")
with place:
    with frame.refusing():
        record.show(now)
    with frame.refusing():
        line_up.show(choices.asked())
    with frame.refusing():
        export.row(choices.asked())
    frame.folds("adversary")
