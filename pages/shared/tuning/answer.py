"""Private tuning at the visitor's settings: computed, drawn, and put into words."""

import time
from collections.abc import Iterator
from dataclasses import replace

import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.experiments.comparison import EPSILONS
from dpcore.experiments.settings import Settings
from dpcore.experiments.summaries import Summary
from dpcore.experiments.tuning import WAYS, Comparison
from dpcore.privacy.tuning import Candidate
from pages.shared import cached, words
from pages.shared.figures import curves, ways
from pages.shared.text import help_on
from pages.shared.tuning import sentences

GRID = tuple(epsilon for epsilon in EPSILONS if 0.01 <= epsilon <= 10)
SIZES = 7
FEWEST_RECORDS = 200
PATIENCE = 1.0
"""Seconds of computing after which the figure is drawn as far as it has come."""

MOST_WORK = 2_400_000_000
"""Values that the trainings at one point run over: some five seconds of a core."""

Points = dict[float, Comparison]


def check(chosen: Settings, candidates: tuple[Candidate, ...]) -> None:
    """Refuse what would keep the page computing for minutes."""
    part = cached.part(chosen)
    # A law by its points is written out record by record.
    work = chosen.draws * part.n * part.X.shape[1] * (2 * len(candidates) + 2)
    if work > MOST_WORK:
        raise InvalidInput(
            f"{words.counted(len(candidates), 'candidate')}, {words.counted(chosen.draws, 'draw')} "
            f"and {words.counted(part.n, 'record')} of {part.X.shape[1]} features are more than "
            f"this page computes at once. Take fewer draws, fewer records or fewer candidates."
        )


def at(chosen: Settings, candidates: tuple[Candidate, ...], named: Candidate) -> Comparison:
    """Return the five ways at the settings' ε and n."""
    return cached.tuned(chosen, candidates, named)


def metrics(found: Comparison) -> None:
    """Draw three numbers: what tuning errs, and what its two steps cost."""
    columns = st.columns(3)
    _, split, selection = sentences.costs(found)
    tiles = (
        ("Split and select", words.percent(found.errors["split"].mean()), "tuning_error"),
        ("The split costs", words.points(split), "cost_of_split"),
        ("The selection costs", words.points(selection), "cost_of_selection"),
    )
    for column, (label, value, key) in zip(columns, tiles, strict=True):
        with column.container(border=True, height="stretch"):
            st.metric(label, value, help=help_on(key))


def one_run(found: Comparison) -> None:
    """Draw the parts and one run of the pick, and the button for another."""
    names = [f"λ = {words.number(one.lam)}" for one in found.plan.candidates]
    place = st.session_state.setdefault("tuning_run", 0) % len(found.tuned.picks)
    picked, dark = int(found.tuned.picks[place]), st.context.theme.type == "dark"
    st.markdown(
        "**The records are cut: each candidate learns from its part, the last one judges.**"
    )
    st.plotly_chart(
        ways.parts(found.plan.sizes, names, picked, dark=dark),
        theme=None,
        config={"displayModeBar": False, "responsive": True},
        key="tuning_parts",
        alt="One bar in equal parts: " + ", ".join(names) + ", and one that judges.",
    )
    st.plotly_chart(
        ways.run(
            names,
            found.tuned.mistakes[place],
            found.tuned.probabilities[place],
            picked,
            found.plan.sizes[-1],
            dark=dark,
        ),
        theme=None,
        config={"displayModeBar": False, "responsive": True},
        key="tuning_run_picture",
        alt=sentences.run(found, place),
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Draw again", icon=":material/casino:", on_click=_again)
        st.caption(sentences.run(found, place), width="stretch")


def _again() -> None:
    st.session_state["tuning_run"] += 1


def figure(
    chosen: Settings,
    candidates: tuple[Candidate, ...],
    named: Candidate,
    axis: str,
    picture: str,
) -> Points:
    """Draw the five ways along ε or n while they are computed; return all points."""
    slot, drawn, points = st.empty(), time.monotonic(), {}
    places = _places(chosen, len(candidates), axis)
    for place, found in _growing(chosen, candidates, named, axis, places):
        points[place] = found
        if len(points) == len(places) or time.monotonic() - drawn > PATIENCE:
            _draw(slot, points, places, axis, picture)
            drawn = time.monotonic()
    return points


def _places(chosen: Settings, m: int, axis: str) -> tuple[float, ...]:
    if axis == "epsilon":
        return GRID
    most = cached.part(chosen).n
    fewest = min(most, max(FEWEST_RECORDS, m + 1))
    steps = [fewest * (most / fewest) ** (k / (SIZES - 1)) for k in range(SIZES)]
    return tuple(sorted({round(step) for step in steps}))


def _growing(
    chosen: Settings,
    candidates: tuple[Candidate, ...],
    named: Candidate,
    axis: str,
    places: tuple[float, ...],
) -> Iterator[tuple[float, Comparison]]:
    for place in places:
        there = replace(chosen, n=round(place)) if axis == "n" else chosen.with_epsilon(place)
        yield place, cached.tuned(there, candidates, named)


def _draw(
    slot: "st.delta_generator.DeltaGenerator",
    points: Points,
    places: tuple[float, ...],
    axis: str,
    picture: str,
) -> None:
    symbol = "ε" if axis == "epsilon" else "n"
    title = f"Test error against {symbol}"
    drawn = {
        way: (list(points), [Summary.of(each.errors[way]) for each in points.values()])
        for way in WAYS
    }
    label = "Privacy parameter ε" if axis == "epsilon" else "Records n, all parts together"
    scale = curves.Axis(f"{label} (logarithmic)", places[0], places[-1])
    slot.plotly_chart(
        ways.along(scale, drawn, title, dark=st.context.theme.type == "dark"),
        theme=None,
        config=curves.config(f"tuning-against-{axis}", picture),
        key=f"tuning_along_{len(points)}",
        alt=sentences.alt(title, {WAYS[way].label: curve for way, curve in drawn.items()}),
    )


def explained(found: Comparison) -> None:
    """Write the sentences under the figure."""
    st.markdown(f"**{sentences.cost(found)}**")
    st.markdown(sentences.beside(found))
    st.markdown(sentences.theory(found))
    st.warning(sentences.leak(found), icon=":material/visibility:")
    for plan, one in zip(found.plan.plans, found.plan.candidates, strict=True):
        for warning in plan.warnings:
            st.caption(f"λ = {words.number(one.lam)}: {warning}")


def protocol(chosen: Settings, found: Comparison) -> str:
    """Return how the numbers were made."""
    return (
        f"One cut of the records, {words.counted(chosen.draws, 'run')} of noise and pick. Middles "
        "are medians, bands the middle half of the runs; costs are differences of means. Every ε "
        f"uses the same random numbers on another scale. {found.plan.theorem}."
    )
