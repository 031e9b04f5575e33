"""What serving predictions shows, each kept once it is computed; no ε changes what is learned."""

from collections.abc import Mapping
from dataclasses import replace

from dplab.kernels.plans import UpdatePlan
from dplab.kernels.tdil import SelfTaught
from dplab.studies.kernels import served_along, serving
from dplab.studies.kernels.served_along import Along, Question, ServedPredictions, SpokenOnce
from dplab.studies.kernels.serving import EPSILONS, TDIL_SIZES, Learner, ServingChoice
from pages.comparison.screen import cached

MOST_LEARNED, MOST_KEPT = 4, 200
"""The first hold the points' kernel matrix and its directions: up to 64 MB each."""


def answer(question: Question) -> ServedPredictions:
    """Return what a question gives."""
    epsilon, anywhere = question.choice.settings.epsilon, question.choice.at_any_epsilon()
    now, along = (
        _errors(replace(question, choice=anywhere), each) for each in ((epsilon,), EPSILONS)
    )
    return ServedPredictions(question, learner(question.choice), now, along)


def learner(choice: ServingChoice) -> Learner:
    """Return the kernel minimiser and its predictions, the same at every ε, δ, C and β."""
    return _learner(choice.to_learn())


@cached.memoized(MOST_LEARNED, copied=False)
def _learner(choice: ServingChoice) -> Learner:
    return serving.learn(choice, cached.own_records(choice))


@cached.memoized(MOST_KEPT)
def _errors(question: Question, epsilons: tuple[float, ...]) -> Along:
    return served_along.errors(question, epsilons, learner(question.choice))


@cached.memoized(MOST_KEPT)
def conversation(question: Question) -> SpokenOnce:
    """Return PINP's plan and the answers of one draw at the question's ε."""
    return served_along.spoken_once(question, learner(question.choice))


def tdil(question: Question, form: str) -> Mapping[int, tuple[UpdatePlan, SelfTaught]]:
    """Return TDIL in a form, at the question's ε, δ, loss and number of features."""
    return _tdil(question.choice.to_teach(), form == "printed")


@cached.memoized(MOST_KEPT)
def _tdil(choice: ServingChoice, printed: bool) -> dict[int, tuple[UpdatePlan, SelfTaught]]:
    return serving.asymptotic_tdil(choice, TDIL_SIZES, printed=printed)
