"""The counterexample at the visitor's settings: computed, drawn, and put into words."""

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.summaries import Summary
from dplab.studies import counterexample as core
from dplab.studies.counterexample import Example, LearningCurves, MechanismRun, Question, Runs
from pages.comparison import terms
from pages.comparison.figures import curves
from pages.comparison.figures.curves import Curve, Key
from pages.comparison.screen import cached
from pages.counterexample import figures, sentences
from pages.counterexample.sentences import Rows
from pages.kit import chart, export, visitor, words
from pages.kit.chart import FigureSlot, Metric
from pages.kit.figures.axes import Axis
from pages.kit.frame import page_frame
from pages.kit.view import View

AXIS = Axis("Training records n (logarithmic)", core.SIZES[0], core.SIZES[-1])
NUMBERED = ["" if place % 2 else label for place, label in enumerate(AXIS.labels)]
"""Every other tick has its number: of all of them two would meet on a phone."""

LENGTHS = ("mechanism", "signal", "noise", "noise_by_theory")


def metrics(runs: Runs) -> None:
    """Draw the errors of the baseline and of the two that stand side by side."""
    chart.tiles([_tile(name, run) for name, run in list(runs.items())[:3]])


def _tile(name: str, run: MechanismRun) -> Metric:
    summary = Summary.of(run.errors)
    spread = f"half of the draws: {terms.range_of(summary)}"
    return Metric(
        MECHANISMS[name].label,
        words.percent(summary.median),
        "example_error",
        spread if MECHANISMS[name].is_noisy else "no noise: the same every time",
    )


def thick(example: Example) -> int:
    """Return the draw that stands out."""
    return int(st.session_state.setdefault("example_draw", 0)) % example.draws


def planes(found: View[Runs], example: Example, names: tuple[str, str]) -> None:
    """Draw the lines between the two columns of records, and the button for another draw."""
    chart.view(found, "counterexample", key="example_planes")
    shown = {name: found.answer[name] for name in ("non_private", *names)}
    rows = partial(core.table_of_lines, example, shown)
    export.also("counterexample-lines.csv", "CSV of the lines", rows)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Draw again", icon=":material/casino:", on_click=_again)
        place = thick(example)
        errs = [words.percent(float(found.answer[name].errors[place])) for name in names]
        st.caption(
            f"Thick: draw {place + 1} of {example.draws}, errors {errs[0]} and {errs[1]}.",
            width="stretch",
        )


def _again() -> None:
    st.session_state["example_draw"] += 1


def explained(found: View[Runs], example: Example, names: tuple[str, str]) -> None:
    """Write the sentences, then the derivation beside the picture of the lengths."""
    runs = found.answer
    page_frame.sentence(found.sentence)
    st.markdown(sentences.why(example, runs, names))
    if text := sentences.printed(example, runs):
        st.info(text, icon=":material/menu_book:")
    for warning in runs[names[0]].plan.warnings:
        st.caption(warning)
    if np.isinf(example.epsilon):
        return
    left, right = st.columns(2, gap="medium")
    lengths = sentences.rows(example, runs)
    with left:
        _lengths(lengths)
    with right:
        st.markdown(found.below[0])
        st.caption(sentences.caveat(lengths, names[0]))


def _lengths(lengths: Rows) -> None:
    drawing = figures.lengths(lengths, dark=visitor.is_dark())
    chart.show(drawing, "", alt=sentences.alt_lengths(lengths), key="example_lengths")
    rows = partial(pd.DataFrame, [(name, *each) for name, each in lengths.items()], columns=LENGTHS)
    export.also("counterexample-noise.csv", "CSV of noise and signal", rows)


def learning(asked: Question) -> LearningCurves:
    """Draw the exact errors along n while they are computed; return every run."""
    growing = core.run(asked, ask=partial(cached.RECORDS.ask, core.at_one_n))
    return chart.as_it_grows(growing, partial(_show, FigureSlot()))


def medians(curve: LearningCurves) -> pd.DataFrame:
    """Return the points of the curves, one row each."""
    return curves.table(_drawn(curve).items(), ("mechanism", "loss", "n"))


def _drawn(curve: LearningCurves) -> dict[Key, Curve]:
    places = list(curve.runs)
    return {
        (name, core.LOSS.name): (
            places,
            [Summary.of(runs[name].errors) for runs in curve.runs.values()],
        )
        for name in curve.question.mechanisms
    }


def _show(slot: FigureSlot, curve: LearningCurves) -> None:
    dark, places, drawn = visitor.is_dark(), list(curve.runs), _drawn(curve)
    drawing = curves.error_against(AXIS, drawn, title="Exact test error against n", dark=dark)
    curves.mark(drawing, AXIS, curve.question.example.n, {}, dark=dark)
    drawing["layout"]["xaxis"]["ticktext"] = NUMBERED
    ends = ", ".join(
        f"{MECHANISMS[name].label} {words.percent(summaries[-1].median)}"
        for (name, _), (_, summaries) in drawn.items()
    )
    chart.show(
        drawing,
        "counterexample-against-n",
        alt=f"Exact test error against n. At the right end: {ends}",
        key=f"example_learning_{len(places)}",
        place=slot,
    )
