"""Trade-off: what privacy costs on the chosen data, along ε, n, λ, D, or over ε and λ."""

from dpcore.privacy.proofs import OF_MECHANISMS, PROOFS
from pages.comparison.screen import promise
from pages.kit.frame import page_frame
from pages.trade_off import answer, choices

place, card = page_frame.two_columns("trade_off")
with card:
    asked = choices.card()
    promise.definition()
with place, page_frame.refusing():
    answer.show(asked)
with place:
    proofs = [PROOFS[name] for name in OF_MECHANISMS]
    page_frame.folds(answer.prose(asked), {each.title: each.text for each in proofs})
