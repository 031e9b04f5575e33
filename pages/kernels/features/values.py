"""What random features ask for: records, a kernel and how many of its features, ε, λ."""

from dataclasses import dataclass, replace

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import Settings
from dplab.studies.kernels.random_features import PLANE, Question
from pages.comparison import values
from pages.kernels.kernel import KERNEL
from pages.kit.values import Get, UrlParameter, one_of, some_of, whole

CHOSEN = "chosen"
RECORDS = {"moons": "Moons", "circles": "Circles", "xor": "XOR", CHOSEN: "Others"}
SHADES = {"share": "Share of draws", "one": "One draw"}

FEWEST, MOST = 10, 20_000
SIZES = tuple(size for size in values.SIZES if FEWEST <= size <= MOST)

ON = one_of("Records", "kernels_data", "moons", RECORDS)
SIZE = UrlParameter("kernels_n", str(PLANE.n), whole(values.CALLED["n"], FEWEST, MOST))
SHADE = one_of("What the shade shows", "kernels_shade", "share", SHADES)
WITH_DELTA = {name: each.label for name, each in MECHANISMS.items() if each.uses_delta}
FIGURES = {
    "epsilon": "Line or kernel",
    "features": "Features",
    "delta": "With δ",
}
FIGURE = one_of("The second figure", "kernels_figure", "epsilon", FIGURES)
ALSO = some_of("Each method compared besides", "kernels_also", "", WITH_DELTA)
VALUES = (ON, *KERNEL.values, SIZE, SHADE, FIGURE, ALSO)


@dataclass(frozen=True)
class FeaturesQuestion:
    """Which classifiers on features of a kernel, what a shade shows, and the second figure."""

    simulation: Question
    shade: str = "share"
    closer: str = "epsilon"


def question(get: Get) -> FeaturesQuestion:
    """Return what an address asks."""
    simulation = Question(_settings(get), *KERNEL.chosen(get))
    return FeaturesQuestion(simulation, get(SHADE), get(FIGURE))


def _settings(get: Get) -> Settings:
    plain, on = values.settings_of(get).unweighted, get(ON)
    asked = replace(plain, also=tuple(get(ALSO)), n=get(SIZE))
    return asked if on == CHOSEN else replace(asked, data=on, d=PLANE.d, knobs=())
