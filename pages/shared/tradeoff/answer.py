"""The trade-off at the visitor's settings: computed, drawn, and put into words.

Overview and Trade-off both show it.
"""

import math
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import streamlit as st

from dpcore.data.dataset import Split
from dpcore.experiments.comparison import COMPARED, EPSILONS, Outcome
from dpcore.experiments.settings import Settings
from dpcore.experiments.summaries import Summary
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import cached, text, words
from pages.shared.figures import curves
from pages.shared.figures import sketch as sketches
from pages.shared.settings import DATA
from pages.shared.tradeoff import sentences

PRIVATE = COMPARED[1:]
PATIENCE = 1.0
"""Seconds of computing after which the figure is drawn as far as it has come."""


SLOW = 50_000_000
"""Draws × records × features at one ε that take some tenths of a second."""


@dataclass(frozen=True)
class Now:
    """What the settings give at their ε.

    Parameters
    ----------
    settings : Settings
    part : Split
    baseline : float
        Non-private test error.
    outcomes : dict
        Per private mechanism, its test errors.
    """

    settings: Settings
    part: Split
    baseline: float
    outcomes: dict[str, Outcome]

    @property
    def summaries(self) -> dict[str, Summary]:
        """Middle and spread of the errors of each private mechanism."""
        return {name: Summary.of(each.errors) for name, each in self.outcomes.items()}


def at(settings: Settings) -> Now:
    """Compute the errors at the settings' ε."""
    with _patience(settings):
        (found,) = cached.outcomes(settings, (settings.epsilon,))
    baseline = float(found["non_private", math.inf].errors[0])
    outcomes = {name: found[name, settings.epsilon] for name in PRIVATE}
    return Now(settings, cached.part(settings), baseline, outcomes)


def _patience(settings: Settings) -> AbstractContextManager[None]:
    """Say that something is computed, where that takes long enough to wonder."""
    slow = settings.draws * cached.part(settings).X.size > SLOW
    return st.spinner("Computing the errors at your ε.") if slow else nullcontext()


def metrics(now: Now) -> None:
    """Draw the three numbers: each method's error, its cost, and its spread."""
    columns = st.columns(3)
    with columns[0].container(border=True, height="stretch"):
        _metric("non_private", now.baseline, "yardstick", "off")
        st.caption("no noise, no spread")
    for column, name in zip(columns[1:], reversed(PRIVATE), strict=True):
        summary = now.summaries[name]
        with column.container(border=True, height="stretch"):
            cost = words.cost(summary, now.baseline).median
            color = "inverse" if cost >= words.VISIBLE else "off"
            _metric(name, summary.median, words.signed_points(cost), color)
            st.caption(f"middle half {words.range_of(summary)}")


def _metric(name: str, error: float, delta: str, color: str) -> None:
    st.metric(
        MECHANISMS[name].label,
        words.percent(error),
        delta,
        delta_color=color,
        delta_arrow="off",
        help=text.help_on(name),
    )


def figure(now: Now, *, picture: str = "svg") -> None:
    """Draw error against ε, as far as it is computed while it is computed."""
    slot, drawn = st.empty(), time.monotonic()
    for computed in _growing(now.settings):
        done = len(computed[PRIVATE[0]][0]) == len(EPSILONS)
        if done or time.monotonic() - drawn > PATIENCE:
            _draw(slot, now, computed, picture)
            drawn = time.monotonic()


def sketch(now: Now) -> None:
    """Draw the same as a picture that needs no Plotly, once it is computed."""
    *_, computed = _growing(now.settings)
    drawing = sketches.error_against_epsilon(
        _with_level(now, computed),
        now.settings.epsilon,
        alt=sentences.alt(now.settings, now.baseline, now.summaries),
        dark=st.context.theme.type == "dark",
    )
    st.html(drawing)


def _growing(settings: Settings) -> Iterator[dict[str, curves.Curve]]:
    """Compute the curves batch by batch; yield them after each."""
    found: dict[str, dict[float, Summary]] = {name: {} for name in PRIVATE}
    for batch in cached.outcomes(settings, EPSILONS):
        for (name, epsilon), outcome in batch.items():
            if name in found:
                found[name][epsilon] = Summary.of(outcome.errors)
        yield {name: (list(at), list(at.values())) for name, at in found.items()}


def _with_level(now: Now, computed: dict[str, curves.Curve]) -> dict[str, curves.Curve]:
    level = Summary(now.baseline, now.baseline, now.baseline)
    return {"non_private": ((EPSILONS[0], EPSILONS[-1]), (level, level))} | computed


def _draw(
    slot: "st.delta_generator.DeltaGenerator",
    now: Now,
    computed: dict[str, curves.Curve],
    picture: str,
) -> None:
    dark = st.context.theme.type == "dark"
    axis, loss = curves.EPSILON_AXIS, now.settings.loss
    drawn = {(name, loss): curve for name, curve in _with_level(now, computed).items()}
    drawing = curves.error_against(axis, drawn, title="Test error against ε", dark=dark)
    curves.mark(drawing, axis, now.settings.epsilon, now.summaries, dark=dark)
    slot.plotly_chart(
        drawing,
        theme=None,
        config=curves.config("error-against-epsilon", picture),
        alt=sentences.alt(now.settings, now.baseline, now.summaries),
    )


def explained(now: Now) -> None:
    """Write the sentence, the warnings, and how the numbers were made."""
    st.markdown(f"**{sentences.cost(now.settings, now.baseline, now.summaries)}**")
    for warning in sentences.warnings(now.outcomes):
        st.info(warning)
    st.markdown(sentences.risk(now.settings.epsilon))
    made = sentences.protocol(now.settings, now.part, DATA[now.settings.data])
    st.caption(f"{made} {sentences.doubt(now.settings, now.summaries)}")
