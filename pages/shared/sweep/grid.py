"""What is swept: from the settings to a `SweepSpec`, and what it will cost."""

from dpcore.checks import InvalidInput
from dpcore.experiments import sweeps
from dpcore.experiments.comparison import EPSILONS
from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from dpcore.experiments.sweeps import SweepSpec
from pages.shared import words

LAMS = (*(float(f"{step}e{decade}") for decade in range(-6, 0) for step in (1, 3)), 1.0)
N_SIZES = 10
FEWEST = 50


def spec(chosen: Settings, axis: str, mechanisms: tuple[str, ...], folds: int) -> SweepSpec:
    """Return the sweep along one axis, with everything else as the settings say.

    Raises
    ------
    InvalidInput
        If the records are an upload.
    """
    if chosen.data == UPLOAD:
        raise InvalidInput(
            "Sweeps run on generated data and public tables; your own table stays on the "
            "Trade-off page, whose curve is computed in your session alone. Choose other data."
        )
    return SweepSpec(
        data=chosen.data,
        d=chosen.d,
        knobs=chosen.knobs,
        seed=chosen.seed,
        mechanisms=mechanisms,
        losses=((chosen.loss, chosen.h),),
        epsilons=EPSILONS if axis == "epsilon" else (chosen.epsilon,),
        lams=LAMS if axis == "lam" else (chosen.lam,),
        sizes=_sizes(chosen, axis),
        folds=folds,
        draws=chosen.draws,
    )


def _sizes(chosen: Settings, axis: str) -> tuple[int, ...]:
    most = sweeps.most_records(SweepSpec(data=chosen.data))
    n = min(chosen.n or most, most)
    if axis != "n":
        return (n,)
    fewest = min(FEWEST, n)
    steps = [fewest * (n / fewest) ** (k / (N_SIZES - 1)) for k in range(N_SIZES)]
    return tuple(sorted({round(step) for step in steps}))


def estimate(sweep: SweepSpec) -> str:
    """Return what a sweep will cost, in words."""
    return (
        f"{words.counted(sweeps.n_fits(sweep), 'private classifier')}: about "
        f"{words.duration(sweeps.seconds(sweep))} on two quiet cores."
    )


def axis_of(sweep: SweepSpec) -> str:
    """Return which axis a sweep varies."""
    if len(sweep.sizes) > 1:
        return "n"
    return "lam" if len(sweep.lams) > 1 else "epsilon"
