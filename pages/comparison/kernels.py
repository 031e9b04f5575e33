"""A kernel in the address: which one, and what its features are made from.

Each page that has one keeps its values under its own name: `kernels_bandwidth`, `sweeps_bandwidth`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.recipes import RecipeParameter
from dplab.features import FEATURE_MAPS
from pages.kit import words
from pages.kit.values import Get, UrlParameter, one_of, spelled, whole

KERNELS = {name: kind.label for name, kind in FEATURE_MAPS.items() if name != "linear"}
"""What the screen calls each kernel."""

OR_NONE = {"linear": "None: records as they are"} | KERNELS
"""The same for a page that goes without one at first."""

BANDWIDTHS = (0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0)

Parameters = tuple[tuple[str, float], ...]
Kernel = tuple[str, Parameters]
"""A kernel's name, and what its map is made from."""

NONE: Kernel = ("linear", ())


@dataclass(frozen=True)
class KernelChoice:
    """The choice of a kernel on one page.

    `labels` are the kernels to choose from, by their names in `FEATURE_MAPS`, with their names on
    screen.
    """

    labels: Mapping[str, str]
    kernel: UrlParameter
    bandwidth: UrlParameter
    features: UrlParameter
    degree: UrlParameter

    @classmethod
    def on(cls, page: str, default: str, labels: Mapping[str, str]) -> "KernelChoice":
        """Return the choice of a page that starts from `default`."""
        random = FEATURE_MAPS["gaussian"].parameters
        exact = FEATURE_MAPS["polynomial"].parameters
        return cls(
            labels,
            one_of("Kernel", f"{page}_kernel", default, labels),
            _value(f"{page}_bandwidth", random["bandwidth"], _real),
            _value(f"{page}_features", random["features"], _even),
            _value(f"{page}_degree", exact["degree"], _whole),
        )

    @property
    def values(self) -> tuple[UrlParameter, ...]:
        """All that the address holds of it."""
        return (self.kernel, *self._by_parameter().values())

    def chosen(self, get: Get) -> Kernel:
        """Return the kernel that an address names, and the parameters of its map."""
        kernel, said = str(get(self.kernel)), self._by_parameter()
        parameters = FEATURE_MAPS[kernel].parameters
        return kernel, tuple((name, get(said[name])) for name in parameters)

    def _by_parameter(self) -> dict[str, UrlParameter]:
        return {"bandwidth": self.bandwidth, "features": self.features, "degree": self.degree}


def _value(
    name: str, knob: RecipeParameter, read: Callable[[RecipeParameter], Callable[[str], float]]
) -> UrlParameter:
    return UrlParameter(name, spelled(knob.default), read(knob))


def _real(knob: RecipeParameter) -> Callable[[str], float]:
    def read(text: str) -> float:
        value = words.read_number(knob.label, text)
        return checks.between(knob.label, value, knob.low, knob.high)

    return read


def _even(knob: RecipeParameter) -> Callable[[str], float]:
    read = _whole(knob)

    def even(text: str) -> float:
        value = read(text)
        if value % 2:
            raise InvalidInput(
                f"{knob.label} must be even, a cosine and a sine for each frequency; got "
                f"{value:.0f}."
            )
        return value

    return even


def _whole(knob: RecipeParameter) -> Callable[[str], float]:
    return whole(knob.label, int(knob.low), int(knob.high))
