"""Before and after, as the page Foundations knows it."""

from pages.foundations.beliefs import choices
from pages.kit.frame.parts import Part

PART = Part("beliefs", choices.VALUES, choices.card)
