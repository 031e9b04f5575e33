"""Kernels: what private classifiers do where no line separates the classes, in two halves."""

from pages.comparison.screen import parts
from pages.kernels.values import PARTS

parts.show(PARTS, "What to look at")
