"""Which ε: asked by the visitor, answered from the draws behind the curve."""

import streamlit as st

from dpcore.experiments.comparison import EPSILONS
from dpcore.experiments.needed.crossing import Needed
from dpcore.experiments.needed.epsilon import which_epsilon
from dpcore.experiments.settings import Settings
from dpcore.privacy.mechanisms import MECHANISMS
from pages.shared import cached, words
from pages.shared.comparison import computed, within
from pages.shared.comparison.answer import Now
from pages.shared.figures import crossings
from pages.shared.figures.axes import EPSILON_AXIS
from pages.shared.figures.style import Drawing

MOST_ANSWERS = 500
"""Of two mechanisms, a handful of numbers each."""


def found(now: Now) -> dict[str, Needed | None]:
    """Return the smallest ε of each mechanism, if one is asked for; else nothing."""
    share = within.asked()
    if share is None or now.baseline + share >= now.rule.error:
        return {}
    return _found(now.settings.with_epsilon(EPSILONS[0]), share)


@cached.remembered(MOST_ANSWERS)
def _found(settings: Settings, share: float) -> dict[str, Needed | None]:
    n = cached.part(settings).n
    return which_epsilon(settings, share, lambda epsilons: computed.at_once(settings, epsilons), n)


def mark(drawing: Drawing, now: Now, at: dict[str, Needed | None], *, dark: bool) -> None:
    """Mark the answer on the figure."""
    share = within.asked()
    if share is not None and at:
        level = now.baseline + share
        crossings.mark(drawing, EPSILON_AXIS, level, within.level(share), at, dark=dark)


def answered(now: Now) -> None:
    """Draw the question and, once it is asked, the answer."""
    within.box()
    share = within.asked()
    if share is None:
        return
    rule = words.as_markdown(now.rule)
    each = reversed(found(now).items())  # as the tiles stand
    named = {MECHANISMS[name].label.lower(): at for name, at in each}
    st.markdown(f"**{within.sentence(share, now.baseline, named, EPSILONS[-1], rule)}**")
    st.caption(within.MADE)
