"""The geometry at the visitor's settings: computed, drawn, and put into words."""

from dataclasses import dataclass

import numpy as np
import streamlit as st

from dpcore.data.dataset import Split
from dpcore.experiments import plane as core
from dpcore.experiments.plane import COMPARED, SHARES, Plane
from dpcore.experiments.settings import Settings
from dpcore.experiments.summaries import Summary
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import cached, words
from pages.shared.figures import curves
from pages.shared.figures.plane import clouds, tilt
from pages.shared.figures.plane.parts import Scene
from pages.shared.geometry import sentences
from pages.shared.settings import EPSILONS
from pages.shared.text import help_on

GRID = tuple(epsilon for epsilon in EPSILONS if 0.01 <= epsilon <= 10)
TILTS = 20
CELLS = 41
"""Of the grid on which the objective is drawn, on a side."""


@dataclass(frozen=True, eq=False)
class Now:
    """What the settings give.

    Parameters
    ----------
    settings : Settings
    part : Split
    plane : Plane
        At every ε of the slider, and at the settings' own.
    scene : Scene
    """

    settings: Settings
    part: Split
    plane: Plane
    scene: Scene

    @property
    def epsilons(self) -> list[float]:
        """Those of the slider, ascending."""
        return sorted({epsilon for _, epsilon in self.plane.clouds})


def at(chosen: Settings, features: tuple[int, int]) -> Now:
    """Compute the clouds."""
    with st.spinner("Drawing the clouds."):
        plane = cached.plane(chosen, features, GRID)
        if chosen.epsilon not in GRID:
            own = cached.plane(chosen, features, (chosen.epsilon,))
            plane = Plane(plane.optimum, plane.error, {**plane.clouds, **own.clouds})
    part, names = cached.plane_part(chosen, features)
    grid = np.linspace(-1, 1, CELLS) * _reach(plane)
    level = core.excess(part, chosen.make_loss(), chosen.lam, grid, grid, np.zeros((1, 2)))[0]
    return Now(chosen, part, plane, Scene(part.X, part.y, names, grid, level))


def _reach(plane: Plane) -> float:
    """Return where the picture of the classifiers ends: the same at every ε."""
    disc = core.quantile(SHARES[0]) / plane.clouds["output", 1.0].plan.noise_rate
    return max(2 * float(np.linalg.norm(plane.optimum)), disc)


def metrics(now: Now) -> None:
    """Draw the errors: of the yardstick, and of the two clouds."""
    columns = st.columns(3)
    with columns[0].container(border=True, height="stretch"):
        st.metric(
            MECHANISMS["non_private"].label,
            words.percent(now.plane.error),
            help=help_on("plane_error"),
        )
        st.caption("no noise, no spread")
    for column, name in zip(columns[1:], COMPARED, strict=True):
        errors = now.plane.clouds[name, now.settings.epsilon].errors
        with column.container(border=True, height="stretch"):
            mean = words.percent(float(errors.mean()))
            st.metric(MECHANISMS[name].label, mean, help=help_on("plane_error"))
            st.caption(f"middle half {words.range_of(Summary.of(errors))}")


def over_epsilon(now: Now, picture: str) -> None:
    """Draw both clouds and their lines, with a slider for ε."""
    epsilon = now.settings.epsilon
    drawing = clouds.over_epsilon(
        now.plane, now.scene, now.epsilons, epsilon, dark=st.context.theme.type == "dark"
    )
    st.plotly_chart(
        drawing,
        theme=None,
        config=curves.config("geometry", picture),
        key=f"plane_{epsilon}",
        alt=sentences.alt(now.plane, epsilon),
    )
    st.markdown(f"**{sentences.verdict(now.plane, now.settings, now.part.n)}**")
    if text := sentences.shape(now.plane, epsilon):
        st.markdown(text)
    for warning in now.plane.clouds["objective", epsilon].plan.warnings:
        st.info(warning)


def over_draws(now: Now, picture: str) -> None:
    """Draw the objective as noise tilts it, one draw at a time."""
    chosen, part = now.settings, now.part
    cloud = now.plane.clouds["objective", chosen.epsilon]
    tilted = core.excess(
        part,
        chosen.make_loss(),
        chosen.lam + cloud.plan.extra_lam,
        now.scene.grid,
        now.scene.grid,
        cloud.noises[:TILTS] / part.n,
    )
    st.subheader("One draw at a time", anchor=False)
    st.plotly_chart(
        tilt.over_draws(cloud, now.scene, tilted, now.plane, dark=st.context.theme.type == "dark"),
        theme=None,
        config=curves.config("tilted-objective", picture),
        key=f"tilt_{chosen.epsilon}",
        alt=sentences.alt_tilt(cloud, TILTS),
    )
    st.markdown(sentences.turn(cloud, TILTS))


def protocol(now: Now) -> str:
    """Return how the numbers were made."""
    found = now.plane.clouds[COMPARED[0], now.settings.epsilon]
    missed = "" if all(c.converged for c in now.plane.clouds.values()) else (
        " Not every draw converged."
    )  # fmt: skip
    return (
        f"{words.counted(len(found.coefs), 'draw')} of each mechanism on one set of "
        f"{words.counted(now.part.n, 'record')}, {clouds.MOST_LINES} of them as lines; errors are "
        "means over the draws, on records that were kept for testing. Both mechanisms and every ε "
        "use the same noise on another scale: right for a picture, never for a release. Regions "
        f"are computed, not fitted to the draws.{missed}"
    )
