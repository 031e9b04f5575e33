"""What a kernel's features give at an ε: where classifiers say +1, or errors beside a line's."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import MEASURES
from dplab.simulation.summaries import Summary
from dplab.studies.kernels import features as core
from dplab.studies.kernels.features import AtEpsilon, FeatureCurves
from dplab.studies.kernels.random_features import Question
from pages.comparison import terms
from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.kernels.features import results, sentences
from pages.kernels.features.figures import beside, regions
from pages.kernels.features.values import FeaturesQuestion
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import DrawnFigure, View


def view(question: FeaturesQuestion, records: Records | None = None) -> View[AtEpsilon]:
    """Return what the features give.

    Raises
    ------
    InvalidInput
        If the choice asks for too much memory or work.
    """
    records, asked = records or Records(), question.simulation
    here = records.get(results.at_epsilon, asked)
    settings, rule = asked.settings, records.constant(asked.settings)
    plain, noisy = here.errors["non_private"], private(here.errors)
    said = sentences.verdict(asked, here.n_features, plain, noisy, terms.as_markdown(rule))
    lams, called = lams_of(here), records.called(settings)
    alt, draw = _plane(question, here, records) if here.regions else _beside(asked, here, records)
    return View(
        f"**{said}**",
        alt,
        draw,
        here,
        sentences.protocol(asked, here.n, here.d, here.n_features, called, lams),
        rows=lambda: records.with_names(core.table(_at_epsilon(asked, here)), settings),
    )


def _at_epsilon(asked: Question, here: AtEpsilon) -> FeatureCurves:
    """Return the one point of each curve that the picture shows."""
    at = (asked.settings.epsilon,)
    kernel = {name: {MECHANISMS[name].at(at)[0]: each} for name, each in here.errors.items()}
    return FeatureCurves(asked, here.n_features, here.d, {}, kernel, {})


def private(errors: Mapping[str, Summary]) -> dict[str, Summary]:
    """Return those of the private ones."""
    return {name: each for name, each in errors.items() if MECHANISMS[name].is_noisy}


def lams_of(here: AtEpsilon) -> dict[str, float]:
    """Return λ of each mechanism."""
    return {name: here.outcomes[name].lam for name in here.errors}


def _plane(
    question: FeaturesQuestion, here: AtEpsilon, records: Records
) -> tuple[str, DrawnFigure]:
    settings = question.simulation.settings
    part, (first, second) = records.part(settings), records.dataset(settings).features
    draw = partial(
        regions.draw,
        {name: here.regions[name] for name in here.errors},
        part.X,
        part.y,
        features=(first, second),
        shade=question.shade,
    )
    return sentences.alt_regions(here.errors, settings.epsilon), draw


def _beside(asked: Question, here: AtEpsilon, records: Records) -> tuple[str, DrawnFigure]:
    settings = asked.settings
    line = records.get(results.at_epsilon, asked.linear()).errors
    draw = partial(_draw_beside, here.errors, line, records.constant(settings), settings.measure)
    return sentences.alt_beside(here.errors, line, settings.epsilon), draw


def _draw_beside(
    kernel: Mapping[str, Summary],
    line: Mapping[str, Summary],
    rule: ConstantRule,
    measure: str,
    *,
    dark: bool,
    phone: bool,
) -> FigureDict:
    names = ("non_private", *private(kernel))
    return beside.draw(
        {name: kernel[name] for name in names},
        {name: line[name] for name in names},
        rule,
        errors=MEASURES[measure].label,
        height=regions.height(len(names), phone=phone),
        dark=dark,
        phone=phone,
    )


def script(question: FeaturesQuestion, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If somebody's own records are asked for, and there are none.
    """
    records, asked = records or Records(), question.simulation
    used = replace(asked.settings, n=records.n_used(asked.settings))
    values = vars(used) | {"kernel": asked.kernel, "parameters": asked.parameters}
    return part_code("kernels", "features", values, in_script(used.data, records))
