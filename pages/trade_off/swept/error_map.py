"""The map of errors over ε and λ: a panel for each method and loss, and a sentence for all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pandas as pd

from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import MEASURES
from dplab.simulation.settings import Settings
from dplab.simulation.sweeps import SweepSpec
from dplab.studies.trade_off import grid
from dplab.studies.trade_off.swept import error_map
from dplab.studies.trade_off.swept.error_map import ErrorMap, nearest
from pages.comparison import terms
from pages.comparison.figures import maps
from pages.comparison.records import Records
from pages.kit import words
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict
from pages.kit.view import View
from pages.trade_off.swept import sentences
from pages.trade_off.values import lams

HORIZONTAL, VERTICAL = "ε (logarithmic)", "λ (logarithmic)"

MOST_PANELS = 6
"""Maps that fit beside each other."""


@dataclass(frozen=True, eq=False)
class ErrorMaps:
    """The panels of a sweep over ε and λ, and where the visitor stands."""

    question: grid.Question
    sweep: SweepSpec
    rule: ConstantRule
    records: Records

    @property
    def settings(self) -> Settings:
        """Where the visitor stands."""
        return self.question.settings

    @property
    def called(self) -> str:
        """What the screen calls the data."""
        return self.records.called(self.sweep.source)


def view(mapped: ErrorMaps, rows: pd.DataFrame) -> View[tuple[ErrorMap, ...]]:
    """Return what all panels show, in one figure, and what they say at the visitor's ε."""
    measure = mapped.settings.measure
    panels = error_map.read_off(mapped.sweep, rows, measure, mapped.rule)
    how = sentences.protocol(mapped.sweep, ("epsilon", "lam"), mapped.called)
    coloured = sentences.colours(mapped.sweep.folds, measure)
    shown = panels[:MOST_PANELS]
    left_out = sentences.too_many(len(panels), MOST_PANELS) if len(panels) > MOST_PANELS else ""

    def draw(*, dark: bool, phone: bool) -> FigureDict:
        drawings = [_drawing(each, mapped, dark=dark) for each in shown]
        titles = [_title(each, mapped.sweep) for each in shown]
        return maps.beside_each_other(drawings, titles, dark=dark, phone=phone)

    said = [_said(each, mapped, mapped.rule) or "not complete yet" for each in shown]
    each = "; ".join(
        f"{_title(panel, mapped.sweep)}: {text}" for panel, text in zip(shown, said, strict=True)
    )
    return View(
        _sentence(panels, mapped),
        f"Maps of the {MEASURES[measure].noun} over ε and λ. {each}.",
        draw,
        tuple(panels),
        " ".join(filter(None, (how, coloured, left_out))),
    )


def _drawing(panel: ErrorMap, mapped: ErrorMaps, *, dark: bool) -> FigureDict:
    sweep, settings = mapped.sweep, mapped.settings
    horizontal = Axis(HORIZONTAL, sweep.epsilons[0], sweep.epsilons[-1])
    vertical = Axis(VERTICAL, sweep.given_lams[0], sweep.given_lams[-1])
    drawing = maps.error_over(
        horizontal,
        vertical,
        sweep.epsilons,
        sweep.given_lams,
        panel.errors,
        panel.of_use,
        title="",
        dark=dark,
        measure=MEASURES[settings.measure].label,
    )
    return maps.mark(
        drawing, horizontal, vertical, settings.epsilon, _used(panel, mapped), dark=dark
    )


def _title(panel: ErrorMap, sweep: SweepSpec) -> str:
    label = MECHANISMS[panel.mechanism].label
    return f"{label}, {LOSSES[panel.loss].label}" if len(sweep.losses) > 1 else label


def _sentence(panels: Sequence[ErrorMap], mapped: ErrorMaps) -> str:
    sweep, rule = mapped.sweep, terms.as_markdown(mapped.rule)
    near = sweep.epsilons[nearest(sweep.epsilons, mapped.settings.epsilon)]
    found = [text for panel in panels if (text := _said(panel, mapped, rule))]
    return f"**At ε = {words.number(near)}: {'; '.join(found)}.**" if found else ""


def _said(panel: ErrorMap, mapped: ErrorMaps, rule: ConstantRule) -> str:
    """Return the best λ at the visitor's ε, beside the one in use; nothing while some miss.

    No λ is the best where none beats the constant rule.
    """
    sweep = mapped.sweep
    at, title = nearest(sweep.epsilons, mapped.settings.epsilon), _title(panel, sweep).lower()
    if not panel.is_known(at):
        return ""
    best, used = panel.best(at), nearest(sweep.given_lams, _used(panel, mapped))
    if not panel.is_of_use(at):
        return f"{terms.short_of(rule, {title: panel.least(at)})} at any λ of the map"
    lowest, present = (words.percent(panel.errors[lam, at]) for lam in (best, used))
    said = f"{title} has its lowest error at λ = {words.number(sweep.given_lams[best])} ({lowest}"
    if present != lowest:
        said += f"; {present} at {words.number(sweep.given_lams[used])}"
    return f"{said})"


def _used(panel: ErrorMap, mapped: ErrorMaps) -> float:
    """Return λ of a panel's mechanism at the visitor's settings."""
    settings, name = replace(mapped.settings, loss=panel.loss), panel.mechanism
    return lams(mapped.question, settings, mapped.records, (name,))[name]
