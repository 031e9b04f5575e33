"""Random features, as the page Kernels knows it."""

from pages.comparison.parts import Part
from pages.kernels.features import choices

PART = Part("features", choices.VALUES, choices.card)
