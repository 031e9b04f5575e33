"""Which ε: asked by the visitor, answered from the draws behind the curve."""

from collections.abc import Collection, Mapping

import streamlit as st

from dpcore.privacy.mechanisms import in_order
from dpcore.simulation.comparison import EPSILONS
from dpcore.simulation.needed.crossing import LevelCrossing
from dpcore.studies.trade_off import which_epsilon
from dpcore.studies.trade_off.which_epsilon import TIMES, Question, SmallestEpsilons
from pages.comparison import cached, private, terms
from pages.comparison import target_error as within
from pages.comparison.figures import crossings
from pages.comparison.figures.curves import EPSILON_AXIS
from pages.comparison.private import Now
from pages.kit.figures.style import Drawing
from pages.trade_off import sentences

MOST_ANSWERS = 500
"""Of two mechanisms, a handful of numbers each."""


def smallest(now: Now) -> SmallestEpsilons | None:
    """Return the smallest ε of each mechanism, if one is asked for and any is worth it."""
    share = within.asked()
    if share is None or now.baseline + share >= now.rule.error:
        return None
    return _smallest(Question(now.settings.with_epsilon(EPSILONS[0]), share))


@cached.memoized(MOST_ANSWERS)
def _smallest(question: Question) -> SmallestEpsilons:
    return which_epsilon.run(question, cached.own_records(question), private.of_batch)


def mark(drawing: Drawing, now: Now, at: Mapping[str, LevelCrossing | None], *, dark: bool) -> None:
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
    known = smallest(now)
    each = _named(known.epsilons, known.epsilons) if known else {}
    st.markdown(f"**{within.sentence(share, now.baseline, each, EPSILONS[-1], rule)}**")
    st.caption(within.MADE)
    if not known:
        return
    more = sentences.more_records(TIMES, _named(known.with_more(), known.epsilons))
    times = _named(known.times_needed(now.settings.epsilon), known.epsilons)
    price = sentences.price(now.settings.epsilon, share, times)
    if told := " ".join(filter(None, (more, price))):
        st.markdown(told)
        st.caption(within.EXTRAPOLATED)


def _named(
    at: Mapping[str, LevelCrossing | None], shown: Collection[str]
) -> dict[str, LevelCrossing | None]:
    """Return the same by what a mechanism is called, in the order of the tiles of all shown."""
    return {terms.called(name): at[name] for name in in_order(shown) if name in at}
