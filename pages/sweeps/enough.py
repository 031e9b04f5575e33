"""What an accuracy takes: which ε, how many records, and what noise costs in them."""

import math

import pandas as pd
import streamlit as st

from dplab.simulation.constant import ConstantRule
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps.spec import seconds
from dplab.studies.sweeps import accuracy, grid, prices
from dplab.studies.sweeps.accuracy import Enough
from pages.comparison import sentences as of_errors
from pages.comparison import target_error, terms
from pages.comparison.screen import cached, live, target_box
from pages.kit import chart
from pages.kit.frame import page_frame
from pages.sweeps import sentences

MOST_SECONDS = 20.0
"""Estimated seconds of a core that a visitor waits for, below the figure: no more is computed."""

MOST_KEPT = 200
"""Rows of some thousand draws each."""

QUESTION = {"epsilon": "Which ε?", "n": "How many records?"}
BUSY = "Errors at larger ε, which stand for those of more records …"

rows_in_steps = cached.study_in_steps(grid.in_steps, MOST_KEPT)


def of_rows(
    sweep: SweepSpec, rows: pd.DataFrame, rule: ConstantRule, measure: str
) -> Enough | None:
    """Return what the accuracy takes that is asked for, if one is."""
    share = target_box.share()
    if share is None:
        return None
    return accuracy.read_off(sweep, rows, share, measure, rule, _more)


def _more(larger: SweepSpec) -> pd.DataFrame | None:
    """Return the errors of the whole table at larger ε, or None where that takes too long."""
    if seconds(larger, 1, live.records(larger.data)) > MOST_SECONDS:
        return None
    slot = st.empty()
    rows = rows_in_steps(chart.progress(slot, BUSY), larger)
    slot.empty()
    return rows


def answered(axis: str, enough: Enough | None, rule: ConstantRule) -> None:
    """Draw the question and, once it is asked, the answer for each loss."""
    target_box.box(QUESTION[axis])
    if enough:
        with page_frame.steady("enough"):
            (_epsilons if axis == "epsilon" else _records)(enough, terms.as_markdown(rule))


def _epsilons(enough: Enough, rule: ConstantRule) -> None:
    sweep, share = enough.sweep, enough.within
    for loss, error in enough.errors.items():
        if math.isnan(error):
            st.markdown(sentences.UNCOUNTED)
            return
        at = {terms.called(name): each.at for name, each in enough.of_loss(loss).items()}
        said = of_errors.which_epsilon(share, error, at, sweep.epsilons[-1], rule)
        _told(said, loss, sweep)
    st.caption(target_error.MADE)


def _records(enough: Enough, rule: ConstantRule) -> None:
    if all(map(math.isnan, enough.errors.values())):
        st.markdown(sentences.UNCOUNTED)
        return
    for loss in enough.errors:
        st.markdown(f"**{sentences.records_of(enough, loss, rule)}**")
    st.caption(sentences.ENOUGH)
    if any(len(each.beyond[0]) or each.unknown for each in enough.reached.values()):
        st.caption(target_error.EXTRAPOLATED)


def _told(said: str, loss: str, sweep: SweepSpec) -> None:
    st.markdown(f"**{sentences.with_loss(said, loss, several=len(sweep.losses) > 1)}**")


def priced(sweep: SweepSpec, rows: pd.DataFrame, rule: ConstantRule, measure: str) -> None:
    """Write what privacy costs in records, for each mechanism and loss along n."""
    by_loss = prices.read_off(sweep, rows, measure, rule)
    if not by_loss:
        return  # nothing to be counted against
    told, several = terms.as_markdown(rule), len(sweep.losses) > 1
    for loss, each in by_loss.items():
        if each is None:
            st.markdown(sentences.with_loss(sentences.no_price(told), loss, several=several))
        for name, price in (each or {}).items():
            said = sentences.price(sweep, name, price, told)
            with page_frame.steady(f"price_{loss}_{name}"):
                st.markdown(sentences.with_loss(said, loss, several=several))
    st.caption(sentences.PRICED)
