"""What ε promises: the answers of the first lesson, on the pages of the lecture (TU).

Each function takes the settings of a step and returns the `Truth`. Numbers that a known
misunderstanding gives (the lecture's own slips among them) are computed beside it.

Examples
--------
>>> round(within({"epsilon": 0.1}).answer, 2), round(best_bob({"epsilon": 1.0}).answer, 1)
(29.96, 69.7)
"""

import math

from dplab.instruments.adversary import ceiling
from dplab.laplace import composition, game, mechanism
from dplab.laplace.average import sensitivity
from dplab.simulation.sources import stream
from dplab.studies.lessons.entries import At
from dplab.studies.lessons.grading import Truth

SHARE = 0.95
NEAR = 3.0
"""The half width of 95 of 100 answers at ε = 1, from which the guess starts; in people."""

WANTED = 10.0
"""The half width that the picture is to be moved to, in people."""

EXAM_EPSILONS, EXAM_SIZES, EXAM_BOUNDS = (0.05, 0.2, 0.25, 0.4, 0.5), (40, 80, 250, 500), (50, 120)
EXAM_QUERIES = (4, 6, 8, 12)


def ratio(at: At) -> Truth:
    """Return how many times as likely an answer can be, at most: e^ε (TU Definition 1)."""
    epsilon = float(at["epsilon"])
    return Truth(math.exp(epsilon), 0.01, {"exponent": epsilon, "one_more": 1 + epsilon}
                 if epsilon > 0.2 else {"exponent": epsilon})  # fmt: skip


def within(at: At) -> Truth:
    """Return in which distance of the truth 95 of 100 answers lie: ln(20)/ε (TU Section 5)."""
    b = mechanism.scale(1, float(at["epsilon"]))
    exact = mechanism.half_width(SHARE, b)
    misses = {
        "printed": mechanism.paper_half_width(SHARE, b),
        "chebyshev": mechanism.chebyshev_half_width(SHARE, b),
    }
    return Truth(
        exact,
        0.02 * exact,
        misses,
        {
            "covered": 100 * mechanism.coverage(misses["printed"], b),
            "still": 100 * mechanism.coverage(NEAR, b),
        },
    )


def is_near_enough(at: At) -> Truth:
    """Tell whether 95 of 100 answers lie within ±10, and ε is hardly larger than that takes."""
    epsilon = float(at["epsilon"])
    needed = math.log(1 / (1 - SHARE)) / WANTED
    # Without noise every answer is the true one; the mechanism has no scale for that.
    has_noise = math.isfinite(epsilon)
    width = mechanism.half_width(SHARE, mechanism.scale(1, epsilon)) if has_noise else 0.0
    further = "take a larger ε" if width > WANTED else "a smaller ε is enough"
    return Truth(
        needed * (1 - 1e-9) <= epsilon <= 1.2 * needed,
        said={"width": width, "epsilon": epsilon, "needed": needed, "further": further},
    )


def average_sensitivity(at: At) -> Truth:
    """Return by how much one person can move an average of values in [0, M]: M/n."""
    bound, n = float(at["foundations_average_bound"]), int(at["foundations_average_n"])
    return Truth(sensitivity(bound, n), 0.0, {"of_the_sum": bound, "half": bound / n / 2})


def best_bob(at: At) -> Truth:
    """Return how often the best Bob wins on Laplace answers, in 100 rounds."""
    epsilon = float(at["epsilon"])
    return Truth(
        100 * game.max_win_on_laplace(epsilon),
        0.6,
        {
            "of_any": 100 * game.max_win_probability(epsilon),
            "printed": 100 * game.paper_most(epsilon),
        },
    )


def spent(at: At) -> Truth:
    """Return what k answers about the same people cost together: kε (TU Theorem 7)."""
    epsilon, k = float(at["epsilon"]), int(at["foundations_k"])
    return Truth(
        composition.sequential([epsilon] * k),
        0.0,
        {"parallel": epsilon, "shared": epsilon / k},
        {"k": k, "epsilon": epsilon},
    )


def most_belief(at: At) -> Truth:
    """Return what an even belief becomes at most, in per cent: e^ε/(1+e^ε)."""
    epsilon = float(at["epsilon"])
    return Truth(
        100 * ceiling(epsilon, 0.5),
        0.5,
        {"printed": 50 * math.exp(epsilon), "added": 50 + 100 * epsilon / 2},
    )


def exam_width(at: At) -> Truth:
    """Return the half width of 95 of 100 answers to a count, at an ε of the class."""
    epsilon = float(stream(int(at["seed"]), "exam width").choice(EXAM_EPSILONS))
    found = within({"epsilon": epsilon})
    return Truth(found.answer, found.tolerance, found.misses, {"epsilon": epsilon})


def exam_average(at: At) -> Truth:
    """Return the scale of the noise on an average, at a bound, size and ε of the class."""
    random = stream(int(at["seed"]), "exam average")
    n, bound = int(random.choice(EXAM_SIZES)), float(random.choice(EXAM_BOUNDS))
    epsilon = float(random.choice(EXAM_EPSILONS))
    scale = mechanism.scale(sensitivity(bound, n), epsilon)
    said = {"n": n, "bound": bound, "epsilon": epsilon, "sensitivity": sensitivity(bound, n)}
    return Truth(scale, 0.01 * scale, said=said)


def exam_budget(at: At) -> Truth:
    """Return what is left of a budget after some queries of the class."""
    random = stream(int(at["seed"]), "exam budget")
    k, epsilon = int(random.choice(EXAM_QUERIES)), float(random.choice((0.05, 0.1)))
    cost = composition.sequential([epsilon] * k)
    return Truth(
        2 - cost, 1e-9, said={"k": k, "epsilon": epsilon, "cost": cost, "apart": 2 - epsilon}
    )
