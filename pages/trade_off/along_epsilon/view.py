"""What ε costs: the errors at an ε, and along ε while they are computed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from string import Template

import pandas as pd

from dplab.simulation.comparison import EPSILONS
from dplab.simulation.measures import MEASURES
from dplab.simulation.settings import Settings
from dplab.studies.trade_off import curve, errors, on_training, which_epsilon
from dplab.studies.trade_off.curve import BetterFrom, FlatPart
from dplab.studies.trade_off.on_training import TrainingFits
from dplab.studies.trade_off.which_epsilon import SmallestEpsilons
from pages.comparison import private, sentences, terms
from pages.comparison.figures import curves as of_curves
from pages.comparison.figures.curves import Curve
from pages.comparison.own_script import in_script
from pages.comparison.private import ComparisonAtEpsilon
from pages.comparison.records import Records
from pages.kit import words
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import arguments
from pages.kit.text import script_template
from pages.kit.view import DrawnFigure, View, last
from pages.trade_off.along_epsilon import figures
from pages.trade_off.along_epsilon import sentences as of_epsilon
from pages.trade_off.along_epsilon.training.kinds import KINDS, fitted
from pages.trade_off.values import TradeOffQuestion


@dataclass(frozen=True, eq=False)
class TradeOff:
    """The errors at an ε, and what is computed yet of other ε.

    Parameters
    ----------
    comparison : ComparisonAtEpsilon
    enough : SmallestEpsilons, optional
        Which ε is enough, where that is asked and told.
    better_from : mapping
        Of mechanisms that do not beat the constant rule at this ε, from which ε on they do.
    flat : mapping
        Of mechanisms whose errors hardly change about this ε, where, and why.
    """

    comparison: ComparisonAtEpsilon
    enough: SmallestEpsilons | None = None
    better_from: Mapping[str, BetterFrom] = field(default_factory=dict)
    flat: Mapping[str, FlatPart] = field(default_factory=dict)

    @property
    def why_flat(self) -> list[str]:
        """Why hardly anything changes about this ε, in sentences."""
        return of_epsilon.why_flat(self.flat, self.comparison.part.n)


def view(question: TradeOffQuestion, records: Records | None = None) -> View[TradeOff]:
    """Return what ε costs."""
    found = last(views(question, records))
    if question.within is None or found.answer.enough:
        return found
    return replace(found, below=(*found.below, which(question.within, found.answer)))


def views(question: TradeOffQuestion, records: Records | None = None) -> Iterator[View[TradeOff]]:
    """Yield the same: with what holds at ε first, then with the curve as far as it is computed."""
    records = records or Records()
    comparison = private.comparison_at(question.settings, records)
    if question.on != "test":
        for fits in fitted(comparison, records):
            yield _on_training(question, TradeOff(comparison), records, fits)
        return
    if question.shown != "bands":
        yield _view(question, TradeOff(comparison), records, _draws(question, comparison))
        return
    yield _of_curves(question, TradeOff(comparison), records, private.no_curves(comparison))
    found = TradeOff(comparison)
    for curves in private.curves(comparison, records):
        found = _found(comparison, curves, records)
        yield _of_curves(question, found, records, curves)
    # The same figure once more, under the same name, Streamlit refuses.
    if enough := smallest(question, comparison, records):
        yield _of_curves(question, replace(found, enough=enough), records, curves)


def _found(comparison: ComparisonAtEpsilon, curves: dict[str, Curve], records: Records) -> TradeOff:
    """Return what is known of other ε; nothing of a part of the curves, after which more comes."""
    is_whole = all(len(curves[name][0]) == len(EPSILONS) for name in comparison.outcomes)
    if not (is_whole and comparison.has_baseline):
        return TradeOff(comparison)
    settings, here, part = comparison.settings, comparison.summaries, comparison.part

    def without_noise(lams: tuple[float, ...]) -> dict[float, float]:
        if private.is_slow(settings, part):  # a sentence is not worth so many further seconds
            return {}
        return records.ask(curve.run, curve.Question(settings, lams))

    better = curve.beyond(settings, here, curves, comparison.rule, part.n)
    shape = part.n, part.X.shape[1]
    flat = curve.flat_parts(settings, here, curves, comparison.baseline, shape, without_noise)
    return TradeOff(comparison, better_from=better, flat=flat)


def smallest(
    question: TradeOffQuestion, comparison: ComparisonAtEpsilon, records: Records
) -> SmallestEpsilons | None:
    """Return the smallest ε of each mechanism, if one is asked for and any is worth it."""
    share = question.within
    if share is None or comparison.baseline + share >= comparison.rule.error:
        return None
    asked = which_epsilon.Question(question.settings.with_epsilon(EPSILONS[0]), share)
    return records.get(_smallest, asked)


def which(share: float, found: TradeOff) -> str:
    """Return which ε is enough for an error so far above the one without noise."""
    comparison, enough = found.comparison, found.enough
    each = of_epsilon.named(enough.epsilons, enough.epsilons) if enough else {}
    rule = terms.as_markdown(comparison.rule)
    said = sentences.which_epsilon(share, comparison.baseline, each, EPSILONS[-1], rule)
    return f"**{said}**"


def _smallest(records: Records, asked: which_epsilon.Question) -> SmallestEpsilons:
    return which_epsilon.run(asked, records.own_data(asked), private.of_batch(records))


def _view(
    question: TradeOffQuestion, found: TradeOff, records: Records, draw: DrawnFigure
) -> View[TradeOff]:
    comparison = found.comparison
    settings, summaries = comparison.settings, comparison.summaries
    rule, label = terms.as_markdown(comparison.rule), records.predicting(settings)
    below = (*sentences.warnings(comparison.outcomes), *found.why_flat)
    if question.within is not None and found.enough:
        more = of_epsilon.with_more(found.enough, settings.epsilon)
        below = (*below, which(question.within, found), more)
    means, further = comparison.means, of_epsilon.better_from(found.better_from, EPSILONS[-1])
    return View(
        sentences.told(settings, comparison.baseline, summaries, rule, means, label, further),
        comparison.alt,
        draw,
        found,
        _made(comparison, records),
        below,
        rows=partial(table, settings, records),
    )


def _of_curves(
    question: TradeOffQuestion, found: TradeOff, records: Records, curves: dict[str, Curve]
) -> View[TradeOff]:
    draw = _along(curves, found.comparison, found.enough)
    rows = partial(medians, curves, question.settings, records)
    return replace(_view(question, found, records, draw), rows=rows)


def _on_training(
    question: TradeOffQuestion, found: TradeOff, records: Records, fits: TrainingFits
) -> View[TradeOff]:
    """Return the same about the training records, beside what holds on the test records."""
    comparison, shown = found.comparison, KINDS[question.on]
    return replace(
        _view(question, found, records, partial(shown.draw, fits, comparison)),
        sentence=f"**{shown.told(fits, comparison)}**",
        alt=shown.alt(fits, comparison),
        made=f"{_made(comparison, records)} {shown.made}",
        rows=lambda: records.with_names(on_training.table(fits), comparison.settings),
    )


def medians(curves: dict[str, Curve], settings: Settings, records: Records) -> pd.DataFrame:
    """Return the points of the curves, one row each."""
    drawn = {(name, settings.loss): curve for name, curve in curves.items()}
    rows = of_curves.table(drawn.items(), ("mechanism", "loss", "epsilon"), settings)
    return records.with_names(rows, settings)


def table(settings: Settings, records: Records) -> pd.DataFrame:
    """Return every draw behind the curves, one row each; non-private stands at ε = ∞."""
    asked = errors.Question(settings)
    curves = last(errors.run(asked, records.own_data(asked), private.of_batch(records)))
    return records.with_names(errors.table(curves), settings)


def _made(comparison: ComparisonAtEpsilon, records: Records) -> str:
    settings = comparison.settings
    called = records.called(settings)
    made = sentences.protocol(settings, comparison.part, called, comparison.lams)
    by_folds = sentences.BY_FOLDS if comparison.without_noise.by_folds else ""
    doubt = sentences.doubt(settings, comparison.summaries)
    return " ".join(filter(None, (made, by_folds, doubt)))


def _along(
    curves: dict[str, Curve],
    comparison: ComparisonAtEpsilon,
    enough: SmallestEpsilons | None = None,
) -> DrawnFigure:
    here, rule = comparison.summaries, comparison.rule
    return partial(figures.against_epsilon, curves, comparison.settings, here, rule, enough)


def _draws(question: TradeOffQuestion, comparison: ComparisonAtEpsilon) -> DrawnFigure:
    def draw(*, dark: bool, phone: bool) -> FigureDict:
        return figures.draws(
            {name: each.errors for name, each in comparison.outcomes.items()},
            comparison.baseline,
            comparison.rule,
            title=f"Draws at ε = {words.number(comparison.settings.epsilon)}",
            measure=MEASURES[comparison.settings.measure].label,
            dark=dark,
            one_by_one=question.shown == "one_by_one",
            phone=phone,
        )

    return draw


def script(question: TradeOffQuestion, records: Records | None = None) -> str:
    """Return a script on `dpcore` and `dplab` that prints the numbers of the settings."""
    chosen = question.settings
    return Template(script_template(folder(question))).substitute(
        settings=arguments(vars(chosen)), **in_script(chosen.data, records or Records())
    )


def folder(question: TradeOffQuestion) -> str:
    """Return where that script's template stands, and what draws its figure."""
    return "trade_off/along_epsilon" + ("" if question.on == "test" else "/training")
