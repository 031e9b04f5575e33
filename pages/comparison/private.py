"""The comparison at the visitor's settings: computed, and put into words.

Trade-off shows it; Who pays? and Decide ask the same batches.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from dpcore.data.dataset import Split
from dpcore.privacy.mechanisms import in_order
from dplab.simulation.comparison import COMPARED, EPSILONS, Outcome, Outcomes, measured
from dplab.simulation.constant import ConstantRule
from dplab.simulation.precedence import PriorityGate
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from dplab.simulation.sweeps.cells import Cell
from dplab.studies.trade_off import errors
from pages.comparison import cached, own_table, sentences, terms
from pages.comparison.figures.curves import Curve
from pages.kit import text
from pages.kit.frame import page_frame

PRIVATE = COMPARED[1:]

SLOW = 50_000_000
"""Draws × records × features at one ε that take some tenths of a second."""

SLOW_TO_RANK = 1_000_000
"""Draws × test records whose pairs take as long to rank."""


Summaries = dict[tuple[str, float], Summary]

MOST_OUTCOMES = 5_000

_ORDER = PriorityGate()
"""Somebody's first number comes before anybody's curve."""

of_batch = cached.study(errors.of_batch, MOST_OUTCOMES)


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


def lams(settings: Settings) -> dict[str, float]:
    """Return λ of each private mechanism at the settings, before anything is computed.

    That without noise may be chosen by folds: it is known with its error.
    """
    return cached.lams(settings, mechanisms_of(settings))


def comparison_at(settings: Settings) -> ComparisonAtEpsilon:
    """Compute the errors at the settings' ε."""
    part, batches = cached.part(settings), _batches_of_curve(settings)
    with _patience(settings, part):
        found = _first(settings, batches)
    plain = found["non_private", math.inf]
    outcomes = {name: found[name, settings.epsilon] for name in mechanisms_of(settings)}
    names = cached.class_names(settings)
    rule = cached.constant(settings, names=names)
    return ComparisonAtEpsilon(settings, part, plain, outcomes, rule, names, batches)


def _patience(settings: Settings, part: Split) -> AbstractContextManager[None]:
    """Say that something is computed, where that takes long enough to wonder."""
    slow = is_slow(settings, part)
    return st.spinner("Computing the errors at your ε.") if slow else nullcontext()


def is_slow(settings: Settings, part: Split) -> bool:
    """Tell whether one ε takes so long that somebody could wonder, and a curve far longer."""
    if settings.measure == "auc" and settings.draws * len(part.y_test) > SLOW_TO_RANK:
        return True
    return settings.draws * part.X.size > SLOW


def curves(comparison: ComparisonAtEpsilon) -> Iterator[dict[str, Curve]]:
    """Compute the errors against ε batch by batch; yield the curves after each."""
    found: dict[str, dict[float, Summary]] = {name: {} for name in comparison.outcomes}
    for batch in _summaries_along(comparison):
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


def explained(comparison: ComparisonAtEpsilon) -> None:
    """Write the sentence, the warnings, and how the numbers were made."""
    settings, summaries = comparison.settings, comparison.summaries
    rule = terms.as_markdown(comparison.rule)
    label = terms.predicting(cached.predicted(settings))
    with page_frame.steady("cost"):
        page_frame.sentence(sentences.told(settings, comparison.baseline, summaries, rule, label))
    for warning in sentences.warnings(comparison.outcomes):
        st.info(warning)
    with page_frame.steady("promise"):
        st.markdown(_promise(settings))
    if any(outcome.plan.delta for outcome in comparison.outcomes.values()):
        st.markdown(sentences.weaker(settings.epsilon, settings.delta))
    made = sentences.protocol(settings, comparison.part, cached.called(settings), comparison.lams)
    by_folds = sentences.BY_FOLDS if comparison.without_noise.by_folds else ""
    doubt = sentences.doubt(settings, summaries)
    st.caption(" ".join(filter(None, (made, by_folds, doubt))))


def _promise(settings: Settings) -> str:
    """Return what ε means, unless it holds of nothing yet."""
    return sentences.GUESSED if is_guessed(settings) else sentences.risk(settings.epsilon)


def is_guessed(settings: Settings) -> bool:
    """Tell whether the records were encoded by what was read from them."""
    own = own_table.current() if settings.is_own else None
    return own is not None and bool(own.schema.undeclared())


def definition() -> None:
    """Write what ε promises, as a formula."""
    st.latex(
        r"\frac{\Pr[M(D) \in S]}{\Pr[M(D') \in S]} \le e^{\varepsilon}",
        help=text.help_on("definition"),
    )


def first(settings: Settings) -> Outcomes:
    """Return the test errors at the settings' ε, before anybody's curve goes on."""
    return _first(settings, _batches_of_curve(settings))


def _first(settings: Settings, batches: Sequence[Cell]) -> Outcomes:
    if on_curve := _on_curve(settings, batches):
        return on_curve
    with _ORDER.first():
        without_noise, along, *_ = batches
        batch = errors.batch_at(along, settings.epsilon)
        return measured({**of_batch(without_noise), **of_batch(batch)}, settings.measure)


def _on_curve(settings: Settings, batches: Sequence[Cell]) -> Outcomes | None:
    """Return the test errors at the settings' ε if the curve goes through it and has come there.

    They are the same: draw by draw, the curve takes the same random numbers.
    """
    without_noise, *of_curve = batches
    there = [batch for batch in of_curve if settings.epsilon in batch.spec.epsilons]
    known = [of_batch.known(batch) for batch in (without_noise, *there)] if there else [None]
    outcomes: dict[tuple[str, float], Outcome] = {}
    for each in known:
        if each is None:
            return None
        outcomes |= each
    return measured(outcomes, settings.measure)


def _summaries_along(comparison: ComparisonAtEpsilon) -> Iterator[Summaries]:
    """Yield the middle and spread of the errors along ε, batch by batch.

    Every move of ε asks for them, and none changes them.
    """
    for batch in comparison.batches[1:]:
        yield _summed(batch, comparison.settings.measure)


def is_curve_known(comparison: ComparisonAtEpsilon) -> bool:
    """Tell whether the curve has nothing left to compute."""
    measure = comparison.settings.measure
    return all(_summed.known(batch, measure) is not None for batch in comparison.batches[1:])


@cached.memoized(MOST_OUTCOMES)
def _summed(batch: Cell, measure: str) -> Summaries:
    _ORDER.give_way()
    outcomes = measured(of_batch(batch), measure)
    return {place: Summary.of(each.errors) for place, each in outcomes.items()}


def _batches_of_curve(settings: Settings) -> list[Cell]:
    """Return them with the one without noise, where nothing grows with ε, before the others."""
    return errors.batches(settings, EPSILONS, cached.own_records(settings))
