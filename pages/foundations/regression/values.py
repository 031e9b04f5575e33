"""What the part asks: the counterexample, then ridge on generated records."""

from collections.abc import Callable

from dpcore import checks
from dplab.studies.foundations.regression import Question
from pages.comparison import values
from pages.foundations.epsilon import EPSILON
from pages.kit import words
from pages.kit.values import Get, UrlParameter, spelled, whole

SMALL_X, LARGE_X = "The others' x", "The record's x"


def _between(called: str, low: float, high: float) -> Callable[[str], float]:
    return lambda text: checks.between(called, words.read_number(called, text), low, high)


MADE_N = UrlParameter(
    "foundations_made_n", spelled(Question.made_n), whole("Example records", 2, 10_000)
)
SMALL = UrlParameter("foundations_small_x", spelled(Question.small), _between(SMALL_X, 1e-5, 1))
LARGE = UrlParameter("foundations_large_x", spelled(Question.large), _between(LARGE_X, 1e-4, 1))
LAM = UrlParameter(
    "foundations_lam", spelled(Question.lam), _between("Regularization λ", 1e-6, 1e6)
)
SIZE = UrlParameter("foundations_n", spelled(Question.n), whole("Records n", 10, 1_000_000))
VALUES = (MADE_N, SMALL, LARGE, LAM, SIZE)


def question(get: Get) -> Question:
    """Return what an address asks."""
    return Question(
        get(MADE_N),
        get(SMALL),
        get(LARGE),
        get(SIZE),
        get(LAM),
        get(EPSILON),
        get(values.VALUES["draws"]),
        get(values.VALUES["seed"]),
    )
