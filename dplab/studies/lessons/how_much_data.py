"""How much data buys how much privacy: the answers of the fifth lesson, on Sweeps and Trade-off.

Learning curves are those of the page Sweeps: the same sizes, records and noise. What an accuracy
needs is read off them as there (`dplab.simulation.needed`).

Examples
--------
>>> buys({"n": 3000, "epsilon": 2.0}).answer
24000.0
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import cast

import numpy as np

from dpcore.checks import Array, InvalidInput
from dpcore.privacy.mechanisms import calibrate
from dplab.simulation.needed.crossing import LevelCrossing, Price, level_crossing, price
from dplab.simulation.needed.epsilon import of_rows
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load, n_used, stream
from dplab.simulation.sweeps.spec import SweepSpec
from dplab.studies.lessons.costs import POINT, costs
from dplab.studies.lessons.entries import At, settings_of
from dplab.studies.lessons.grading import Truth, shown
from dplab.studies.trade_off import grid, which_epsilon
from dplab.studies.trade_off.which_epsilon import TIMES

FAR = 0.3
"""Shares of a price by which another one must differ to be told apart."""

FEW_RECORDS, MUCH, TEN = 2_000, 1.0, 10
"""Where the picture of more records starts, n and ε; how many times the records it asks for."""

NOT_YET = "It should be as long, with 20,000 records."
OTHERS_MOVED = "But more than n and ε was moved: set the rest back to what it was."

NEEDED = 0.25
"""The ε that the last question asks for."""

COMPARED = ("non_private", "objective", "output")
ENOUGH, TOO_FEW = 2_000, 800
"""Of the picture of learning curves: records that output perturbation is to need at most; where it
needs less than the second, ε is larger than asked for."""

CURVES = {
    "data": "unseparable", "d": 10, "n": None, "lam": 0.01, "loss": "logistic", "measure": "error",
    "draws": 20, "axis": "n", "folds": "1", "spacing": "ratios", "sweeps_kernel": "linear",
    "mechanisms": COMPARED, "losses": (), "within": 3.0,
}  # fmt: skip
"""What that picture leaves as it is: all but ε."""

EXAM_SIZES, EXAM_EPSILONS, EXAM_TIMES = (800, 2_500, 6_000), (0.5, 1.0, 2.0), (4, 5, 8, 20)


def cost(at: At) -> Truth:
    """Return what output perturbation costs, in points: the tile of Trade-off."""
    found = costs(settings_of(at))
    misses = {"other": found["objective"]} if found["output"] - found["objective"] > 1 else {}
    return Truth(found["output"], 0.11, misses, found)


def is_same_noise(at: At) -> Truth:
    """Tell whether ten times the records and a tenth of ε are set: the same noise in w."""
    settings = settings_of(at)
    data = load(settings)
    n, start = n_used(data, settings), Settings()
    few_rate = _rate(replace(settings, epsilon=MUCH, lam=0.01), FEW_RECORDS)
    # Of mean length d/β: features make it longer too.
    times = few_rate / _rate(settings, n) * data.X.shape[1] / start.d
    length = "as long as" if f"{times:.2g}" == "1" else f"{times:.2g} times as long as"
    usual = replace(settings, epsilon=MUCH, n=None, seed=0)
    is_moved = usual != replace(start, epsilon=MUCH, knobs=usual.knobs)
    is_as_long = n == TEN * FEW_RECORDS and abs(times - 1) <= 0.01
    said: dict[str, float | str] = {
        "n": n,
        "epsilon": shown(settings.epsilon),
        "length": length,
        "verdict": OTHERS_MOVED if is_moved else NOT_YET,
    }
    if is_moved or not is_as_long:
        return Truth(False, said=said)
    few = replace(settings, n=FEW_RECORDS, epsilon=MUCH)
    both = {"before": costs(few)["output"], "after": costs(settings)["output"]}
    return Truth(True, said=said | both)


def fewest_first(at: At) -> Truth:
    """Return the methods by the records that they need, the fewest first."""
    found = _needed(at)
    places = {name: each.place for name, each in found.items()}
    said = {name: _about(place) for name, place in places.items()}
    return Truth(tuple(sorted(places, key=places.__getitem__)), said=said)


def objective_needs(at: At) -> Truth:
    """Return how many records objective perturbation needs; the page shows two digits."""
    found = _needed(at)
    n, other = found["objective"].place, found["output"].place
    said = {"times": other / n, "about": _about(n)}
    return Truth(n, 0.05 * n, {"output": other}, said)


def price_in_records(at: At) -> Truth:
    """Return how many records with noise stand for one without: objective perturbation's price."""
    swept = curve(at)
    rows, rule = _rows(swept), grid.rule_of(swept)
    below = rule.error - rule.deviation
    found, other = (_price(rows, name, below, swept.seed) for name in ("objective", "output"))
    misses = {"swapped": 1 / found.factor}
    if abs(other.factor - found.factor) > FAR * found.factor:
        misses |= {"output": other.factor}
    said = {
        "plain": found.n_plain,
        "records": _about(found.records.place),
        "error": POINT * found.error,
    }
    return Truth(found.factor, 0.06, misses, said)


def quarter(at: At) -> Truth:
    """Return the ε that output perturbation needs with four times the records: a quarter."""
    smallest = which_epsilon.run(which_epsilon.Question(settings_of(at), _within(at)))
    n, epsilon = smallest.n, cast(LevelCrossing, smallest.epsilons["output"]).place
    misses = {"same": epsilon, "root": epsilon / TIMES**0.5, "more": TIMES * epsilon}
    said = {
        "before": epsilon,
        "n": n,
        "more_n": TIMES * n,
        "cost": costs(settings_of(at))["output"],
    }
    return Truth(epsilon / TIMES, 0.05 * epsilon / TIMES, misses, said)


def is_enough(at: At) -> Truth:
    """Tell whether output perturbation needs 2,000 records at most, by ε alone."""
    said: dict[str, float | str] = {"epsilon": shown(float(at["epsilon"]))}
    if any(at.get(name, value) != value for name, value in CURVES.items()):
        return Truth(False, said=said | {"found": "something else than ε was moved"})
    found = _needed(at).get("output")
    if not found:
        return Truth(False, said=said | {"found": "20,000 records are too few"})
    told: dict[str, float | str] = {
        "found": f"output perturbation needs about {_about(found.place):,.0f} records"
    }
    told |= {"product": _about(found.place * float(at["epsilon"]))}
    return Truth(TOO_FEW <= found.place <= ENOUGH, said=said | told)


def buys(at: At) -> Truth:
    """Return the records that keep the noise at a smaller ε: nε stays."""
    n, epsilon = int(at["n"]), float(at["epsilon"])
    k = epsilon / NEEDED
    misses = {"same": n, "root": n * k**0.5, "fewer": n / k}
    return Truth(n * k, 0.01 * n * k, misses, {"n": n, "k": k, "epsilon": epsilon})


def exam_records(at: At) -> Truth:
    """Return the records that keep the noise at an ε of the class."""
    random = stream(int(at["seed"]), "exam records for epsilon")
    n, epsilon = int(random.choice(EXAM_SIZES)), float(random.choice(EXAM_EPSILONS))
    k = int(random.choice(EXAM_TIMES))
    return Truth(n * k, 0.0, said={"n": n, "epsilon": epsilon, "k": k, "smaller": epsilon / k})


def exam_epsilon(at: At) -> Truth:
    """Return the ε that keeps the noise when records leave."""
    random = stream(int(at["seed"]), "exam epsilon for records")
    n, epsilon = int(random.choice(EXAM_SIZES)), float(random.choice(EXAM_EPSILONS))
    left = int(random.choice((50, 60, 75, 80)))
    answer = epsilon * 100 / left
    said = {"n": n, "epsilon": epsilon, "left": left, "few": n * left / 100}
    return Truth(answer, 0.01 * answer, said=said)


def curve(at: At) -> SweepSpec:
    """Return the learning curve that the page Sweeps computes at these settings."""
    settings = settings_of(at)
    return grid.spec(grid.Question(settings, "n", COMPARED, (settings.loss,)))


Rows = Mapping[str, tuple[Array, Array, list[int]]]
"""By mechanism: sizes, errors and pieces, as `needed` takes them."""


# Three questions of a seed are about one curve, which takes half a second: they follow each other.
@lru_cache(maxsize=4)
def _rows(swept: SweepSpec) -> Rows:
    rows = grid.rows_of(swept)
    return {str(name): of_rows(each, "n") for name, each in rows.groupby("mechanism")}


def _about(place: float) -> float:
    """Return a number of records as well as it is known: two digits, as on the page."""
    return float(f"{place:.2g}")


def _price(rows: Rows, name: str, below: float, seed: int) -> Price:
    """Return what a method costs in records, as the page reads it off."""
    sizes, plain, _ = rows["non_private"]
    _, errors, pieces = rows[name]
    found = price(sizes, plain, errors, pieces, below=below, seed=seed)
    if found is None:
        raise InvalidInput("With noise, no size that was tried reaches an error without noise.")
    return found


def _needed(at: At) -> dict[str, LevelCrossing]:
    """Return the fewest records of each method within so many points of the error without noise."""
    swept = curve(at)
    rows = _rows(swept)
    target = float(np.median(rows["non_private"][1][-1])) + _within(at)
    found = {name: level_crossing(*rows[name], target=target, seed=swept.seed) for name in COMPARED}
    return {name: each for name, each in found.items() if each}


def _within(at: At) -> float:
    """Return how far above the error without noise another one may be, as a share."""
    return float(at["within"]) / POINT


def _rate(settings: Settings, n: int) -> float:
    plan = calibrate(
        "output", settings.epsilon, lam=settings.given_lam, n=n, loss=settings.make_loss()
    )
    return plan.noise_rate
