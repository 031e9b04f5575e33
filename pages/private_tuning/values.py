"""What the address of Private tuning asks: candidates, a kernel, what the figure runs along."""

from dataclasses import replace

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.private_tuning.costs import GRID, Question
from pages.comparison import values
from pages.comparison.kernels import OR_NONE, KernelChoice
from pages.kit import words
from pages.kit.values import Get, UrlParameter, one_of

FIRST_N = 2_000
"""Records that the page opens with: with all 20,000, choosing costs next to nothing at ε = 1."""

MOST = 12
CALLED = "Candidates for λ"
PURE = {name: entry.label for name, entry in MECHANISMS.items() if entry.guarantee == "pure"}
ACROSS = {"epsilon": "ε", "n": "n"}


def _lams(text: str) -> tuple[float, ...]:
    read = words.read_numbers(CALLED, text)
    lams = tuple(dict.fromkeys(read))  # one that is named twice would take two parts of the records
    if not 1 <= len(lams) <= MOST:
        raise InvalidInput(f"{CALLED} must be 1 to {MOST} values of λ; got {len(lams)}.")
    try:
        return tuple(checks.between(CALLED, lam, *values.BOUNDS["lam"]) for lam in lams)
    except InvalidInput as refusal:
        is_unclear = "," in text and ", " not in text  # 0,5 was read as 0 and 5.
        raise InvalidInput(f"{refusal} {words.LIST_HINT}" if is_unclear else str(refusal)) from None


CANDIDATES = UrlParameter("candidates", "1e-4, 1e-3, 1e-2, 0.1, 1", _lams, lambda text: f"“{text}”")
MECHANISM = one_of("The mechanism that is tuned", "tuned", Question.mechanism, PURE)
AXIS = one_of("The axis of the figure", "across", "epsilon", ACROSS)
KERNEL = KernelChoice.on("tuning", "linear", OR_NONE)
VALUES = (CANDIDATES, MECHANISM, AXIS, *KERNEL.values)

ABOUT = values.simulating(
    "Private tuning",
    VALUES,
    words=("private tuning", "exponential mechanism", "composition", "regularization λ", "draw"),
)

EDITION = values.epsilon_dial(
    tuple(epsilon for epsilon in values.EPSILONS if GRID[0] <= epsilon <= GRID[-1])
)


def first_n(get: Get) -> int | None:
    """Return how many records the page takes where an address names neither n nor data."""
    data = values.VALUES["data"]
    is_named = get(values.VALUES["n"]) is not None or get(data) != data.default
    return None if is_named else FIRST_N


def question(get: Get) -> Question:
    """Return what an address asks."""
    settings, kernel = values.about_one_lam(get), KERNEL.chosen(get)
    settings = replace(settings, n=first_n(get) or settings.n)
    return Question(settings, get(MECHANISM), get(CANDIDATES), *kernel, get(AXIS))
