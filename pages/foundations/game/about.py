"""The guessing game, as the page Foundations knows it."""

from pages.foundations.game import choices
from pages.kit.frame.parts import Part

PART = Part("game", choices.VALUES, choices.card)
