"""What serving predictions shows, each worth keeping; no ε changes what is learned."""

from collections.abc import Mapping
from dataclasses import replace

from dplab.kernels.plans import UpdatePlan
from dplab.kernels.tdil import SelfTaught
from dplab.studies.kernels import served_along, serving
from dplab.studies.kernels.served_along import Along, Question, ServedPredictions, SpokenOnce
from dplab.studies.kernels.serving import EPSILONS, TDIL_SIZES, Learner, ServingChoice
from pages.comparison.records import Records, keeping

MOST_LEARNED, MOST_KEPT = 4, 200
"""The first hold the points' kernel matrix and its directions: up to 64 MB each."""


def answer(question: Question, records: Records) -> ServedPredictions:
    """Return what a question gives."""
    epsilon, anywhere = question.choice.settings.epsilon, question.choice.at_any_epsilon()
    now, along = (
        records.get(errors, replace(question, choice=anywhere), each)
        for each in ((epsilon,), EPSILONS)
    )
    return ServedPredictions(question, learner(question.choice, records), now, along)


def learner(choice: ServingChoice, records: Records) -> Learner:
    """Return the kernel minimiser and its predictions, the same at every ε, δ, C and β."""
    return records.get(learned, choice.to_learn())


def learned(records: Records, choice: ServingChoice) -> Learner:
    """Return the same of a choice that has nothing else."""
    return serving.learn(choice, records.own_data(choice))


def errors(records: Records, question: Question, epsilons: tuple[float, ...]) -> Along:
    """Return the errors of each way at some ε."""
    return served_along.errors(question, epsilons, learner(question.choice, records))


def conversation(records: Records, question: Question) -> SpokenOnce:
    """Return PINP's plan and the answers of one draw at the question's ε."""
    return served_along.spoken_once(question, learner(question.choice, records))


def tdil(
    question: Question, form: str, records: Records
) -> Mapping[int, tuple[UpdatePlan, SelfTaught]]:
    """Return TDIL in a form, at the question's ε, δ, loss and number of features."""
    return records.get(self_taught, question.choice.to_teach(), form == "printed")


def self_taught(
    _: Records, choice: ServingChoice, printed: bool
) -> dict[int, tuple[UpdatePlan, SelfTaught]]:
    """Return TDIL at sizes that no table has."""
    return serving.asymptotic_tdil(choice, TDIL_SIZES, printed=printed)


keeping(learned, MOST_LEARNED, copied=False)
keeping(errors, MOST_KEPT)
keeping(conversation, MOST_KEPT)
keeping(self_taught, MOST_KEPT)
