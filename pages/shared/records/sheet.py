"""What is known about the records in use: numbers, a picture, and what happened to the rows."""

import pandas as pd
import streamlit as st

from dpcore.data.dataset import Dataset, Split
from dpcore.data.recipes import RECIPES
from dpcore.data.schema import Numeric, Schema
from dpcore.data.tables import TABLES
from dpcore.experiments import sources
from dpcore.experiments.settings import Settings
from pages.shared import picture as pictures
from pages.shared import text, words
from pages.shared.figures import curves
from pages.shared.figures import rows as figure

NARROWEST_TILE = 150
"""Pixels: four numbers stand in a row on a desktop, two by two on a phone."""


def numbers(data: Dataset, part: Split) -> None:
    """Draw how many records there are, of how many features, with which labels and which split."""
    tiles = {
        "Records": (_records(data), "records", "how many is public"),
        "Features d": (words.number(len(data.features)), "features", "numbers per record"),
        "Labelled +1": (_share(data), "balance", "not private"),
        "To learn from": (
            words.number(part.n),
            "split",
            _tested_on(part),
        ),
    }
    grid = st.grid(len(tiles), min_column_width=NARROWEST_TILE, border=True)
    for label, (value, help_key, remark) in tiles.items():
        with grid.cell():
            st.metric(label, value, help=text.help_on(help_key))
            st.caption(remark)


def _records(data: Dataset) -> str:
    return words.number(len(data.y)) if data.chance is None else "any number"


def _tested_on(part: Split) -> str:
    if part.test_weight is not None:
        return "tested exactly"
    return f"{words.number(len(part.y_test))} kept to test"


def _share(data: Dataset) -> str:
    return words.percent(data.positive_share)


def onward() -> None:
    """Draw the link to where the records are put to use."""
    with st.container(key="onward"):
        st.page_link(
            "explore/trade_off.py",
            label="See what privacy costs on these records",
            icon=":material/arrow_forward:",
        )


def picture(data: Dataset) -> None:
    """Draw some of the records, and say what is seen."""
    seen = figure.view(data)
    title = _how_many(data, seen)
    st.plotly_chart(
        figure.in_the_ball(seen, title=title, dark=st.context.theme.type == "dark"),
        theme=None,
        config=curves.config("records", pictures.chosen()),
        alt=_alt(data, seen),
    )
    prose = text.sections("data")
    st.caption(prose["Picture of the plane" if data.X.shape[1] == 2 else "Picture"])


def _alt(data: Dataset, seen: figure.View) -> str:
    across, up = seen.axes
    return (
        f"{_how_many(data, seen)} as marks in the unit ball. Left to right: {across}; up and down: "
        f"{up}. Rings stand for +1, crosses for −1; {_share(data)} of all records are labelled +1."
    )


def _how_many(data: Dataset, seen: figure.View) -> str:
    shown = len(seen.y)
    if data.chance is not None:
        return f"{shown:,} records drawn by the law"
    total = len(data.y)
    return f"{shown:,} of {total:,} records" if shown < total else f"All {total:,} records"


def law(settings: Settings) -> None:
    """Say by which law the generated records are drawn."""
    recipe = RECIPES[settings.data]
    knobs = {name: knob.default for name, knob in recipe.knobs.items()} | dict(settings.knobs)
    spelled = {name: words.number(value) for name, value in knobs.items()}
    st.markdown(
        text.sections("data")[recipe.name].format(d=sources.n_features(settings), **spelled)
    )


def source(name: str) -> None:
    """Say where a real table comes from, and what was declared about it."""
    st.markdown(TABLES[name].source)
    st.markdown(text.sections("data")[name])
    declared = TABLES[name].schema
    with st.expander(f"The {words.counted(len(declared.features), 'declared bound')}"):
        st.dataframe(
            bounds(declared),
            hide_index=True,
            alt="Declared lower and upper bound of each measurement",
        )


def bounds(schema: Schema) -> pd.DataFrame:
    """Return the declared bounds of the numbers, one row for each."""
    numbers = (each for each in schema.features if isinstance(each, Numeric))
    found = [(each.name, each.lower, each.upper) for each in numbers]
    return pd.DataFrame(found, columns=["Feature", "Lower", "Upper"])


def remarks(data: Dataset) -> None:
    """List what happened to the rows; every remark was read from the data."""
    if data.remarks:
        st.markdown("**What happened to the rows**")
        st.markdown("\n".join(f"- {remark}" for remark in data.remarks))
