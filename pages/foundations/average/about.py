"""The noisy average, as the page Foundations knows it."""

from pages.foundations.average import choices
from pages.kit.frame.parts import Part

PART = Part("average", choices.VALUES, choices.card)
