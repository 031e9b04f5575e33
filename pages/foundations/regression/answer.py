"""The answer on regression: a false bound broken, and a ridge that keeps its own."""

import pandas as pd
import streamlit as st

from dpcore.studies.foundations import regression as core
from dpcore.studies.foundations.regression import Moved, RidgeExample, RidgeRun
from pages.foundations import epsilon, export
from pages.foundations.regression import choices, figures, sentences
from pages.foundations.regression.choices import Line
from pages.kit import chart
from pages.kit.frame import page_frame


def show(chosen: Line) -> None:
    """Draw the answer."""
    moved = core.turned(chosen.made_n, chosen.small, chosen.large, chosen.lam)
    along = [core.turned(chosen.made_n, small, chosen.large, chosen.lam) for small in core.SMALLS]
    _counterexample(chosen, moved, along)
    example = chosen.ridge(epsilon.finite())
    found = core.run(example)
    _ridge(example, found)
    st.markdown(sentences.table(moved, chosen.made_n, chosen.lam))
    export.row("regression", lambda: table(along, found), _values(chosen, example))


def _counterexample(chosen: Line, moved: Moved, along: list[Moved]) -> None:
    """Draw the two lines, and the move along x beside what is claimed."""
    dark = chart.is_dark()
    left, right = st.columns(2, gap="small")
    drawing = figures.lines(moved, chosen.small, chosen.large, dark=dark)
    alt = sentences.alt_lines(moved)
    chart.show(drawing, "foundations-two-lines", alt=alt, key="two_lines", place=left)
    drawing = figures.moves(along, chosen.small, moved, dark=dark)
    alt = sentences.alt_moves(moved)
    chart.show(drawing, "foundations-moves", alt=alt, key="moves", place=right)
    choices.within_reach_of_lines()
    page_frame.sentence(f"**{sentences.verdict(moved, chosen.made_n)}**")
    if moved.is_broken:
        st.info(sentences.why(moved, chosen.made_n), icon=":material/menu_book:")


def _ridge(example: RidgeExample, found: RidgeRun) -> None:
    """Draw the private lines, and their cost along λ."""
    dark = chart.is_dark()
    st.subheader("What does private ridge cost?", anchor=False)
    left, right = st.columns(2, gap="small")
    drawing = figures.private_lines(found, dark=dark)
    alt = sentences.alt_private(found)
    chart.show(drawing, "foundations-ridge", alt=alt, key="ridge", place=left)
    drawing = figures.cost(found, example.lam, dark=dark)
    alt = sentences.alt_cost(found, example.lam)
    chart.show(drawing, "foundations-ridge-cost", alt=alt, key="cost", place=right)
    choices.within_reach()
    st.markdown(f"**{sentences.ridge(example, found)}**")
    st.markdown(sentences.best(found))
    st.caption(sentences.protocol(example, found))


def _values(chosen: Line, example: RidgeExample) -> dict[str, object]:
    return {
        "made_n": chosen.made_n,
        "small": chosen.small,
        "large": chosen.large,
        "lam": example.lam,
        "epsilon": example.epsilon,
        "n": example.n,
        "draws": example.draws,
        "seed": example.seed,
    }


def table(along: list[Moved], found: RidgeRun) -> str:
    """Return what the figures show as CSV: series, place on the axis, value."""
    series = (
        ("least squares: move by the others' x", core.SMALLS, [each.moved for each in along]),
        ("least squares: claimed by the others' x", core.SMALLS, [each.claimed for each in along]),
        ("private ridge: median cost by lambda", core.LAMS, [each.median for each in found.curve]),
        ("private ridge: lower quartile by lambda", core.LAMS, [each.low for each in found.curve]),
        ("private ridge: upper quartile by lambda", core.LAMS, [each.high for each in found.curve]),
        ("ridge without noise: cost by lambda", core.LAMS, found.baseline_curve),
        ("flat line: cost", [None], [found.constant_cost]),
        ("private ridge: cost of each draw", range(len(found.costs)), found.costs),
        ("private ridge: first coefficient", range(len(found.costs)), found.coefs[:, 0]),
        ("private ridge: second coefficient", range(len(found.costs)), found.coefs[:, 1]),
        ("records drawn: y by u", found.u, found.y),
    )
    frames = [pd.DataFrame({"series": name, "x": x, "y": y}) for name, x, y in series]
    return str(pd.concat(frames, ignore_index=True).to_csv(index=False))
