"""What serving predictions asks for: ε, λ, the form of the algorithms, records, T, C, β and δ."""

import math
from dataclasses import replace

import streamlit as st

from dpcore import checks
from dpcore.checks import InvalidInput
from dplab.features import FEATURE_MAPS
from dplab.kernels.plans import MOST_POINTS
from dplab.simulation.settings import Settings
from dplab.studies.kernels.served_along import Question
from dplab.studies.kernels.serving import CUBIC, ServingChoice
from pages.comparison import values
from pages.comparison.screen import cached, settings
from pages.kernels.kernel import KERNEL
from pages.kit import address, controls, text, words
from pages.kit.address import UrlParameter

CHOSEN = "chosen"
RECORDS = {"cubic": "A cubic", CHOSEN: "Others"}
FORMS = {"mended": "Mended", "printed": "As printed"}
MEASURED = {"wrong": "Wrong labels", "off": "Distance"}

FEWEST, MOST = 10, 20_000
SIZES = tuple(size for size in values.SIZES if FEWEST <= size <= MOST)
LEAST_FAILURE, MOST_FAILURE = 1e-6, 0.5

C, USUAL, BETA = "Norm bound C", "√(2ℓ(0)/λ)", "Failure probability β"
_DEGREE = "degree"


def _bound(typed: str) -> float | None:
    if not typed.strip():
        return None
    return checks.between(C, words.read_number(C, typed), values.SMALLEST, values.LARGEST)


def _failure(typed: str) -> float:
    return checks.between(BETA, words.read_number(BETA, typed), LEAST_FAILURE, MOST_FAILURE)


ON = address.one_of("Records", "kernels_serving_data", "cubic", RECORDS)
FORM = address.one_of("The form of the algorithms", "kernels_form", "mended", FORMS)
SHOWN = address.one_of("The error shown", "kernels_measured", "wrong", MEASURED)
SIZE = UrlParameter(
    "kernels_serving_n", str(CUBIC.n), address.whole(values.CALLED["n"], FEWEST, MOST)
)
T = UrlParameter("kernels_points", "200", address.whole("Test points T", 1, MOST_POINTS))
BOUND = UrlParameter(
    "kernels_bound", "", _bound, lambda said: words.as_shown(said) if said.strip() else USUAL
)
FAILURE = UrlParameter("kernels_failure", "0.05", _failure)
VALUES = (ON, FORM, SHOWN, SIZE, T, BOUND, FAILURE)


def card() -> Question:
    """Draw the controls and return what they say."""
    now = settings.chosen()
    if controls.one(ON, "Records", RECORDS) == CHOSEN:
        settings.data_choice()
    controls.slider_with_box(
        values.VALUES["epsilon"], "Privacy parameter ε", values.EPSILONS, now.epsilon
    )
    settings.given_lam()
    controls.one(FORM, "PINP, TDDL and TDIL", FORMS)
    controls.slider_with_box(SIZE, "Training records n", SIZES, address.get(SIZE))
    _more()
    return chosen()


def chosen() -> Question:
    """Return what the address says."""
    choice = ServingChoice(
        _records(),
        parameters=((_DEGREE, address.get(KERNEL.degree)),),
        n_points=address.get(T),
        norm_bound=address.get(BOUND),
        failure=address.get(FAILURE),
    )
    return Question(choice, address.get(FORM))


def _records() -> Settings:
    """Return the settings, with a share of wrong labels as the only measure."""
    now = settings.about_one_lam()
    if address.get(ON) != CHOSEN:
        now = replace(now, data=CUBIC.data, knobs=())
    return replace(
        now, n=min(address.get(SIZE), cached.available(now.data)), measure="error", also=()
    )


def finite(choice: ServingChoice) -> None:
    """Refuse ε = ∞.

    Raises
    ------
    InvalidInput
        Then there is no noise, nothing is promised, and all four ways are the same.
    """
    if math.isinf(choice.settings.epsilon):
        raise InvalidInput(
            "With ε = ∞ there is no noise and no guarantee: all four ways give the non-private "
            "predictions. Choose a finite ε, such as 1."
        )


def measured() -> str:
    """Draw the choice of the error that the figure shows, and return it."""
    with st.container(width=280):
        return controls.one(SHOWN, "Error", MEASURED)


def _more() -> None:
    data = _records().data

    def show() -> None:
        _box(values.VALUES["delta"], values.CALLED["delta"])
        controls.number(T, "Test points T", 1, MOST_POINTS, 1)
        _box(BOUND, C, USUAL)
        controls.number(FAILURE, BETA, LEAST_FAILURE, MOST_FAILURE, 0.01)
        knob = FEATURE_MAPS["polynomial"].parameters[_DEGREE]
        controls.number(KERNEL.degree, knob.label, int(knob.low), int(knob.high), 1)
        settings.recipe_knobs(data)
        settings.losses()
        settings.number("h", "Half-width h of the hinge's round corner")
        settings.number("draws", "Draws")
        settings.number("seed", "Seed")

    names = ("delta", *settings.of_recipe(data), "loss", "h", "draws", "seed")
    inside = (T, BOUND, FAILURE, KERNEL.degree, *(values.VALUES[name] for name in names))
    controls.more(inside, show)


def _box(value: UrlParameter, label: str, empty: str = "") -> None:
    """Draw a box for any number: a dial is too wide for the fold. Empty, it stands for `empty`."""
    said = address.text_of(value)
    typed = st.text_input(
        label,
        said,
        key=address.follow(value, said),
        on_change=address.write,
        args=(value,),
        placeholder=empty or None,
        max_chars=24,
        help=text.help_on(value.name),
    )
    address.brought(value, said, typed)
    controls.note(label, said or empty)
    controls.refusal(value)
