"""The six parts by name, and everything that the page puts into the address."""

from collections.abc import Mapping

from pages.foundations import epsilon
from pages.foundations.average import choices as average
from pages.foundations.beliefs import choices as beliefs
from pages.foundations.composition import choices as composition
from pages.foundations.game import choices as game
from pages.foundations.noisy_sum import choices as noisy_sum
from pages.foundations.regression import choices as regression
from pages.kit import address

PARTS = {
    "sum": "The noisy sum",
    "average": "The noisy average",
    "regression": "Regression",
    "game": "The guessing game",
    "beliefs": "Before and after",
    "composition": "Many answers",
}
"""What the screen calls each part, by its word in the address."""

PART = address.one_of("The part of Foundations", "foundations_part", "sum", PARTS)
VALUES = (
    PART,
    *noisy_sum.VALUES,
    *average.VALUES,
    *regression.VALUES,
    *game.VALUES,
    *beliefs.VALUES,
    *composition.VALUES,
)


def open_part(part: str, at: Mapping[str, object]) -> None:
    """Open a part at settings, by their names in the address; for callbacks."""
    known = {value.name: value for value in (*VALUES, epsilon.EPSILON)}
    address.put(PART, part)
    for name, content in at.items():
        address.put(known[name], content)
