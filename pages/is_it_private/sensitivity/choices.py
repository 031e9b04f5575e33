"""The controls of the part: which records, how many of them, λ, the loss, and an ε to claim."""

from dpcore.erm.losses import LOSSES
from dplab.simulation.settings import Settings
from pages.comparison import values
from pages.comparison.screen import cached, settings
from pages.is_it_private import choices
from pages.is_it_private.sensitivity.values import question
from pages.kit import address, controls

_SHARED = values.VALUES


def card() -> Settings:
    """Draw the settings and return what they ask."""
    data = settings.data_choice()
    settings.epsilon()
    settings.given_lam()
    settings.training_size(cached.available(data))
    settings.losses()
    controls.more(
        (_SHARED["h"], _SHARED["seed"], *(_SHARED[name] for name in settings.of_recipe(data))),
        lambda: _more(data),
    )
    choices.links()
    asked = question(address.get)
    cached.dataset(asked)  # Where there is none, nothing below has anything to say.
    return asked


def _more(data: str) -> None:
    has_corner = LOSSES[address.get(_SHARED["loss"])].has_half_width
    settings.number("h", "Half-width h of the hinge's round corner", disabled=not has_corner)
    settings.number("seed", "Seed")
    settings.recipe_knobs(data)
