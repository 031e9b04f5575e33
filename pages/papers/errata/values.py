"""Which erratum is asked for, and at which settings."""

from dataclasses import dataclass

from dplab.simulation.settings import AboutRecords, Settings
from pages.comparison import values
from pages.kit.values import Get, one_of

ERRATA = {
    "length": "The length is not the vector",
    "deviation": "A scale is not a standard deviation",
    "jacobian": "The Jacobian of 2008",
    "slack": "Half of the slack of 2011 is enough",
}
"""By their words in the address; what the screen calls them is their heading in the prose."""

ERRATUM = one_of("The erratum", "is_it_private_erratum", "length", ERRATA)
VALUES = (ERRATUM,)


@dataclass(frozen=True)
class ErratumAsked(AboutRecords):
    """What is shown."""

    erratum: str
    settings: Settings


def question(get: Get) -> ErratumAsked:
    """Return what an address asks."""
    return ErratumAsked(get(ERRATUM), values.about_one_lam(get).unweighted)
