"""Generated data: the laws of the papers' experiments, drawn exactly, and a few more.

*Uniform with separation s* (Chaudhuri & Monteleoni 2008, Section 5): a unit vector u is drawn once;
then x is uniform on the unit sphere of R^d, redrawn while ``|u·x| < s``, and ``y = sgn(u·x)``
with ``sgn(0) = +1``. *Unseparable*: the same with s = 0, after which the label is flipped with
probability `flip` where ``|u·x| <= band``.

No redrawing is needed. The coordinate ``t = u·x`` of a uniform point has ``1 - t²`` distributed
as Beta((d-1)/2, 1/2), so that "redrawn while |t| < s" is that law cut off at ``1 - s²``, which
is sampled by inverting its distribution function. Given t, the rest of x is uniform on the
sphere orthogonal to u: ``x = t u + √(1-t²) v``. It costs the same at every separation.

*Cubic*: x is uniform in the unit ball, and y the sign of Σ c_ijk x_i x_j x_k over i ≤ j ≤ k, each
coefficient normal and drawn once. A cubic kernel represents it; a line does not, though it gets far
by the terms x_i² x_j, which lean the way of x_j.

Two Gaussian classes and the toys of the plane stand in `dpcore.data.clouds`, the law D_d(γ) in
`dpcore.data.counterexample`, two groups of unequal size in `dpcore.data.two_groups`.

Everything is drawn from the generator that the caller passes: the same seed, the same records.
`RECIPES` lists the laws with their knobs; a further law is one function and one entry there.

Examples
--------
>>> data = generate("uniform", np.random.default_rng(0), n=100, d=3, separation=0.2)
>>> data.X.shape, data.features
((100, 3), ('x1', 'x2', 'x3'))
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from scipy import special

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.data import clouds, counterexample
from dpcore.data.dataset import Dataset
from dpcore.data.two_groups import MOST_ANGLE, MOST_SHARE, two_groups

MAX_RECORDS = 1_000_000
MAX_FEATURES = 1_000
MOST_CUBIC_FEATURES = 30
"""Of a cubic form, which then has 4,960 coefficients."""
MAX_CELLS = 50_000_000
"""400 MB of doubles: what a machine that runs the dashboard can spare."""


@dataclass(frozen=True)
class RecipeParameter:
    """One number that a visitor may set, with the range that the screen offers."""

    label: str
    low: float
    high: float
    default: float


@dataclass(frozen=True)
class Recipe:
    """A law of generated data.

    Parameters
    ----------
    name : str
        The name in links and scripts.
    label : str
        The name on the screen.
    make : callable
        Called as ``make(n, d, <knobs by name>, rng)``; returns a `Dataset`.
    knobs : mapping of str to RecipeParameter
        The arguments of `make` between d and rng.
    fewest_features, most_features : int
        Bounds of d.
    by_points : bool
        Whether the law is given by all its points with their chances, so that any n is at once.
    even : bool
        Whether d must be even; the bounds of d then are.
    """

    name: str
    label: str
    make: Callable[..., Dataset]
    knobs: Mapping[str, RecipeParameter]
    fewest_features: int = 1
    most_features: int = MAX_FEATURES
    by_points: bool = False
    even: bool = False

    def n_features(self, asked: int) -> int:
        """Return the number of features nearest to what was asked for, the smaller of two."""
        allowed = min(max(asked, self.fewest_features), self.most_features)
        return allowed - allowed % 2 if self.even else allowed


def uniform(n: int, d: int, separation: float, rng: Generator) -> Dataset:
    """Draw records on the unit sphere with a gap of `separation` on both sides of a hyperplane.

    Records n are from 1 to a million, features d from 1 to 1000; the least distance from the
    hyperplane, `separation`, is in [0, 1).

    Raises
    ------
    InvalidInput
        If an argument is out of range, or the two caps that the separation leaves are so small
        that their share of the sphere is below the smallest double.
    """
    X, projection = _around_hyperplane(n, d, separation, rng)
    return _dataset(X, _signs(projection))


def unseparable(n: int, d: int, band: float, flip: float, rng: Generator) -> Dataset:
    """Draw records on the unit sphere, with labels flipped at random near a hyperplane.

    The error of the best possible classifier is ``flip · Pr[|u·x| <= band]``, for flip <= 1/2.

    Records n are from 1 to a million, features d from 1 to 1000. `band`, half the width of the
    strip in which labels are flipped, and `flip`, the probability of that, are in [0, 1].

    Raises
    ------
    InvalidInput
        If an argument is out of range.
    """
    band = checks.between("band", band, 0, 1)
    flip = checks.between("flip", flip, 0, 1)
    X, projection = _around_hyperplane(n, d, 0.0, rng)
    flipped = (np.abs(projection) <= band) & (rng.random(len(X)) < flip)
    return _dataset(X, np.where(flipped, -1.0, 1.0) * _signs(projection))


def cubic(n: int, d: int, rng: Generator) -> Dataset:
    """Draw records uniformly from the unit ball, labelled by the sign of a random cubic form.

    Records n are from 1 to a million, features d from 1 to 30.

    Raises
    ------
    InvalidInput
        If an argument is out of range.
    """
    n, d = _size(n, d)
    coefs = rng.standard_normal((d, d, d))
    X = _on_sphere(rng.standard_normal((n, d))) * rng.random((n, 1)) ** (1 / d)
    value = np.zeros(n)
    for i in range(d):  # Σ over j ≥ i and k ≥ j: each monomial once
        value += X[:, i] * np.einsum("nj,nj->n", X[:, i:] @ np.triu(coefs[i, i:, i:]), X[:, i:])
    return _dataset(X, _signs(value))


def generate(name: str, rng: Generator, *, n: int, d: int, **knobs: float) -> Dataset:
    """Draw `n` records from the recipe `name`; knobs that are left out take their defaults.

    Of a recipe that is `by_points` come all its points with their chances, whatever n is: records
    are drawn by the split.

    Raises
    ------
    InvalidInput
        If there is no such recipe or knob, or a value is out of range.
    """
    recipe = RECIPES[checks.one_of("data", name, tuple(RECIPES))]
    n, d = _size(n, d)
    checks.whole("d", d, low=recipe.fewest_features, high=recipe.most_features)
    for knob in knobs:
        checks.one_of(f"knob of {name}", knob, tuple(recipe.knobs))
    defaults = {knob: setting.default for knob, setting in recipe.knobs.items()}
    return recipe.make(n, d, **(defaults | knobs), rng=rng)


def _around_hyperplane(n: int, d: int, separation: float, rng: Generator) -> tuple[Array, Array]:
    """Return records (n, d) and their coordinates ``t = u·x`` (n,), with |t| >= separation."""
    n, d = _size(n, d)
    u = _on_sphere(rng.standard_normal((1, d)))[0]
    t = np.where(rng.random(n) < 0.5, -1.0, 1.0) * _distances(n, d, separation, rng)
    X = rng.standard_normal((n, d))
    X -= np.outer(X @ u, u)
    if d > 1:  # in one dimension nothing is orthogonal to u: what is left of X is rounding
        X = _on_sphere(X)
    X *= np.sqrt(1 - t * t)[:, None]
    X += np.outer(t, u)
    return _on_sphere(X), t


def _distances(n: int, d: int, separation: float, rng: Generator) -> Array:
    """Return n draws of ``|u·x|`` given that it is at least `separation`."""
    if not checks.between("separation", separation, 0, 1) < 1:
        raise InvalidInput(f"separation must be below 1; got {separation}.")
    if d == 1:
        return np.ones(n)
    shape = (d - 1) / 2
    share = float(special.betainc(shape, 0.5, 1 - separation**2))
    if share < np.finfo(float).tiny:
        raise InvalidInput(
            f"A separation of {separation} in {d} dimensions leaves too little of the sphere, "
            "less than one part in 1e307. Take a smaller separation or fewer dimensions."
        )
    squared = 1 - special.betaincinv(shape, 0.5, rng.uniform(0, share, n))
    # Rounding in 1 - t² may put a distance a hair below the separation.
    return np.asarray(np.clip(np.sqrt(np.clip(squared, 0, 1)), separation, 1), dtype=np.float64)


def _size(n: int, d: int) -> tuple[int, int]:
    n = checks.whole("n", n, high=MAX_RECORDS)
    d = checks.whole("d", d, high=MAX_FEATURES)
    if n * d > MAX_CELLS:
        raise InvalidInput(f"n times d must be at most {MAX_CELLS:,}; got {n:,} times {d:,}.")
    return n, d


def _on_sphere(X: Array) -> Array:
    X /= np.sqrt(np.einsum("ij,ij->i", X, X))[:, None]
    return X


def _signs(t: Array) -> Array:
    return np.where(t >= 0, 1.0, -1.0)


def _by_points(n: int, d: int, gamma: float, rng: Generator) -> Dataset:  # noqa: ARG001
    # The law itself depends neither on n nor on chance.
    return counterexample.points(d, gamma)


def _dataset(X: Array, y: Array) -> Dataset:
    return Dataset(X, y, tuple(f"x{j}" for j in range(1, X.shape[1] + 1)))


_NOISE = {"noise": RecipeParameter("Noise", 0.0, 0.5, 0.1)}

RECIPES: Mapping[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        Recipe(
            "uniform",
            "Generated: a clear gap",
            uniform,
            {"separation": RecipeParameter("Separation", 0.0, 0.5, 0.03)},
        ),
        Recipe(
            "unseparable",
            "Generated: some labels flipped",
            unseparable,
            {
                "band": RecipeParameter("Width of the strip", 0.0, 1.0, 0.1),
                "flip": RecipeParameter("Share of labels flipped", 0.0, 0.5, 0.2),
            },
        ),
        Recipe(
            "gaussian",
            "Generated: two Gaussian clouds",
            clouds.gaussian,
            {"distance": RecipeParameter("Distance of the means", 0.0, 10.0, 3.0)},
        ),
        Recipe(
            "counterexample",
            "Generated: the counterexample D(γ)",
            _by_points,
            {"gamma": RecipeParameter("Distance γ from the plane", 0.001, 0.5, 0.01)},
            counterexample.FEWEST_FEATURES,
            counterexample.MOST_FEATURES,
            by_points=True,
        ),
        Recipe("moons", "Generated: two moons, in the plane", clouds.moons, _NOISE, 2, 2),
        Recipe("circles", "Generated: two circles, in the plane", clouds.circles, _NOISE, 2, 2),
        Recipe("xor", "Generated: four clouds (XOR), in the plane", clouds.xor, _NOISE, 2, 2),
        Recipe("cubic", "Generated: the sign of a cubic", cubic, {}, 1, MOST_CUBIC_FEATURES),
        Recipe(
            "two_groups",
            "Generated: two groups",
            two_groups,
            {
                "group_share": RecipeParameter(
                    "Share of the smaller group", 0.005, MOST_SHARE, 0.05
                ),
                "group_angle": RecipeParameter(
                    "Angle between the groups' directions", 0.0, MOST_ANGLE, 90.0
                ),
                "group_flip": RecipeParameter("Share of labels flipped", 0.0, 0.5, 0.05),
            },
            fewest_features=2,
            even=True,
        ),
    )
}
"""The laws by name, in the order in which the screen offers them."""
