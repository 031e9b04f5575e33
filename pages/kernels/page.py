"""Kernels: what private classifiers do where no line separates the classes, in two halves."""

from pages.kernels import halves
from pages.kit.frame import page_frame

place, card = page_frame.anatomy("kernels")
with place:
    half = halves.choice()
with card:
    chosen = halves.card(half)
with place, page_frame.refusing():
    halves.answer(half, chosen)
with place:
    halves.folds(half)
