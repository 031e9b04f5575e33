"""The controls of the threshold on the loss: the settings of Adversary, but nobody's row."""

import streamlit as st

from dpcore.data.recipes import RECIPES
from dpcore.erm.losses import LOSSES
from dplab.studies.adversary.membership import MOST_MEMBERS
from pages.adversary import choices, people
from pages.adversary.values import MECHANISM, PRIVATE, AdversaryQuestion
from pages.comparison import values
from pages.comparison.screen import cached, settings
from pages.kit import address, controls
from pages.kit.words import pluralize


def card() -> AdversaryQuestion:
    """Draw the settings and return what they ask."""
    with st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        now = choices.asked()
        settings.data_or_patients(now.settings.data)
        choices.leave_no_row(now.settings.data)
        choices.epsilon(now, now.settings.epsilon)
        if settings.uses_delta(now.mechanism):
            settings.delta()
        settings.given_lam("In this part")
        _size(now)
        _more(now.settings.data)
    return now


def _size(now: AdversaryQuestion) -> None:
    """Draw the choice of how many records are members; the others are left out."""
    most = min(cached.available(now.settings.data), MOST_MEMBERS)
    shown = people.members(now.settings, cached.RECORDS)
    options = (*(size for size in values.SIZES if size < most), most)
    controls.dial(values.VALUES["n"], "Training records n", options, shown, text=str(shown))
    if (now.settings.n or 0) > most:
        st.caption(f"n = {most:,} here: {pluralize(most, 'record')} at most can be members.")


def _more(data: str) -> None:
    loss = LOSSES[address.get(values.VALUES["loss"])]

    def show() -> None:
        controls.one_of_many(MECHANISM, "Mechanism that is attacked", PRIVATE)
        settings.losses()
        settings.number(
            "h", "Half-width h of the hinge's round corner", disabled=not loss.has_half_width
        )
        settings.number("seed", "Seed")
        if data in RECIPES:
            settings.recipe_knobs(data)

    shared = ("loss", "h", "seed", *settings.of_recipe(data))
    controls.more((MECHANISM, *(values.VALUES[name] for name in shared)), show)
