"""What is known about the records in use: numbers, a picture, and what happened to the rows."""

from collections.abc import Mapping
from contextlib import suppress

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset, n_training
from dpcore.data.declared.schema import Feature, Numeric, Schema
from dpcore.data.encoding import Encoded
from dpcore.data.real.tables import TABLES
from dpcore.data.recipes import RECIPES
from dplab.simulation import comparison, sources
from dplab.simulation.settings import UPLOAD, Settings
from pages.comparison import private
from pages.comparison.screen import cached, own_table
from pages.comparison.values import SIZES, VALUES
from pages.data import encoding_steps
from pages.data.figures import ball
from pages.data.questions import predicted
from pages.data.questions.predicted import Predicted
from pages.kit import chart, controls, export, text, visitor, words
from pages.kit.address import put
from pages.kit.chart import Metric
from pages.kit.frame import page_frame

SIGNS = {1: "+1", -1: "−1"}

FIRST_LOOK = 2
"""A first look takes no more than this part of what a figure may take: some ten seconds."""

MILLION = 1_000_000

GROUPED, _GROUP = "two_groups", "data_group"
"""Generated records that have groups; the key of the choice of an own table's."""


def numbers(chosen: Settings, data: Dataset) -> None:
    """Draw how many records there are, of how many features, with which labels and which split."""
    asked = predicted.of(chosen.data)
    plus = f"{text.escape_markdown(asked.side(1))}; " if asked else ""
    training = _short(sources.n_used(data, chosen))
    chart.tiles(
        [
            Metric("Records", _records(data), "records", "their number is public"),
            Metric("Features d", words.number(len(data.features)), "features", "per record"),
            Metric("Positive class", _share(data), "balance", f"{plus}not private"),
            Metric("Training records", training, "split", _tested_on(data)),
        ]
    )


def _records(data: Dataset) -> str:
    return _short(len(data.y)) if data.chance is None else "any n"


def _short(count: int) -> str:
    """Return a count as a tile has room for: 494,021 or 1 M."""
    return words.number(count) if count < MILLION else f"{count / MILLION:.3g} M"


def _tested_on(data: Dataset) -> str:
    if data.chance is not None:
        return "tested exactly"
    return f"{words.number(data.n_records - n_training(data.n_records))} held out"


def _share(data: Dataset) -> str:
    return words.percent(data.positive_share)


def onward(chosen: Settings, data: Dataset) -> None:
    """Draw the link to where the records are put to use, with no more of them than fit."""
    with st.container(key="onward"):
        controls.link_to(
            "trade_off", "See what privacy costs on these records", ":material/arrow_forward:"
        )
    if chosen.data in (*TABLES, UPLOAD, GROUPED):
        _who_pays(chosen)
    n = _affordable(chosen, data)
    if n is not None:
        st.caption(
            f"A figure from all {words.number(sources.n_used(data, chosen))} training records "
            "takes long, or too long."
        )
        label = f"Learn from {words.number(n)} of them at first"
        st.button(label, icon=":material/speed:", on_click=put, args=(VALUES["n"], n))


def _who_pays(chosen: Settings) -> None:
    """Draw the link to what each group pays; of an own table, the choice of the groups."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="who_pays"):
        controls.link_to("who_pays", "See which group pays most", ":material/groups:")
        own = own_table.current() if chosen.is_own else None
        if own:
            names = [name for name in map(str, own.table.columns) if name != own.schema.label.name]
            st.selectbox(
                "Groups by",
                names,
                names.index(own.group) if own.group in names else None,
                key=_GROUP,
                on_change=_divide,
                placeholder="A proposed column",
                help=text.help_on("data_group"),
                width=260,
            )


def _divide() -> None:
    # The table can be gone since the page was drawn; what is drawn next says so.
    column, own = st.session_state[_GROUP], own_table.current()
    if column and own:
        own.divide_by(column)


def _affordable(chosen: Settings, data: Dataset) -> int | None:
    """Return a usual n for a first look, or None where all will do or the visitor chose it."""
    rows = sources.n_rows(chosen, sources.n_used(data, chosen))
    most = comparison.most_rows(chosen.draws, data.X.shape[1]) // FIRST_LOOK
    soon = chosen.n is not None or rows <= most
    return None if soon else max(size for size in (1, *SIZES) if size <= max(1, most))


def answer_ahead(chosen: Settings, data: Dataset) -> None:
    """Compute what the link's page answers first, where that is soon done."""
    if _affordable(chosen, data) is None:
        with suppress(InvalidInput):  # said where the link leads
            private.first(chosen, cached.RECORDS)


def body(chosen: Settings, records: Dataset) -> None:
    """Draw the records, what is known of them, and for a table what happens to its rows."""
    with st.container(key="records_columns"):
        picture_place, words_place = st.columns([1.2, 1], gap="medium")
    with picture_place:
        picture(records, predicted.of(chosen.data))
    with words_place:
        if chosen.data in RECIPES:
            law(chosen)
        elif chosen.data in TABLES:
            source(chosen.data)
    if isinstance(records, Encoded):
        st.header("What happens to the rows", anchor=False)
        st.markdown(text.sections("data")["Way of a row"])
        _ways(chosen.data, records, words_place)
    _row(records)


def _row(records: Dataset) -> None:
    """Draw the quiet row: what the pictures show."""
    with export.row(), export.downloads():
        export.file("records.csv", lambda: _seen(records), "CSV of the records")
        if isinstance(records, Encoded):
            export.file("norms.csv", lambda: _norms(records), "CSV of the norms")


def _seen(records: Dataset) -> str:
    return export.csv(ball.table(ball.view(records)))


def _norms(records: Encoded) -> str:
    return export.csv(encoding_steps.table(records))


def _ways(data: str, records: Encoded, beside_the_picture: DeltaGenerator) -> None:
    """Draw how rows are encoded: beside the picture where nothing else stands there."""
    if data not in TABLES:
        with beside_the_picture:
            encoding_steps.of_all(records)
        encoding_steps.of_one(data, records)
        return
    with st.container(key="way_columns"):
        one, everything = st.columns([1.7, 1], gap="medium")
    with one:
        encoding_steps.of_one(data, records)
    with everything:
        encoding_steps.of_all(records)


def picture(data: Dataset, asked: Predicted | None) -> None:
    """Draw some of the records, and say what is seen."""
    seen = ball.view(data)
    title, names = _how_many(data, seen), ball.NAMES
    if asked:
        title += f"\nof {asked.table}"
        names = {sign: f"{name}: {asked.side(sign)}" for sign, name in SIGNS.items()}
    drawing = ball.in_the_ball(seen, title=title, dark=visitor.is_dark(), names=names)
    chart.show(drawing, "records", alt=_alt(data, seen, title, names))
    page_frame.made(text.sections("data")[_caption(data, seen)])


def _caption(data: Dataset, seen: ball.Projection) -> str:
    if data.X.shape[1] == 2:
        return "Picture of the plane"
    return "Picture, magnified" if seen.is_magnified else "Picture"


def _alt(data: Dataset, seen: ball.Projection, title: str, names: Mapping[int, str]) -> str:
    across, up = seen.axes
    in_a_line = " ".join(title.split())
    return (
        f"{in_a_line} as marks in the unit ball. Left to right: {across}; up and down: {up}. Rings "
        f"stand for {names[1]}, crosses for {names[-1]}; {_share(data)} of all records are "
        "labelled +1."
    )


def _how_many(data: Dataset, seen: ball.Projection) -> str:
    shown = len(seen.y)
    if data.chance is not None:
        return f"{shown:,} records drawn from the distribution"
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
    with st.expander(
        f"What was declared of {words.pluralize(len(table.schema.features), 'column')}"
    ):
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
        facts = f"{words.pluralize(len(feature.levels), 'level')}: {levels}"
        missing = feature.missing
    return facts if missing is None else f"{facts}; missing is read as {missing}"
