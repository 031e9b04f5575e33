"""What ε promises, in six parts to touch: the executable content of TU."""

from pages.foundations import parts
from pages.kit.frame import page_frame

place, card = page_frame.anatomy("foundations")
with place:
    part = parts.choice()
with card:
    chosen = parts.card(part)
with place, page_frame.refusing():
    parts.answer(part, chosen)
with place:
    parts.folds(part)
