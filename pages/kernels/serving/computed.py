"""What serving predictions shows, each computed once; what is learned depends on no ε."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dpcore.data.dataset import Dataset
from dpcore.privacy.kernels.plans import AnswerPlan, UpdatePlan
from dpcore.privacy.kernels.tdil import SelfTaught
from dpcore.simulation.constant import ConstantRule, constant_rule
from dpcore.simulation.settings import Settings
from dpcore.simulation.sources import UPLOAD
from dpcore.simulation.summaries import Summary
from dpcore.studies.kernels import serving as core
from dpcore.studies.kernels.serving import Learner, ServingChoice
from pages.comparison import cached
from pages.kernels.serving.figures.pinp import SpokenOnce

MOST_LEARNED, MOST_KEPT = 4, 200
"""The first hold the points' kernel matrix and its directions: up to 64 MB each."""

TDIL_LAM, TDIL_DRAWS = 0.1, 20
"""Of the demonstration: at a smaller λ it would need a larger n still."""

TDIL_SIZES = tuple(10**k for k in range(5, 11))
"""n that no table here has."""


@dataclass(frozen=True)
class ErrorsOfWay:
    """Errors of one way at one ε, and its plan.

    Parameters
    ----------
    wrong : Summary
        Shares of wrong labels.
    off : Summary
        Mean distances from the non-private predictions.
    plan : AnswerPlan
    """

    wrong: Summary
    off: Summary
    plan: AnswerPlan


Along = Mapping[tuple[str, float], ErrorsOfWay]
"""By way and ε."""


def with_points_there_are(choice: ServingChoice) -> ServingChoice:
    """Return the choice with no more test points than there are test records."""
    return replace(choice, n_points=min(choice.n_points, len(cached.part(choice.settings).y_test)))


def learned(choice: ServingChoice) -> Learner:
    """Return the kernel minimiser and its predictions, the same at every ε, δ, C and β."""
    settings = choice.settings
    kept = Settings(
        data=settings.data,
        lam=settings.lam,
        loss=settings.loss,
        h=settings.h,
        n=settings.n,
        seed=settings.seed,
        d=settings.d,
        knobs=settings.knobs,
    )
    return _learned(replace(choice, settings=kept, norm_bound=None, failure=0.05))


def served(choice: ServingChoice, form: str, epsilons: Sequence[float]) -> Along:
    """Return the errors of each way at some ε, whatever the ε of the choice."""
    return _served(_at_any_epsilon(choice), form, tuple(epsilons))


def conversation(choice: ServingChoice, form: str) -> SpokenOnce:
    """Return PINP's plan and the answers of one draw at the choice's ε."""
    return _conversation(choice, form)


def rule(choice: ServingChoice) -> ConstantRule:
    """Return what always giving the same answer errs at the points that ask."""
    # Of the points alone: they are the test part of every number beside it.
    part, T = cached.part(choice.settings), choice.n_points
    asking = replace(part, X_test=part.X_test[:T], y_test=part.y_test[:T], test_weight=None)
    return constant_rule([asking], cached.answers(choice.settings))


def tdil(choice: ServingChoice, *, printed: bool) -> dict[int, tuple[UpdatePlan, SelfTaught]]:
    """Return the demonstration of TDIL at the choice's ε, δ, loss and number of features."""
    settings = choice.settings
    kept = Settings(
        epsilon=settings.epsilon,
        loss=settings.loss,
        h=settings.h,
        seed=settings.seed,
        d=settings.d,
        delta=settings.delta,
        lam=TDIL_LAM,
        draws=TDIL_DRAWS,
    )
    return _tdil(ServingChoice(kept, failure=choice.failure), printed)


def _at_any_epsilon(choice: ServingChoice) -> ServingChoice:
    return replace(choice, settings=choice.settings.with_epsilon(1.0))


def _records(choice: ServingChoice) -> Dataset | None:
    data = choice.settings
    return cached.dataset(data) if data.data == UPLOAD else None


@cached.memoized(MOST_LEARNED, copied=False)
def _learned(choice: ServingChoice) -> Learner:
    return core.learn(choice, _records(choice))


@cached.memoized(MOST_KEPT)
def _served(choice: ServingChoice, form: str, epsilons: tuple[float, ...]) -> Along:
    found = core.served(choice, epsilons, form=form, learned=learned(choice))
    return {
        place: ErrorsOfWay(Summary.of(each.wrong), Summary.of(each.off), each.plan)
        for place, each in found.items()
    }


@cached.memoized(MOST_KEPT)
def _conversation(choice: ServingChoice, form: str) -> SpokenOnce:
    plan, spoken = core.conversation(choice, form=form, learned=learned(choice))
    return SpokenOnce(plan, spoken.answers[0], spoken.updated[0], spoken.updated.sum(axis=1))


@cached.memoized(MOST_KEPT)
def _tdil(choice: ServingChoice, printed: bool) -> dict[int, tuple[UpdatePlan, SelfTaught]]:
    return core.asymptotic_tdil(choice, TDIL_SIZES, printed=printed)
