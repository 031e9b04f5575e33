"""Which ε: asked by the visitor, answered from the draws behind the curve."""

import streamlit as st

from dplab.simulation.comparison import EPSILONS
from dplab.studies.trade_off import which_epsilon
from dplab.studies.trade_off.which_epsilon import Question, SmallestEpsilons
from pages.comparison import cached, private, target_error, terms
from pages.comparison import sentences as of_errors
from pages.comparison.private import ComparisonAtEpsilon
from pages.trade_off import sentences

MOST_ANSWERS = 500
"""Of two mechanisms, a handful of numbers each."""


def smallest(comparison: ComparisonAtEpsilon) -> SmallestEpsilons | None:
    """Return the smallest ε of each mechanism, if one is asked for and any is worth it."""
    share = target_error.share()
    if share is None or comparison.baseline + share >= comparison.rule.error:
        return None
    return _smallest(Question(comparison.settings.with_epsilon(EPSILONS[0]), share))


@cached.memoized(MOST_ANSWERS)
def _smallest(question: Question) -> SmallestEpsilons:
    return which_epsilon.run(question, cached.own_records(question), private.of_batch)


def answered(comparison: ComparisonAtEpsilon) -> None:
    """Draw the question and, once it is asked, the answer."""
    target_error.box()
    share = target_error.share()
    if share is None:
        return
    rule = terms.as_markdown(comparison.rule)
    known = smallest(comparison)
    each = sentences.named(known.epsilons, known.epsilons) if known else {}
    said = of_errors.which_epsilon(share, comparison.baseline, each, EPSILONS[-1], rule)
    st.markdown(f"**{said}**")
    st.caption(target_error.MADE)
    if known and (told := sentences.with_more(known, comparison.settings.epsilon)):
        st.markdown(told)
        st.caption(target_error.EXTRAPOLATED)
