"""What the page asks for: a scene, the usual settings, a person, and what is asked about them.

Where nobody has named data, the records are patients: the page's own first state.

Which row of an own table is looked at stays with the table: the address is copied, and logged.
"""

from contextlib import suppress
from dataclasses import replace

import numpy as np
import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data.real.tables import TABLES
from dpcore.data.recipes import RECIPES
from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation import sources
from dplab.simulation.settings import UPLOAD, Settings
from dplab.studies.adversary.attacks import DRAWS, USUAL, Question
from dplab.studies.adversary.line_up import FEWEST, MOST
from pages.adversary import suspects
from pages.comparison import values
from pages.comparison.screen import cached, own_table, settings
from pages.kit import address, controls
from pages.kit.address import UrlParameter
from pages.kit.page import Dial
from pages.kit.text import help_on
from pages.kit.words import pluralize

MOST_RECORDS = 20_000
"""Training records at most: one classifier for each suspect comes within seconds."""

MOST_ROWS, MOST_COLUMNS = 10_000_000, 1_000
"""To show the last one means to make all of them."""

SCENES = {"read": "Reconstruct it", "epsilon": "Turn ε on", "line_up": "The line-up"}
PATIENTS = "breast_cancer"
RECORDS = {"patients": "patients", "shared": "the usual records"}

QUESTIONS = {
    "line_up": "Who",
    "membership": "If present",
    "attribute": "A column",
    "label": "The label",
}
PRIVATE = {
    name: each.label for name, each in MECHANISMS.items() if each.guarantee in ("pure", "broken")
}
BROKEN = {name: each.label for name, each in MECHANISMS.items() if each.guarantee == "broken"}

ROW = UrlParameter("adversary_row", "1", address.whole("Person", 1, MOST_ROWS))
QUESTION = address.one_of("The question", "adversary_question", "line_up", QUESTIONS)
SUSPECTS = UrlParameter("adversary_suspects", str(USUAL), address.whole("Suspects", FEWEST, MOST))
MECHANISM = address.one_of("Mechanism", "adversary_mechanism", "objective", PRIVATE)
HISTORIC = address.one_of("Historic mechanism", "adversary_historic", "objective_2008", BROKEN)
COLUMN = UrlParameter("adversary_column", "1", address.whole("The unknown column", 1, MOST_COLUMNS))
"""By its number: an own table's names stay out of links."""
DRAW = UrlParameter("adversary_draw", "1", address.whole("Draw", 1, DRAWS))
_OF_NOISE = (QUESTION, SUSPECTS, MECHANISM, HISTORIC, COLUMN, DRAW)


SCENE = address.one_of("The scene", "adversary_scene", "read", SCENES)
UNNAMED = address.one_of("Where no data is named", "adversary_records", "patients", RECORDS)
VALUES = (SCENE, UNNAMED, ROW, *_OF_NOISE)

_OWN_BOX = "adversary_own_box"


def turn_on() -> None:
    """Go from the reconstructed record to what noise leaves of it; for callbacks only."""
    if address.get(SCENE) == "read":
        address.put(SCENE, "epsilon")


DIAL = Dial(values.VALUES["epsilon"], "ε", values.EPSILONS, turn_on)
"""Who moves ε wants to see what it does."""


def scene() -> str:
    """Draw the choice of the scene and return it."""
    return controls.one(SCENE, "What to look at", SCENES)


def card() -> Settings:
    """Draw the settings that all scenes share, and what the open one asks besides."""
    with st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        _data()
        now = chosen()
        _leave_no_row(now.data)
        controls.slider_with_box(
            DIAL.value, "Privacy parameter ε", values.EPSILONS, now.epsilon, then=turn_on
        )
        with suppress(InvalidInput):  # The answer says why there is none.
            person(used())
            if address.get(SCENE) == "line_up":
                question(asked())
        settings.lam(cached.lams(used(), ("non_private", address.get(MECHANISM))))
        settings.losses()
        _size(now.data)
        _more(now.data)
    return used()


def chosen() -> Settings:
    """Return the settings of the address; of patients, where nobody has named data."""
    now = settings.chosen()
    if address.get(UNNAMED) == "shared" or now.data != values.VALUES["data"].default:
        return now
    return replace(now, data=PATIENTS, knobs=())


def used() -> Settings:
    """Return the settings of the address, without what changes nothing here."""
    now, plain = chosen(), Settings()
    n = min(now.n or MOST_RECORDS, cached.available(now.data), MOST_RECORDS)
    return replace(now, n=n, draws=plain.draws, measure=plain.measure)


def asked() -> Question:
    """Return all that the page is asked.

    Raises
    ------
    InvalidInput
        If an own table is asked for, and there is none.
    """
    now, names, asked_for = used(), columns(), address.get(QUESTION)
    place = row(now)
    return Question(
        now,
        place,
        asked_for,
        _suspects(now, place) if asked_for == "line_up" else USUAL,
        address.get(MECHANISM),
        address.get(HISTORIC),
        names[min(address.get(COLUMN), len(names)) - 1],
        address.get(DRAW),
    )


def columns() -> tuple[str, ...]:
    """Return the names of the columns of the table; of generated data, of their features."""
    now = chosen()
    if now.is_own:
        return tuple(each.name for each in own_table.required().schema.features)
    if now.data in TABLES:
        return tuple(each.name for each in TABLES[now.data].schema.features)
    return tuple(f"x{place}" for place in range(1, cached.dataset(now).X.shape[1] + 1))


def row(now: Settings) -> int:
    """Return the row of the training part that is looked at, from 0: the last if there are fewer.

    Raises
    ------
    InvalidInput
        If an own table is asked for, and there is none.
    """
    return min(_asked_row(now), rows(now)) - 1


def rows(now: Settings) -> int:
    """Return how many rows the training part has; of a law by its points, one for each of them."""
    data = cached.dataset(now)
    return sources.n_rows(now, sources.n_used(data, now))


def _asked_row(now: Settings) -> int:
    if now.is_own:
        return own_table.required().noted.get(ROW.name, 1)
    return int(address.get(ROW))


def _suspects(now: Settings, place: int) -> int:
    """Return how many were asked for; where nobody asked, as many of the usual as there are."""
    if _is_usual():
        return suspects.usual(now.with_epsilon(1.0), place)
    return int(address.get(SUSPECTS))


def _is_usual() -> bool:
    return address.text_of(SUSPECTS) == SUSPECTS.default


def _data() -> None:
    """Draw the choice of data."""
    value, shown = values.VALUES["data"], chosen().data
    got = st.selectbox(
        "Data",
        list(values.DATA),
        list(values.DATA).index(shown),
        format_func=values.DATA.__getitem__,
        key=address.follow(value, shown),
        on_change=_take_data,
        help=help_on(value.name),
    )
    address.brought(value, shown, got)
    controls.refusal(value)
    controls.note("Data", values.DATA[shown])


def _take_data() -> None:
    address.write(values.VALUES["data"])
    address.put(UNNAMED, "shared")


def _leave_no_row(data: str) -> None:
    """Take another table's row out of the address, where it would pass for the own table's."""
    if data == UPLOAD and address.text_of(ROW) != ROW.default:
        address.complete({ROW: ROW.default})


def go_to(place: int) -> None:
    """Look at a row, from 0; for callbacks only."""
    if chosen().data == UPLOAD:
        # The table can be gone since the page was drawn; what is drawn next says so.
        if own := own_table.current():
            own.noted[ROW.name] = place + 1
    else:
        address.put(ROW, place + 1)


def person(now: Settings) -> None:
    """Draw the choice of the person, a row of the training part."""
    most = rows(now)
    with st.container(horizontal=True, vertical_alignment="bottom", key="person"):
        with st.container(width=150):
            _number(now, most)
        st.button("Surprise me", icon=":material/casino:", on_click=_surprise, args=(most,))
    if _asked_row(now) > most:
        st.caption(
            f"There is no person {_asked_row(now):,} among {pluralize(most, 'training record')}: "
            f"person {most:,} is shown."
        )


def _number(now: Settings, most: int) -> None:
    shown = min(_asked_row(now), most)
    if not now.is_own:
        controls.number(ROW, "Person", 1, most, 1, shown=shown)
        return
    # Not a value of the address: whose row this is, stays here.
    st.session_state[_OWN_BOX] = shown
    st.number_input(
        "Person",
        1,
        most,
        step=1,
        key=_OWN_BOX,
        on_change=lambda: go_to(st.session_state[_OWN_BOX] - 1),
        help=help_on("adversary_row"),
    )


def _surprise(most: int) -> None:
    go_to(int(np.random.default_rng().integers(most)))


def question(asked: Question) -> None:
    """Draw the choice of what is asked, and what that question needs besides."""
    asked_for = controls.one(QUESTION, "What does the attacker not know?", QUESTIONS)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if asked_for == "line_up":
            with st.container(width=150):
                controls.number(SUSPECTS, "Suspects", FEWEST, MOST, 1, shown=asked.suspects)
        another_draw()
    if asked_for == "line_up" and _is_usual() and asked.suspects < USUAL:
        st.caption(
            f"The test part has only {pluralize(asked.suspects - 1, 'record')} that differ from "
            f"this one and from one another: {asked.suspects} suspects are shown, and not {USUAL}."
        )
    if asked_for == "attribute":
        _column()


def _column() -> None:
    names = columns()
    shown = min(address.get(COLUMN), len(names))
    got = st.selectbox(
        "Unknown column",
        range(1, len(names) + 1),
        shown - 1,
        format_func=lambda place: names[place - 1],
        key=address.follow(COLUMN, shown),
        on_change=address.write,
        args=(COLUMN,),
        help=help_on(COLUMN.name),
    )
    address.brought(COLUMN, shown, got)
    controls.refusal(COLUMN)


def another_draw() -> None:
    """Draw the button that shows the next release."""
    st.button(
        "Draw another",
        key="adversary_another",
        icon=":material/casino:",
        on_click=lambda: address.put(DRAW, address.get(DRAW) % DRAWS + 1),
    )


def _size(data: str) -> None:
    most = min(cached.available(data), MOST_RECORDS)
    asked_for = address.get(values.VALUES["n"]) or most
    options = (*(size for size in values.SIZES if size < most), most)
    last = None if cached.available(data) <= MOST_RECORDS else ""
    controls.slider_with_box(
        values.VALUES["n"], "Training records n", options, min(asked_for, most), last=last
    )
    if (address.get(values.VALUES["n"]) or cached.available(data)) > most:
        # The box keeps what the other pages use, such as "all".
        st.caption(f"n = {most:,} here: {_why(cached.available(data))}")


def _why(available: int) -> str:
    if available <= MOST_RECORDS:
        return f"this data has {pluralize(available, 'training record')}, and all are used."
    return (
        f"of the {available:,} training records at most {MOST_RECORDS:,} are used, so that the "
        "answer comes within seconds."
    )


def _more(data: str) -> None:
    loss = LOSSES[address.get(values.VALUES["loss"])]

    def show() -> None:
        controls.one_of_many(MECHANISM, "Mechanism that is attacked", PRIVATE)
        controls.one_of_many(HISTORIC, "Historic mechanism in the curve", BROKEN)
        settings.number(
            "h", "Half-width h of the hinge's round corner", disabled=not loss.has_half_width
        )
        settings.number("seed", "Seed")
        if data in RECIPES:
            settings.recipe_knobs(data)

    shared = ("h", "seed", *settings.of_recipe(data))
    controls.more((MECHANISM, HISTORIC, *(values.VALUES[name] for name in shared)), show)
