"""The noisy sum, as the page Foundations knows it."""

from pages.foundations.noisy_sum import choices
from pages.kit.frame.parts import Part

PART = Part("sum", choices.VALUES, choices.card)
