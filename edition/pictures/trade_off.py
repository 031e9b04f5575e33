"""Trade-off: error against ε."""

import math
from collections.abc import Mapping
from functools import cache, partial

from dpcore.privacy.mechanisms import in_order
from dpcore.simulation.comparison import COMPARED, EPSILONS, Outcomes
from dpcore.simulation.settings import Settings
from dpcore.simulation.summaries import Summary
from dpcore.studies.trade_off import errors
from edition import at, records
from edition.dials import DialPicture, DialPlace
from pages.comparison import sentences, terms
from pages.comparison.figures import curves
from pages.comparison.figures.curves import Curve
from pages.kit.figures.style import Drawing
from pages.trade_off import figures

PRIVATE = in_order(COMPARED[1:])


def picture() -> DialPicture:
    """Return the errors along ε at the page's own settings."""
    chosen = records.FIRST
    ask = cache(errors.of_batch)
    return DialPicture(
        "trade_off",
        records.EPSILON,
        "epsilon",
        tuple(_place(chosen.with_epsilon(epsilon), ask) for epsilon in records.EPSILONS),
        records.EPSILONS.index(chosen.epsilon),
        {"lam": "auto"},
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the errors at the settings of an address."""
    at.only(texts, {}, "data", "epsilon", "lam", "n", "draws")
    return _place(records.settings(texts), errors.of_batch)


def _place(chosen: Settings, ask: errors.Ask) -> DialPlace:
    epsilon = chosen.epsilon
    found = errors.at(chosen, (*EPSILONS, epsilon), None, ask)
    baseline = float(found[COMPARED[0], math.inf].errors[0])
    now = {name: Summary.of(found[name, epsilon].errors) for name in PRIVATE}
    rule = records.constant(chosen)
    return DialPlace(
        repr(epsilon),
        records.epsilon_name(epsilon),
        sentences.told(chosen, baseline, now, terms.as_markdown(rule), records.predicting(chosen)),
        sentences.alt(chosen, baseline, now, rule),
        partial(_drawn, chosen, _curves(found, baseline), now),
    )


def _curves(found: Outcomes, baseline: float) -> dict[str, Curve]:
    level = Summary(baseline, baseline, baseline)
    along: dict[str, Curve] = {COMPARED[0]: ((EPSILONS[0], EPSILONS[-1]), (level, level))}
    for name in PRIVATE:
        along[name] = EPSILONS, [Summary.of(found[name, each].errors) for each in EPSILONS]
    return along


def _drawn(
    chosen: Settings,
    along: Mapping[str, Curve],
    now: Mapping[str, Summary],
    *,
    dark: bool,
    phone: bool,
) -> Drawing:
    rule = records.constant(chosen)
    drawing = figures.against_epsilon(along, chosen, now, rule, dark=dark)
    return curves.for_phone(drawing) if phone else drawing
