"""Which ε: asked by the visitor, answered from the draws behind the curve."""

from typing import Any

import streamlit as st

from dpcore.simulation.comparison import EPSILONS
from dpcore.simulation.needed.crossing import Needed
from dpcore.simulation.needed.epsilon import which_epsilon
from dpcore.simulation.needed.records import times_needed, with_more
from dpcore.simulation.settings import Settings
from pages.comparison import cached, computed, settings, terms
from pages.comparison import target_error as within
from pages.comparison.figures import crossings
from pages.comparison.figures.curves import EPSILON_AXIS
from pages.comparison.private import Now
from pages.kit.figures.style import Drawing
from pages.trade_off import sentences

TIMES = 4
"""How many times the records: the noise is then that of a quarter of ε."""

MOST_ANSWERS = 500
"""Of two mechanisms, a handful of numbers each."""


def found(now: Now) -> dict[str, Needed | None]:
    """Return the smallest ε of each mechanism, if one is asked for; else nothing."""
    share = within.asked()
    if share is None or now.baseline + share >= now.rule.error:
        return {}
    return _found(now.settings.with_epsilon(EPSILONS[0]), share)


@cached.memoized(MOST_ANSWERS)
def _found(settings: Settings, share: float) -> dict[str, Needed | None]:
    n = cached.n_used(settings)
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
    rule = terms.as_markdown(now.rule)
    at = found(now)
    each = {name: at[name] for name in terms.as_tiles(at)}
    named = {terms.called(name): at for name, at in each.items()}
    st.markdown(f"**{within.sentence(share, now.baseline, named, EPSILONS[-1], rule)}**")
    st.caption(within.MADE)
    more = sentences.more_records(TIMES, _with_more(now, each))
    price = sentences.price(now.settings.epsilon, share, _times_needed(now, each))
    if told := " ".join(filter(None, (more, price))):
        st.markdown(told)
        st.caption(within.EXTRAPOLATED)


def _with_more(now: Now, found: dict[str, Needed | None]) -> dict[str, Needed | None]:
    """Return the ε that is enough with more records, where the table tells one at all."""
    return {
        terms.called(name): with_more(at, name, TIMES, **_problem(now))
        for name, at in found.items()
        if at and not settings.uses_delta(name)
    }


def _times_needed(now: Now, found: dict[str, Needed | None]) -> dict[str, Needed | None]:
    """Return how many times the records would be needed at the chosen ε."""
    epsilon = now.settings.epsilon
    return {
        terms.called(name): times_needed(at, name, epsilon, **_problem(now))
        for name, at in found.items()
        if at and not settings.uses_delta(name)
    }


def _problem(now: Now) -> dict[str, Any]:
    n, loss = cached.n_used(now.settings), now.settings.make_loss()
    return {"lam": now.settings.lam, "n": n, "loss": loss}
