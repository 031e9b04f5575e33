"""When output perturbation fails: the answers of the fourth lesson, on the page Counterexample.

Signal and noise are those of the page (`dplab.studies.counterexample`). The records that
output perturbation needs are where its noise in a margin, √(d+1) · 2/(nλε), falls to the signal v.

Examples
--------
>>> at = {"d": 10, "gamma": 0.01, "example_epsilon": 0.2, "example_n": 100_000}
>>> round(noise(at).answer, 2), round(signal(at).answer, 2)
(3.32, 0.4)
"""

from dataclasses import replace

import numpy as np

from dplab.simulation.sources import stream
from dplab.studies import counterexample
from dplab.studies.counterexample import Example
from dplab.studies.lessons.entries import At
from dplab.studies.lessons.grading import Truth

PERCENT = 100.0
ERRORS = 10.0
"""Per cent above which a method fails, in the first question."""

START = Example()
"""What the picture of more records leaves as it is: γ, λ, ε and d."""

FIELDS = {
    "d": "d",
    "gamma": "gamma",
    "example_epsilon": "epsilon",
    "example_n": "n",
    "draws": "draws",
    "seed": "seed",
}
"""Of the example, by the names of settings."""

CHANGES: dict[str, dict[str, float]] = {
    "gamma": {"gamma": 0.5},
    "epsilon": {"epsilon": 0.5},
    "features": {"d": 2},
}
"""What each change of the question of order does, as factors."""

EXAM_GAMMAS, EXAM_EPSILONS, EXAM_WIDTHS = (0.02, 0.05, 0.1, 0.2), (0.1, 0.5, 1.0), (3, 8, 15, 24)


def who_fails(at: At) -> Truth:
    """Return whose median error is more than a tenth."""
    errors = _errors(_example(at))
    failing = [name for name in ("objective", "output") if errors[name] > ERRORS]
    several = "both" if failing else "neither"
    return Truth(failing[0] if len(failing) == 1 else several, said=errors)


def signal(at: At) -> Truth:
    """Return the margin of every record without noise: v, where -ℓ'(v) γ² = λv."""
    example = _example(at)
    return Truth(counterexample.signal(example), 0.006, {"distance": example.gamma})


def noise(at: At) -> Truth:
    """Return how far output perturbation moves a margin: the root mean square √(d+1)/β."""
    example = _example(at)
    found = counterexample.noise_in_margin(example, "output")
    misses = {"length": example.d / _rate(example), "signal": counterexample.signal(example)}
    said = {"times": found / counterexample.signal(example)}
    return Truth(found, 0.02 * found, misses, said)


def is_below_signal(at: At) -> Truth:
    """Tell whether output perturbation's noise is below the signal, by records alone."""
    example = _example(at)
    moved, v = counterexample.noise_in_margin(example, "output"), counterexample.signal(example)
    start = (START.d, START.gamma, START.lam, START.epsilon)
    is_same = (example.d, example.gamma, example.lam, example.epsilon) == start
    is_same &= at.get("example_length", "gamma") == "gamma"
    said = {"n": example.n, "noise": moved, "signal": v}
    if not (is_same and moved <= v):
        return Truth(False, said=said)
    return Truth(True, said=said | {"error": _errors(example)["output"]})


def dearest(at: At) -> Truth:
    """Return three changes by the records that they ask for, the dearest first."""
    example = _example(at)
    before = _enough(example)
    times = {name: _enough(_changed(example, by)) / before for name, by in CHANGES.items()}
    return Truth(tuple(sorted(times, key=times.__getitem__, reverse=True)), said=times)


def curvature(at: At) -> Truth:
    """Return how many times λ the records' curvature is, with λ, across the first axis."""
    example = _example(at)
    _, across = counterexample.curvatures(example, "objective")
    times = across / example.lam
    said = {
        "noise": counterexample.noise_in_margin(example, "objective"),
        "signal": counterexample.signal(example),
        "output": counterexample.noise_in_margin(example, "output"),
    }
    return Truth(times, 0.03 * times, {"itself": across}, said)


def records_of_paper(at: At) -> Truth:
    """Return how many records the paper's own example takes for output perturbation."""
    example = _example(at)
    n = _enough(example)
    order = example.d**0.5 / (example.gamma**2 * example.epsilon)
    misses = {"order": order, "linear": n / 10, "before": n / 100}
    said = {"n": example.n, "millions": n / 1e6, "objective": _errors(example)["objective"]}
    return Truth(n, 0.03 * n, misses, said)


def exam_noise(at: At) -> Truth:
    """Return the noise in a margin at settings of the class."""
    example = _of_class(at, "exam noise")
    found = counterexample.noise_in_margin(example, "output")
    than = "larger than" if found > counterexample.signal(example) else "no larger than"
    return Truth(found, 0.02 * found, said=_said(example) | {"than": than})


def exam_records(at: At) -> Truth:
    """Return the records that are enough at settings of the class."""
    example = _of_class(at, "exam records")
    n = _enough(example)
    return Truth(n, 0.03 * n, said=_said(example) | {"about": float(f"{n:.3g}")})


def _of_class(at: At, name: str) -> Example:
    random = stream(int(at["seed"]), name)
    gamma, epsilon = float(random.choice(EXAM_GAMMAS)), float(random.choice(EXAM_EPSILONS))
    d = int(random.choice(EXAM_WIDTHS))
    lam = float(f"{gamma**2:.12g}")
    return Example(d=d, gamma=gamma, lam=lam, epsilon=epsilon, n=10_000)


def _errors(example: Example) -> dict[str, float]:
    """Return the median errors of the page's tiles, in per cent."""
    runs = counterexample.runs_of(example, ("non_private", "objective", "output"))
    return {name: PERCENT * float(np.median(run.errors)) for name, run in runs.items()}


def _said(example: Example) -> dict[str, float | str]:
    return {
        "n": example.n,
        "d": example.d,
        "more": example.d + 1,
        "gamma": example.gamma,
        "lam": example.lam,
        "epsilon": example.epsilon,
        "rate": _rate(example),
        "signal": counterexample.signal(example),
    }


def _example(at: At) -> Example:
    example = Example(**{field: at[name] for name, field in FIELDS.items() if name in at})
    ratio = at.get("example_ratio", START.lam / START.gamma**2)
    return replace(example, lam=float(f"{ratio * example.gamma**2:.12g}"))


def _changed(example: Example, by: dict[str, float]) -> Example:
    """Return an example with some of its values multiplied; λ stays γ²."""
    changed = replace(
        example,
        d=round(example.d * by.get("d", 1)),
        gamma=example.gamma * by.get("gamma", 1),
        epsilon=example.epsilon * by.get("epsilon", 1),
    )
    return replace(changed, lam=float(f"{changed.gamma**2:.12g}"))


def _enough(example: Example) -> float:
    """Return the n at which output perturbation's noise in a margin is as large as the signal."""
    moved = counterexample.noise_in_margin(example, "output")
    return example.n * moved / counterexample.signal(example)


def _rate(example: Example) -> float:
    return counterexample.plan_of(example, "output").noise_rate
