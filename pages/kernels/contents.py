"""The two halves by name, and everything that the page puts into the address."""

from pages.kernels.features import choices as features
from pages.kernels.serving import choices as serving
from pages.kit import address

HALVES = {"features": "Random features", "serving": "Serving predictions"}
"""What the screen calls each half, by its word in the address."""

HALF = address.one_of("The half of Kernels", "kernels_half", "features", HALVES)
VALUES = (HALF, *features.VALUES, *serving.VALUES)
