"""What is drawn on the sheet on demand, kept once it is computed."""

from dpcore.studies.adversary.curve import Named
from dpcore.studies.decide import attack
from dpcore.studies.decide.sheet import DecisionSheet
from pages.comparison import cached
from pages.kit.memoized import Tell

MOST = 300
"""A few numbers for each ε."""

_attacked = cached.study_in_steps(attack.in_steps, MOST)


def attacked(found: DecisionSheet, tell: Tell) -> Named:
    """Return what an attack reaches on the releases of a sheet.

    Raises
    ------
    InvalidInput
        As `attack.in_steps`.
    """
    return _attacked(tell, _asked(found))


def known_attack(found: DecisionSheet) -> Named | None:
    """Return the same if it is kept, or None."""
    return _attacked.known(_asked(found))


def _asked(found: DecisionSheet) -> attack.Question:
    return attack.Question(found.question.settings, found.mechanisms)
