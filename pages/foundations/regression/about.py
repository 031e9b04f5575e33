"""Regression, as the page Foundations knows it."""

from pages.foundations.regression import choices
from pages.kit.frame.parts import Part

PART = Part("regression", choices.VALUES, choices.card)
