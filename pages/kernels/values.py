"""The two halves, in the order in which they are read."""

from pages.comparison.parts import Parts

PARTS = Parts(
    "kernels", "The half of Kernels", "kernels_half", {"features": "features", "serving": "serving"}
)
