"""What the live page shows besides the view: errors, the lines on a phone, one draw at a time."""

from dataclasses import replace
from functools import partial

import streamlit as st

from dpcore.data.recipes import RECIPES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.summaries import Summary
from dplab.studies.geometry.clouds import TILTS, Clouds, table_of_tilts
from dplab.studies.geometry.plane import COMPARED, FEATURES
from pages.comparison import terms
from pages.comparison.screen import baseline, cached, measured, settings
from pages.geometry import sentences
from pages.geometry.figures import clouds, tilt
from pages.geometry.figures.parts import Scene
from pages.kit import chart, export, visitor, words
from pages.kit.chart import Metric
from pages.kit.frame import page_frame
from pages.kit.view import View


def metrics(now: Clouds) -> None:
    """Draw the errors: of the baseline, and of the two clouds."""
    summaries = {
        name: Summary.of(now.plane.clouds[name, now.settings.epsilon].errors) for name in COMPARED
    }
    tiles = [("non_private", now.plane.error, "no noise: the same every time", now.plane.mistakes)]
    tiles += [
        (
            name,
            each.median,
            f"half of the draws: {terms.range_of(each)}",
            now.plane.clouds[name, now.settings.epsilon].mistakes,
        )
        for name, each in summaries.items()
    ]
    names = cached.class_names(now.settings)
    measured.tiles(
        [
            Metric(
                MECHANISMS[name].label,
                words.percent(error),
                "plane_error",
                note,
                found=measured.recall(names, tested),
            )
            for name, error, note, tested in tiles
        ],
        cached.constant(now.settings),
    )
    measured.explained(now.settings, cached.part(now.settings))


def cost_of_lam(now: Clouds) -> None:
    """Say what λ itself costs, where the classifiers on screen learn from all features.

    λ is that of all pages. Of two features out of many, another λ is the best one.
    """
    chosen = now.settings
    if chosen.data not in RECIPES:
        if len(cached.dataset(chosen).features) > FEATURES:
            return
        chosen = replace(chosen, d=settings.chosen().d)  # A table has no such setting.
    baseline.beside(baseline.WithoutNoise(chosen, now.plane.error), can_follow=False)


def picture(found: View[Clouds]) -> None:
    """Draw both clouds and their lines, and say what they show."""
    now = found.answer
    epsilon = now.settings.epsilon
    chart.view(found, "geometry", key=f"plane_{epsilon}")
    if visitor.is_phone():
        lines = clouds.lines(now, dark=visitor.is_dark())
        chart.show(lines, "geometry-lines", alt=sentences.ALT_LINES, key=f"lines_{epsilon}")
    page_frame.sentence(found.sentence)
    for text in found.below:
        st.markdown(text)
    for warning in now.plane.clouds["objective", epsilon].plan.warnings:
        st.info(warning)


def over_draws(now: Clouds) -> None:
    """Draw the objective as noise tilts it, one draw at a time."""
    chosen, cloud = now.settings, now.plane.clouds["objective", now.settings.epsilon]
    looks = {"dark": visitor.is_dark(), "phone": visitor.is_phone()}
    drawing = tilt.over_draws(cloud, Scene.of(now), now.tilted(), now.plane, **looks)
    alt = sentences.alt_tilt(cloud, TILTS, chosen.measure)
    chart.show(drawing, "tilted-objective", alt=alt, key=f"tilt_{chosen.epsilon}")
    st.markdown(sentences.turn(cloud, TILTS, chosen.measure))
    export.also("geometry-tilts.csv", "CSV of the tilts", partial(table_of_tilts, now))
