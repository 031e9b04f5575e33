"""The map of the worst loss in words."""

from collections.abc import Mapping

import numpy as np

from dpcore.checks import Array
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.is_it_private.worst_map import EPSILONS, N_LAMBDAS
from pages.comparison.privacy_loss import WITHIN, short
from pages.kit import words

LABELS = {name: entry.label for name, entry in MECHANISMS.items()}
CLEARLY = 1.1
"""Multiples of the claim that are more than a trifle."""


def mapped(found: Mapping[str, Array]) -> str:
    """Return what the maps show, as Markdown: the sentence on the first is the main one."""
    first, *others = (_mapped(LABELS[name], values) for name, values in found.items())
    return " ".join((f"**{first}**", *others))


def _mapped(label: str, ratios: Array) -> str:
    place = np.unravel_index(np.argmax(ratios), ratios.shape)
    worst = f"{short(float(ratios[place]))} times its claim"
    if ratios.max() <= WITHIN:
        return f"{label} stays within its claim on the whole map; it reaches {worst} at most."
    share, clearly = (words.percent(float(np.mean(ratios > x))) for x in (WITHIN, CLEARLY))
    return (
        f"{label} exceeds its claim on {share} of the map, by more than a tenth on {clearly}; "
        f"it leaks {worst} at "
        f"nλ = {short(N_LAMBDAS[place[0]])} and ε = {short(EPSILONS[place[1]])}."
    )


def map_alt(name: str, ratios: Array) -> str:
    """Return a map for somebody who does not see it."""
    return (
        f"Worst privacy loss of {LABELS[name].lower()} as a multiple of its claim, over ε from "
        f"{short(EPSILONS[0])} to {short(EPSILONS[-1])} and nλ from {short(N_LAMBDAS[0])} to "
        f"{short(N_LAMBDAS[-1])}: between {short(float(ratios.min()))} and "
        f"{short(float(ratios.max()))}."
    )
