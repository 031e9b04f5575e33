"""The answer of serving predictions: three models, errors along ε, PINP and TDIL at work."""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dplab.kernels.serving import FORMS, WAYS
from dplab.simulation.constant import ConstantRule
from dplab.studies.kernels import served_along
from dplab.studies.kernels.served_along import Question, ServedPredictions
from dplab.studies.kernels.serving import (
    TDIL_DECADES,
    TDIL_DRAWS,
    TDIL_LAM,
)
from pages.comparison import terms
from pages.comparison.screen import cached, measured, own_table, settings
from pages.kernels import export
from pages.kernels.serving import choices, results, sentences
from pages.kernels.serving.figures import along as serving
from pages.kernels.serving.figures import pinp, tdil, ways
from pages.kernels.serving.figures.along import ShownWays
from pages.kit import chart, visitor, words
from pages.kit.chart import Metric
from pages.kit.frame import page_frame

HELP = "kernels_served_error"
MANY_POINTS = 500


def show(asked: Question) -> None:
    """Draw the answer."""
    _models()
    choices.finite(asked.choice)
    # Decomposing a large kernel matrix takes seconds: somebody could wonder.
    slow = asked.choice.n_points > MANY_POINTS
    with st.spinner("Computing the errors at your points.") if slow else nullcontext():
        part = cached.part(asked.choice.settings)
        there = min(asked.choice.n_points, len(part.y_test))
        question = replace(asked, choice=replace(asked.choice, n_points=there))
        found = results.answer(question)
        answers = cached.class_names(question.choice.settings)
        rule = served_along.rule_of_points(part, there, answers)
    _tiles(found, rule)
    _errors(found, rule)
    page_frame.section("PINP: answers as they come", partial(_conversation, found, rule))
    page_frame.section("TDIL: a learner that asks itself", partial(_tdil, found))
    _protocol(found, asked.choice.n_points, part.X.shape[1])
    own, reading = question.is_own, own_table.in_script(question.choice.settings.data)
    export.row("serving", lambda: _table(found), values(found), own=own, reading=reading)


def _table(found: ServedPredictions) -> pd.DataFrame:
    return cached.with_names(served_along.table(found), found.question.choice.settings)


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


def _tiles(found: ServedPredictions, rule: ConstantRule) -> None:
    plain = Metric("Non-private", words.percent(found.learner.wrong), HELP, "no noise, no spread")
    noisy = [
        Metric(
            WAYS[way].label,
            words.percent(at.median),
            HELP,
            f"middle half {terms.range_of(at)}" + ("; not private" if found.is_broken(way) else ""),
        )
        for way, at in found.here("wrong").items()
    ]
    measured.tiles([plain, *noisy], rule)


def _errors(found: ServedPredictions, rule: ConstantRule) -> None:
    """Draw the errors along ε, and say who has the smallest."""
    measured, look = choices.measured(), {"dark": visitor.is_dark(), "phone": visitor.is_phone()}
    here, along = found.here(measured), found.curves(measured)
    shown = ShownWays(along, here, found.epsilon, found.broken)
    if measured == "wrong":
        drawing = serving.wrong(shown, found.learner.wrong, rule, **look)
    else:
        drawing = serving.off(shown, float(np.abs(found.learner.predictions).mean()), **look)
    alt = sentences.alt_errors(here, found.epsilon, measured)
    chart.show(drawing, "serving-predictions", alt=alt, key=f"serving_{measured}")
    settings.phone_sliders("epsilon", "lam")
    choice, constant = found.question.choice, terms.as_markdown(rule)
    verdict = sentences.verdict(choice, here, found.learner.wrong, constant, measured)
    broken = "tddl_laplace" in found.broken
    with page_frame.steady("kernels_serving"):
        page_frame.sentence(f"**{verdict}** {sentences.smallest(along, found.broken, measured)}")
    said = sentences.changed(found.question.form, choice.n_points, is_broken=broken)
    page_frame.lazy_expander("Mended, or as printed?", partial(st.markdown, said))


def _conversation(found: ServedPredictions, rule: ConstantRule) -> None:
    spoken = results.conversation(found.question)
    exact = found.learner.predictions
    drawing = pinp.draw(spoken, exact, largest=found.largest, dark=visitor.is_dark())
    chart.show(drawing, "pinp", alt=sentences.alt_conversation(spoken), key="pinp")
    now, constant = found.here("wrong")["pinp"], terms.as_markdown(rule)
    with page_frame.steady("kernels_pinp"):
        st.markdown(sentences.conversation(spoken, exact, now, constant, found.largest))


def _tdil(found: ServedPredictions) -> None:
    try:
        runs = {form: results.tdil(found.question, form) for form in FORMS}
    except InvalidInput:  # The plan has no proof at so large an ε.
        st.info(sentences.no_tdil(found.epsilon))
        return
    drawing = tdil.draw(runs, found.epsilon, dark=visitor.is_dark())
    chart.show(drawing, "tdil", alt=sentences.alt_tdil(runs[found.question.form]), key="tdil")
    st.markdown(sentences.tdil(runs, found.question.form, found.epsilon))
    st.caption(sentences.about_tdil(TDIL_LAM))


def _protocol(found: ServedPredictions, asked: int, d: int) -> None:
    choice = found.question.choice
    called = cached.called(choice.settings)
    protocol = sentences.protocol(choice, found.learner.n, d, called)
    st.caption(" ".join(filter(None, (sentences.fewer(asked, choice.n_points), protocol))))


def values(found: ServedPredictions) -> Mapping[str, object]:
    """Return what the script names."""
    choice = found.question.choice
    return vars(replace(choice.settings, n=found.learner.n)) | {
        "parameters": choice.parameters,
        "n_points": choice.n_points,
        "norm_bound": choice.norm_bound,
        "failure": choice.failure,
        "form": found.question.form,
        "tdil_lam": TDIL_LAM,
        "tdil_draws": TDIL_DRAWS,
        "tdil_decades": TDIL_DECADES,
    }
