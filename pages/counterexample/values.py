"""What the address of Counterexample asks: the law, the problem, and which length of the noise.

ε, λ and n are the example's own: it needs values that would be odd anywhere else.
"""

from dataclasses import replace

from dpcore import checks
from dpcore.data.dataset import COUNTED, n_training
from dpcore.data.recipes import RECIPES
from dplab.studies.counterexample import COMPARED, Example, Question
from pages.comparison import values
from pages.kit import words
from pages.kit.values import Get, UrlParameter, one_of, spelled, whole
from pages.kit.view import EditionDial

MOST = n_training(COUNTED)
FEWEST = 10
RECIPE = RECIPES["counterexample"]
RATIOS = tuple(float(f"{step}e{decade}") for decade in (-2, -1, 0, 1) for step in (1, 2, 5))
SIZES = tuple(size for size in values.SIZES if size >= FEWEST)
LENGTHS = {"gamma": "Gamma", "laplace": "Laplace (2008)"}

UNITS = "λ in units of γ²"


def _ratio(text: str) -> float:
    return checks.between(UNITS, words.read_number(UNITS, text), RATIOS[0], 1e4)


EPSILON = UrlParameter("example_epsilon", spelled(Example.epsilon), values.VALUES["epsilon"].read)
RATIO = UrlParameter("example_ratio", "1", _ratio)
SIZE = UrlParameter("example_n", spelled(Example.n), whole(values.CALLED["n"], FEWEST, MOST))
LENGTH = one_of("The length of the noise", "example_length", "gamma", LENGTHS)
VALUES = (EPSILON, RATIO, SIZE, LENGTH)

ABOUT = values.simulating(
    "Counterexample",
    VALUES,
    dial=replace(values.DIAL, value=EPSILON),
    words=(
        "output perturbation",
        "objective perturbation",
        "regularization λ",
        "margin",
        "unit ball",
    ),
)

EDITION = EditionDial(
    SIZE, values.CALLED["n"], tuple(n for n in values.SIZES if n >= 100), "n = {:,}".format
)
"""Fewer records tell of nothing."""


def question(get: Get) -> Question:
    """Return what an address asks."""
    return Question(example_of(get), COMPARED[get(LENGTH)])


def example_of(get: Get) -> Example:
    """Return the example of an address."""
    shared, gamma = values.settings_of(get).unweighted, float(get(values.VALUES["gamma"]))
    return Example(
        d=RECIPE.n_features(shared.d),
        gamma=gamma,
        # As people write it: 0.01² in doubles is 1.0000000000000001e-4.
        lam=float(f"{get(RATIO) * gamma**2:.12g}"),
        epsilon=get(EPSILON),
        n=get(SIZE),
        draws=shared.draws,
        seed=shared.seed,
    )
