"""What λ costs, beside what noise costs: the error without noise along λ, and the first λ.

Computed when the numbers and the figure are there, which do not wait for it. It depends neither on
ε nor on λ, so that a move of these finds it computed.

The answers on an own table start from the suggested λ, as soon as the table comes into use on the
Data page, unless the visitor chose λ: that is a λ in the address that is not an earlier suggestion.
"""

from dataclasses import replace

import streamlit as st

from dpcore.erm.losses import LOSSES
from dpcore.experiments.measures import MEASURES
from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from dpcore.experiments.suggestions.measured import yardsticks_by
from dpcore.experiments.suggestions.yardstick import Yardsticks, yardsticks
from pages.shared import address, cached, controls, own_table, settings, words
from pages.shared.comparison import sentences

MOST_YARDSTICKS = 1_000
"""Numbers along λ that are kept: some forty each."""

_STARTED = "started"


def along_lam(chosen: Settings) -> Yardsticks:
    """Return the error without noise along λ, for the records and the loss of the settings."""
    return _along_lam(
        Settings(
            data=chosen.data,
            d=chosen.d,
            knobs=chosen.knobs,
            seed=chosen.seed,
            n=chosen.n,
            loss=chosen.loss,
            h=chosen.h if LOSSES[chosen.loss].has_half_width else Settings().h,
            measure=chosen.measure,
        )
    )


@cached.remembered(MOST_YARDSTICKS)
def _along_lam(chosen: Settings) -> Yardsticks:
    part, loss = cached.part(chosen), chosen.make_loss()
    if chosen.measure == "error":
        return yardsticks(part, loss)
    return yardsticks_by(chosen.measure, part, loss)


def start(chosen: Settings) -> None:
    """Take the suggested λ for an own table that has just come into use; say which and why."""
    if chosen.data != UPLOAD:
        return
    with st.spinner("Looking for a first λ …"):
        found = along_lam(replace(chosen, measure="error"))  # another measure moves no λ
    _begin(found)
    st.caption(sentences.suggestion(found, cached.part(chosen).n, chosen.lam))
    if chosen.lam != found.suggested:
        _take(found.suggested)


def _begin(found: Yardsticks) -> None:
    visitor, number = own_table.visitor(), own_table.required().number
    known, suggested = own_table.kept.get(visitor, _STARTED) or (0, "")
    if known == number:
        return
    lam, text = settings.VALUES["lam"], address.spelled(found.suggested)
    is_chosen = lam.name in st.session_state and address.text_of(lam) != suggested
    own_table.kept.keep(visitor, _STARTED, (number, suggested if is_chosen else text))
    if not is_chosen and address.text_of(lam) != text:
        address.bring(lam, text)


def beside(chosen: Settings, baseline: float) -> None:
    """Say in a line what λ costs without noise, where that tells something, and offer another.

    Parameters
    ----------
    chosen : Settings
    baseline : float
        Non-private test error at their λ.
    """
    found, n = along_lam(chosen), cached.part(chosen).n
    is_suggested = chosen.lam == found.suggested
    if not is_suggested and baseline - found.error(found.best) > found.slack:
        with st.container(key="cost_of_lam"):
            error = "error" if chosen.measure == "error" else MEASURES[chosen.measure].noun
            st.markdown(sentences.cost_of_lam(found, n, chosen.lam, baseline, error))
            with st.container(horizontal=True, vertical_alignment="center"):
                for lam in dict.fromkeys((found.suggested, found.best)):
                    _take(lam)
                controls.link_to("private_tuning", "Choose λ privately", ":material/arrow_forward:")
    elif is_suggested and chosen.data == UPLOAD:
        st.caption(sentences.suggestion(found, n, chosen.lam))


def _take(lam: float) -> None:
    """Draw the button that takes a λ."""
    st.button(
        f"Take λ = {words.number(lam)}",
        key=f"take_lam_{address.spelled(lam)}",
        on_click=address.put,
        args=(settings.VALUES["lam"], lam),
    )
