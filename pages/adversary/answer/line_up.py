"""The line-up: one record among suspects, what the best attacker believes, and the limit."""

import math
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dplab.studies.adversary import columns
from dplab.studies.adversary.attacks import DRAWS, AttackResult, Question
from dplab.studies.adversary.person import Person
from pages.adversary import results
from pages.adversary.answer import curve, one_column
from pages.adversary.figures import bars
from pages.adversary.figures.bars import Believed
from pages.adversary.people import question_of
from pages.adversary.sentences import candidates
from pages.adversary.sentences import line_up as sentences
from pages.adversary.values import DRAW, AdversaryQuestion
from pages.adversary.view import place, view
from pages.comparison.screen import cached
from pages.kit import chart, controls, visitor
from pages.kit.frame import page_frame
from pages.kit.text import escape_markdown

IN_PLACE = ("This person", "Somebody else")


def show(question: AdversaryQuestion, told: DeltaGenerator) -> None:
    """Draw the limit and the attack along ε, and the suspects after one release."""
    if math.isinf(question.settings.epsilon):
        with told:
            page_frame.sentence(f"**{sentences.WITHOUT_NOISE}**")
        return
    shown = view(question, cached.RECORDS)
    asked, epsilon = shown.answer, question.settings.epsilon
    found = results.attack_result(asked, cached.RECORDS)
    beliefs = of(found, asked)
    with told:
        page_frame.sentence(shown.sentence)
        if text := told_of(asked):
            st.caption(text)
        controls.refusal(DRAW)
    with st.container(key="line_up"):  # One above the other where a window is narrow.
        left, right = st.columns([1.55, 1], gap="small")
    with left:
        chart.view(shown, "named-right")
    with right:
        _bars(beliefs)
    if text := sentences.beyond(asked.mechanism, found.believed.beliefs, epsilon):
        st.markdown(f"**{text}**")
    this = sentences.this_release(beliefs, place(asked) + 1, DRAWS)
    is_guessed = cached.RECORDS.is_guessed(question.settings)
    is_limited = bool(beliefs.ceiling or asked.delta) and not is_guessed
    rely = candidates.RELY if is_limited else ""
    said = (rely, escape_markdown(this), sentences.others(beliefs))
    with page_frame.steady("below"):
        st.markdown(" ".join(filter(None, said)))
        st.caption(sentences.lead(asked.question, beliefs.m, escape_markdown(asked.column)))


def told_of(asked: Question) -> str:
    """Return what the limit rests on, where it is not that of ε alone; else an empty text."""
    if not asked.delta:
        return sentences.of_historic(asked.mechanism)
    return sentences.after_any(asked.question, *results.after_any(asked, cached.RECORDS))


def folds(question: AdversaryQuestion) -> None:
    """Draw the folds: each column unknown, and how far the curve can be trusted."""
    if not math.isinf(question.settings.epsilon):
        asked = question_of(question, cached.RECORDS)
        if asked.question == "attribute":
            label = "Each column unknown: what a release leaves of it"
            page_frame.lazy_expander(label, partial(one_column.show, asked), "columns")
        m = results.attack_result(asked, cached.RECORDS).believed.beliefs.shape[1]
        label = "Other mechanisms, and how far the curve can be trusted"
        page_frame.lazy_expander(label, partial(curve.more, asked, m), "mechanisms")


def of(found: AttackResult, asked: Question) -> Believed:
    """Return what is believed after the draw of the moment, with names for the suspects."""
    each = found.believed.beliefs
    pure = results.after_any(asked, cached.RECORDS)[1] if asked.delta else 0.0
    return Believed(
        labels(asked, each.shape[1], found.believed.truth),
        each[place(asked)],
        each.mean(axis=0),
        found.believed.truth,
        found.ceiling,
        sentences.limit(asked.mechanism, each.shape[1], pure),
    )


def labels(asked: Question, m: int, truth: int) -> tuple[str, ...]:
    """Return what the screen calls the suspects."""
    if asked.question == "membership":
        return IN_PLACE if truth == 0 else IN_PLACE[::-1]
    if asked.question == "label":
        return cached.class_names(asked.settings)
    if asked.question == "attribute":
        made = columns.alternatives(_person(asked), asked.column)
        origins = results.attack(asked, cached.RECORDS).line_up.origins
        return tuple(made.labels[origin] for origin in origins)
    return tuple(f"Suspect {number}" for number in range(1, m + 1))


def _person(asked: Question) -> Person:
    return results.person(asked.settings, asked.row, cached.RECORDS)


def _bars(beliefs: Believed) -> None:
    drawing = bars.show(beliefs, n_draws=DRAWS, dark=visitor.is_dark())
    chart.show(drawing, "line-up", alt=sentences.alt_bars(beliefs), key="adversary_bars")
