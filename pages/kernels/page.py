"""Kernels: what private classifiers do where no line separates the classes, in two halves."""

from pages.kernels.contents import PARTS

PARTS.show("What to look at")
