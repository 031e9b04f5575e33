"""A sweep in words: what its curves come to, and how its rows were made."""

import math

from dpcore.erm.losses import LOSSES
from dpcore.experiments.sweeps import SweepSpec
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import words
from pages.shared.figures.curves import Curve, Key

AXES = {"epsilon": "ε", "n": "n", "lam": "λ", "map": "ε × λ"}
"""What may vary."""

TITLES = {
    "epsilon": "Test error against ε",
    "n": "Test error against n",
    "lam": "Test error against λ",
}
MOST_TOLD = 7
"""Curves that a sentence can hold; of more, each method's best loss is told."""


def protocol(sweep: SweepSpec, varied: tuple[str, ...], data: str) -> str:
    """Return how the rows were made; `data` is the data's name on screen."""
    labels = ", ".join(LOSSES[loss].label for loss, _ in sweep.losses)
    losses = f"{labels} {'loss' if len(sweep.losses) == 1 else 'losses'}"
    fixed = {
        "n": f"n = {words.number(sweep.sizes[0])}",
        "epsilon": f"ε = {words.number(sweep.epsilons[0])}",
        "lam": f"λ = {words.number(sweep.lams[0])}",
    }
    kept = ", ".join(text for name, text in fixed.items() if name not in varied)
    splits = "one split" if sweep.folds == 1 else f"{sweep.folds} folds"
    return f"{data}; {losses}; {kept}; {splits}, {words.counted(sweep.draws, 'draw')} each."


def middles(folds: int, spread: str) -> str:
    """Return what curves and bands are; `spread` is a key of `choices.SPREADS`."""
    if folds == 1:
        return "Curves are medians over the draws, bands the middle half of the draws (quartiles)."
    if spread == "folds":
        return (
            "Curves are medians over the folds of each fold's median over its draws, bands the "
            "middle half of these medians (quartiles)."
        )
    return (
        "Each fold has a median over its draws and a middle half of them (quartiles); curves and "
        "bands are the medians of these over the folds."
    )


def colours(folds: int) -> str:
    """Return what the colours of a map are."""
    if folds == 1:
        return "Colours are median test errors over the draws."
    return "Colours are medians over the folds of each fold's median test error over its draws."


def cost(axis: str, drawn: dict[Key, Curve], here: float) -> str:
    """Return what the curves come to: at the visitor's ε or n, or at the best λ of each."""
    told = {key: _told(axis, curve, here) for key, curve in drawn.items()}
    if len(told) > MOST_TOLD:
        told = _best_loss_each(told)
    several = len({loss for _, loss in drawn}) > 1
    parts = []
    for name in dict.fromkeys(name for name, _ in told):
        found = [
            words.percent(error)
            + (f" at λ = {words.number(place)}" if axis == "lam" else "")
            + (f" ({LOSSES[loss].label})" if several else "")
            for (mechanism, loss), (error, place) in told.items()
            if mechanism == name
        ]
        parts.append(f"{MECHANISMS[name].label.lower()} {', '.join(found)}")
    return f"{_where(axis, told)}: {'; '.join(parts)}."


def _told(axis: str, curve: Curve, here: float) -> tuple[float, float]:
    """Return the error that is told of a curve, and where it stands."""
    points = [(s.median, place) for place, s in zip(*curve, strict=True)]
    if axis == "lam":
        return min(points)
    return min(points, key=lambda point: abs(math.log(point[1] / min(max(here, 1e-9), 1e9))))


def _best_loss_each(told: dict[Key, tuple[float, float]]) -> dict[Key, tuple[float, float]]:
    best: dict[str, Key] = {}
    for key in sorted(told, key=told.__getitem__, reverse=True):
        best[key[0]] = key
    return {key: place for key, place in told.items() if best[key[0]] == key}


def _where(axis: str, told: dict[Key, tuple[float, float]]) -> str:
    if axis == "lam":
        return "Lowest error"
    # A level without noise has its ends only; the others stand on the grid.
    places = [place for (name, _), (_, place) in told.items() if name != "non_private"]
    if not places:
        return "Error"
    return f"Error at {AXES[axis]} = {words.number(places[0])}"


def alt(axis: str, drawn: dict[Key, Curve], here: float) -> str:
    """Return the figure for somebody who does not see it."""
    return f"{TITLES[axis]}. " + (cost(axis, drawn, here) if drawn else "No point yet.")
