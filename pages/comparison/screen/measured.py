"""What is shown of a classifier: which measure it is, and how many of each class are found.

A class that is rare switches on a remark, never another measure: that is the visitor's choice.
"""

from collections.abc import Sequence

import streamlit as st

from dpcore.data.dataset import Split
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import Mistakes, share_of_positives
from dplab.simulation.settings import Settings
from pages.comparison import sentences, values
from pages.comparison.screen import cached
from pages.kit import address, chart, words
from pages.kit.chart import Metric
from pages.kit.text import escape_markdown, help_on

RARE = 0.2
"""Below this share of the test records, the error says little of a class."""


def explained(chosen: Settings, part: Split, *, can_weigh: bool = False) -> None:
    """Say what the numbers measure, or that a class is rare: under the tiles.

    `can_weigh` tells whether class weights are among the page's settings.
    """
    named(chosen)
    if chosen.measure == "error":
        remark(chosen, part)
    elif can_weigh and 0 < _rarer_share(part) < RARE and chosen == chosen.unweighted:
        st.caption(sentences.UNWEIGHTED)


def named(chosen: Settings) -> None:
    """Say what the numbers measure, where that is not the plain error."""
    if chosen.measure != "error":
        st.caption(sentences.MEASURED[chosen.measure])


def remark(chosen: Settings, part: Split) -> None:
    """Say that a class is rare, with a click to the measure that counts both alike."""
    share = _rarer_share(part)
    if share >= RARE:
        return
    rarer = cached.class_names(chosen)[int(share_of_positives(part) <= share)]
    if not share:
        st.caption(sentences.absent(rarer))
        return
    beside, button = st.columns([2.8, 1], vertical_alignment="center")
    beside.caption(sentences.rare(rarer, share))
    button.button(
        "Show the balanced error",
        key="take_balanced",
        on_click=address.put,
        args=(values.VALUES["measure"], "balanced"),
    )


def _rarer_share(part: Split) -> float:
    positives = share_of_positives(part)
    return min(positives, 1 - positives)


def recall(names: tuple[str, str], found: Mistakes) -> str:
    """Return how many test records of each class are found, for a tile's help."""
    return sentences.recall(names, *found.recalls, draws=found.shares.shape[1])


def tiles(each: Sequence[Metric], rule: ConstantRule) -> None:
    """Draw errors as tiles and, under them, what always giving the same answer errs."""
    chart.tiles(each)
    constant(rule)


def constant(rule: ConstantRule) -> None:
    """Say what always giving the same answer errs."""
    said = f"Always predicting {escape_markdown(rule.answer)}: {words.percent(rule.error)}"
    is_plain = address.get(values.VALUES["measure"]) == "error"
    st.caption(f"{said} wrong" if is_plain else said, help=help_on("constant_rule"))
