"""What λ costs, beside what noise costs: the error without noise along λ, and the first λ.

Computed when the numbers and the figure are there, which do not wait for it. It depends neither on
ε nor on λ, so that a move of these finds it computed.

The answers on an own table start from the suggested λ, as soon as the table comes into use on the
Data page, unless the visitor chose λ: that is a λ in the address that is not an earlier suggestion.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from dpcore.simulation.settings import Settings
from dpcore.simulation.sources import UPLOAD
from dpcore.simulation.suggestions.of_settings import error_at_lam, what_counts, yardsticks_of
from dpcore.simulation.suggestions.yardstick import Yardsticks
from pages.comparison import cached, own_table, sentences, settings, terms
from pages.kit import address, controls, visitor, words

MOST_YARDSTICKS = 1_000
"""Numbers along λ that are kept: some forty each."""

_STARTED = "started"


_along_lam = cached.study(yardsticks_of, MOST_YARDSTICKS)
_without_noise = cached.study(error_at_lam, MOST_YARDSTICKS)


def along_lam(chosen: Settings) -> Yardsticks:
    """Return the error without noise along λ, for the records and the loss of the settings."""
    return _along_lam(what_counts(chosen))


def start(chosen: Settings) -> None:
    """Take the suggested λ for an own table that has just come into use; say which and why."""
    if chosen.data != UPLOAD:
        return
    with st.spinner("Looking for a first λ …"):
        found = along_lam(replace(chosen, measure="error"))  # another measure moves no λ
    _begin(found)
    st.caption(sentences.suggestion(found, cached.n_used(chosen), chosen.lam))
    if chosen.lam != found.suggested:
        _take(found.suggested)


def _begin(found: Yardsticks) -> None:
    owner, number = visitor.name(), own_table.required().number
    known, suggested = visitor.kept.get(owner, _STARTED) or (0, "")
    if known == number:
        return
    lam, text = settings.VALUES["lam"], address.spelled(found.suggested)
    is_chosen = lam.name in st.session_state and address.text_of(lam) != suggested
    visitor.kept.keep(owner, _STARTED, (number, suggested if is_chosen else text))
    if not is_chosen and address.text_of(lam) != text:
        address.bring(lam, text)


@dataclass(frozen=True)
class WithoutNoise:
    """A classifier without noise on screen: what its λ costs may be told.

    Parameters
    ----------
    settings : Settings
    baseline : float
        Non-private test error at their λ, on the first split.
    where : tuple of str
        What has to be named besides λ, as clauses of a sentence.
    """

    settings: Settings
    baseline: float
    where: tuple[str, ...] = ()

    @property
    def is_costly(self) -> bool:
        """Whether λ costs so much that it tells something."""
        found = along_lam(self.settings)
        is_suggested = self.settings.lam == found.suggested
        return not is_suggested and self.baseline - found.error(found.best) > found.slack

    @property
    def sentence(self) -> str:
        """What λ costs."""
        chosen, n = self.settings, cached.n_used(self.settings)
        error = terms.error(chosen.measure)
        return sentences.cost_of_lam(
            along_lam(chosen), n, chosen.lam, self.baseline, error, self.where
        )

    @property
    def others(self) -> tuple[float, float]:
        """What λ may be instead: the suggested one, and the best one."""
        found = along_lam(self.settings)
        return found.suggested, found.best


def at(chosen: Settings, where: tuple[str, ...] = ()) -> WithoutNoise:
    """Return the classifier without noise of settings for which nobody has computed it yet."""
    return WithoutNoise(
        chosen, _without_noise(replace(chosen, epsilon=1.0, draws=Settings.draws)), where
    )


def beside(*each: WithoutNoise) -> None:
    """Say in a line what λ costs without noise, where that tells something, and offer another."""
    costly = [one for one in each if one.is_costly]
    if costly:
        with st.container(key="cost_of_lam"):
            for one in costly:
                st.markdown(one.sentence)
            _other_lams(costly)
    elif len(each) == 1 and each[0].settings.data == UPLOAD:
        chosen = each[0].settings
        found = along_lam(chosen)
        if chosen.lam == found.suggested:
            st.caption(sentences.suggestion(found, cached.n_used(chosen), chosen.lam))


def _other_lams(costly: Sequence[WithoutNoise]) -> None:
    """Draw buttons that take another λ, and the link to where its choice is paid for."""
    chosen = costly[0].settings
    with st.container(horizontal=True, vertical_alignment="center"):
        for lam in dict.fromkeys(lam for one in costly for lam in one.others):
            _take(lam)
        controls.link_to(
            "private_tuning",
            "Choose λ privately",
            ":material/arrow_forward:",
            {"n": chosen.n, "d": chosen.d},  # Geometry has an n of its own, and two features.
        )


def _take(lam: float) -> None:
    """Draw the button that takes a λ."""
    st.button(
        f"Take λ = {words.number(lam)}",
        key=f"take_lam_{address.spelled(lam)}",
        on_click=address.put,
        args=(settings.VALUES["lam"], lam),
    )
