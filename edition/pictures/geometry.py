"""Geometry: clouds of classifiers and their lines, at each ε."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial

from dplab.simulation import spelled
from dplab.simulation.settings import Settings
from dplab.studies.geometry import clouds as study
from dplab.studies.geometry.clouds import GRID, Clouds, Question
from dplab.studies.geometry.plane import FEATURES, Plane
from edition import at, defaults
from edition.dials import DialPicture, DialPlace
from pages.comparison import terms
from pages.geometry import sentences
from pages.geometry.figures import clouds
from pages.kit.figures.style import FigureDict

FIRST = Settings(d=FEATURES, n=study.USUAL_RECORDS)


def picture() -> DialPicture:
    """Return the clouds at every ε at which the study draws them."""
    ask = cache(study.plane_at)
    return DialPicture(
        "geometry",
        defaults.EPSILON,
        "epsilon",
        tuple(_place(FIRST.with_epsilon(epsilon), ask) for epsilon in GRID),
        GRID.index(FIRST.epsilon),
        also=sentences.ALT_LINES,
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the clouds of an address, in words with the lines of a desktop's figure."""
    at.require_supported(texts, {}, "epsilon", "lam", "plane_n", "seed")
    said = {"plane_n": FIRST.n} | spelled.whole(texts)
    moved = {name: said[name] for name in ("lam", "seed")}
    chosen = replace(FIRST, epsilon=float(said["epsilon"]), n=said["plane_n"], **moved)
    place = _place(chosen, study.plane_at)
    return replace(place, alt=f"{place.alt}. {sentences.ALT_LINES}")


def _place(chosen: Settings, ask: Callable[[Question], Plane]) -> DialPlace:
    now, epsilon = study.run(Question(chosen), ask=ask), chosen.epsilon
    rule = defaults.constant(now.settings.source)
    return DialPlace(
        repr(epsilon),
        defaults.epsilon_name(epsilon),
        sentences.told(now, terms.as_markdown(rule)),
        sentences.alt(now.plane, epsilon, now.settings.measure),
        partial(_figure, now),
        sentences.protocol(now, defaults.called(chosen)),
        tuple(filter(None, (sentences.shape(now.plane, epsilon),))),
    )


def _figure(now: Clouds, *, dark: bool, phone: bool) -> FigureDict:
    return clouds.main(now, dark=dark, phone=phone)[0]
