"""What the live page shows besides the view: errors along D and along ε, and where δ helps."""

import math
from functools import partial

import pandas as pd
import streamlit as st

from dpcore.data.recipes import RECIPES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import MEASURES
from dplab.studies.kernels import features as core
from dplab.studies.kernels import where_delta_helps
from dplab.studies.kernels.features import AtEpsilon, Errors
from dplab.studies.kernels.random_features import (
    WORKS,
    Question,
    sizes_within_reach,
    table_of_regions,
)
from pages.comparison import terms
from pages.comparison.screen import cached, measured
from pages.kernels import export
from pages.kernels.features import choices, results, sentences
from pages.kernels.features.figures import along, delta
from pages.kernels.features.values import FeaturesQuestion
from pages.kernels.features.view import private, script, view
from pages.kit import chart, controls, visitor, words
from pages.kit.chart import Metric
from pages.kit.export import also
from pages.kit.frame import page_frame
from pages.kit.view import View

HEIGHT = 440
"""Pixels of tiles and picture, roughly."""

DELTAS = (1e-4, 1e-6, 1e-9)


def show(asked: FeaturesQuestion) -> None:
    """Draw the answer."""
    question = asked.simulation
    with chart.awaited(HEIGHT):
        found = view(asked, cached.RECORDS)
    here, rule = found.answer, cached.constant(question.settings)
    _tiles(question, here, rule)
    _first(found)
    with page_frame.steady("kernels"):
        page_frame.sentence(found.sentence)
    _where_it_works()
    if remarks := here.outcomes["objective"].plan.warnings:
        page_frame.lazy_expander(
            sentences.remarks(len(remarks)),
            lambda: st.markdown("\n\n".join(remarks)),
            "kernels_remarks",
        )
    choices.closer()
    figure = {"epsilon": _epsilons, "features": _sizes, "delta": _delta}[asked.closer]
    with page_frame.steady("kernels_closer"):
        figure(question, here, rule)
    with page_frame.steady("kernels_protocol"):
        page_frame.made(found.made)
    program = script(asked, cached.RECORDS)
    export.row("features", lambda: _table(question), program, own=question.is_own)


def _table(question: Question) -> pd.DataFrame:
    return cached.with_names(core.table(_curves(question)), question.settings)


def _curves(question: Question) -> core.FeatureCurves:
    records, of_size = cached.RECORDS, results.along_size(cached.RECORDS)
    of_epsilons = results.along_epsilon(records)
    return core.run(question, records.own_data(question), of_size=of_size, of_epsilons=of_epsilons)


def _tiles(question: Question, here: AtEpsilon, rule: ConstantRule) -> None:
    names = cached.class_names(question.settings)
    tiles = [
        Metric(
            MECHANISMS[name].label,
            words.percent(at.median),
            "kernels_error",
            f"half of the draws: {terms.range_of(at)}"
            if MECHANISMS[name].is_noisy
            else "no noise: the same every time",
            found=measured.recall(names, here.outcomes[name].mistakes),
        )
        for name, at in here.errors.items()
    ]
    measured.tiles(tiles, rule)
    measured.explained(question.settings, cached.part(question.settings))


def _first(found: View[AtEpsilon]) -> None:
    """Draw where the classifiers say +1, or errors of the same height where there is no plane."""
    slot = chart.FigureSlot()  # The picture first: its choice stands under it.
    with page_frame.steady("kernels_first"):
        if found.answer.regions:
            choices.shade()
            chart.view(found, "kernel-regions", key="kernel_regions", place=slot)
            rows = partial(table_of_regions, found.answer.regions)
            also("kernels-regions.csv", "CSV of the regions", rows)
            return
        chart.view(found, "kernel-beside-line", key="kernel_beside_line", place=slot)
        st.caption(
            f"These records have {found.answer.d} features: only those of two, such as moons, "
            "circles and XOR, have a picture in the plane."
        )


def _where_it_works() -> None:
    """Link to settings at which the kernel pays in spite of noise."""
    chosen, kernel = WORKS.settings, dict(WORKS.parameters)
    with st.container(key="onward"):
        controls.link_to(
            "kernels",
            "Where it works: circles, more records, a larger ε",
            ":material/arrow_forward:",
            {
                "kernels_data": chosen.data,
                "kernels_n": chosen.n,
                "epsilon": chosen.epsilon,
                "lam": chosen.lam,
                "loss": chosen.loss,
                "kernels_kernel": WORKS.kernel,
                "kernels_bandwidth": kernel["bandwidth"],
                "kernels_features": kernel["features"],
            },
        )


def _sizes(question: Question, here: AtEpsilon, rule: ConstantRule) -> None:
    """Draw the errors along D, while they are computed."""
    if not question.is_random:
        _against_epsilon(question, here, rule)
        st.markdown(sentences.EXACT)
        return
    slot, settings = chart.FigureSlot(), question.settings
    label, sizes = MEASURES[settings.measure].label, sizes_within_reach(question, here.n)

    def best(errors: Errors) -> dict[str, int]:
        return core.best_sizes(errors) if len(errors["objective"]) == len(sizes) else {}

    def draw(errors: Errors) -> None:
        drawing = along.sizes(
            errors,
            best(errors),
            chosen=dict(question.parameters)["features"],
            now=private(here.errors),
            rule=rule,
            title=f"{label} against D at ε = {words.number(settings.epsilon)}",
            errors=label,
            loss=settings.loss,
            dark=visitor.is_dark(),
            phone=visitor.is_phone(),
        )
        alt = sentences.alt_sizes(best(errors), settings.epsilon)
        chart.show(drawing, "error-against-features", alt=alt, place=slot)

    errors = chart.as_it_grows(
        core.along_sizes(question, here.n, results.along_size(cached.RECORDS)), draw
    )
    st.markdown(sentences.best(errors, best(errors), settings.epsilon))
    _along_many(question, here.n)


def _along_many(question: Question, n: int) -> None:
    """Link to the same on Trade-off, along ε."""
    chosen, kernel = question.settings, dict(question.parameters)
    noise = dict(chosen.knobs).get("noise", RECIPES["moons"].knobs["noise"].default)
    controls.link_to(
        "trade_off",
        "The same along many ε, or along n and λ",
        ":material/arrow_forward:",
        {
            "axis": "epsilon",
            "data": chosen.data,
            "d": chosen.d,
            "noise": noise,  # this page's own records have the usual one
            "n": n,
            "mechanisms": question.mechanisms,
            "sweeps_kernel": question.kernel,
            "sweeps_bandwidth": kernel["bandwidth"],
            "sweeps_features": kernel["features"],
        },
    )


def _epsilons(question: Question, here: AtEpsilon, rule: ConstantRule) -> None:
    """Draw the errors along ε, and say from where on a kernel is better than a line."""
    kernel, line = _against_epsilon(question, here, rule)
    plain = (each["non_private"][math.inf].median for each in (kernel, line))
    beside_line = sentences.beside_a_line(question, *plain)
    noisy = tuple(private(here.errors))
    st.markdown(f"{beside_line} {sentences.from_where(kernel, line, noisy)}")


def _against_epsilon(
    question: Question, here: AtEpsilon, rule: ConstantRule
) -> tuple[Errors, Errors]:
    """Draw the errors along ε, of the kernel and of a line, and return them."""
    slot, settings, noisy = chart.FigureSlot(), question.settings, private(here.errors)
    label = MEASURES[settings.measure].label

    def draw(errors: tuple[Errors, Errors]) -> None:
        drawing = along.epsilons(
            *errors,
            epsilon=settings.epsilon,
            now=noisy,
            rule=rule,
            title=f"{label} against ε",
            errors=label,
            loss=settings.loss,
            dark=visitor.is_dark(),
            phone=visitor.is_phone(),
        )
        alt = sentences.alt_epsilons(question)
        chart.show(drawing, "kernel-against-line", alt=alt, place=slot)

    return chart.as_it_grows(
        core.along_epsilons(question, results.along_epsilon(cached.RECORDS)), draw
    )


def _delta(question: Question, here: AtEpsilon, _: ConstantRule) -> None:
    """Draw from how many features on a δ shortens the noise."""
    epsilon, value, n_features = question.settings.epsilon, question.settings.delta, here.n_features
    epsilons = delta.epsilons()
    borders = {
        each: cached.RECORDS.get(results.borders, tuple(epsilons), each)
        for each in sorted({*DELTAS, value})
    }
    rows = partial(where_delta_helps.table, borders, epsilons)
    also("kernels-where-delta-helps.csv", "CSV of where a δ helps", rows)
    drawing = delta.draw(
        borders,
        epsilons,
        delta=value,
        epsilon=epsilon,
        n_features=n_features,
        dark=visitor.is_dark(),
    )
    if math.isinf(epsilon):
        chart.show(drawing, "where-delta-helps", alt=sentences.NO_NOISE)
        st.markdown(sentences.NO_NOISE)
        return
    border = where_delta_helps.even(epsilon, value)
    chart.show(drawing, "where-delta-helps", alt=sentences.alt_delta(border, epsilon, value))
    times = where_delta_helps.times_longer(n_features, epsilon, value)
    st.markdown(sentences.shorter(times, border, epsilon, value, n_features))
