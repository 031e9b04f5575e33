"""What the Sweeps page adds to the shared settings: what varies, what is compared, the folds."""

from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import address, controls

AXES = {"epsilon": "ε", "n": "n", "lam": "λ"}
FOLDS = {"1": "one split", "5": "five folds"}

AXIS = address.one_of("axis", "epsilon", AXES)
COMPARED = address.some_of("mechanisms", "non_private,output,objective", MECHANISMS)
FOLD = address.one_of("folds", "1", FOLDS)
VALUES = (AXIS, COMPARED, FOLD)


def axis() -> str:
    """Draw the choice of what varies and return its name."""
    return controls.one(AXIS, "Vary", AXES)


def mechanisms() -> tuple[str, ...]:
    """Draw the choice of mechanisms and return their names, in the registry's order."""
    labels = {name: mechanism.label for name, mechanism in MECHANISMS.items()}
    return controls.some(COMPARED, "Compare", labels)


def folds() -> int:
    """Draw the choice of the protocol and return its folds."""
    return int(controls.one(FOLD, "Protocol", FOLDS))
