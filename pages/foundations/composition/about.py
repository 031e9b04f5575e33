"""Many answers, as the page Foundations knows it."""

from pages.comparison.parts import Part
from pages.foundations.composition import choices

PART = Part("composition", choices.VALUES, choices.card)
