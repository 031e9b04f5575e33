"""Serving predictions, as the page Kernels knows it."""

from pages.comparison.parts import Part
from pages.kernels.serving import choices

PART = Part("serving", choices.VALUES, choices.card)
