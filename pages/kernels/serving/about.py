"""Serving predictions, as the page Kernels knows it."""

from pages.kernels.serving import choices
from pages.kit.frame.parts import Part

PART = Part("serving", choices.VALUES, choices.card)
