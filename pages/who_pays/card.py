"""The controls of both parts: whose records, which groups, which classifiers with noise."""

from contextlib import suppress

import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data.recipes import RECIPES
from dplab.simulation.settings import Settings
from dplab.studies.who_pays.members import Columns
from pages.comparison import values
from pages.comparison.screen import cached, own_table, settings
from pages.comparison.values import DATA
from pages.kit import address, controls
from pages.kit.text import help_on
from pages.who_pays import columns
from pages.who_pays.people import (
    COLUMN,
    CUTS,
    GENERATED,
    METHOD,
    METHODS,
    OFFERED,
    SHARES,
    People,
    people,
)

OTHER_KNOBS = tuple(name for name in RECIPES[GENERATED].knobs if name != "group_share")


def card() -> None:
    """Draw the controls."""
    asked = people(address.get)
    now = asked.settings
    _data(now)
    settings.epsilon(now.epsilon)
    if now.data == GENERATED:
        share = values.VALUES["group_share"]
        controls.dial(share, "Share of the smaller group", SHARES, address.get(share), reach=2)
    with suppress(InvalidInput):  # The answer says why there is none.
        _division(asked)
    method = address.get(METHOD)
    settings.lam(cached.lams(now, (method,)), reach=0)
    settings.training_size(cached.available(now.data))
    _more(now, method)


def _division(asked: People) -> None:
    """Draw the choice of the column that divides the records, and of its cuts."""
    if asked.settings.data == GENERATED:
        return
    found = columns.of(asked, cached.RECORDS)
    _column_choice(asked, found)
    if found.is_number:
        _cuts_box(asked, found)
    if found.is_guessed and not columns.is_typed(asked, found, cached.RECORDS):
        st.caption("Column or cut read from the data.")


def _column_choice(asked: People, found: Columns) -> None:
    names, shown = found.names, found.division.column
    key = address.follow(COLUMN, shown)
    got = st.selectbox(
        "Groups by",
        names,
        names.index(shown),
        key=key,
        on_change=_choose,
        args=(asked, key),
        help=help_on("who_pays_column"),
    )
    if not asked.is_own:  # After a new start of the server there is no own table.
        address.brought(COLUMN, shown, got)
    controls.note("Groups by", shown)


def _choose(asked: People, key: str) -> None:
    """Keep the column that was chosen; the cuts were those of another one."""
    column = st.session_state[key]
    if asked.is_own:
        own = own_table.current()
        if not own or not own.divide_by(column):
            return  # It went since the page was drawn; what is drawn next says so.
    address.put(CUTS, "")
    address.put(COLUMN, columns.spelled(asked, column, cached.RECORDS))


def _cuts_box(asked: People, found: Columns) -> None:
    typed = address.text_of(CUTS) if columns.are_its_cuts(asked, found, cached.RECORDS) else ""
    # Without commas inside of a number, which would be two when the box is read.
    text = typed or ", ".join(f"{cut:.15g}" for cut in found.division.cuts)
    column = columns.spelled(asked, found.division.column, cached.RECORDS)
    got = st.text_input(
        "Cut at",
        text,
        key=address.follow(CUTS, text),
        on_change=_cut,
        args=(column,),
        help=help_on("who_pays_cuts"),
    )
    address.brought(CUTS, text, got)
    controls.note("Cut at", text)
    controls.refusal(CUTS)


def _cut(column: str) -> None:
    """Keep cuts that were typed, and whose they are."""
    address.put(COLUMN, column)
    address.write(CUTS)


def _data(now: Settings) -> None:
    """Draw the choice of data; what has no groups is not offered."""
    value = values.VALUES["data"]
    got = st.selectbox(
        "Data",
        list(OFFERED),
        list(OFFERED).index(now.data),
        format_func=OFFERED.__getitem__,
        key=address.follow(value, now.data),
        on_change=_take_data,
        help=help_on(value.name),
    )
    address.brought(value, now.data, got)
    controls.refusal(value)
    controls.note("Data", OFFERED[now.data])
    if address.get(value) not in OFFERED and address.text_of(value) != value.default:
        st.caption(
            f"{DATA[address.get(value)]} has no groups: this page shows two generated groups "
            "instead."
        )


def _take_data() -> None:
    """Take other data: column and cuts were those of the last."""
    address.write(values.VALUES["data"])
    address.put(COLUMN, "")
    address.put(CUTS, "")


def _more(now: Settings, method: str) -> None:
    names: tuple[str, ...] = ("loss", "positive_share", "h", "draws", "seed")
    names += ("d", *OTHER_KNOBS) if now.data == GENERATED else ()
    names += ("delta",) if settings.uses_delta(method) else ()

    def show() -> None:
        controls.one_of_many(METHOD, "Method", METHODS)
        settings.losses()
        if settings.uses_delta(method):
            settings.delta()
        settings.class_weights(measured=False)
        settings.number("h", "Half-width h of the hinge's round corner")
        settings.number("draws", "Draws")
        settings.number("seed", "Seed")
        if now.data == GENERATED:  # The share stands above: no box may be drawn twice.
            settings.features(RECIPES[GENERATED])
            for name in OTHER_KNOBS:
                settings.number(name, RECIPES[GENERATED].knobs[name].label)

    controls.more((METHOD, *(values.VALUES[name] for name in names)), show)
