"""The Sweeps page's parts: what is swept, how far it has come, the figure, the rows to take."""

import io

import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.experiments import sweeps
from dpcore.experiments.comparison import EPSILONS
from dpcore.experiments.jobs import Status
from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from dpcore.experiments.summaries import along
from dpcore.experiments.sweeps import SweepSpec
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import settings as shared
from pages.shared import words
from pages.shared.figures import curves
from pages.shared.text import help_on, literal

LAMS = (*(float(f"{step}e{decade}") for decade in range(-6, 0) for step in (1, 3)), 1.0)
N_SIZES = 10
FEWEST = 50
SPREADS = {"draws": "over draws", "folds": "over folds"}
TITLES = {
    "epsilon": "Test error against ε",
    "n": "Test error against n",
    "lam": "Test error against λ",
}
STATES = {
    "cancelled": "Cancelled. What was computed stays, and is not computed again.",
    "abandoned": "Stopped, since nobody was watching. Start again: what was computed stays.",
}


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
    cells = words.counted(len(sweeps.cells(sweep)), "training set")
    return (
        f"{words.counted(sweeps.n_fits(sweep), 'private classifier')} on {cells}: about "
        f"{words.duration(sweeps.seconds(sweep))} on two quiet cores."
    )


def progress(status: Status) -> None:
    """Draw how far a run has come, or how it ended."""
    if status.state == "waiting":
        st.info(f"The server is busy: {words.counted(status.place, 'run')} to start, yours last.")
    elif status.state == "running":
        left = status.seconds_left
        text = f"{status.done} of {words.counted(status.total, 'training set')}"
        text += "" if left is None else f", about {words.duration(left)} left"
        st.progress(status.done / status.total, text)
    elif status.state in STATES:
        st.info(STATES[status.state])
    for reason in sorted(set(status.failures)):
        failed = words.counted(status.failures.count(reason), "training set")
        st.warning(f"{failed} failed: {literal(reason)}")


def figure(sweep: SweepSpec, rows: pd.DataFrame, picture: str) -> None:
    """Draw the curves of the rows so far."""
    axis = axis_of(sweep)
    spread = st.session_state.get("spread", "draws")
    summed = along(rows, axis, spread) if len(rows) else {}
    drawn = {name: summed[name] for name in MECHANISMS if name in summed}
    _level(drawn, sweep, axis)
    st.plotly_chart(
        curves.error_against(
            _axis(sweep, axis), drawn, title=TITLES[axis], dark=st.context.theme.type == "dark"
        ),
        theme=None,
        config=curves.config(f"error-against-{axis}", picture),
        alt=_alt(axis, drawn),
    )
    if drawn:
        st.markdown(f"**{_sentence(axis, drawn)}**")
    st.caption(_protocol(sweep, axis, spread))


def spread_choice(folds: int) -> None:
    """Draw the choice of what the bands show, where there is one."""
    st.segmented_control(
        "Bands: ± one standard deviation",
        list(SPREADS) if folds > 1 else ["draws"],
        default="draws",
        required=True,
        format_func=SPREADS.__getitem__,
        key="spread",
        help=help_on("spread"),
    )


def downloads(rows: pd.DataFrame) -> None:
    """Draw the buttons that take the rows along."""
    with st.container(horizontal=True):
        st.download_button(
            "CSV", rows.to_csv(index=False), "sweep.csv", "text/csv", on_click="ignore",
            icon=":material/table:", type="tertiary",
        )  # fmt: skip
        st.download_button(
            "Parquet", lambda: _parquet(rows), "sweep.parquet", on_click="ignore",
            icon=":material/table:", type="tertiary",
        )  # fmt: skip


def axis_of(sweep: SweepSpec) -> str:
    """Return which axis a sweep varies."""
    if len(sweep.sizes) > 1:
        return "n"
    return "lam" if len(sweep.lams) > 1 else "epsilon"


def _axis(sweep: SweepSpec, axis: str) -> curves.Axis:
    if axis == "n":
        return curves.Axis("Training records n (logarithmic)", sweep.sizes[0], sweep.sizes[-1])
    if axis == "lam":
        return curves.Axis("Regularization λ (logarithmic)", sweep.lams[0], sweep.lams[-1])
    return curves.EPSILON_AXIS


def _level(drawn: dict[str, curves.Curve], sweep: SweepSpec, axis: str) -> None:
    # Without noise there is no ε: the one point at ∞ is a level along the whole axis.
    if axis == "epsilon" and "non_private" in drawn:
        level = drawn["non_private"][1][0]
        drawn["non_private"] = ((sweep.epsilons[0], sweep.epsilons[-1]), (level, level))


def _sentence(axis: str, drawn: dict[str, curves.Curve]) -> str:
    lowest = (_lowest(axis, name, curve) for name, curve in drawn.items())
    return "Lowest mean error: " + "; ".join(lowest) + "."


def _lowest(axis: str, name: str, curve: curves.Curve) -> str:
    best, place = min((s.median, place) for place, s in zip(*curve, strict=True))
    found = f"{MECHANISMS[name].label.lower()} {words.percent(best)}"
    if name == "non_private" and axis == "epsilon":
        return found
    return f"{found} (at {shared.AXES[axis]} = {words.number(place)})"


def _protocol(sweep: SweepSpec, axis: str, spread: str) -> str:
    (loss, _), *_ = sweep.losses
    fixed = {
        "n": f"n = {words.number(sweep.sizes[0])}",
        "epsilon": f"ε = {words.number(sweep.epsilons[0])}",
        "lam": f"λ = {words.number(sweep.lams[0])}",
    }
    kept = ", ".join(text for name, text in fixed.items() if name != axis)
    protocol = "one split" if sweep.folds == 1 else f"{sweep.folds} folds"
    return (
        f"{shared.DATA[sweep.data]}; {shared.LOSSES[loss].label} loss; {kept}; {protocol}, "
        f"{words.counted(sweep.draws, 'draw')} each. Curves are means over draws and folds; bands "
        f"are ± one standard deviation {SPREADS[spread]}."
    )


def _alt(axis: str, drawn: dict[str, curves.Curve]) -> str:
    return f"{TITLES[axis]}. " + (_sentence(axis, drawn) if drawn else "No point yet.")


def _parquet(rows: pd.DataFrame) -> bytes:
    out = io.BytesIO()
    rows.to_parquet(out, index=False)
    return out.getvalue()
