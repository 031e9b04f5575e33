"""What a mechanism claims at some settings, what it can leak, and on which neighbours.

A `Question` is one mechanism at one setting, a `Verdict` the answer: a lower bound from a search
and a proven ceiling.
"""

import math
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from dpcore import checks
from dpcore.checks import Array
from dpcore.data.dataset import Split
from dpcore.erm.losses import Loss, make_loss
from dpcore.privacy.calibration import DELTA, Plan
from dpcore.privacy.mechanisms import MECHANISMS, calibrate, draw
from dplab.instruments.audit import Finding, audit
from dplab.instruments.meter import Meter
from dplab.instruments.neighbours import Neighbours
from dplab.instruments.worst_case import bound, search

MOST_RECORDS = 10**9
DRAWS = 2_000
"""Draws behind the distribution of the privacy loss."""

STEP = 250
"""Draws between two looks at how far one has come: a second's work where they are hardest."""

MOST_OWN_RECORDS = 1_000
"""Records of the visitor's data that are used, so that the page answers within a second."""

ROUNDING = 1 + 1e-9
"""What rounding may add to a loss that equals the claim."""


@dataclass(frozen=True)
class Question:
    """One mechanism at one setting.

    Parameters
    ----------
    mechanism : str
    epsilon : float
        What it claims; ∞ for no privacy.
    lam : float
    loss : str
        A key of `LOSSES`.
    h : float
    n, d : int
        Records of each data set, and features.
    delta : float
        What a mechanism that uses δ claims besides.
    """

    mechanism: str
    epsilon: float
    lam: float
    loss: str
    h: float
    n: int
    d: int
    delta: float = DELTA

    def make_loss(self) -> Loss:
        """Return the loss that was chosen."""
        return make_loss(self.loss, self.h)

    @property
    def plan(self) -> Plan:
        """What the mechanism does with its ε."""
        n = checks.whole("n", self.n, high=MOST_RECORDS)
        return calibrate(
            self.mechanism,
            self.epsilon,
            lam=self.lam,
            n=n,
            loss=self.make_loss(),
            delta=self.delta,
            n_features=self.d,
        )

    def about(self, mechanism: str) -> "Question":
        """Return the same question about another mechanism."""
        return replace(self, mechanism=mechanism)


@dataclass(frozen=True, eq=False)
class Verdict:
    """The worst that was found, and the worst that there can be.

    Neighbours and coefs are those of the worst case, and `found` is its privacy loss, ∞ where one
    data set cannot give the output; no neighbours and no output lose more than the ceiling.
    """

    question: Question
    plan: Plan
    neighbours: Neighbours
    coefs: Array
    found: float
    ceiling: float

    @property
    def standing(self) -> str:
        """How the claim stands: "none", "approximate", "endless", "broken", "open" or "holds".

        An approximate claim says nothing of the largest loss: that of Gaussian noise has no bound,
        and that of Gamma noise one beyond ε, `Plan.pure_epsilon`. The δ at every ε,
        `dpcore.privacy.profile`, is what stands beside it.
        """
        claim = self.plan.epsilon
        if math.isinf(claim):
            return "none"
        if self.plan.delta:
            return "approximate"
        if math.isinf(self.ceiling):
            return "endless"
        if self.found > claim * ROUNDING:
            return "broken"
        return "open" if self.ceiling > claim * ROUNDING else "holds"


def verdict(question: Question) -> Verdict:
    """Look for the worst case of a question."""
    plan, loss = question.plan, question.make_loss()
    lam, n, d = question.lam, question.n, question.d
    worst = search.worst_case(plan, loss, lam=lam, n=n, n_features=d)
    most = bound.ceiling(plan, loss, lam=lam, n=n, n_features=d)
    return Verdict(question, plan, worst.neighbours, worst.coefs, worst.privacy_loss, most)


def beside(found: Verdict, losses: Array) -> Verdict:
    """Return the verdict, its worst loss no smaller than any of these that were seen."""
    return replace(found, found=max(found.found, float(np.abs(losses).max(initial=0.0))))


def turned(part: Split, row: int | None = None, n: int | None = None) -> Neighbours:
    """Return training records beside those in which one of them has the other label.

    The row counts from 0; it is the longest if left out, or if no record is there. With n, the
    records are those of the first n - 1 rows and this one; else all.
    """
    Z = part.X * part.y[:, None]
    counts = np.ones(len(Z)) if part.weight is None else part.weight.astype(np.float64)
    if row is None or not counts[row]:
        row = int(np.argmax(np.where(counts > 0, np.linalg.norm(Z, axis=1), -1.0)))
    if n is not None and part.n > n:
        counts[n - (row >= n) :] = 0
        counts[row] = 1
    counts[row] -= 1
    return Neighbours(Z[counts > 0], counts[counts > 0], Z[row], -Z[row], min(n or part.n, part.n))


def privacy_losses(question: Question, pair: Neighbours) -> Generator[float, None, Array]:
    """Return the privacy losses of draws on the first of two data sets; yield the share done."""
    meter = Meter(pair, question.plan, question.make_loss(), question.lam)
    rng, found = np.random.default_rng(0), []
    for done in range(STEP, DRAWS + 1, STEP):
        found.append(meter.read(STEP, rng).privacy_loss)
        yield done / DRAWS
    return np.concatenate(found)


def audited(question: Question, pair: Neighbours, n_runs: int) -> Generator[float, None, Finding]:
    """Return what an auditor finds who sees outputs alone; yield the share done.

    `n_runs` are on each of the two data sets; a multiple of `STEP`.
    """
    rng, seen = np.random.default_rng(1), []
    for place, (X, y, counts) in enumerate((pair.first, pair.second)):
        outputs = []
        for done in range(STEP, n_runs + 1, STEP):
            drawn = draw(
                question.mechanism,
                X,
                y,
                loss=question.make_loss(),
                lam=question.lam,
                epsilon=question.epsilon,
                n_draws=STEP,
                rng=rng,
                sample_weight=counts,
                delta=question.delta,
            )
            outputs.append(drawn.coefs)
            yield (place + done / n_runs) / 2
        seen.append(np.concatenate(outputs))
    granted = question.plan.delta
    return audit(lambda outputs, *_: outputs, *seen, n_runs=n_runs, rng=rng, delta=granted)


def beyond(losses: Array, epsilon: float) -> float:
    """Return the share of draws whose privacy loss is beyond ±ε."""
    return float(np.mean(np.abs(losses) > epsilon * ROUNDING))


def is_noiseless(question: Question) -> bool:
    """Tell whether an output gives its data set away by itself."""
    return not MECHANISMS[question.mechanism].is_noisy or math.isinf(question.epsilon)


def judged(question: Question) -> tuple[str, ...]:
    """Return the mechanisms of the strip without those whose δ so many records do not allow."""
    too_much = question.delta * question.n >= 1
    return tuple(name for name in everyone() if not (too_much and MECHANISMS[name].uses_delta))


def everyone() -> tuple[str, ...]:
    """Return the mechanisms in the order of the strip: those that claim and hold first."""
    order = ("pure", "approximate", "broken", "none")
    return tuple(sorted(MECHANISMS, key=lambda name: order.index(MECHANISMS[name].guarantee)))


def run(
    question: Question, ask: Callable[[Question], Verdict] = verdict
) -> Iterator[dict[str, Verdict]]:
    """Yield the verdicts on all mechanisms of the strip, one more each time.

    Parameters
    ----------
    question : Question
        About any mechanism.
    ask : callable
        What keeps the verdict on one.
    """
    verdicts: dict[str, Verdict] = {}
    for name in judged(question):
        verdicts = verdicts | {name: ask(question.about(name))}
        yield verdicts


def table(verdicts: Mapping[str, Verdict]) -> pd.DataFrame:
    """Return the verdicts, one row each."""
    rows = [
        vars(each.question)
        | {
            "claim": each.plan.epsilon,
            "delta": each.plan.delta,
            "found": each.found,
            "ceiling": each.ceiling,
            "verdict": each.standing,
        }
        for each in verdicts.values()
    ]
    return pd.DataFrame(rows)


def table_of_draws(question: Question, losses: Array) -> pd.DataFrame:
    """Return the privacy loss of each draw, one row each."""
    rows = pd.DataFrame({"draw": range(len(losses)), "privacy_loss": losses})
    return rows.assign(**vars(question) | {"delta": question.plan.delta})
