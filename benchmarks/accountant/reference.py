"""What dp_accounting says that random plans cost, in an environment of its own: knows no dpcore.

    python3 -m venv elsewhere && elsewhere/bin/pip install dp-accounting==0.6.0
    elsewhere/bin/python benchmarks/accountant/reference.py > benchmarks/accountant/plans.csv

Google's library composes privacy loss distributions, pessimistically, too (Doroshenko and others
2022); Gamma noise it does not know. Its losses are handed over as probabilities: of ζ in small
cells, by the density of 8j in the project's mathematics, evaluated here on its own.
"""

import csv
import math
import random
import sys

import numpy as np
from dp_accounting.pld import privacy_loss_distribution as pld
from scipy.special import kve

SEED, N_PLANS = 61, 200
CELLS = 20_000
"""Of ζ, from -1 to 1; a loss is taken for that of its cell's middle."""
FINE = 1_000
"""Steps of the grid up to the ε of a plan, for each of its releases."""


def gamma(epsilon, d, step):
    """Return the distribution of Gamma noise: d of the noise, ε = βD."""
    a = epsilon / 2
    angles = (np.arange(CELLS) + 0.5) * math.pi / CELLS
    zeta, sine = np.cos(angles), np.sin(angles)
    kappa = (d - 1) / a * kve(d / 2, a) / kve(d / 2 - 1, a)
    upper = a * zeta + (d - 2) * np.log(sine) + np.log(kappa + sine**2)
    upper -= np.log(np.exp(upper - upper.max()).sum()) + upper.max()
    lower = upper - epsilon * zeta
    lower -= np.log(np.exp(lower).sum())
    places = range(CELLS)
    return pld.from_two_probability_mass_functions(
        dict(zip(places, lower.tolist(), strict=True)),
        dict(zip(places, upper.tolist(), strict=True)),
        value_discretization_interval=step,
    )


def one(kind, numbers, step):
    """Return the distribution of one release."""
    if kind == "gaussian":
        return pld.from_gaussian_mechanism(1 / numbers[0], value_discretization_interval=step)
    if kind == "laplace":
        return pld.from_laplace_mechanism(1 / numbers[0], value_discretization_interval=step)
    if kind == "gamma":
        return gamma(*numbers, step)
    promise = pld.common.DifferentialPrivacyParameters(*numbers)
    return pld.from_privacy_parameters(promise, value_discretization_interval=step)


def drawn(rng):
    """Return the releases of a random plan: kind, numbers, how often; and its δ."""
    delta = rng.choice((1e-5, 1e-6, 1e-8))
    releases = []
    for _ in range(rng.randint(1, 4)):
        kind = rng.choice(("gaussian", "laplace", "gamma", "gamma", "promise"))
        times = rng.choice((1, 1, 2, 3, 5, 10, 30, 100))
        size = round(10 ** rng.uniform(-1.5, 0.2) / math.sqrt(times), 4)
        if kind == "gamma":
            numbers = (size, rng.choice((2, 3, 5, 10, 30, 100)))
        elif kind == "promise":
            numbers = (size, rng.choice((0.0, round(delta / times / 20, 12))))
        else:
            numbers = (size,)
        releases.append((kind, numbers, times))
    return releases, delta


def composed(releases, step):
    """Return the distribution of a plan."""
    whole = None
    for kind, numbers, times in releases:
        part = one(kind, numbers, step)
        part = part.self_compose(times) if times > 1 else part
        whole = part if whole is None else whole.compose(part)
    return whole


def main():
    """Write one line for each plan: its ε, and what rounding may have added to it."""
    rng = random.Random(SEED)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(("releases", "delta", "epsilon", "rounding"))
    for _ in range(N_PLANS):
        releases, delta = drawn(rng)
        n = sum(times for _, _, times in releases)
        rough = composed(releases, 1e-3).get_epsilon_for_delta(delta)
        # Losses of Gamma noise are rounded up to a step each.
        step = max(rough / n / FINE, 2e-6)
        found = composed(releases, step).get_epsilon_for_delta(delta)
        text = "; ".join(
            f"{times} {kind} {' '.join(map(repr, numbers))}" for kind, numbers, times in releases
        )
        out.writerow((text, delta, f"{found:.7g}", f"{n * step:.2g}"))


if __name__ == "__main__":
    main()
