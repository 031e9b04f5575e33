"""The errata: one of them with its privacy loss, the list of all, and the lecture's claims."""

import streamlit as st

from dplab.studies.is_it_private import errata, how_epsilon_is_spent, verdicts
from pages.comparison import privacy_loss
from pages.comparison.privacy_loss import NO_BUDGET
from pages.comparison.screen import cached
from pages.kit import chart, controls, export, paths, text, visitor
from pages.kit.frame import page_frame
from pages.kit.text import escape_markdown
from pages.papers.errata import choices, lecture, listed, sentences
from pages.papers.errata.values import ERRATA, ErratumAsked
from pages.papers.errata.view import script, view

OF_LECTURE = "What Tu's lecture states, claim by claim"


def show() -> None:
    """Draw the picture of the erratum that is asked for, the list of all, and the folds."""
    place, card = page_frame.columns()
    with card, st.container(border=True, key="settings"):
        st.header("Settings", anchor=False)
        asked = choices.card()
    with place, page_frame.refusing():
        _answer(asked)
    st.header("Every erratum", anchor=False)
    found = listed.errata()
    with st.container(key="errata_list"):
        st.markdown((listed.as_lines if visitor.is_phone() else listed.as_table)(found))
    page_frame.lazy_expander(OF_LECTURE, _lecture)


def _answer(asked: ErratumAsked) -> None:
    if how_epsilon_is_spent.is_finite(privacy_loss.of(asked.settings, cached.RECORDS)):
        _erratum(asked)
    else:
        page_frame.sentence(f"**{NO_BUDGET}**")
    if asked.erratum == "jacobian":
        page_frame.lazy_expander("At the settings of the paper", _of_cm08)


def _erratum(asked: ErratumAsked) -> None:
    shown = view(asked, cached.RECORDS)
    with page_frame.steady("told_short"):
        page_frame.sentence(shown.sentence)
    chart.view(shown, f"erratum-{asked.erratum}")
    st.markdown(text.sections("papers/errata")[ERRATA[asked.erratum]])
    program = script(asked, cached.RECORDS)
    export.part_downloads("papers", "errata", shown.rows, program)


def _of_cm08() -> None:
    st.markdown(sentences.of_cm08([verdicts.verdict(each) for each in errata.of_cm08()]))


def _lecture() -> None:
    """Write each claim with its verdict, its test, and what opens the part that shows it."""
    found = lecture.claims()
    st.markdown(lecture.in_short(found))
    labels = paths.module("foundations.values").PARTS.labels
    # A list, since the cells of a table are too narrow for these on a phone.
    for claim in found:
        with st.container(border=True, gap="xsmall"):
            st.markdown(lecture.line(claim))
            st.caption(f"Test: {escape_markdown(claim.test)}")
            controls.link_to(
                "foundations",
                f"See it in “{labels[claim.part]}”",
                ":material/visibility:",
                {"foundations_part": claim.part, **claim.at},
            )
