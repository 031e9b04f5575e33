"""The noisy sum, as the page Foundations knows it."""

from pages.comparison.parts import Part
from pages.foundations.noisy_sum import choices

PART = Part("sum", choices.VALUES, choices.card)
