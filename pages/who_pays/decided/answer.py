"""Who is answered by the noise: people near the line, two releases, and disagreement along ε."""

import html
import math
from collections.abc import Callable

import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.privacy.mechanisms import in_order
from dplab.studies.who_pays import answers, costs, disagreements
from dplab.studies.who_pays.decided import Decided, Question, table
from dplab.studies.who_pays.disagreements import DisagreementCurves
from pages.comparison.screen import cached, own_table
from pages.kit import address, chart, visitor
from pages.kit.frame import page_frame
from pages.who_pays import export, people, results
from pages.who_pays.decided import choices, figures, sentences
from pages.who_pays.people import People

COMPARED = ("objective", "output")


def show(who: People) -> None:
    """Draw the answer."""
    decided = results.of_people(Question(who.settings, who.mechanism))
    baseline = results.without_noise(who.settings).answers.mean_error
    page_frame.sentence(f"**{sentences.verdict(decided, baseline)}**")
    complete = _people(decided) if address.get(choices.FIGURE) == "people" else _along(who)
    people.phone_sliders()
    choices.figure()
    for said in (sentences.errors(decided, baseline), _groups(who), sentences.formula(decided)):
        if said:
            st.markdown(said)
    lams = results.lams(who.settings, who.mechanism)
    st.caption(sentences.protocol(decided, cached.called(who.settings), lams))
    values = vars(who.settings) | {"mechanism": who.mechanism}
    export.row(
        "decided",
        lambda: cached.with_names(table(decided), who.settings),
        values,
        own=who.settings.is_own,
        reading=own_table.in_script(who.settings.data),
    )
    complete()


def _people(decided: Decided) -> Callable[[], object]:
    """Draw the people, and whoever changed sides between two releases."""
    number = address.get(choices.PAIR)
    changed = decided.changed(number - 1) if number else None
    positive = cached.class_names(decided.question.settings)[1]
    drawing = figures.people(
        decided,
        changed,
        title=sentences.title(decided),
        positive=html.escape(positive, quote=False),
        dark=visitor.is_dark(),
        phone=visitor.is_phone(),
    )
    chart.show(drawing, "decided-by-noise", alt=sentences.alt(decided))
    with st.container(horizontal=True, vertical_alignment="center", key="release_again"):
        st.button(
            "Release again",
            icon=":material/refresh:",
            on_click=address.put,
            args=(choices.PAIR, choices.after(number)),
            disabled=math.isinf(decided.question.settings.epsilon),
        )
        # Something stands here from the first: what is below stays where it is.
        st.markdown(sentences.pair(decided, number - 1) if number else sentences.BEFORE)
    return lambda: None


def _groups(who: People) -> str:
    """Return the disagreement by group, where the records have groups."""
    try:
        asked = costs.Question(who.settings, who.mechanism, who.division)
        return sentences.by_group(results.of_groups(asked))
    except InvalidInput:  # The other part says why there are none.
        return ""


def _along(who: People) -> Callable[[], object]:
    """Return what draws mean error and disagreement of each mechanism while they are computed."""
    mechanisms = in_order({*COMPARED, who.mechanism})
    slot, now = chart.FigureSlot(), who.settings.epsilon

    def draw(curves: DisagreementCurves) -> None:
        drawing = figures.along(curves.at, now, dark=visitor.is_dark(), phone=visitor.is_phone())
        alt = sentences.alt_along(mechanisms)
        chart.show(drawing, "disagreement-against-epsilon", alt=alt, place=slot)

    asked = disagreements.Question(who.settings, mechanisms)
    here = {
        name: results.of_noise(answers.Question(who.settings, name)).answers.mean_disagreement
        for name in mechanisms
    }
    st.markdown(sentences.along(here, now))
    return lambda: chart.as_it_grows(disagreements.run(asked, ask=results.of_noise), draw)
