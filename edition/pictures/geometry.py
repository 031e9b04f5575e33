"""Geometry: clouds of classifiers and their lines, at each ε."""

from functools import cache, partial

from dpcore.simulation.settings import Settings
from dpcore.studies.geometry import clouds as study
from dpcore.studies.geometry.clouds import GRID, Clouds, Question
from dpcore.studies.geometry.plane import FEATURES
from edition import records
from edition.dials import DialPicture, DialPlace
from pages.comparison import terms
from pages.geometry import sentences
from pages.geometry.figures import clouds
from pages.kit import words
from pages.kit.figures.style import Drawing


def picture() -> DialPicture:
    """Return the clouds at every ε at which the study draws them."""
    chosen = Settings(d=FEATURES, n=study.USUAL_RECORDS)
    ask = cache(study.plane_at)
    found = (study.run(Question(chosen.with_epsilon(each)), ask=ask) for each in GRID)
    return DialPicture(
        "geometry",
        records.EPSILON,
        "epsilon",
        tuple(map(_place, found)),
        GRID.index(chosen.epsilon),
        also=sentences.ALT_LINES,
    )


def _place(now: Clouds) -> DialPlace:
    epsilon = now.settings.epsilon
    rule = records.constant(now.settings.source)
    return DialPlace(
        repr(epsilon),
        f"ε = {words.number(epsilon)}",
        sentences.told(now, terms.as_markdown(rule)),
        sentences.alt(now.plane, epsilon, now.settings.measure),
        partial(_drawn, now),
    )


def _drawn(now: Clouds, *, dark: bool, phone: bool) -> Drawing:
    return clouds.main(now, dark=dark, phone=phone)[0]
