"""Foundations: a noisy sum, with one person's bit and without it."""

from dataclasses import replace

from dpcore.studies.foundations import noisy_sum
from dpcore.studies.foundations.noisy_sum import Question
from edition import records
from edition.dials import DialPicture, DialPlace
from pages.foundations.noisy_sum import figures, sentences
from pages.kit.figures.style import Drawing

START = 1.0
"""Where the page opens, too."""


def picture() -> DialPicture:
    """Return the sum along ε."""
    return DialPicture(
        "foundations",
        records.EPSILON,
        "epsilon",
        tuple(_place(replace(Question(), epsilon=epsilon)) for epsilon in records.EPSILONS),
        records.EPSILONS.index(START),
    )


def _place(asked: Question) -> DialPlace:
    found = noisy_sum.run(asked)

    def draw(*, dark: bool, phone: bool) -> Drawing:  # noqa: ARG001
        return figures.draw(found, dark=dark)

    return DialPlace(
        repr(asked.epsilon),
        records.epsilon_name(asked.epsilon),
        sentences.verdict(found),
        sentences.alt(found),
        draw,
    )
