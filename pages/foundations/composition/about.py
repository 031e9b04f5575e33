"""Many answers, as the page Foundations knows it."""

from pages.foundations.composition import choices
from pages.kit.frame.parts import Part

PART = Part("composition", choices.VALUES, choices.card)
