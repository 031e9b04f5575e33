"""What the meter asks besides: a mechanism, whose records are neighbours, and how long an audit."""

from dataclasses import dataclass

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import Settings
from pages.comparison import values
from pages.kit.values import Get, UrlParameter, one_of, whole

PAIRS = {"worst": "the worst we found", "own": "in your data"}
RUNS = {"4000": "4,000", "40000": "40,000"}

LABELS = {name: mechanism.label for name, mechanism in MECHANISMS.items()}

MOST_ROWS = 10_000_000

MECHANISM = one_of("Mechanism", "mechanism", "output_laplace_norm", LABELS)
"""The page opens on one that leaks at the settings with which all pages open."""

PAIR = one_of("The pair of neighbours", "pair", "worst", PAIRS)
AUDIT_RUNS = one_of("Runs of the audit", "runs", "4000", RUNS)
TURNED = UrlParameter("turned", "0", whole("The record", 0, MOST_ROWS))
"""The record of the visitor's data whose label is turned, from 1; 0 for the longest."""
VALUES = (MECHANISM, PAIR, AUDIT_RUNS, TURNED)


@dataclass(frozen=True)
class MeterAsked:
    """What the meter is asked.

    `has_own_pair` says whether neighbours are looked for in the visitor's data; `turned` which of
    its training records has the other label there, from 1, and 0 the longest; `runs` how often the
    auditor runs the mechanism on each data set.
    """

    settings: Settings
    mechanism: str
    has_own_pair: bool
    turned: int
    runs: int

    @property
    def is_own(self) -> bool:
        """Whether the neighbours are in the visitor's own table."""
        return self.has_own_pair and self.settings.is_own


def question(get: Get) -> MeterAsked:
    """Return what an address asks."""
    settings, is_own = values.about_one_lam(get).unweighted, get(PAIR) == "own"
    return MeterAsked(settings, get(MECHANISM), is_own, get(TURNED), int(get(AUDIT_RUNS)))
