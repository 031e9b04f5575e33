"""What the papers promise in advance, beside draws on given records."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass

import numpy as np
from scipy import stats

from dpcore.checks import Array
from dpcore.data.dataset import Split
from dpcore.erm.losses import Loss
from dpcore.erm.solver import solve
from dpcore.privacy.mechanisms import calibrate, draw
from dplab.instruments import bounds
from dplab.studies.is_it_private.verdicts import Question

DELTA = 0.05
"""Probability that a bound may fail: it is compared with what 95 of 100 draws stay below."""

DRAWS = 400
STEP = 50
"""Draws between two looks at how far one has come."""

EXCESS = 0.05
"""Excess loss for which the theorems say how many records are enough."""


@dataclass(frozen=True)
class Bound:
    """A bound beside what it bounds.

    The bound fails with probability `DELTA` at most; `measured` is what all but `DELTA` of the
    draws stay below.
    """

    what: str
    source: str
    bound: float
    measured: float


def held(question: Question, part: Split) -> Generator[float, None, tuple[Bound, ...]]:
    """Return the bounds of 2008 on noise and excess loss beside draws; yield the share done.

    Of the question, ε, λ and the loss are used.
    """
    d, n = part.X.shape[1], part.n
    loss, lam, epsilon = question.make_loss(), question.lam, question.epsilon
    rate = calibrate("output", epsilon, lam=lam, n=n, loss=loss).noise_rate
    setting = {"d": d, "n": n, "lam": lam, "epsilon": epsilon, "delta": DELTA}
    lemmas = {
        "output": ("CM08 Lemma 3, for any c", bounds.output_excess(**setting, loss=loss)),
        "objective_2008": ("CM08 Lemma 4", bounds.objective_excess(**setting)),
    }
    names = {"output": "output perturbation", "objective_2008": "objective perturbation of 2008"}
    found = [
        Bound(
            "Length of the noise, output perturbation",
            "Gamma distribution",
            bounds.noise_length(d=d, noise_rate=rate, delta=DELTA),
            float(stats.gamma(d, scale=1 / rate).ppf(1 - DELTA)),
        )
    ]
    for place, (name, (source, bound)) in enumerate(lemmas.items()):
        risks = []
        for risk in _excess(name, question, part):
            risks.append(risk)
            yield (place + len(risks) * STEP / DRAWS) / len(lemmas)
        excess = float(np.quantile(np.concatenate(risks), 1 - DELTA))
        found.append(Bound(f"Excess loss, {names[name]}", source, bound, excess))
    return tuple(found)


def _excess(mechanism: str, question: Question, part: Split) -> Iterator[Array]:
    """Yield the rise of the regularised risk in draws, `STEP` of them at a time."""
    loss, lam, rng = question.make_loss(), question.lam, np.random.default_rng(0)
    records = part.X, part.y, loss, lam, part.weight
    least = bounds.regularised_risk(_minimiser(part, loss, lam), *records)
    for _ in range(0, DRAWS, STEP):
        drawn = draw(
            mechanism,
            part.X,
            part.y,
            loss=loss,
            lam=lam,
            epsilon=question.epsilon,
            n_draws=STEP,
            rng=rng,
            sample_weight=part.weight,
        )
        yield bounds.regularised_risk(drawn.coefs, *records) - least


def _minimiser(part: Split, loss: Loss, lam: float) -> Array:
    return solve(part.X, part.y, loss, lam, sample_weight=part.weight).coefs


def records_needed(question: Question, part: Split) -> dict[str, float]:
    """Return the order of n that each theorem asks for to match the classifier without noise."""
    loss = question.make_loss()
    norm = float(np.linalg.norm(_minimiser(part, loss, question.lam)))
    return bounds.sample_sizes(
        d=part.X.shape[1],
        norm=norm,
        excess=EXCESS,
        epsilon=question.epsilon,
        delta=DELTA,
        loss=loss,
    )
