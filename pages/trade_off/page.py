"""Trade-off: what ε costs on the chosen data, output beside objective perturbation."""

from pages.shared import cached, frame, settings
from pages.shared.comparison import answer as comparison
from pages.trade_off import answer, export

place, card = frame.anatomy("trade_off")
with card:
    chosen = settings.card(cached.available)
    frame.definition()
with place, frame.refusing():
    now = comparison.at(chosen)
    answer.metrics(now)
    answer.figure(now)
    settings.within_reach("epsilon", "lam")
    comparison.explained(now)
    export.row(chosen)
with place:
    frame.folds("trade_off")
