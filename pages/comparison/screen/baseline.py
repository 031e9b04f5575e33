"""What λ costs without noise, beside what noise costs: said where it tells something.

Computed when the numbers and the figure are there, which do not wait for it. It depends neither on
ε nor on λ, so that a move of these finds it computed. No λ that is best without noise is offered:
it ruins private classifiers, and the damage would be called the price of privacy.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from dpcore.privacy.regularization.suggested import AUTO
from dplab.simulation.settings import Settings
from dplab.simulation.suggestions.baselines import Baselines
from dplab.simulation.suggestions.of_settings import baselines_of, error_at_lam, what_counts
from pages.comparison import sentences, terms, values
from pages.comparison.records import keeping
from pages.comparison.screen import cached
from pages.kit import address, controls, words

MOST_BASELINES = 1_000
"""Numbers along λ that are kept: some forty each."""


keeping(baselines_of, MOST_BASELINES)
keeping(error_at_lam, MOST_BASELINES)


def along_lam(chosen: Settings) -> Baselines:
    """Return the error without noise along λ, for the records and the loss of the settings."""
    return cached.RECORDS.ask(baselines_of, what_counts(chosen))


@dataclass(frozen=True)
class WithoutNoise:
    """A classifier without noise on screen: what its λ costs may be told.

    `baseline` is the non-private test error at λ of the settings, on the first split. `where`
    names, as clauses of a sentence, what has to be named besides λ, and `lam` is theirs, where it
    follows ε; else that of the rule.
    """

    settings: Settings
    baseline: float
    where: tuple[str, ...] = ()
    lam: float | None = None

    @property
    def is_costly(self) -> bool:
        """Whether λ costs so much that it tells something."""
        found = along_lam(self.settings)
        return self.baseline - found.error(found.best) > found.slack

    @property
    def sentence(self) -> str:
        """What λ costs."""
        chosen, n = self.settings, cached.n_used(self.settings)
        used = self.lam or cached.lams(chosen, ("non_private",))["non_private"]
        lam = terms.used_lam(chosen.lam, used)
        error = terms.error(chosen.measure)
        return sentences.cost_of_lam(along_lam(chosen), n, lam, self.baseline, error, self.where)


def at(chosen: Settings, where: tuple[str, ...] = ()) -> WithoutNoise:
    """Return the classifier without noise of settings for which nobody has computed it yet."""
    return WithoutNoise(
        chosen,
        cached.RECORDS.ask(error_at_lam, replace(chosen, epsilon=1.0, draws=Settings.draws)),
        where,
    )


def beside(*each: WithoutNoise, can_follow: bool = True) -> None:
    """Say in a line what λ costs without noise, where that tells something.

    Where one λ was typed and the page `can_follow`, it offers to let it follow ε.
    """
    costly = [one for one in each if one.is_costly]
    if costly:
        with st.container(key="cost_of_lam"):
            for one in costly:
                st.markdown(one.sentence)
            _ways_on(costly, can_follow=can_follow)


def _ways_on(costly: Sequence[WithoutNoise], *, can_follow: bool) -> None:
    """Draw the button that lets λ follow ε, and the link to where its choice is paid for."""
    chosen = costly[0].settings
    with st.container(horizontal=True, vertical_alignment="center"):
        if can_follow and chosen.lam != AUTO:
            take(AUTO, "Let λ follow ε")
        controls.link_to(
            "private_tuning",
            "Choose λ privately",
            ":material/arrow_forward:",
            {"n": chosen.n, "d": chosen.d},  # Geometry has an n of its own, and two features.
        )


def take(lam: float | str, label: str = "") -> None:
    """Draw the button that takes a λ."""
    text = address.spelled(lam)
    st.button(
        label or f"Take λ = {words.as_shown(text)}",
        key=f"take_lam_{text}",
        on_click=address.put,
        args=(values.VALUES["lam"], lam),
    )
