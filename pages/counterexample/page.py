"""The counterexample: a law on which noise on the answer fails, noise in the question does not."""

from pages.comparison.screen import cached
from pages.counterexample import answer, choices, export, sentences
from pages.counterexample.view import view
from pages.kit.frame import page_frame

place, card = page_frame.two_columns("counterexample")
with card:
    asked = choices.card()
with place, page_frame.refusing():
    example, pair = asked.example, sentences.pair(asked.mechanisms)
    found = view(asked, cached.RECORDS, answer.thick(example))
    answer.metrics(found.answer)
    answer.planes(found, example, pair)
    answer.explained(found, example, pair)
    curves = answer.learning(asked)
    page_frame.made(found.made)
    export.row(curves)
with place:
    page_frame.folds("counterexample")
