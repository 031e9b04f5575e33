"""The answer of the noisy average: a choice of four ways, each with what it loses."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import Array, InvalidInput
from dpcore.data.schema import READ, Numeric
from dpcore.simulation.sources import UPLOAD
from dpcore.studies.foundations import average as core
from dpcore.studies.foundations.average import AverageCurves
from pages.comparison import cached, own_table
from pages.foundations import epsilon, export
from pages.foundations.average import choices, figures, sentences
from pages.foundations.average.choices import AverageChoice
from pages.foundations.average.sentences import Told
from pages.kit import chart
from pages.kit.chart import Metric
from pages.kit.frame import page_frame
from pages.kit.text import literal

MOST_COLUMNS = 5
"""Of an own table, kept as numbers."""

UNIT = " thousand euros"


@dataclass(frozen=True)
class OwnColumn:
    """A numeric column of the visitor's own table, by its number: what is kept goes with it."""

    number: int
    data: str = UPLOAD


def show(chosen: AverageChoice) -> None:
    """Draw the answer; on a phone the figure first, which tiles would push out of the window."""
    place = st.container() if chart.is_phone() else None
    choices.ways()
    epsilon.finite()
    feature, values, missing = _column(chosen)
    told = Told(
        chosen.way,
        core.run(values, feature.lower, feature.upper, chosen.epsilon),
        chosen.epsilon,
        feature.lower,
        feature.upper,
        len(values),
        "" if chosen.data == UPLOAD else UNIT,
        feature.origin != READ,
    )
    if told.way.refused:
        raise InvalidInput(told.way.refused)
    found = core.curves(told.way)
    if not place:
        _tiles(told)
    _figure(told, found, place)
    choices.within_reach(chosen.data)
    if place:
        _tiles(told)
    _said(told, chosen, feature, missing)
    _row(chosen, feature, found)


def _column(chosen: AverageChoice) -> tuple[Numeric, Array, int]:
    """Return what is declared of the column, its values, and how many of them were missing."""
    if chosen.data != UPLOAD:
        return Numeric("pay", 0, chosen.bound), core.made_up(chosen.n, chosen.seed), 0
    columns = choices.numeric(own_table.required().schema)
    if not columns:
        raise InvalidInput(
            "Your table has no numeric column among its features, and an average needs one. "
            "Declare one on the Data page."
        )
    return columns[chosen.column - 1], *_values(OwnColumn(chosen.column))


@cached.memoized(MOST_COLUMNS)
def _values(asked: OwnColumn) -> tuple[Array, int]:
    own = own_table.required()
    return core.column_of(
        own.table, choices.numeric(own.schema)[asked.number - 1], own.schema.markers
    )


def _tiles(told: Told) -> None:
    here, there = sentences.chances(told.way)
    chart.tiles(
        [
            Metric("Largest privacy loss", sentences.loss(told.way.worst), "average_worst"),
            Metric("P(loss > ε), with the record", here, "average_exceeding"),
            Metric("P(loss > ε), without it", there, "average_exceeding"),
        ]
    )


def _figure(told: Told, found: AverageCurves, place: DeltaGenerator | None) -> None:
    drawing = figures.draw(
        told.way,
        found,
        epsilon=told.epsilon,
        title=sentences.TITLES[told.name],
        names=sentences.names(told),
        unit=f",{told.unit}" if told.unit else "",
        dark=chart.is_dark(),
    )
    chart.show(drawing, "noisy-average", alt=sentences.alt(told), key="noisy_average", place=place)


def _said(told: Told, chosen: AverageChoice, feature: Numeric, missing: int) -> None:
    if chosen.data != UPLOAD:
        page_frame.sentence(sentences.verdict(told))
        _table(told)
        return
    name = literal(feature.name)
    if not told.is_declared:
        st.warning(sentences.undeclared(name))
    page_frame.sentence(sentences.verdict(told))
    if text := sentences.shifted(told, name):
        st.caption(text)
    if missing and feature.missing is not None:
        st.caption(sentences.filled(name, feature.missing, missing))
    _table(told)


def _table(told: Told) -> None:
    st.caption(sentences.OVER_THE_TABLE)
    st.markdown(sentences.table(told))


def _row(chosen: AverageChoice, feature: Numeric, found: AverageCurves) -> None:
    values: dict[str, object] = {"epsilon": chosen.epsilon, "way": chosen.way}
    if chosen.data != UPLOAD:
        values |= {"n": chosen.n, "bound": chosen.bound, "seed": chosen.seed}
        export.row("average", lambda: table(found), values)
        return
    values |= {
        "name": feature.name,
        "lower": feature.lower,
        "upper": feature.upper,
        "missing": feature.missing,
        "markers": own_table.required().schema.markers,
    }
    export.row("average/own", lambda: table(found), values, own=True)


def table(found: AverageCurves) -> str:
    """Return the curves of the figure as CSV."""
    without, with_it = found.densities
    columns = {
        "output": found.outputs,
        "density_with": with_it,
        "density_without": without,
        "privacy_loss": found.loss,
    }
    return str(pd.DataFrame(columns).to_csv(index=False))
