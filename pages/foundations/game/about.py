"""The guessing game, as the page Foundations knows it."""

from pages.comparison.parts import Part
from pages.foundations.game import choices

PART = Part("game", choices.VALUES, choices.card)
