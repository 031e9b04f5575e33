"""The comparison at settings, computed: the errors at their ε at once, the curve as it grows.

Trade-off shows it; Who pays? and Decide ask the same batches.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from dpcore.data.dataset import Split
from dpcore.data.real.tables import TABLES
from dpcore.privacy.mechanisms import in_order
from dplab.simulation.comparison import COMPARED, EPSILONS, Outcome, Outcomes, measured
from dplab.simulation.constant import ConstantRule
from dplab.simulation.measures import Confusion, confusion
from dplab.simulation.precedence import PriorityGate
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from dplab.simulation.sweeps.cells import Cell
from dplab.studies.trade_off import errors, more_records
from dplab.studies.trade_off.more_records import PricedEpsilon
from pages.comparison import sentences
from pages.comparison.figures.curves import Curve
from pages.comparison.records import Records, keeping
from pages.kit import words

PRIVATE = COMPARED[1:]

SLOW = 50_000_000
"""Draws × records × features at one ε that take some tenths of a second."""

SLOW_TO_RANK = 1_000_000
"""Draws × test records whose pairs take as long to rank."""


Summaries = dict[tuple[str, float], Summary]

MOST_OUTCOMES = 5_000

_ORDER = PriorityGate()
"""Somebody's first number comes before anybody's curve."""

keeping(errors.of_batch, MOST_OUTCOMES)


@dataclass(frozen=True)
class ComparisonAtEpsilon:
    """What the settings give at their ε.

    `without_noise` is of the non-private classifier, `outcomes` are test errors per private
    mechanism, the rule is what always giving the same answer errs, `names` are those of −1 and +1,
    and `batches` are the curve's, that without noise before the others.
    """

    settings: Settings
    part: Split
    without_noise: Outcome
    outcomes: dict[str, Outcome]
    rule: ConstantRule
    names: tuple[str, str]
    batches: list[Cell]

    @property
    def baseline(self) -> float:
        """Non-private test error."""
        return float(self.without_noise.errors[0])

    @cached_property
    def summaries(self) -> dict[str, Summary]:
        """Middle and spread of the errors of each private mechanism."""
        return {name: Summary.of(each.errors) for name, each in self.outcomes.items()}

    @property
    def means(self) -> dict[str, float]:
        """Mean errors of each private mechanism: what people are counted by."""
        return {name: float(each.errors.mean()) for name, each in self.outcomes.items()}

    @property
    def confusions(self) -> dict[str, Confusion]:
        """Which test records get which answer of each method, in the order of the tiles."""
        tested = {"non_private": self.without_noise} | self.outcomes
        return {name: confusion(each.mistakes, self.part) for name, each in tested.items()}

    @property
    def private_lams(self) -> dict[str, float]:
        """λ of each private mechanism at the settings' ε: as `lams`, before it is computed."""
        return {name: each.lam for name, each in self.outcomes.items()}

    @property
    def lams(self) -> dict[str, float]:
        """λ of each method at the settings' ε, in the order of the tiles."""
        return {"non_private": self.without_noise.lam} | self.private_lams

    @property
    def has_baseline(self) -> bool:
        """Whether the non-private classifier beats a constant answer, so that costs mean much."""
        return self.rule.is_beaten_by(Summary(self.baseline, self.baseline, self.baseline))

    @property
    def alt(self) -> str:
        """The figure of the error against ε in words."""
        return sentences.alt(self.settings, self.baseline, self.summaries, self.rule)


def mechanisms_of(settings: Settings) -> tuple[str, ...]:
    """Return the private mechanisms that a comparison shows."""
    return in_order((*PRIVATE, *settings.also))


def lams(settings: Settings, records: Records) -> dict[str, float]:
    """Return λ of each private mechanism at the settings, before anything is computed.

    That without noise may be chosen by folds: it is known with its error.
    """
    return records.lams(settings, mechanisms_of(settings))


def comparison_at(settings: Settings, records: Records) -> ComparisonAtEpsilon:
    """Compute the errors at the settings' ε."""
    part, batches = records.part(settings), _batches_of_curve(settings, records)
    found = _first(settings, batches, records)
    plain = found["non_private", math.inf]
    outcomes = {name: found[name, settings.epsilon] for name in mechanisms_of(settings)}
    names = records.class_names(settings)
    rule = records.constant(settings, names=names)
    return ComparisonAtEpsilon(settings, part, plain, outcomes, rule, names, batches)


def is_slow(settings: Settings, part: Split) -> bool:
    """Tell whether one ε takes so long that somebody could wonder, and a curve far longer."""
    if settings.measure == "auc" and settings.draws * len(part.y_test) > SLOW_TO_RANK:
        return True
    return settings.draws * part.X.size > SLOW


def curves(comparison: ComparisonAtEpsilon, records: Records) -> Iterator[dict[str, Curve]]:
    """Compute the errors against ε batch by batch; yield the curves after each."""
    found: dict[str, dict[float, Summary]] = {name: {} for name in comparison.outcomes}
    for batch in _summaries_along(comparison, records):
        for (name, epsilon), summary in batch.items():
            if name in found:
                found[name][epsilon] = summary
        along = {name: (list(at), list(at.values())) for name, at in found.items()}
        yield _level(comparison) | along


def no_curves(comparison: ComparisonAtEpsilon) -> dict[str, Curve]:
    """Return the curves before anything of them is computed: what has no noise is known at once."""
    return _level(comparison) | {name: ([], []) for name in comparison.outcomes}


def _level(comparison: ComparisonAtEpsilon) -> dict[str, Curve]:
    """Return the curve without noise: the same at every ε."""
    level = Summary(comparison.baseline, comparison.baseline, comparison.baseline)
    return {"non_private": ((EPSILONS[0], EPSILONS[-1]), (level, level))}


def first(settings: Settings, records: Records) -> Outcomes:
    """Return the test errors at the settings' ε, before anybody's curve goes on."""
    return _first(settings, _batches_of_curve(settings, records), records)


def _first(settings: Settings, batches: Sequence[Cell], records: Records) -> Outcomes:
    if on_curve := _on_curve(settings, batches, records):
        return on_curve
    with _ORDER.first():
        without_noise, along, *_ = batches
        batch = errors.batch_at(along, settings.epsilon)
        found = [records.ask(errors.of_batch, each) for each in (without_noise, batch)]
        return measured({**found[0], **found[1]}, settings.measure)


def _on_curve(settings: Settings, batches: Sequence[Cell], records: Records) -> Outcomes | None:
    """Return the test errors at the settings' ε if the curve goes through it and has come there.

    They are the same: draw by draw, the curve takes the same random numbers.
    """
    without_noise, *of_curve = batches
    there = [batch for batch in of_curve if settings.epsilon in batch.spec.epsilons]
    asked = (without_noise, *there) if there else ()
    known = [records.known(errors.of_batch, batch) for batch in asked] or [None]
    outcomes: dict[tuple[str, float], Outcome] = {}
    for each in known:
        if each is None:
            return None
        outcomes |= each
    return measured(outcomes, settings.measure)


def _summaries_along(comparison: ComparisonAtEpsilon, records: Records) -> Iterator[Summaries]:
    """Yield the middle and spread of the errors along ε, batch by batch.

    Every move of ε asks for them, and none changes them.
    """
    for batch in comparison.batches[1:]:
        yield records.get(summed, batch, comparison.settings.measure)


def is_curve_known(comparison: ComparisonAtEpsilon, records: Records) -> bool:
    """Tell whether the curve has nothing left to compute."""
    return all(records.known(errors.of_batch, batch) for batch in comparison.batches[1:])


def summed(records: Records, batch: Cell, measure: str) -> Summaries:
    """Return the middle and spread of the errors of a batch, by mechanism and ε."""
    _ORDER.give_way()
    outcomes = measured(records.ask(errors.of_batch, batch), measure)
    return {place: Summary.of(each.errors) for place, each in outcomes.items()}


keeping(summed, MOST_OUTCOMES)


def _batches_of_curve(settings: Settings, records: Records) -> list[Cell]:
    """Return them with the one without noise, where nothing grows with ε, before the others."""
    return errors.batches(settings, EPSILONS, records.own_data(settings))


def of_batch(records: Records) -> errors.Ask:
    """Return what answers a batch of the curve: for studies that ask the same."""
    return partial(records.ask, errors.of_batch)


def priced(settings: Settings, epsilon: float, records: Records) -> PricedEpsilon:
    """Return what an ε costs, with the records that are there and with many more like them."""
    asked = replace(settings.with_epsilon(EPSILONS[0]), measure="error", also=())
    return records.get(_priced, more_records.Question(asked, epsilon))


def _priced(records: Records, asked: more_records.Question) -> PricedEpsilon:
    return more_records.run(asked, records.own_data(asked), of_batch(records))


keeping(_priced, MOST_OUTCOMES)


def told_of_more(settings: Settings, epsilon: float, records: Records) -> str | None:
    """Return what few records cost at an ε, nothing where that is little; None of others.

    Nothing, too, where it is not known what more would cost. Others are many, or generated: of
    these anybody has as many as they like.
    """
    is_table = settings.is_own or settings.data in TABLES
    if not is_table or records.n_used(settings) >= more_records.MORE:
        return None
    found = priced(settings, epsilon, records)
    if not found.is_dear_of_few or found.with_more is None:
        return ""
    what = f"ε = {words.number(epsilon)}"
    return sentences.with_more(found.n, what, found.cost, found.with_more)
