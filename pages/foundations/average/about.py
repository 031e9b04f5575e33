"""The noisy average, as the page Foundations knows it."""

from pages.comparison.parts import Part
from pages.foundations.average import choices

PART = Part("average", choices.VALUES, choices.card)
