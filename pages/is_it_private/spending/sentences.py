"""How ε is spent along λ, in words."""

from dpcore.erm.losses import LOSSES
from dplab.studies.is_it_private.verdicts import Question
from pages.comparison.privacy_loss import short
from pages.kit import words


def budget(question: Question, edge: float) -> str:
    """Return where the visitor stands to the threshold."""
    at = (
        f"At ε = {words.number(question.epsilon)}, n = {words.number(question.n)} and "
        f"{LOSSES[question.loss].label} loss the threshold is λ = {short(edge)}. "
    )
    if question.lam <= edge:
        return at + (
            f"Your λ = {words.number(question.lam)} is below it: the mechanisms use λ + Δ instead."
        )
    return at + f"Your λ = {words.number(question.lam)} is above it: the mechanisms use it."


def budget_alt(question: Question, edge: float) -> str:
    """Return the budget for somebody who does not see it."""
    return (
        "Three panels along λ for objective perturbation and its tight variant: the share of "
        f"ε = {words.number(question.epsilon)} that is left for the noise, the mean length of the "
        f"noise, and the λ that is used. The length has a spike just above λ = {short(edge)}."
    )
