"""What a sweep shows: its curves or maps as far as its rows go, and what an accuracy takes."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from string import Template

import pandas as pd

from dplab.simulation.constant import ConstantRule
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps.spec import check, seconds
from dplab.studies.trade_off import grid
from dplab.studies.trade_off.grid import SweptRows
from dplab.studies.trade_off.swept import accuracy, prices
from dplab.studies.trade_off.swept.accuracy import Enough
from pages.comparison import terms
from pages.comparison.figures import curves as of_curves
from pages.comparison.figures.curves import Curve, Key
from pages.comparison.own_script import in_script
from pages.comparison.records import Records, keeping
from pages.comparison.sentences import which_epsilon
from pages.comparison.values import usual_lam
from pages.kit.notebook import arguments
from pages.kit.text import script_template
from pages.kit.view import View, last
from pages.trade_off.swept import error_map, figures, sentences
from pages.trade_off.swept.error_map import ErrorMaps
from pages.trade_off.values import SweepQuestion, lams

MOST_SECONDS = 20.0
"""Estimated seconds of a core that a visitor waits for, below the figure: no more is computed."""

keeping(grid.in_steps, 200)


@dataclass(frozen=True, eq=False)
class Swept:
    """What is known of a sweep.

    The spread of its curves is "draws" or "folds"; a sweep `is_whole` when no row is missing.
    """

    sweep: SweepSpec
    rows: pd.DataFrame
    is_whole: bool = True
    spread: str = "draws"

    @property
    def axis(self) -> str:
        """What varies."""
        return grid.axis_of(self.sweep)


@dataclass(frozen=True, eq=False)
class SweepAnswer:
    """What a sweep comes to.

    Parameters
    ----------
    swept : Swept
    rule : ConstantRule
        Of its test parts.
    drawn : dict
        Its curves; none along two axes.
    enough : Enough or None
        What the accuracy takes that is asked for, where that is known.
    needed : tuple of str
        That in words: which ε, or how many records, by loss.
    prices : mapping
        What privacy costs in records along n, in words, by loss and mechanism.
    """

    swept: Swept
    rule: ConstantRule
    drawn: dict[Key, Curve]
    enough: Enough | None = None
    needed: tuple[str, ...] = ()
    prices: Mapping[str, str] = field(default_factory=dict)


def view(question: SweepQuestion, records: Records | None = None) -> View[SweepAnswer]:
    """Return what a sweep shows once it is whole.

    Raises
    ------
    InvalidInput
        If it asks for what cannot be, or for more than a server may be asked for.
    """
    records = records or Records()
    own = records.own_data(question)
    sweep = grid.spec(question.sweep, own)
    check(sweep, own)
    return last(views(question, Swept(sweep, records.ask_in_steps(grid.in_steps, sweep)), records))


def views(question: SweepQuestion, swept: Swept, records: Records) -> Iterator[View[SweepAnswer]]:
    """Yield what a sweep shows: along n, what lies beyond the table may come some seconds later.

    Raises
    ------
    InvalidInput
        If no test part has both classes, which the measure needs.
    """
    question, rule = measured(question, swept, records)
    sweep, settings = swept.sweep, question.settings
    if swept.axis == "map":
        shown = error_map.view(ErrorMaps(question.sweep, sweep, rule, records), swept.rows)
        found = SweepAnswer(swept, rule, {})
        rows = partial(table, sweep, swept.rows, records)
        yield View(shown.sentence, shown.alt, shown.draw, found, shown.made, rows=rows)
        return
    drawn = grid.curves(sweep, swept.rows, settings.measure, swept.spread)
    found = SweepAnswer(swept, rule, drawn, prices=_prices(swept, rule, settings.measure))
    if not (swept.is_whole and question.within is not None and swept.axis in ("epsilon", "n")):
        yield _view(question, found, records)
        return
    if swept.axis == "n":
        yield _view(question, found, records)
    more = partial(_more, records=records)
    enough = accuracy.read_off(sweep, swept.rows, question.within, settings.measure, rule, more)
    yield _view(question, replace(found, enough=enough), records)


def measured(
    question: SweepQuestion, swept: Swept, records: Records
) -> tuple[SweepQuestion, ConstantRule]:
    """Return a question by the measure of the rows, which may be older, and their constant rule."""
    sweep = swept.sweep
    settings = replace(question.settings, measure=grid.measure_of(sweep, question.settings))
    source = replace(sweep.source, measure=settings.measure)
    rule = records.constant(source, tuple(range(sweep.folds)))
    return replace(question, sweep=replace(question.sweep, settings=settings)), rule


def _more(larger: SweepSpec, records: Records) -> pd.DataFrame | None:
    """Return the errors of the whole table at larger ε, or None where that takes too long."""
    if seconds(larger, 1, records.own_data(larger)) > MOST_SECONDS:
        return None
    return records.ask_in_steps(grid.in_steps, larger)


def _view(question: SweepQuestion, found: SweepAnswer, records: Records) -> View[SweepAnswer]:
    swept, measure, rule = found.swept, question.settings.measure, found.rule
    found = replace(found, needed=_needed(found))
    sweep, axis, here = swept.sweep, swept.axis, _here(question, swept, records)
    told, enough = terms.as_markdown(rule), found.enough
    how = sentences.protocol(sweep, (axis,), records.called(sweep.source))
    return View(
        f"**{sentences.cost(axis, found.drawn, here, told, measure)}**" if found.drawn else "",
        sentences.alt(axis, found.drawn, here, rule, measure),
        partial(figures.along, sweep, found.drawn, here, rule, enough, measure=measure),
        found,
        f"{how} {sentences.middles(sweep.folds, swept.spread)}",
        (*found.needed, *found.prices.values()),
        rows=partial(medians, swept, found.drawn, records),
    )


def medians(swept: Swept, drawn: dict[Key, Curve], records: Records) -> pd.DataFrame:
    """Return the points of the curves, one row each."""
    source = swept.sweep.source
    rows = of_curves.table(drawn.items(), ("mechanism", "loss", swept.axis), source)
    return records.with_names(rows, source)


def table(sweep: SweepSpec, rows: pd.DataFrame, records: Records) -> pd.DataFrame:
    """Return rows that name their records, each beside the constant rule of its fold."""
    found = grid.table(SweptRows.of(sweep, rows, records.own_data(sweep)))
    return records.with_names(found, sweep.source)


def _here(question: SweepQuestion, swept: Swept, records: Records) -> float:
    """Return where the visitor stands on the axis."""
    settings, sweep = question.settings, swept.sweep
    if swept.axis == "lam":
        at = lams(question.sweep, settings, records, sweep.mechanisms)
        return usual_lam(settings.lam, at)
    places: dict[str, float] = {
        "epsilon": settings.epsilon,
        "n": settings.n or sweep.sizes[-1],
        "features": question.n_features,
    }
    return places[swept.axis]


def _needed(found: SweepAnswer) -> tuple[str, ...]:
    """Return which ε, or how many records, an accuracy takes, by loss."""
    enough = found.enough
    if enough is None:
        return ()
    if all(map(math.isnan, enough.errors.values())):
        return (sentences.UNCOUNTED,)
    rule = terms.as_markdown(found.rule)
    if found.swept.axis == "n":
        return tuple(f"**{sentences.records_of(enough, loss, rule)}**" for loss in enough.errors)
    return tuple(f"**{_epsilon(enough, loss, rule)}**" for loss in enough.errors)


def _epsilon(enough: Enough, loss: str, rule: ConstantRule) -> str:
    at = {terms.called(name): each.at for name, each in enough.of_loss(loss).items()}
    last_one = enough.sweep.epsilons[-1]
    text = which_epsilon(enough.within, enough.errors[loss], at, last_one, rule)
    return sentences.with_loss(text, loss, several=len(enough.sweep.losses) > 1)


def _prices(swept: Swept, constant: ConstantRule, measure: str) -> dict[str, str]:
    """Return what privacy costs in records along n, by loss and mechanism."""
    sweep, rule = swept.sweep, terms.as_markdown(constant)
    if swept.axis != "n" or not swept.is_whole:
        return {}
    several, told = len(sweep.losses) > 1, dict[str, str]()
    for loss, each in prices.read_off(sweep, swept.rows, measure, constant).items():
        texts = {loss: sentences.no_price(rule)} if each is None else {}
        for name, price in (each or {}).items():
            texts[f"{loss}_{name}"] = sentences.price(sweep, name, price, rule)
        for key, text in texts.items():
            told[key] = sentences.with_loss(text, loss, several=several)
    return told


def script(question: SweepQuestion, records: Records | None = None) -> str:
    """Return a script on `dpcore` that computes the rows that a question asks for."""
    records = records or Records()
    sweep = grid.spec(question.sweep, records.own_data(question))
    return of_sweep(sweep, grid.measure_of(sweep, question.settings), records)


def of_sweep(sweep: SweepSpec, measure: str, records: Records) -> str:
    """Return a script that computes the same rows, and sums them up by a measure."""
    template = Template(script_template("trade_off/swept"))
    return template.substitute(
        sweep=arguments(vars(sweep)), measure=measure, **in_script(sweep.data, records)
    )
