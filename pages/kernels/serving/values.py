"""What serving predictions asks for: ε, λ, the form of the algorithms, records, T, C, β and δ."""

from dataclasses import dataclass, replace

from dpcore import checks
from dplab.kernels.plans import MOST_POINTS
from dplab.simulation.settings import Settings
from dplab.studies.kernels.served_along import Question
from dplab.studies.kernels.serving import CUBIC, ServingChoice
from pages.comparison import values
from pages.kernels.kernel import KERNEL
from pages.kit import words
from pages.kit.values import Get, UrlParameter, one_of, spelled, whole

CHOSEN = "chosen"
RECORDS = {"cubic": "A cubic", CHOSEN: "Others"}
FORMS = {"mended": "Corrected", "printed": "As published"}
MEASURED = {"wrong": "Wrong labels", "off": "Distance"}

FEWEST, MOST = 10, 20_000
SIZES = tuple(size for size in values.SIZES if FEWEST <= size <= MOST)
LEAST_FAILURE, MOST_FAILURE = 1e-6, 0.5

C, USUAL, BETA = "Norm bound C", "√(2ℓ(0)/λ)", "Failure probability β"
DEGREE = "degree"


def _bound(typed: str) -> float | None:
    if not typed.strip():
        return None
    return checks.between(C, words.read_number(C, typed), values.SMALLEST, values.LARGEST)


def _failure(typed: str) -> float:
    return checks.between(BETA, words.read_number(BETA, typed), LEAST_FAILURE, MOST_FAILURE)


ON = one_of("Records", "kernels_serving_data", "cubic", RECORDS)
FORM = one_of("The form of the algorithms", "kernels_form", "mended", FORMS)
SHOWN = one_of("The error shown", "kernels_measured", "wrong", MEASURED)
SIZE = UrlParameter("kernels_serving_n", str(CUBIC.n), whole(values.CALLED["n"], FEWEST, MOST))
T = UrlParameter(
    "kernels_points", spelled(ServingChoice.n_points), whole("Test points T", 1, MOST_POINTS)
)
BOUND = UrlParameter(
    "kernels_bound", "", _bound, lambda said: words.as_shown(said) if said.strip() else USUAL
)
FAILURE = UrlParameter("kernels_failure", spelled(ServingChoice.failure), _failure)
VALUES = (ON, FORM, SHOWN, SIZE, T, BOUND, FAILURE)


@dataclass(frozen=True)
class ServingQuestion:
    """How predictions are served, and which error is shown: a key of `MEASURED`."""

    served: Question
    measured: str = "wrong"


def question(get: Get) -> ServingQuestion:
    """Return what an address asks."""
    choice = ServingChoice(
        settings_of(get),
        parameters=((DEGREE, get(KERNEL.degree)),),
        n_points=get(T),
        norm_bound=get(BOUND),
        failure=get(FAILURE),
    )
    return ServingQuestion(Question(choice, get(FORM)), get(SHOWN))


def settings_of(get: Get) -> Settings:
    """Return the settings, with a share of wrong labels as the only measure."""
    asked = replace(values.about_one_lam(get).unweighted, n=get(SIZE), measure="error")
    return asked if get(ON) == CHOSEN else replace(asked, data=CUBIC.data, knobs=())
