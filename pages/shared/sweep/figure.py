"""The figure of a sweep, its sentence, and how it was made."""

import pandas as pd
import streamlit as st

from dpcore.erm.losses import LOSSES
from dpcore.experiments.jobs import ENDED, Status
from dpcore.experiments.summaries import along
from dpcore.experiments.sweeps import SweepSpec
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import picture, words
from pages.shared.figures import curves
from pages.shared.settings import DATA
from pages.shared.sweep import grid, progress, takeaway
from pages.shared.sweep.choices import AXES
from pages.shared.text import help_on

SPREADS = {"draws": "over draws", "folds": "over folds"}
TITLES = {
    "epsilon": "Test error against ε",
    "n": "Test error against n",
    "lam": "Test error against λ",
}


def run(status: Status, sweep: SweepSpec, rows: pd.DataFrame) -> None:
    """Draw a run: how far it is, its figure, its rows."""
    progress.draw(status)
    draw(sweep, rows)
    if status.state in ENDED and len(rows):
        takeaway.draw(rows)


def draw(sweep: SweepSpec, rows: pd.DataFrame) -> None:
    """Draw the curves of the rows so far."""
    axis = grid.axis_of(sweep)
    spread = st.session_state.get("spread", "draws")
    summed = along(rows, axis, spread) if len(rows) else {}
    drawn = {name: summed[name] for name in MECHANISMS if name in summed}
    _level(drawn, sweep, axis)
    st.plotly_chart(
        curves.error_against(
            _axis(sweep, axis), drawn, title=TITLES[axis], dark=st.context.theme.type == "dark"
        ),
        theme=None,
        config=curves.config(f"error-against-{axis}", picture.chosen()),
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
    return f"{found} (at {AXES[axis]} = {words.number(place)})"


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
        f"{DATA[sweep.data]}; {LOSSES[loss].label} loss; {kept}; {protocol}, "
        f"{words.counted(sweep.draws, 'draw')} each. Curves are means over draws and folds; bands "
        f"are ± one standard deviation {SPREADS[spread]}."
    )


def _alt(axis: str, drawn: dict[str, curves.Curve]) -> str:
    return f"{TITLES[axis]}. " + (_sentence(axis, drawn) if drawn else "No point yet.")
