"""What both parts ask: whose records, which groups, which classifiers with noise.

A column is named in the address as the table has it; one of an own table by its place alone.
"""

from dataclasses import dataclass, replace

from dpcore.data.real.tables import TABLES
from dpcore.data.recipes import RECIPES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import UPLOAD, AboutRecords, Settings
from pages.comparison import values
from pages.comparison.values import DATA
from pages.kit import words
from pages.kit.values import Get, UrlParameter, one_of

GENERATED = "two_groups"
OFFERED = {name: DATA[name] for name in (GENERATED, *TABLES, UPLOAD)}
"""Records that have groups. Others are not shown here: two groups stand in for them."""

METHODS = {
    name: each.label
    for name, each in MECHANISMS.items()
    if each.guarantee in ("pure", "approximate")
}
SHARES = (0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
MOST_LETTERS = 60


def _cuts(text: str) -> tuple[float, ...]:
    return tuple(words.read_numbers("Cut at", text)) if text.strip() else ()


def _column(text: str) -> str:
    return text[:MOST_LETTERS]


METHOD = one_of("Method", "who_pays_method", "objective", METHODS)
COLUMN = UrlParameter("who_pays_column", "", _column, lambda text: f"The column “{text}”")
CUTS = UrlParameter(
    "who_pays_cuts", "", _cuts, lambda text: f"The cut at {text}" if text else "The proposed cut"
)
VALUES = (METHOD, COLUMN, CUTS)


@dataclass(frozen=True)
class People(AboutRecords):
    """Whose records, which groups, and which classifiers.

    `column` is as the address names it, and `cuts` are of the column that it names: nothing where
    none are asked for.
    """

    settings: Settings
    mechanism: str
    column: str = ""
    cuts: tuple[float, ...] = ()


def people(get: Get) -> People:
    """Return what an address asks."""
    return People(settings_of(get), get(METHOD), get(COLUMN), get(CUTS))


def settings_of(get: Get) -> Settings:
    """Return the shared settings, on records that have groups, by the plain error."""
    asked = replace(values.settings_of(get), measure="error")
    if asked.data in OFFERED:
        return asked
    knobs = tuple((name, get(values.VALUES[name])) for name in RECIPES[GENERATED].knobs)
    return replace(asked, data=GENERATED, knobs=knobs)
