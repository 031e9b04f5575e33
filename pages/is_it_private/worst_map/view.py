"""Where the missing Jacobian matters, beside the mechanism that pays for it."""

from functools import partial

import numpy as np

from dpcore.checks import Array
from dplab.simulation.settings import Settings
from dplab.studies.is_it_private import worst_map
from dplab.studies.is_it_private.verdicts import Question
from pages.comparison import privacy_loss
from pages.comparison.figures import maps
from pages.comparison.records import Records
from pages.is_it_private import answers
from pages.is_it_private.worst_map import figures, sentences
from pages.is_it_private.worst_map.values import n_features
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import View

HORIZONTAL = Axis("Privacy parameter ε", worst_map.EPSILONS[0], worst_map.EPSILONS[-1])
VERTICAL = Axis("nλ, in records", worst_map.N_LAMBDAS[0], worst_map.N_LAMBDAS[-1])


def view(settings: Settings, records: Records | None = None) -> View[Array]:
    """Return the map of the mechanism that leaves the Jacobian out."""
    first, *_ = by_mechanism(settings, records).values()
    return first


def by_mechanism(settings: Settings, records: Records | None = None) -> dict[str, View[Array]]:
    """Return the maps, with the visitor's place on them, under one sentence about all."""
    records = records or Records()
    question, d = privacy_loss.of(settings, records), n_features(settings)
    ratios = {
        name: records.get(answers.ratios, name, settings.loss, settings.h, d)
        for name in worst_map.MAPPED
    }
    sentence, rows = sentences.mapped(ratios), partial(worst_map.table, ratios)

    def of(name: str, each: Array) -> View[Array]:
        draw = partial(_map, name, each, question)
        return View(sentence, sentences.map_alt(name, each), draw, each, rows=rows)

    return {name: of(name, each) for name, each in ratios.items()}


def _map(
    mechanism: str,
    ratios: Array,
    question: Question,
    *,
    dark: bool,
    phone: bool,  # noqa: ARG001 - the same there
) -> FigureDict:
    drawing = figures.worst_over(
        HORIZONTAL,
        VERTICAL,
        np.array(worst_map.EPSILONS),
        np.array(worst_map.N_LAMBDAS),
        ratios,
        title=sentences.LABELS[mechanism],
        dark=dark,
    )
    pull = question.n * question.lam
    maps.mark(drawing, HORIZONTAL, VERTICAL, question.epsilon, pull, dark=dark)
    return drawing


def script(settings: Settings, records: Records | None = None) -> str:  # noqa: ARG001
    """Return a script on `dplab` that prints the same numbers, which rest on no records."""
    asked = {"loss": settings.loss, "h": settings.h, "d": n_features(settings)}
    return part_code("is_it_private", "worst_map", asked)
