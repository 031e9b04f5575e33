"""Trade-off: error against ε."""

import math
from collections.abc import Mapping
from functools import cache, partial

from dpcore.privacy.mechanisms import in_order
from dplab.simulation import spelled
from dplab.simulation.comparison import COMPARED, EPSILONS, Outcome, Outcomes, split_of
from dplab.simulation.constant import ConstantRule
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from dplab.studies.trade_off import errors, which_epsilon
from dplab.studies.trade_off.which_epsilon import Question, SmallestEpsilons
from edition import at, defaults
from edition.dials import DialPicture, DialPlace
from pages.comparison import sentences, terms
from pages.comparison.figures.curves import Curve
from pages.trade_off import figures
from pages.trade_off import sentences as said_of_epsilon

PRIVATE = in_order(COMPARED[1:])


def picture() -> DialPicture:
    """Return the errors along ε at the page's own settings."""
    chosen = defaults.FIRST
    ask = cache(errors.of_batch)
    return DialPicture(
        "trade_off",
        defaults.EPSILON,
        "epsilon",
        tuple(_place(chosen.with_epsilon(epsilon), ask) for epsilon in defaults.EPSILONS),
        defaults.EPSILONS.index(chosen.epsilon),
        {"lam": "auto"},
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the errors at the settings of an address."""
    at.require_supported(texts, {}, "data", "epsilon", "lam", "n", "draws", "within", "seed")
    return _place(
        defaults.settings(texts), cache(errors.of_batch), spelled.read(texts).get("within")
    )


def _place(chosen: Settings, ask: errors.Ask, within: float | None = None) -> DialPlace:
    epsilon = chosen.epsilon
    found = errors.at(chosen, (*EPSILONS, epsilon), None, ask)
    plain = found[COMPARED[0], math.inf]
    baseline = float(plain.errors[0])
    here = {name: found[name, epsilon] for name in PRIVATE}
    now = {name: Summary.of(each.errors) for name, each in here.items()}
    rule = defaults.constant(chosen)
    said, enough = terms.as_markdown(rule), None
    if within and baseline + within < rule.error:
        enough = which_epsilon.run(Question(chosen.with_epsilon(EPSILONS[0]), within), ask=ask)
    return DialPlace(
        repr(epsilon),
        defaults.epsilon_name(epsilon),
        sentences.told(chosen, baseline, now, said, defaults.predicting(chosen)),
        sentences.alt(chosen, baseline, now, rule),
        partial(figures.against_epsilon, _curves(found, baseline), chosen, now, rule, enough),
        _made(chosen, now, {COMPARED[0]: plain} | here),
        (*sentences.warnings(here), *(_enough(enough, baseline, said, epsilon) if enough else ())),
    )


def _made(chosen: Settings, now: Mapping[str, Summary], outcomes: Mapping[str, Outcome]) -> str:
    lams = {name: each.lam for name, each in outcomes.items()}
    how = sentences.protocol(chosen, split_of(chosen), defaults.called(chosen), lams)
    by_folds = sentences.BY_FOLDS if outcomes[COMPARED[0]].by_folds else ""
    return " ".join(filter(None, (how, by_folds, sentences.doubt(chosen, now))))


def _enough(
    known: SmallestEpsilons, baseline: float, rule: ConstantRule, epsilon: float
) -> tuple[str, str]:
    """Return which ε is enough, and what more records would make of it."""
    each, share = said_of_epsilon.named(known.epsilons, known.epsilons), known.question.within
    which = sentences.which_epsilon(share, baseline, each, EPSILONS[-1], rule)
    return f"**{which}**", said_of_epsilon.with_more(known, epsilon)


def _curves(found: Outcomes, baseline: float) -> dict[str, Curve]:
    level = Summary(baseline, baseline, baseline)
    along: dict[str, Curve] = {COMPARED[0]: ((EPSILONS[0], EPSILONS[-1]), (level, level))}
    for name in PRIVATE:
        along[name] = EPSILONS, [Summary.of(found[name, each].errors) for each in EPSILONS]
    return along
