"""What the noisy average asks: whose values, their bound, and which way the noise is scaled."""

from dpcore import checks
from dplab.simulation.settings import UPLOAD
from dplab.studies.foundations.average import Question
from pages.comparison import values
from pages.foundations.epsilon import EPSILON
from pages.kit import words
from pages.kit.values import Get, UrlParameter, one_of, spelled, whole

SOURCES = {Question.data: "Made-up pay", UPLOAD: "Your own table"}
WAYS = {
    "kept": "As promised",
    "largest": "M from data",
    "hidden": "n hidden",
    "unclipped": "Unclipped",
}
CALLED_BOUND, CALLED_N = "Declared bound M", "People n"
SMALLEST, LARGEST, MOST, MOST_COLUMNS = 1, 1e6, 100_000, 10_000


def _bound(text: str) -> float:
    value = words.read_number(CALLED_BOUND, text, wanted="a number such as 100")
    return checks.between(CALLED_BOUND, value, SMALLEST, LARGEST)


def _place(text: str) -> int | None:
    return whole("Numeric column", 1, MOST_COLUMNS)(text) if text else None


SOURCE = one_of("The source of the values", "foundations_average_of", Question.data, SOURCES)
WAY = one_of("The way", "foundations_average_way", Question.way, WAYS)
BOUND = UrlParameter("foundations_average_bound", spelled(Question.bound), _bound)
SIZE = UrlParameter("foundations_average_n", spelled(Question.n), whole(CALLED_N, 2, MOST))
COLUMN = UrlParameter(
    "foundations_average_column", "", _place, lambda text: text or "The first column"
)
"""By its number: an own table's names stay out of links."""
VALUES = (SOURCE, WAY, BOUND, SIZE, COLUMN)


def question(get: Get) -> Question:
    """Return what an address asks."""
    return Question(
        data=get(SOURCE),
        way=get(WAY),
        epsilon=get(EPSILON),
        bound=get(BOUND),
        n=get(SIZE),
        column=get(COLUMN) or 1,
        seed=get(values.VALUES["seed"]),
    )
