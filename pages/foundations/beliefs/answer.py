"""The live page of before and after: the view, how far beliefs move, and two attackers."""

from functools import partial

import streamlit as st

from dplab.studies.foundations import beliefs
from dplab.studies.foundations.beliefs import Beliefs, Question
from pages.foundations import export, rounded
from pages.foundations import rows as bounded
from pages.foundations.beliefs import choices, sentences
from pages.foundations.beliefs.view import script, view
from pages.foundations.rows import Row
from pages.kit import chart, visitor
from pages.kit.export import also
from pages.kit.frame import page_frame


def show(chosen: Question) -> None:
    """Draw the answer."""
    shown = view(chosen)
    st.markdown(sentences.setting(chosen))
    chart.view(shown, "before-and-after", key="beliefs")
    _buttons()
    st.caption(sentences.rescaled(chosen))
    _changes(shown.answer)
    page_frame.sentence(shown.sentence)
    page_frame.lazy_expander("If records are related", partial(_shared, chosen.epsilon), "shared")
    export.row("beliefs", shown.rows, script(chosen))


def _buttons() -> None:
    with st.container(horizontal=True, key="beliefs_further"):
        st.button("Draw an answer", icon=":material/casino:", on_click=choices.draw)
        st.button(
            "The prior that moves most", icon=":material/open_with:", on_click=choices.move_most
        )


def _changes(found: Beliefs) -> None:
    lines = rows(found)
    title, axis = "How far the belief moves", "Largest change of a probability"
    alt = f"{title}. " + "; ".join(f"{row.name}: {row.text}" for row in lines)
    chart.show(
        bounded.show(lines, title, axis, dark=visitor.is_dark()), "", alt=alt, key="beliefs_changes"
    )
    also("foundations-beliefs-moved.csv", "CSV of the moves", partial(bounded.table, lines))


def _shared(epsilon: float) -> None:
    """Draw how often two attackers are right, and that one is beyond what ε says of one record."""
    found = beliefs.shared(epsilon)
    lines = [
        _right("Knows all but one", found.one),
        Row("at most, for them", found.most, rounded.chance(found.most)),
        _right(f"Believes that {beliefs.PEOPLE} share it", found.together),
    ]
    said = sentences.shared(found, epsilon)
    drawing = bounded.show(lines, "Right about a value of 0 or 1", "Times", dark=visitor.is_dark())
    chart.show(drawing, "", alt=said, key="beliefs_shared")
    also("foundations-beliefs-right.csv", "CSV of two attackers", partial(bounded.table, lines))
    st.markdown(said)


def _right(name: str, share: float) -> Row:
    return Row(name, share, rounded.chance(share), (share, share))


def rows(found: Beliefs) -> list[Row]:
    """Return the rows of the second picture: each change above its bound."""
    return [
        _change("Prior to posterior", found.from_prior),
        Row("at most tanh(ε/4)", found.most_from_prior, sentences.points(found.most_from_prior)),
        _change("Your value replaced", found.between_worlds),
        Row(
            "at most tanh(ε/2)",
            found.most_between_worlds,
            sentences.points(found.most_between_worlds),
        ),
    ]


def _change(name: str, change: float) -> Row:
    return Row(name, change, sentences.points(change), (change, change))
