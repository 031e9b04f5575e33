"""How a proof can be wrong: the answers of the seventh lesson, on the page Is it private?.

Losses are the page's: a search for the worst case, and a proven ceiling
(`dplab.studies.is_it_private.verdicts`). With the logistic loss the claim of 2008 holds where
nλ ≥ 2/ε (`dplab.instruments.worst_case.bound`).

Examples
--------
>>> at = {"mechanism": "objective_2008", "epsilon": 0.005, "lam": 0.01, "n": 10_000, "d": 10}
>>> round(least_epsilon(at).answer, 3), round(times_the_claim(at).answer, 2)
(0.02, 1.23)
"""

import math
from dataclasses import replace

from dpcore.data.dataset import n_training
from dplab.instruments.worst_case import bound
from dplab.simulation import sources
from dplab.simulation.sources import stream
from dplab.studies.is_it_private import verdicts
from dplab.studies.is_it_private.verdicts import ROUNDING, Question
from dplab.studies.is_it_private.whole_guarantee import FALSE_ALARMS, compared, found_by
from dplab.studies.lessons.entries import At, settings_of
from dplab.studies.lessons.grading import Truth, shown

START = Question("objective_2008", 0.2, 1e-6, "logistic", 0.5, 600, 1)
"""What the picture starts from; only λ may change."""

FAR = 2.0
"""How many times the λ that is needed is too much, in the picture."""

OTHERS_MOVED = "it is kept, but not λ alone was moved"

OF_PAPER = replace(START, epsilon=0.005, lam=0.01, n=10_000, d=2)
"""Within the range of CM08's Figure 2; with more features the worst loss found is the same."""

EXAM_SIZES, EXAM_LAMS = (500, 2_000, 8_000, 20_000), (0.001, 0.005, 0.01)
EXAM_EPSILONS = (0.05, 0.1, 0.5, 1.0)


def times_the_claim(at: At) -> Truth:
    """Return how many times its claim a mechanism loses, in the worst case that was found."""
    found = verdicts.verdict(_question(at))
    claim = found.plan.epsilon
    misses = {"loss": found.found} if abs(claim - 1) > 0.1 else {}
    said = {"claim": claim, "loss": found.found, "odds": math.exp(min(found.found, 700.0))}
    return Truth(found.found / claim, 0.015 * found.found / claim, misses, said)


def unpaid(at: At) -> Truth:
    """Return how much of the worst loss the noise alone cannot be, at least: all beyond ε."""
    found = verdicts.verdict(_question(at))
    claim = found.plan.epsilon
    rest = found.found - claim
    misses = {"all": found.found, "claim": claim}
    return Truth(rest, 0.015 * rest, misses, {"share": 100 * rest / found.found})


def is_kept(at: At) -> Truth:
    """Tell whether λ is large enough for the claim of 2008 to be proven, and hardly larger."""
    question = _question(at)
    needed = 2 / (question.epsilon * question.n)
    most = bound.ceiling(
        question.plan, question.make_loss(), lam=question.lam, n=question.n, n_features=question.d
    )
    is_same = replace(question, lam=START.lam, h=START.h, delta=START.delta) == START
    is_proven = most <= question.epsilon * ROUNDING
    verdict = "it is kept, but a smaller λ would do" if is_same else OTHERS_MOVED
    said: dict[str, float | str] = {
        "lam": question.lam,
        "pull": question.n * question.lam,
        # With a digit more than the page: just below the λ that is needed, 0.2003 is not 0.2.
        "most": shown(question.epsilon) if is_proven else float(f"{most:.4g}"),
        "claim": shown(question.epsilon),
        "needed": needed,
        "verdict": verdict if is_proven else "that is more",
    }
    return Truth(is_same and is_proven and question.lam <= FAR * needed, said=said)


def largest_loss(at: At) -> Truth:
    """Return what the largest privacy loss is: the claim, √2 times as much, or without limit."""
    question = _question(at)
    most = bound.ceiling(
        question.plan, question.make_loss(), lam=question.lam, n=question.n, n_features=question.d
    )
    if math.isinf(most):
        return Truth("endless", said={"epsilon": question.epsilon})
    is_kept = most <= question.epsilon * ROUNDING
    return Truth("claim" if is_kept else "root", said={"epsilon": question.epsilon})


def short_by_root_two(at: At) -> Truth:
    """Return how many times the claim noise loses whose deviation was taken for its scale."""
    found = verdicts.verdict(_question(at))
    claim = found.plan.epsilon
    misses = {"loss": found.found, "square": (found.found / claim) ** 2}
    return Truth(found.found / claim, 0.01, misses, {"claim": claim})


def for_the_jacobian(at: At) -> Truth:
    """Return how much of ε the rule of 2011 pays for the Jacobian: 2 log(1 + c/(nλ))."""
    question = _question(at)
    paid = question.plan.epsilon_curvature
    misses = {"half": paid / 2, "rest": question.epsilon - paid}
    said = {
        "epsilon": question.epsilon,
        "left": question.epsilon - paid,
        "share": 100 * paid / question.epsilon,
        "longer": question.epsilon / (question.epsilon - paid),
    }
    return Truth(paid, 0.02 * paid, misses, said)


def least_epsilon(at: At) -> Truth:
    """Return the smallest ε whose claim is proven for the mechanism of 2008: 2/(nλ)."""
    question = _question(at)
    pull = question.n * question.lam
    misses = {"pull": pull, "without_two": 1 / pull, "turned": pull / 2}
    below = verdicts.verdict(OF_PAPER)
    said = {"pull": pull, "below": OF_PAPER.epsilon, "times": below.found / OF_PAPER.epsilon}
    return Truth(2 / pull, 0.02 / pull, misses, said)


def most_found(at: At) -> Truth:
    """Return of how many of 100 releases a test with 5 % false alarms tells the record, at most."""
    question = _question({**at, "mechanism": at["is_it_private_mechanism"]})
    of = compared(question)
    found, alone = (100 * found_by(of[each]) for each in ("guarantee", "alone"))
    gaussian = compared(question.about("output_gaussian"))["guarantee"]
    coin = 100 * FALSE_ALARMS
    misses = {"alone": alone, "missed": 100 - found, "coin": coin}
    misses |= {"gaussian": 100 * found_by(gaussian)}
    # As the page says it, rounded up to tenths.
    return Truth(found, 0.1, misses)


def exam_records(at: At) -> Truth:
    """Return the records from which on a claim of the class is proven."""
    random = stream(int(at["seed"]), "exam records of 2008")
    epsilon, lam = float(random.choice(EXAM_EPSILONS)), float(random.choice(EXAM_LAMS))
    n = 2 / (epsilon * lam)
    return Truth(n, 0.01 * n, said={"epsilon": epsilon, "lam": lam})


def exam_budget(at: At) -> Truth:
    """Return what a claim of the class pays for the Jacobian, and what is left for the noise."""
    random = stream(int(at["seed"]), "exam budget of 2011")
    # With nλ = 5 and more, ε = 0.5 pays for the Jacobian and has something left.
    n, lam = int(random.choice(EXAM_SIZES[1:])), float(random.choice(EXAM_LAMS[1:]))
    epsilon = float(random.choice((0.5, 0.8, 1.0)))
    paid = replace(START, mechanism="objective", epsilon=epsilon, lam=lam, n=n).plan
    said = {
        "n": n,
        "lam": lam,
        "epsilon": epsilon,
        "pull": n * lam,
        "left": paid.epsilon_noise,
        "half": paid.epsilon_curvature / 2,
    }
    return Truth(paid.epsilon_curvature, 0.01 * paid.epsilon_curvature, said=said)


def _question(at: At) -> Question:
    """Return what the page asks at these settings, of the worst neighbours."""
    settings = settings_of(at)
    n = settings.n or n_training(sources.n_records(settings))
    return Question(
        str(at["mechanism"]),
        settings.epsilon,
        settings.given_lam,
        settings.loss,
        settings.h,
        n,
        settings.d,
        settings.delta,
    )
