"""The bounds helper: ways to bound the numbers, tried side by side, taken by a click."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dplab.simulation.suggestions.bounds import Trial, best
from pages.data import columns, sentences
from pages.data.draft import Draft
from pages.data.questions import changes
from pages.kit import text, words
from pages.kit.text import help_on


def show(draft: Draft) -> None:
    """Draw what was tried, and how to try again; nothing changes before it is taken."""
    names = columns.numbers(draft.rows, draft.label)
    if not names or draft.label.is_open:
        return
    trials = draft.fresh_trials
    # A place of its own, empty or not: what moves down the page is another expander, and closed.
    with st.container():
        if trials:
            st.markdown(sentences.bounds(trials))
    with st.expander("The bounds helper"):
        st.markdown(text.sections("data")["Bounds helper"])
        if trials:
            _compared(draft, trials)
        _try(draft, names)


def _compared(draft: Draft, trials: Sequence[Trial]) -> None:
    """Draw the ways side by side, and a button that takes one."""
    st.dataframe(
        table(trials),
        hide_index=True,
        alt="The ways to bound the numbers: errors, share of rows shortened, norms",
    )
    st.caption(
        "At ε = 1: objective perturbation at the λ beside it. Without noise: at the least λ of the "
        "same rule, 0.1/n. Norms are medians, before and after rows are shortened. "
        "All numbers are read from the data: not private."
    )
    chosen = st.selectbox(
        "Bounds to take",
        range(len(trials)),
        trials.index(best(trials)),
        format_func=lambda number: sentences.way(trials[number]).capitalize(),
        key=f"bounds_way_{draft.number}_{len(trials)}",
        help=help_on("bounds_way"),
    )
    if st.button("Take these bounds", icon=":material/task_alt:"):
        changes.take_bounds(draft, trials[chosen])
        st.rerun()


def _try(draft: Draft, names: Sequence[str]) -> None:
    chosen = st.multiselect(
        "Columns to bound",
        names,
        key=f"bounds_columns_{draft.number}",
        placeholder="all numbers in use",
        help=help_on("bounds_columns"),
        wrap=True,
    )
    if not st.button("Try the ways on these columns", icon=":material/balance:"):
        return
    try:
        changes.try_bounds(draft, chosen or None)
    except InvalidInput as refusal:
        st.error(f"Nothing could be tried: {text.escape_markdown(str(refusal))}")
    else:
        st.rerun()


def table(trials: Sequence[Trial]) -> pd.DataFrame:
    """Return what was tried, a row for each way."""
    return pd.DataFrame([_row(trial, trial is best(trials)) for trial in trials])


def _row(trial: Trial, is_best: bool) -> dict[str, str]:
    return {
        "Bounds": trial.kind + (" (proposed)" if is_best else ""),
        "Constant": "yes" if trial.schema.intercept else "no",
        "Error at ε = 1": words.percent(trial.private_error),
        "λ": f"{trial.lam:.2g}",
        "Error without noise": words.percent(trial.error),
        "Rows shortened": words.percent(trial.shortened_share),
        "Norms": f"{trial.norm_before:.2f} → {trial.norm_after:.2f}",
    }
