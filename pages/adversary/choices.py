"""The controls of Adversary: a part, noise, the usual settings, a person, a question about them."""

import math
from contextlib import suppress
from dataclasses import replace

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import InvalidInput
from dpcore.data.recipes import RECIPES
from dpcore.erm.losses import LOSSES
from dplab.simulation.settings import UPLOAD, Settings
from dplab.studies.adversary.attacks import DRAWS, USUAL, Question
from dplab.studies.adversary.line_up import FEWEST, MOST
from pages.adversary import people
from pages.adversary.people import MOST_RECORDS
from pages.adversary.values import (
    BROKEN,
    COLUMN,
    DRAW,
    EPSILONS,
    HISTORIC,
    MECHANISM,
    OF_RECORD,
    PRIVATE,
    QUESTION,
    QUESTIONS,
    ROW,
    SCENE,
    SCENES,
    SUSPECTS,
    AdversaryQuestion,
    question,
)
from pages.comparison import values
from pages.comparison.screen import cached, own_table, settings
from pages.kit import address, controls, words
from pages.kit.frame import page_frame
from pages.kit.text import help_on
from pages.kit.words import pluralize

EPSILON = values.VALUES["epsilon"]

_OWN_BOX, _NOISE_BOX = "adversary_own_box", "adversary_noise_box"

_BEYOND = 1_000.0
"""Where the dial's last place lies among numbers: it stands for none."""


def part() -> None:
    """Draw the choice of the part: the record, which opens with its noise, or another."""
    now = address.get(SCENE)
    of_record = now if is_of_record() else "epsilon"
    others = {name: SCENES[name] for name in SCENES if name not in OF_RECORD}
    controls.one(SCENE, "What to look at", {of_record: "The record", **others})


def is_of_record() -> bool:
    """Tell whether the part that is open is the record."""
    return address.get(SCENE) in OF_RECORD


def is_of_threshold() -> bool:
    """Tell whether the part that is open is the threshold on the loss."""
    return str(address.get(SCENE)) == "threshold"


def noise() -> DeltaGenerator:
    """Draw the switch of the noise over the picture of the record; return where its sentence is."""
    sentence, switch = st.columns([3, 1], vertical_alignment="bottom")
    with switch:
        _switch(address.get(SCENE))
    with sentence:
        return page_frame.steady("told_record")


def _switch(now: str) -> None:
    epsilon = address.get(EPSILON)
    if math.isinf(epsilon):  # No noise either, whatever the scene: the other choice has some.
        now, epsilon = "read", values.FIRST
    labels = {"read": "No noise", "epsilon": values.epsilon_name(epsilon)}
    # Not a value of its own: it moves the scene, as the choice of the part does.
    st.session_state[_NOISE_BOX] = now
    st.segmented_control(
        "The picture",
        list(labels),
        required=True,
        format_func=labels.__getitem__,
        key=_NOISE_BOX,
        on_change=_turn,
        label_visibility="collapsed",
        width="stretch",
        wrap=True,
    )
    controls.note("The picture", labels[now])


def _turn() -> None:
    scene = st.session_state[_NOISE_BOX]
    if scene == "epsilon" and math.isinf(address.get(EPSILON)):
        address.put(EPSILON, values.FIRST)
    address.put(SCENE, scene)


def card() -> AdversaryQuestion:
    """Draw the settings that all scenes share, and what the open one asks besides."""
    with st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        now = asked()
        settings.data_or_patients(now.settings.data)
        leave_no_row(now.settings.data)
        used = people.used(now.settings, cached.RECORDS)
        epsilon(now, used.epsilon)
        if now.scene != "read" and settings.uses_delta(now.mechanism):
            settings.delta()
        with suppress(InvalidInput):  # The answer says why there is none.
            _person(now, used)
            if now.scene == "line_up":
                _question(now, people.question_of(now, cached.RECORDS))
        noisy = () if math.isinf(used.epsilon) else (now.mechanism,)
        settings.lam(cached.lams(used, ("non_private", *noisy)))
        _size(used.data)
        _more(used.data)
    return now


def asked() -> AdversaryQuestion:
    """Return what the address asks; of an own table, about the row that is noted with it."""
    now = question(address.get)
    own = own_table.current() if now.is_own else None
    return replace(now, row=own.noted.get(ROW.name, 1)) if own else now


def leave_no_row(data: str) -> None:
    """Take another table's row out of the address, where it would pass for the own table's."""
    if data == UPLOAD and address.text_of(ROW) != ROW.default:
        address.complete({ROW: ROW.default})


def go_to(place: int) -> None:
    """Look at a row, from 0; for callbacks only."""
    if asked().is_own:
        # The table can be gone since the page was drawn; what is drawn next says so.
        if own := own_table.current():
            own.noted[ROW.name] = place + 1
    else:
        address.put(ROW, place + 1)


def _person(now: AdversaryQuestion, used: Settings) -> None:
    """Draw the choice of the person, a row of the training part."""
    most = people.rows(used, cached.RECORDS)
    with st.container(horizontal=True, vertical_alignment="bottom", key="person"):
        with st.container(width=150):
            _number(now, most)
        st.button("Surprise me", icon=":material/casino:", on_click=_surprise, args=(most,))
    if now.row > most:
        st.caption(
            f"There is no person {now.row:,} among {pluralize(most, 'training record')}: "
            f"person {most:,} is shown."
        )


def _number(now: AdversaryQuestion, most: int) -> None:
    shown = min(now.row, most)
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


def _question(now: AdversaryQuestion, of_records: Question) -> None:
    """Draw the choice of what is asked, and what that question needs besides."""
    asked_for = controls.one(QUESTION, "What does the attacker not know?", QUESTIONS)
    suspects = of_records.suspects
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if asked_for == "line_up":
            with st.container(width=150):
                controls.number(SUSPECTS, "Suspects", FEWEST, MOST, 1, shown=suspects)
        another_draw()
    if asked_for == "line_up" and now.suspects == USUAL and suspects < USUAL:
        st.caption(
            f"The test part has only {pluralize(suspects - 1, 'record')} that differ from "
            f"this one and from one another: {suspects} suspects are shown, and not {USUAL}."
        )
    if asked_for == "attribute":
        _column(people.columns(now.settings, cached.RECORDS))


def _column(names: tuple[str, ...]) -> None:
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


def epsilon(now: AdversaryQuestion, used: float) -> None:
    """Draw the dial of ε; but for the line-up, its last place is without noise."""
    if now.scene == "line_up":
        settings.epsilon(used)
        return
    controls.dial(
        EPSILON,
        values.CALLED["epsilon"],
        (*EPSILONS, _BEYOND),
        used,
        last=math.inf,
        text=words.number(used) if math.isinf(used) else None,
        ends=words.ENDS,
        reach=1,
    )


def _size(data: str) -> None:
    most = min(cached.available(data), MOST_RECORDS)
    asked_for = address.get(values.VALUES["n"]) or most
    options = (*(size for size in values.SIZES if size < most), most)
    last = None if cached.available(data) <= MOST_RECORDS else ""
    controls.dial(
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
        settings.losses()
        settings.number(
            "h", "Half-width h of the hinge's round corner", disabled=not loss.has_half_width
        )
        settings.number("seed", "Seed")
        if data in RECIPES:
            settings.recipe_knobs(data)

    shared = ("loss", "h", "seed", *settings.of_recipe(data))
    controls.more((MECHANISM, HISTORIC, *(values.VALUES[name] for name in shared)), show)
