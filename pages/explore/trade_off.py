"""Trade-off: what ε costs on the chosen data, output beside objective perturbation."""

from pages.shared import cached, frame, picture, settings
from pages.shared.tradeoff import answer as tradeoff
from pages.shared.tradeoff import takeaway

PROSE = "explore/trade_off"

answer, card = frame.anatomy(PROSE)
with card:
    chosen = settings.card(cached.available)
    frame.definition()
with answer, frame.refusing():
    now = tradeoff.at(chosen)
    tradeoff.metrics(now)
    tradeoff.figure(now, picture=picture.chosen())
    tradeoff.explained(now)
    takeaway.row(chosen, "trade-off")
with answer:
    frame.folds(PROSE)
