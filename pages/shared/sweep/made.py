"""How the rows of a sweep were made, in words."""

from dpcore.erm.losses import LOSSES
from dpcore.experiments.sweeps import SweepSpec
from pages.shared import words
from pages.shared.settings import DATA


def protocol(sweep: SweepSpec, varied: tuple[str, ...]) -> str:
    """Return how the rows were made: the data, what was fixed, splits and draws."""
    labels = ", ".join(LOSSES[loss].label for loss, _ in sweep.losses)
    losses = f"{labels} {'loss' if len(sweep.losses) == 1 else 'losses'}"
    fixed = {
        "n": f"n = {words.number(sweep.sizes[0])}",
        "epsilon": f"ε = {words.number(sweep.epsilons[0])}",
        "lam": f"λ = {words.number(sweep.lams[0])}",
    }
    kept = ", ".join(text for name, text in fixed.items() if name not in varied)
    splits = "one split" if sweep.folds == 1 else f"{sweep.folds} folds"
    return (
        f"{DATA[sweep.data]}; {losses}; {kept}; {splits}, "
        f"{words.counted(sweep.draws, 'draw')} each."
    )
