"""Which erratum is shown, and at which settings."""

from dataclasses import dataclass

from dplab.studies.is_it_private.verdicts import Question
from pages.is_it_private import problem
from pages.kit import address, controls

ERRATA = {
    "length": "The distribution of the length is not that of the vector",
    "deviation": "A scale is not a standard deviation",
    "jacobian": "The Jacobian of 2008",
    "slack": "Half of the slack of 2011 is enough",
}
"""By their words in the address; what the screen calls them is their heading in the prose."""

ERRATUM = address.one_of("The erratum", "is_it_private_erratum", "length", ERRATA)
VALUES = (ERRATUM,)


@dataclass(frozen=True)
class ErratumAsked:
    """What is shown."""

    erratum: str
    question: Question


def card() -> ErratumAsked:
    """Draw the controls and return what they say."""
    erratum = controls.one_of_many(ERRATUM, "Erratum", ERRATA)
    return ErratumAsked(erratum, problem.card())
