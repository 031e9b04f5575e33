"""The two halves, in the order in which they are read."""

from pages.kit.frame.parts import Parts

PARTS = Parts("kernels", "The half of Kernels", "kernels_half", ("features", "serving"))
