"""With noise: what the same attack still finds, and what the best possible attacker believes."""

import math

import streamlit as st

from dpcore.studies.adversary import columns
from dpcore.studies.adversary.attacks import DRAWS, AttackResult, Question
from pages.adversary import choices, results
from pages.adversary.answer import curve
from pages.adversary.figures import bars, naive
from pages.adversary.figures.bars import Believed
from pages.adversary.sentences import line_up as sentences
from pages.comparison import cached, settings
from pages.kit import chart, controls, words
from pages.kit.text import escape_markdown

IN_PLACE = ("This person", "Somebody else")


def show(asked: Question) -> None:
    """Draw both parts: the attack of before beside noise, and the best one."""
    epsilon = asked.settings.epsilon
    if math.isinf(epsilon):
        st.markdown("## With noise: the same attack, and the best one")
        st.info(sentences.without_noise())
        return
    st.markdown(f"## With ε = {words.number(epsilon)}: the same attack, and the best one")
    same_attack = st.container()
    st.markdown("### The best possible attack")
    choices.question(asked)
    found = results.attack_result(asked)
    with same_attack:
        _naive(found, asked)
    beliefs = of(found, asked)
    st.markdown(sentences.lead(asked.question, beliefs.m, escape_markdown(asked.column)))
    _bars(beliefs, asked)
    curve.verdict(asked, beliefs)
    if text := sentences.beyond(asked.mechanism, found.believed.beliefs, epsilon):
        st.markdown(f"**{text}**")
    curve.show(asked, beliefs.m)


def of(found: AttackResult, asked: Question) -> Believed:
    """Return what is believed after the draw of the moment, with names for the suspects."""
    each = found.believed.beliefs
    return Believed(
        labels(asked, each.shape[1], found.believed.truth),
        each[place(asked)],
        each.mean(axis=0),
        found.believed.truth,
        found.ceiling,
        sentences.limit(asked.mechanism),
    )


def place(asked: Question) -> int:
    """Return which of the releases is shown, from 0."""
    return (asked.draw - 1) % DRAWS


def labels(asked: Question, m: int, truth: int) -> tuple[str, ...]:
    """Return what the screen calls the suspects."""
    if asked.question == "membership":
        return IN_PLACE if truth == 0 else IN_PLACE[::-1]
    if asked.question == "label":
        return cached.class_names(asked.settings)
    if asked.question == "attribute":
        made = columns.alternatives(results.person(asked), asked.column)
        origins = results.attack(asked).line_up.origins
        return tuple(made.labels[origin] for origin in origins)
    return tuple(f"Suspect {number}" for number in range(1, m + 1))


def _naive(found: AttackResult, asked: Question) -> None:
    st.markdown(sentences.release(asked.mechanism))
    looks = {"dark": chart.is_dark(), "phone": chart.is_phone()}
    drawing = naive.show(found.naive, place(asked), **looks)
    chart.show(drawing, "", alt=sentences.alt_naive(found.naive), key="adversary_naive")
    st.markdown(sentences.naive(found.naive, asked.settings.epsilon))


def _bars(beliefs: Believed, asked: Question) -> None:
    drawing = bars.show(
        beliefs,
        n_draws=DRAWS,
        dark=chart.is_dark(),
        phone=chart.is_phone(),
    )
    alt = sentences.alt_bars(beliefs)
    chart.show(drawing, "line-up", alt=alt, key="adversary_bars")
    settings.phone_sliders("epsilon")
    st.button(
        "Draw another",
        key="adversary_another",
        icon=":material/casino:",
        on_click=choices.another_draw,
    )
    controls.refusal(choices.DRAW)
    said = (sentences.this_release(beliefs, place(asked) + 1, DRAWS), sentences.others(beliefs))
    st.markdown(escape_markdown(" ".join(filter(None, said))))
