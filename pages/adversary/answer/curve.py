"""How often the best possible attacker is right: at the visitor's ε, and against it."""

import streamlit as st

from dpcore.experiments.adversary.curve import Named
from pages.adversary import told
from pages.adversary.choices import Scenario
from pages.adversary.figures import curve as figures
from pages.adversary.figures.bars import Believed
from pages.adversary.sentences import line_up as sentences
from pages.shared import chart, controls


def verdict(asked: Scenario, beliefs: Believed) -> None:
    """Say how often the attacker is right at this ε, beside guessing and the limit."""
    epsilon, named = asked.settings.epsilon, told.here(asked)
    said = sentences.verdict(
        asked.question, asked.mechanism, epsilon, beliefs.m, named, beliefs.ceiling
    )
    st.markdown(f"**{said}**")
    if text := sentences.of_historic(asked.mechanism):
        st.caption(text)


def show(asked: Scenario, m: int) -> None:
    """Draw the curves, one after the other while they are computed."""
    slot, epsilon = st.empty(), asked.settings.epsilon
    now = {asked.mechanism: told.here(asked)}

    def draw(found: dict[str, Named]) -> None:
        drawing = figures.show(
            found,
            now,
            epsilon=epsilon,
            m=m,
            loss=asked.settings.loss,
            historic=asked.historic,
            dark=chart.is_dark(),
            phone=chart.is_phone(),
        )
        alt = sentences.alt_curve(now, epsilon, m)
        chart.show(drawing, "named-right", alt=alt, place=slot)

    found = chart.as_it_grows(told.growing(asked), draw)
    st.markdown(sentences.not_shown(asked.question))
    controls.link_to(
        "is_it_private",
        "Records nearer to the limit",
        ":material/arrow_forward:",
        {"mechanism": asked.mechanism, "pair": "worst"},
    )
    counts = [int(count) for each in found.values() for count in each.n_draws]
    errors = max(float(each.standard_error.max()) for each in found.values())
    st.caption(sentences.draws(min(counts), max(counts), errors))
