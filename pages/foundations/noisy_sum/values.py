"""What the noisy sum asks besides ε: how many people and ones, one person's bit, and draws."""

from dplab.studies.foundations.noisy_sum import Question
from pages.comparison import values
from pages.foundations.epsilon import EPSILON
from pages.kit.values import Get, UrlParameter, one_of, spelled, whole

FEWEST, MOST, MOST_DRAWS = 2, 10**6, 10_000

CALLED_N, CALLED_ONES = "People n", "Ones among the others"
BITS = {"1": "1", "0": "0"}

SIZE = UrlParameter("foundations_sum_n", spelled(Question.n), whole(CALLED_N, FEWEST, MOST))
ONES = UrlParameter("foundations_sum_ones", spelled(Question.ones), whole(CALLED_ONES, 0, MOST - 1))
BIT = one_of("This person's bit", "foundations_sum_bit", spelled(Question.bit), BITS)
DRAWS = UrlParameter(
    "foundations_sum_draws", spelled(Question.draws), whole("Draws", 0, MOST_DRAWS)
)
VALUES = (SIZE, ONES, BIT, DRAWS)


def question(get: Get) -> Question:
    """Return what an address asks; there are no more ones than other people."""
    n = get(SIZE)
    return Question(
        epsilon=get(EPSILON),
        n=n,
        ones=min(get(ONES), n - 1),
        bit=int(get(BIT)),
        draws=get(DRAWS),
        seed=get(values.VALUES["seed"]),
    )
