"""Decide: which ε meets both limits, of the risk and of the cost."""

from pages.decide import answer, choices
from pages.kit.frame import page_frame

place, card = page_frame.two_columns("decide")
with card:
    asked = choices.card()
with place, page_frame.refusing():
    answer.show(asked)
with place:
    page_frame.folds("decide")
