"""What the live page shows besides the view: three models, PINP and TDIL at work."""

from functools import partial

import streamlit as st

from dpcore.checks import InvalidInput
from dplab.kernels.serving import FORMS, WAYS
from dplab.studies.kernels.served_along import (
    ServedPredictions,
    table_of_answers,
    table_of_tdil,
)
from dplab.studies.kernels.serving import TDIL_LAM
from pages.comparison import terms
from pages.comparison.screen import cached, measured
from pages.kernels import export
from pages.kernels.serving import choices, results, sentences
from pages.kernels.serving.figures import pinp, tdil, ways
from pages.kernels.serving.values import ServingQuestion
from pages.kernels.serving.view import ServedAnswer, script, view
from pages.kit import chart, visitor, words
from pages.kit.chart import Metric
from pages.kit.export import also
from pages.kit.frame import page_frame
from pages.kit.view import View

HELP = "kernels_served_error"
MANY_POINTS = 500
HEIGHT = 440
"""Pixels of tiles and picture, roughly."""


def show(asked: ServingQuestion) -> None:
    """Draw the answer."""
    _models()
    # Decomposing a large kernel matrix takes seconds: somebody could wonder.
    slow = asked.served.choice.n_points > MANY_POINTS
    with st.spinner("Computing the errors at your points.") if slow else chart.awaited(HEIGHT):
        found = view(asked, cached.RECORDS)
    _tiles(found.answer)
    _errors(found, asked.measured)
    page_frame.section("PINP: one answer at a time", partial(_conversation, found.answer))
    page_frame.section(
        "TDIL: the learner asks the questions", partial(_tdil, found.answer.predictions)
    )
    page_frame.made(found.made)
    program, own = script(asked, cached.RECORDS), asked.served.is_own
    export.row("serving", found.rows, program, own=own)


def _models() -> None:
    """Draw who asks what, and when."""
    with st.container(key="kernels_models"):
        columns = st.columns(len(sentences.MODELS))
    for column, (model, (name, said)) in zip(columns, sentences.MODELS.items(), strict=True):
        with column:
            st.markdown(f"**{name}**")
            alt = sentences.alt_model(model)
            st.html(ways.drawing(model, alt=alt, dark=visitor.is_dark()))
            st.caption(said)


def _tiles(serving: ServedAnswer) -> None:
    found = serving.predictions
    plain = Metric(
        "Non-private", words.percent(found.learner.wrong), HELP, "no noise: the same every time"
    )
    noisy = [
        Metric(
            WAYS[way].label,
            words.percent(at.median),
            HELP,
            f"half of the draws: {terms.range_of(at)}"
            + ("; not private" if found.is_broken(way) else ""),
        )
        for way, at in found.here("wrong").items()
    ]
    measured.tiles([plain, *noisy], serving.rule)


def _errors(shown: View[ServedAnswer], measured: str) -> None:
    """Draw the errors along ε, and say who has the smallest."""
    choices.measured()
    chart.view(shown, "serving-predictions", key=f"serving_{measured}")
    with page_frame.steady("kernels_serving"):
        page_frame.sentence(shown.sentence)
    found = shown.answer.predictions
    choice, broken = found.question.choice, "tddl_laplace" in found.broken
    said = sentences.changed(found.question.form, choice.n_points, is_broken=broken)
    page_frame.lazy_expander("What was corrected?", partial(st.markdown, said))


def _conversation(serving: ServedAnswer) -> None:
    found, rule = serving.predictions, serving.rule
    spoken = cached.RECORDS.get(results.conversation, found.question)
    exact = found.learner.predictions
    drawing = pinp.draw(spoken, exact, largest=found.largest, dark=visitor.is_dark())
    chart.show(drawing, "pinp", alt=sentences.alt_conversation(spoken), key="pinp")
    also("kernels-pinp.csv", "CSV of PINP", partial(table_of_answers, spoken, exact))
    now, constant = found.here("wrong")["pinp"], terms.as_markdown(rule)
    with page_frame.steady("kernels_pinp"):
        st.markdown(sentences.conversation(spoken, exact, now, constant, found.largest))


def _tdil(found: ServedPredictions) -> None:
    try:
        runs = {form: results.tdil(found.question, form, cached.RECORDS) for form in FORMS}
    except InvalidInput:  # The plan has no proof at so large an ε.
        st.info(sentences.no_tdil(found.epsilon))
        return
    drawing = tdil.draw(runs, found.epsilon, dark=visitor.is_dark())
    chart.show(drawing, "tdil", alt=sentences.alt_tdil(runs[found.question.form]), key="tdil")
    also("kernels-tdil.csv", "CSV of TDIL", partial(table_of_tdil, runs))
    st.markdown(sentences.tdil(runs, found.question.form, found.epsilon))
    st.caption(sentences.about_tdil(TDIL_LAM))
