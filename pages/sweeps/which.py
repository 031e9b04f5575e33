"""What a finished sweep says of an accuracy: the smallest ε for it, or what it costs in records."""

import numpy as np
import pandas as pd
import streamlit as st

from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.simulation.constant import ConstantRule
from dpcore.simulation.needed.crossing import Needed, Price, needed, price
from dpcore.simulation.needed.epsilon import of_rows
from dpcore.simulation.sweeps import SweepSpec
from pages.comparison import target_error as within
from pages.comparison import terms
from pages.comparison.figures import crossings
from pages.comparison.figures.curves import EPSILON_AXIS
from pages.kit.figures.style import Drawing
from pages.sweeps import sentences


def mark(
    drawing: Drawing, sweep: SweepSpec, rows: pd.DataFrame, rule: ConstantRule, *, dark: bool
) -> None:
    """Mark which ε is enough, where that is asked and one loss is drawn."""
    share = within.asked()
    if share is None or len(sweep.losses) > 1 or _plain(rows).empty:
        return
    if found := _epsilons(sweep, rows, share, rule):
        level = _error(rows) + share
        crossings.mark(drawing, EPSILON_AXIS, level, within.level(share), found, dark=dark)


def answered(sweep: SweepSpec, rows: pd.DataFrame, rule: ConstantRule) -> None:
    """Draw the question which ε is enough and, once it is asked, the answer for each loss."""
    within.box()
    share = within.asked()
    if share is None:
        return
    told = terms.as_markdown(rule)
    for loss, _ in sweep.losses:
        of_loss = rows[rows["loss"] == loss]
        if _plain(of_loss).empty:
            st.markdown(sentences.UNCOUNTED)
            return
        found = _epsilons(sweep, of_loss, share, rule)
        named = {terms.called(name): at for name, at in found.items()}
        said = within.sentence(share, _error(of_loss), named, sweep.epsilons[-1], told)
        st.markdown(f"**{sentences.with_loss(said, loss, several=len(sweep.losses) > 1)}**")
    st.caption(within.MADE)


def priced(sweep: SweepSpec, rows: pd.DataFrame, rule: ConstantRule) -> None:
    """Write what privacy costs in records, for each mechanism and loss along n."""
    if _plain(rows).empty:
        return  # nothing to be counted against
    told = terms.as_markdown(rule)
    for loss, _ in sweep.losses:
        of_loss = rows[rows["loss"] == loss]
        _, plain, _ = of_rows(_plain(of_loss), "n")
        errors = np.median(plain, axis=(1, 2))
        if not rule.beaten(errors, errors).any():
            said = sentences.no_price(told)
            st.markdown(sentences.with_loss(said, loss, several=len(sweep.losses) > 1))
            continue
        for name, found in _prices(sweep, of_loss, rule).items():
            said = sentences.price(sweep, name, found, told)
            st.markdown(sentences.with_loss(said, loss, several=len(sweep.losses) > 1))
    st.caption(sentences.PRICED)


def _plain(rows: pd.DataFrame) -> pd.DataFrame:
    return rows[rows["mechanism"] == "non_private"]


def _error(rows: pd.DataFrame) -> float:
    return float(np.median(_plain(rows)["error"]))


def _private(rows: pd.DataFrame) -> dict[str, pd.DataFrame]:
    groups = dict(iter(rows.groupby("mechanism")))
    return {name: groups[name] for name in MECHANISMS if name in groups and name != "non_private"}


def _epsilons(
    sweep: SweepSpec, rows: pd.DataFrame, share: float, rule: ConstantRule
) -> dict[str, Needed | None]:
    target = _error(rows) + share
    if target >= rule.error:
        return {}
    return {
        name: needed(*of_rows(each, "epsilon"), target=target, seed=sweep.seed)
        for name, each in _private(rows).items()
    }


def _prices(sweep: SweepSpec, rows: pd.DataFrame, rule: ConstantRule) -> dict[str, Price | None]:
    sizes, plain, _ = of_rows(_plain(rows), "n")
    found: dict[str, Price | None] = {}
    for name, each in _private(rows).items():
        places, errors, pieces = of_rows(each, "n")
        if np.array_equal(sizes, places):  # no part of it failed
            found[name] = price(
                sizes,
                plain,
                errors,
                pieces,
                below=rule.error - rule.deviation,
                seed=sweep.seed,
            )
    return found
