"""What ε promises, in six parts to touch: the executable content of TU."""

from pages.foundations import parts
from pages.shared import frame

place, card = frame.anatomy("foundations")
with place:
    part = parts.choice()
with card:
    chosen = parts.card(part)
with place, frame.refusing():
    parts.answer(part, chosen)
with place:
    parts.folds(part)
