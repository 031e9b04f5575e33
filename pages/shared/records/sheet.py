"""What is known about the records in use: numbers, a picture, and what happened to the rows."""

import pandas as pd
import streamlit as st

from dpcore.data.dataset import Dataset, Split
from dpcore.data.recipes import RECIPES
from dpcore.data.schema import Feature, Numeric, Schema
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
    table, prose = TABLES[name], text.sections("data")
    st.markdown(table.about)
    st.markdown(f"**Where the bounds come from.** {prose[name]}")
    st.markdown(prose["Public table"])
    with st.expander(f"What was declared of {words.counted(len(table.schema.features), 'column')}"):
        st.dataframe(
            declared(table.schema),
            hide_index=True,
            alt="What was declared of each column: bounds of a number, levels of a category",
        )


def declared(schema: Schema) -> pd.DataFrame:
    """Return what was declared, one row for each column."""
    found = [(each.name, _facts(each)) for each in schema.features]
    return pd.DataFrame(found, columns=["Column", "Declared"])


def _facts(feature: Feature) -> str:
    if isinstance(feature, Numeric):
        facts = f"{words.number(feature.lower)} to {words.number(feature.upper)}"
        missing = None if feature.missing is None else words.number(feature.missing)
    else:
        levels = ", ".join(feature.levels)
        facts = f"{words.counted(len(feature.levels), 'level')}: {levels}"
        missing = feature.missing
    return facts if missing is None else f"{facts}; missing is read as {missing}"
