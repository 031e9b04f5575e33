"""Regression, as the page Foundations knows it."""

from pages.comparison.parts import Part
from pages.foundations.regression import choices

PART = Part("regression", choices.VALUES, choices.card)
