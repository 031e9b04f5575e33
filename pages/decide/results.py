"""What is drawn on the sheet on demand, kept once it is computed."""

from dplab.studies.adversary.curve import Named
from dplab.studies.decide import attack, dearest
from dplab.studies.decide.dearest import DearestGroups
from dplab.studies.decide.sheet import DecisionSheet
from pages.comparison.screen import cached, own_table
from pages.comparison.screen.memoized import Steps, Tell

MOST = 300
"""A few numbers for each ε."""

_attacked = cached.study_in_steps(attack.in_steps, MOST)


@cached.memoized_in_steps(MOST)
def _dearest(question: dearest.Question) -> Steps[DearestGroups]:
    own = cached.own_columns() if question.settings.is_own else ()
    return dearest.in_steps(question, *own)


def attacked(found: DecisionSheet, tell: Tell) -> Named:
    """Return what an attack reaches on the releases of a sheet.

    Raises
    ------
    InvalidInput
        As `attack.in_steps`.
    """
    return _attacked(tell, _of_attack(found))


def known_attack(found: DecisionSheet) -> Named | None:
    """Return the same if it is kept, or None."""
    return _attacked.known(_of_attack(found))


def dearest_groups(found: DecisionSheet, tell: Tell) -> DearestGroups:
    """Return who pays most for the releases of a sheet.

    Raises
    ------
    InvalidInput
        As `dearest.in_steps`.
    """
    return _dearest(tell, _of_groups(found))


def known_groups(found: DecisionSheet) -> DearestGroups | None:
    """Return the same if it is kept, or None."""
    return _dearest.known(_of_groups(found))


def _of_attack(found: DecisionSheet) -> attack.Question:
    return attack.Question(found.question.settings, found.mechanisms)


def _of_groups(found: DecisionSheet) -> dearest.Question:
    settings = found.question.settings
    column = own_table.required().group if settings.is_own else ""
    return dearest.Question(settings, found.mechanisms, column)
