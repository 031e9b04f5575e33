"""The whole guarantee: two panels of curves and of what draws measure, and a sentence."""

from dataclasses import dataclass
from functools import partial

from dpcore.checks import InvalidInput
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.is_it_private import whole_guarantee
from dplab.studies.is_it_private.in_other_words import Wording
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


@dataclass(frozen=True, eq=False)
class GuaranteeAnswer:
    """The curves, and the guarantee in other words."""

    whole: WholeGuarantee
    wordings: tuple[Wording, ...]


def view(asked: GuaranteeAsked, records: Records | None = None) -> View[GuaranteeAnswer]:
    """Return both panels, and the guarantee in other words below.

    Raises
    ------
    InvalidInput
        If ε is ∞, or so large that nothing is ruled out.
    """
    records = records or Records()
    question = privacy_loss.of(asked.settings, records, asked.mechanism)
    if not whole_guarantee.is_finite(question):
        raise InvalidInput(NO_GUARANTEE)
    found = records.get(answers.whole, question)
    wordings = records.get(answers.in_words, question)
    return View(
        f"**{sentences.found(found)}**",
        sentences.alt(found),
        partial(_drawn, found),
        GuaranteeAnswer(found, wordings),
        sentences.made(found),
        (sentences.table(wordings, with_delta=bool(found.plan.delta)), sentences.below(found)),
        rows=partial(whole_guarantee.table, found),
    )


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
    question = privacy_loss.of(asked.settings, records or Records(), asked.mechanism)
    return part_code("is_it_private", "whole_guarantee", vars(question))
