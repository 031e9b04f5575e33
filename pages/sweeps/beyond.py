"""How many records for an accuracy: in the table, or beyond it where its noise tells."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dpcore.simulation.constant import ConstantRule
from dpcore.simulation.measures import in_rows
from dpcore.simulation.needed.beyond import larger, standing_for
from dpcore.simulation.needed.crossing import Needed, needed
from dpcore.simulation.needed.epsilon import of_rows
from dpcore.simulation.sources import UPLOAD
from dpcore.simulation.summaries import along
from dpcore.simulation.sweeps import SweepSpec
from dpcore.simulation.sweeps.cells import cells, run_cell
from dpcore.simulation.sweeps.spec import seconds
from pages.comparison import cached, live, terms
from pages.comparison import target_error as within
from pages.comparison.figures.curves import Curve, Key
from pages.kit import chart
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import Drawing
from pages.kit.memoized import Steps
from pages.sweeps import figures, sentences

MOST_SECONDS = 20.0
"""Estimated seconds of a core that a visitor waits for, below the figure: no more is computed."""

MOST_KEPT = 200
"""Rows of some thousand draws each."""

QUESTION = "How many records?"
BUSY = "Errors at larger ε, which stand for those of more records …"


@dataclass(frozen=True)
class Answer:
    """What is known of one curve.

    Parameters
    ----------
    allowed : float
        The error that is allowed.
    at : Needed or None
        The fewest records that come so low.
    beyond : Curve
        Where they are more than the table has: its end, and what stands for more records.
    unknown : str
        Why nothing can be said of more records, or nothing.
    """

    allowed: float
    at: Needed | None
    beyond: Curve = ((), ())
    unknown: str = ""


Answers = dict[Key, Answer]


def answers(sweep: SweepSpec, rows: pd.DataFrame, rule: ConstantRule, measure: str) -> Answers:
    """Return how many records each curve needs, if that is asked; else nothing."""
    share = within.asked()
    if share is None:
        return {}
    found: Answers = {}
    for loss in sweep.losses:
        of_loss = rows[rows["loss"] == loss[0]]
        allowed = error_at_the_end(of_loss) + share
        for name in sweep.mechanisms:
            if name != "non_private" and allowed < rule.error:  # not so where it is unknown
                of_curve = of_loss[of_loss["mechanism"] == name]
                more = partial(_more, sweep, name, loss, measure)
                found[name, loss[0]] = _answer(sweep, of_curve, allowed, more)
    return found


def error_at_the_end(rows: pd.DataFrame) -> float:
    """Return the error without noise at the largest n, or nan where none was computed."""
    plain = rows[rows["mechanism"] == "non_private"]
    _, errors, _ = of_rows(plain, "n") if len(plain) else (None, np.empty((0, 1, 1)), None)
    return float(np.median(errors[-1])) if len(errors) else np.nan


def _answer(
    sweep: SweepSpec, rows: pd.DataFrame, allowed: float, more: Callable[[], pd.DataFrame | None]
) -> Answer:
    find = partial(needed, target=allowed, seed=sweep.seed)
    if rows.empty or (at := find(*of_rows(rows, "n"))):
        return Answer(allowed, None if rows.empty else at)
    computed = more()
    if computed is None:
        return Answer(allowed, None, unknown=sentences.TOO_LONG)
    beyond = standing_for(computed, sweep)
    if beyond.empty:
        return Answer(allowed, None, unknown=sentences.OTHER_NOISE)
    both = pd.concat([rows, beyond], ignore_index=True)
    at = find(*of_rows(both, "n"))
    return Answer(allowed, at, _drawn(both, sweep, at) if at else ((), ()))


def _drawn(rows: pd.DataFrame, sweep: SweepSpec, at: Needed) -> Curve:
    """Return the curve from the end of the table up to where it comes so low, and its interval."""
    end = at.high if np.isfinite(at.high) else at.place
    (curve,) = along(rows[rows["n"] >= max(sweep.sizes)], "n", "draws").values()
    last = int(np.searchsorted(curve[0], max(end, at.place))) + 1
    return curve[0][:last], curve[1][:last]


def _more(
    sweep: SweepSpec, mechanism: str, loss: tuple[str, float], measure: str
) -> pd.DataFrame | None:
    """Return the errors of the whole table at larger ε, or None where that takes too long."""
    asked = larger(sweep, mechanism, loss)
    if seconds(asked, 1, live.records(sweep.data)) > MOST_SECONDS:
        return None
    slot = st.empty()
    rows = _rows(chart.progress(slot, BUSY), asked)
    slot.empty()
    return in_rows(rows, measure)


@cached.memoized_in_steps(MOST_KEPT)
def _rows(sweep: SweepSpec) -> Steps[pd.DataFrame]:
    own = live.records(sweep.data) if sweep.data == UPLOAD else None
    each, found = cells(sweep), []
    for done, cell in enumerate(each, start=1):
        found.append(run_cell(cell, own).rows)
        yield done / len(each)
    return pd.concat(found, ignore_index=True)


def axis_with(axis: Axis, found: Answers) -> Axis:
    """Return an axis that goes on to the marked places."""
    return figures.longer(axis, [each.beyond for each in found.values()])


def mark(drawing: Drawing, axis: Axis, found: Answers, *, dark: bool) -> None:
    """Mark how many records are enough, and draw what stands for more than the table has."""
    at = {name: each.at for (name, _), each in found.items()}
    share = within.asked()
    if share is not None and len(at) == len(found) > 0:  # one loss
        allowed = next(iter(found.values())).allowed
        curves = {name: each.beyond for (name, _), each in found.items()}
        figures.enough(drawing, axis, allowed, within.level(share), at, curves, dark=dark)


def answered(sweep: SweepSpec, rows: pd.DataFrame, found: Answers, rule: ConstantRule) -> None:
    """Draw the question and, once it is asked, the answer for each loss."""
    within.box(QUESTION)
    share = within.asked()
    if share is None:
        return
    if not (rows["mechanism"] == "non_private").any():
        st.markdown(sentences.UNCOUNTED)
        return
    told = terms.as_markdown(rule)
    for loss, _ in sweep.losses:
        error = error_at_the_end(rows[rows["loss"] == loss])
        parts = [
            sentences.records_needed(terms.called(name), each.at, each.unknown, sweep)
            for (name, of), each in found.items()
            if of == loss
        ]
        said = sentences.enough(sweep, share, error, parts, told)
        st.markdown(f"**{sentences.with_loss(said, loss, several=len(sweep.losses) > 1)}**")
    st.caption(sentences.ENOUGH)
    if any(len(each.beyond[0]) or each.unknown for each in found.values()):
        st.caption(within.EXTRAPOLATED)
