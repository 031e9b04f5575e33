"""What the part asks: how many answers, a budget, and what was spent of it."""

from dpcore import checks
from dpcore.checks import InvalidInput
from dplab.laplace.composition import MOST_ANSWERS
from dplab.studies.foundations.composition import Question
from pages.comparison import values
from pages.foundations.epsilon import EPSILON
from pages.kit import words
from pages.kit.values import Get, UrlParameter, spelled, whole

MOST_QUERIES, MOST_RUNS = 100, 1_000_000
"""So many queries fit into an address; nobody starts again so often."""


def _budget(text: str) -> float:
    called = "Budget"
    return checks.between(called, words.read_number(called, text), values.SMALLEST, 1e6)


def _spent(text: str) -> tuple[float, ...]:
    called = "Privacy parameter ε of a query"
    each = [part for part in text.split(",") if part.strip()]
    if len(each) > MOST_QUERIES:
        raise InvalidInput(
            f"A link holds at most {MOST_QUERIES} queries; got {len(each):,}. Start again."
        )
    bounds = values.SMALLEST, values.LARGEST
    return tuple(checks.between(called, words.read_number(called, part), *bounds) for part in each)


ANSWERS = UrlParameter("foundations_k", spelled(Question.k), whole("Answers k", 1, MOST_ANSWERS))
BUDGET = UrlParameter("foundations_budget", spelled(Question.budget), _budget)
SPENT = UrlParameter("foundations_spent", "", _spent, lambda _: "A fresh budget")
RUN = UrlParameter("foundations_run", spelled(Question.run), whole("Run", 1, MOST_RUNS))
VALUES = (ANSWERS, BUDGET, SPENT, RUN)


def question(get: Get) -> Question:
    """Return what an address asks."""
    seed = get(values.VALUES["seed"])
    return Question(get(ANSWERS), get(EPSILON), get(BUDGET), get(SPENT), seed, get(RUN))
