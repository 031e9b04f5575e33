"""What a classifier reveals: the answers of the second lesson, on the page Adversary.

The attacks are those of the page, on the same records with the same seed
(`dplab.studies.adversary`); limits are Bayes' rule with ε (`dplab.instruments.adversary`).

Examples
--------
>>> round(limit({"epsilon": 1.0, "adversary_suspects": 10}).answer, 1)
23.2
"""

import math

from dplab.instruments.adversary import ceiling
from dplab.simulation.sources import stream
from dplab.studies.adversary import person
from dplab.studies.adversary.person import Traces
from dplab.studies.adversary.wide import as_reconstructed
from dplab.studies.lessons.entries import At, settings_of
from dplab.studies.lessons.grading import Truth

SUSPECTS, WANTED = 10, 15.0
"""Of the picture that is to be made: suspects, and the limit in 100."""

EXAM_SUSPECTS, EXAM_EPSILONS, EXAM_RELEASES = (4, 5, 20, 50), (0.25, 0.5, 1.5, 2.0), (2, 3, 4)


def known(at: At) -> Truth:
    """Return how many training records the attacker knows: all but one."""
    n = _traces(at).n
    return Truth(n - 1, 0.0, {"all": n}, {"n": n})


def digits(at: At) -> Truth:
    """Return to how many digits at least the record is reconstructed; they may differ by 1.

    It is the number of the page, which counts the digits of the column that agrees worst.
    """
    settings, own = as_reconstructed(settings_of(at))
    found = person.reconstructed(settings, 0, coef=person.exact(settings, own), own=own)
    (guess,) = (each for each in found.guesses if each.is_true)
    (agreements,) = guess.agreements
    return Truth(min(each.digits for each in agreements if each.digits is not None), 2.0)


def reconstructed(at: At) -> Truth:
    """Return of how many records one value alone fits."""
    found = _traces(at)
    one = found.n - found.undecided - found.without
    return Truth(one, 0.0, {"others": one - 1}, {"n": found.n})


def without_trace(at: At) -> Truth:
    """Return how many records leave no trace in a support vector machine."""
    found = _traces(at)
    said = {"n": found.n, "share": 100 * found.without / found.n}
    return Truth(found.without, 0.0, {"one": found.n - found.undecided - found.without}, said)


def limit(at: At) -> Truth:
    """Return the limit of the belief in one of the suspects, in 100: e^ε p/(e^ε p + 1 - p)."""
    epsilon, m = float(at["epsilon"]), int(at["adversary_suspects"])
    misses = {"even": 100 * ceiling(epsilon, 0.5), "guess": 100 / m}
    return Truth(100 * ceiling(epsilon, 1 / m), 0.3, misses, {"m": m, "epsilon": epsilon})


def is_limited(at: At) -> Truth:
    """Tell whether the limit of ten suspects is at most 15 in 100, with ε as large as that."""
    epsilon = float(at["epsilon"])
    share = WANTED / 100
    most = math.log(share / (1 - share) * (SUSPECTS - 1))
    is_right = 0.8 * most <= epsilon <= most
    said = {"limit": 100 * ceiling(epsilon, 1 / SUSPECTS), "epsilon": epsilon, "most": most}
    return Truth(is_right and int(at["adversary_suspects"]) == SUSPECTS, said=said)


def two_releases(at: At) -> Truth:
    """Return the limit after two releases about two equally likely values: that of 2ε."""
    epsilon = float(at["epsilon"])
    once = 100 * ceiling(epsilon, 0.5)
    return Truth(
        100 * ceiling(2 * epsilon, 0.5),
        0.5,
        {"once": once},
        {"epsilon": epsilon, "both": 2 * epsilon},
    )


def exam_limit(at: At) -> Truth:
    """Return the limit of a line-up at an ε of the class."""
    random = stream(int(at["seed"]), "exam limit")
    m, epsilon = int(random.choice(EXAM_SUSPECTS)), float(random.choice(EXAM_EPSILONS))
    odds = math.exp(epsilon) / (m - 1)
    said = {"m": m, "others": m - 1, "epsilon": epsilon, "odds": odds}
    return Truth(100 * ceiling(epsilon, 1 / m), 0.5, said=said)


def exam_releases(at: At) -> Truth:
    """Return the ε that several releases may have each, for a limit of the class."""
    random = stream(int(at["seed"]), "exam releases")
    k, most = int(random.choice(EXAM_RELEASES)), float(random.choice((60, 70, 75, 80)))
    epsilon = math.log(most / (100 - most))
    return Truth(epsilon / k, 0.01, said={"k": k, "most": most, "epsilon": epsilon})


def _traces(at: At) -> Traces:
    settings, own = as_reconstructed(settings_of(at))
    return person.traces(settings, coef=person.exact(settings, own), own=own)
