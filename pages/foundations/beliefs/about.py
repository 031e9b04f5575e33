"""Before and after, as the page Foundations knows it."""

from pages.comparison.parts import Part
from pages.foundations.beliefs import choices

PART = Part("beliefs", choices.VALUES, choices.card)
