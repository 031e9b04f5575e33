"""Who chose λ? The answers of the sixth lesson, on Private tuning (CMS11 Algorithm 4).

Errors are those of the page: the same cut, noise and picks (`dplab.studies.private_tuning.costs`).

Examples
--------
>>> at = {"epsilon": 0.5}
>>> round(of_each_step(at).answer, 4), looked(at).answer
(0.0833, 'looked')
"""

from dpcore.checks import InvalidInput
from dpcore.privacy.tuning import mistakes_bound, plan_tuning
from dplab.simulation.comparison import part_of
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load, stream
from dplab.studies.lessons.entries import At, settings_of
from dplab.studies.lessons.grading import Truth
from dplab.studies.private_tuning.costs import Question, at_one_place
from dplab.studies.private_tuning.strategies import STRATEGIES, Comparison

DELTA = 0.05
"""How rarely the bound on mistakes may fail, as on the page."""

POINT = 100.0
RECORDS, EPSILON = 5_000, 0.5
"""Of the picture: candidates alone are to be moved."""
CHEAP = 3.0
"""What the split of the picture may cost, in points."""

FIELDS = {"tuned": "mechanism", "candidates": "lams", "tuning_kernel": "kernel"}
"""Of the page's question, by the names of settings."""

EXAM_SIZES, EXAM_EPSILONS, EXAM_COUNTS = (1_000, 6_000, 12_000), (0.1, 0.2, 1.0), (3, 4, 7, 9)


def part_size(at: At) -> Truth:
    """Return how many records each candidate learns from: n/(m+1), up to one."""
    question = _question(at)
    settings, m = question.settings, len(question.lams)
    n = part_of(load(settings), settings).n
    sizes = plan_tuning(question.candidates, settings.epsilon, n).sizes
    size = sizes[0]
    said = {
        "n": n,
        "m": m,
        "parts": m + 1,
        "share": n / (m + 1),
        "larger": sizes.count(size),
        "smaller": m + 1 - sizes.count(size),
        "less": sizes[-1],
    }
    return Truth(size, 1.0, {"no_judge": n / m, "all": n}, said)


def cost_of_split(at: At) -> Truth:
    """Return what the split costs, in points: the difference of medians that the page shows."""
    found = _compared(at)
    selection = round(POINT * found.cost_of_selection, 1)
    return Truth(_of_split(found), 0.06, said={"selection": selection})


def looked(_at: At) -> Truth:
    """Return the strategy that can be carried out and is not private: looking at the test set."""
    (leaking,) = (
        name for name, each in STRATEGIES.items() if not each.private and name != "hindsight"
    )
    return Truth(leaking)


def of_each_step(at: At) -> Truth:
    """Return what each step of composing gets: ε/(m+1)."""
    epsilon, m = float(at["epsilon"]), len(_question(at).lams)
    misses = {"whole": epsilon, "no_choice": epsilon / m}
    each = epsilon / (m + 1)
    return Truth(each, 0.01 * each, misses, {"steps": m + 1, "epsilon": epsilon})


def most_mistakes(at: At) -> Truth:
    """Return the bound 2 log(m/δ)/ε on the mistakes beyond those of the best."""
    epsilon, m = float(at["epsilon"]), len(_question(at).lams)
    bound = mistakes_bound(m=m, epsilon=epsilon, delta=DELTA)
    return Truth(bound, 0.11, said={"m": m, "epsilon": epsilon})


def is_cheap(at: At) -> Truth:
    """Tell whether two to four candidates alone bring the split down to three points at most."""
    question = _question(at)
    if question.has_kernel:
        raise InvalidInput(
            "This step is about the records as they are. Choose “None: records as they are” as the "
            "kernel, and check again."
        )
    settings, m = question.settings, len(question.lams)
    cost = _of_split(_compared(at))
    start = (RECORDS, EPSILON, Settings().data)
    is_unmoved = (settings.n, settings.epsilon, settings.data) == start
    kept = "1 candidate" if m == 1 else f"{m} candidates"
    is_right = 2 <= m <= 4 and is_unmoved and cost <= CHEAP
    return Truth(is_right, said={"cost": cost, "candidates": kept})


def of_all_looks(at: At) -> Truth:
    """Return what composition guarantees for keeping one of m classifiers, each at ε: mε."""
    epsilon, m = float(at["epsilon"]), len(_question(at).lams)
    misses = {"one": epsilon, "with_judge": (m + 1) * epsilon}
    return Truth(m * epsilon, 1e-6, misses, {"m": m, "epsilon": epsilon})


def exam_sizes(at: At) -> Truth:
    """Return the records of each candidate at an n and m of the class."""
    random = stream(int(at["seed"]), "exam sizes")
    n, m = int(random.choice(EXAM_SIZES)), int(random.choice(EXAM_COUNTS))
    return Truth(n / (m + 1), 1.0, said={"n": n, "m": m, "parts": m + 1})


def exam_bound(at: At) -> Truth:
    """Return the bound on mistakes at an m and ε of the class."""
    random = stream(int(at["seed"]), "exam bound")
    m, epsilon = int(random.choice(EXAM_COUNTS)), float(random.choice(EXAM_EPSILONS))
    bound = mistakes_bound(m=m, epsilon=epsilon, delta=DELTA)
    return Truth(bound, 0.1, said={"m": m, "epsilon": epsilon, "ratio": m / DELTA})


def _of_split(found: Comparison) -> float:
    """Return what the split costs, in points: as on the tiles, whose tenths add up."""
    _, split, _ = found.costs
    return round(POINT * split, 1)


def _compared(at: At) -> Comparison:
    return at_one_place(_question(at))


def _question(at: At) -> Question:
    """Return what the page asks at these settings."""
    named = {field: at[name] for name, field in FIELDS.items() if name in at}
    return Question(settings_of(at), **named)
