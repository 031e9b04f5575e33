"""The whole guarantee: two panels of curves and of what draws measure, and a sentence."""

from functools import partial

from dpcore.checks import InvalidInput
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.is_it_private import whole_guarantee
from dplab.studies.is_it_private.verdicts import Question
from dplab.studies.is_it_private.whole_guarantee import WholeGuarantee
from pages.comparison import privacy_loss
from pages.comparison.records import Records
from pages.is_it_private import answers
from pages.is_it_private.whole_guarantee import figures, sentences
from pages.is_it_private.whole_guarantee.values import GuaranteeAsked
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import View

NO_GUARANTEE = "At ε = ∞ there is no guarantee to show: choose a finite ε."


def view(asked: GuaranteeAsked, records: Records | None = None) -> View[WholeGuarantee]:
    """Return both panels, and the sentence.

    Raises
    ------
    InvalidInput
        If ε is ∞, or so large that nothing is ruled out.
    """
    records = records or Records()
    question = asked_of(asked, records)
    if not whole_guarantee.is_finite(question):
        raise InvalidInput(NO_GUARANTEE)
    found = records.get(answers.whole, question)
    return View(
        f"**{sentences.found(found)}**",
        sentences.alt(found),
        partial(_drawn, found),
        found,
        sentences.made(found),
        rows=partial(whole_guarantee.table, found),
    )


def in_other_words(found: WholeGuarantee, records: Records) -> tuple[str, str]:
    """Return the guarantee in other words: a table in Markdown, and what stands below it."""
    wordings = records.get(answers.in_words, found.question)
    table = sentences.table(wordings, with_delta=bool(found.plan.delta))
    return table, sentences.below(found)


def asked_of(asked: GuaranteeAsked, records: Records) -> Question:
    """Return the question behind what an address asks."""
    return privacy_loss.of(asked.settings, records, asked.mechanism)


def _drawn(found: WholeGuarantee, *, dark: bool, phone: bool) -> FigureDict:
    return figures.whole(
        found,
        sentences.names(found),
        other_noise(found.question.mechanism),
        dark=dark,
        phone=phone,
    )


def other_noise(mechanism: str) -> str:
    """Return the mechanism of the same family whose noise has the other law."""
    own = MECHANISMS[mechanism]
    return next(
        name
        for name, each in MECHANISMS.items()
        if each.family is own.family
        and each.norm_law is not own.norm_law
        and each.guarantee in ("pure", "approximate")
    )


def script(asked: GuaranteeAsked, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers."""
    question = asked_of(asked, records or Records())
    return part_code("is_it_private", "whole_guarantee", vars(question))
