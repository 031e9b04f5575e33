"""Random features, as the page Kernels knows it."""

from pages.kernels.features import choices
from pages.kit.frame.parts import Part

PART = Part("features", choices.VALUES, choices.card)
