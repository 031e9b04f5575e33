"""Five strategies to choose among candidates, side by side on the same records.

| strategy | trained on | chooses by | private? |
| --- | --- | --- | --- |
| split | a part each, at ε | a part of its own, by the exponential mechanism | ε in all |
| composed | all records, each at ε/(m+1) | the same records, at ε/(m+1) | ε in all |
| fixed | all records, at ε | nothing: one candidate is fixed in advance | ε |
| looked | all records, at ε | the test records, as they are | **no**: choosing spends no ε |
| hindsight | all records, at ε | the least errors, not known in advance | **no**: a reference |

`split` is CMS11's Algorithm 4. Every ε uses the same noise on another scale, as in all sweeps:
right for a simulation, never for a release. Each candidate has noise of its own: the privacy of all
strategies assumes that, and with common noise the pick would have other errors.

Examples
--------
>>> from dpcore.data.dataset import split
>>> from dpcore.data.recipes import generate
>>> from dpcore.erm.losses import Logistic
>>> data = generate("unseparable", np.random.default_rng(0), n=2000, d=3)
>>> candidates = [Candidate("objective", lam, Logistic()) for lam in (0.001, 0.1)]
>>> found = compare(
...     split(data, 1600, seed=0), candidates, (1.0,), fixed=candidates[0], n_draws=5, seed=0
... )
>>> found[1.0].errors["split"].shape
(5,)
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Split
from dpcore.erm.losses import Loss
from dpcore.erm.weighted import is_weighted
from dpcore.privacy.mechanisms import Draws, Request, draw_all
from dpcore.privacy.tuning import (
    Candidate,
    Picks,
    Tuned,
    TuningPlan,
    cut,
    mistakes_bound,
    plan_tuning,
    select,
)
from dplab.simulation import measures
from dplab.simulation.comparison import as_draws
from dplab.simulation.measures import Mistakes
from dplab.simulation.sources import stream
from dplab.simulation.summaries import Summary

Middle = Callable[..., Array]
"""`np.mean` or `np.median`."""

MOST_CELLS = 5_000_000
"""Records times features that a law by its points may be written out to."""

DECOMPOSED = 20
"""A Hessian of D features is decomposed while D³ over so many values are run over."""

TESTED, RANKED = 30, 20
"""Where a classifier is tested, so many features are one value; to rank a record takes as long as
so many values."""


@dataclass(frozen=True)
class Strategy:
    """One way to choose among candidates.

    Parameters
    ----------
    label : str
        Name on screen.
    private : bool
        Whether what it releases is ε-differentially private.
    honesty : str
        What it costs or leaves out, in a sentence.
    """

    label: str
    private: bool
    honesty: str


STRATEGIES: Mapping[str, Strategy] = {
    "split": Strategy(
        "Split and select", True, "Pays with records: each candidate sees one part of the data."
    ),
    "composed": Strategy(
        "Train all, then select", True, "Pays with ε: each of the m + 1 steps gets ε/(m + 1)."
    ),
    "fixed": Strategy(
        "Fixed in advance", True, "Takes nothing of ε: it was chosen without looking at the data."
    ),
    "looked": Strategy("Look at the test set", False, "Leaks: the choice is not paid for."),
    "hindsight": Strategy(
        "Best in hindsight", False, "Not achievable: the best candidate is not known in advance."
    ),
}
"""The strategies by name, private ones first."""


@dataclass(frozen=True)
class _NumberedRequest(Request):
    """A candidate at one ε; by its number, candidates that are equal differ in their noise."""

    number: int


_Training = tuple[float, int, Candidate]
"""ε, the number of the noise, and what is trained."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """The five strategies at one ε.

    Parameters
    ----------
    plan : TuningPlan
        Of `split`.
    tuned : Tuned
        Result of `split`, run by run.
    errors : dict of str to array (n_draws,)
        By strategy, the test errors of what it releases.
    mistakes : Mistakes
        Of what `split` releases.
    picks : dict of str to int array (n_draws,)
        By strategy that chooses, which candidate it takes.
    on_parts, on_all : array (m, n_draws)
        Test errors of every candidate, trained on its part and on all records, at ε.
    converged : bool array (n_draws,)
        Whether every minimisation of a run, for any strategy, met its tolerance.
    """

    plan: TuningPlan
    tuned: Tuned
    errors: Mapping[str, Array]
    mistakes: Mistakes
    picks: Mapping[str, Picks]
    on_parts: Array
    on_all: Array
    converged: npt.NDArray[np.bool_]

    @cached_property
    def summaries(self) -> Mapping[str, Summary]:
        """Middle and spread of the errors by strategy: a curve that grows asks for them again."""
        return {way: Summary.of(errors) for way, errors in self.errors.items()}

    @property
    def cost_of_split(self) -> float:
        """Median error of the split above that of hindsight, if the fewest mistakes won."""
        return float(np.median(self._fewest_mistakes) - np.median(self.errors["hindsight"]))

    @property
    def cost_of_selection(self) -> float:
        """Median error added because the pick is random, and not the one of fewest mistakes.

        A difference of medians too, so that it and `cost_of_split` add up to the whole.
        """
        return float(np.median(self.errors["split"]) - np.median(self._fewest_mistakes))

    @property
    def costs(self) -> tuple[float, float, float]:
        """What split and select costs in all, the split's share, and the selection's.

        Rounded to tenths of a point, so that the two add up to the whole as they are shown.
        """
        total = round(self.cost_of_split + self.cost_of_selection, 3)
        selection = round(self.cost_of_selection, 3)
        return total, total - selection, selection

    @property
    def is_weighted(self) -> bool:
        """Whether a mistake counts the weight of its class."""
        return is_weighted(self.plan.candidates[0].loss)

    @property
    def mistakes_above_best(self) -> Array:
        """How many more mistakes each pick of `split` makes than the best candidate: (n_draws,)."""
        z = self.tuned.mistakes
        return np.asarray(z[range(len(z)), self.tuned.picks] - z.min(axis=1))

    def most_above_best(self, delta: float) -> float:
        """Return how many these are at most, but with probability δ: `mistakes_bound`."""
        m = len(self.plan.candidates)
        return mistakes_bound(m=m, epsilon=self.plan.epsilon, delta=delta)

    @property
    def _fewest_mistakes(self) -> Array:
        best = np.argmin(self.tuned.mistakes, axis=1)
        fewest: Array = self.on_parts[best, np.arange(len(best))]
        return fewest


def work(
    n_candidates: int,
    n_draws: int,
    n: int,
    n_features: int,
    *,
    n_test: int = 0,
    ranks: bool = False,
) -> int:
    """Return how many values `compare` runs over at one ε, or would in the time that it takes.

    Wide records have a wide Hessian: it is put together once for all draws, and decomposed.

    `n_test` are records on which each classifier is tested, and `ranks` is whether these are
    ranked, for the area under the ROC curve.
    """
    trained = as_draws(n_draws, n_features) * n * n_features + n_features**3 // DECOMPOSED
    tested = n_draws * n_test * (n_features // TESTED + (RANKED if ranks else 1))
    return (2 * n_candidates + 2) * (trained + tested)


def compare(
    part: Split,
    candidates: Sequence[Candidate],
    epsilons: Sequence[float],
    *,
    fixed: Candidate,
    n_draws: int,
    seed: int,
    middle: Middle = np.mean,
    measure: str = "error",
) -> dict[float, Comparison]:
    """Choose by all five strategies, at every ε.

    Parameters
    ----------
    part : Split
        Training and test records.
    candidates : sequence of Candidate
        All of one loss or of several.
    epsilons : sequence of float
    fixed : Candidate
        Fixed in advance, without looking at the data; it need not be among the candidates.
    n_draws : int
        Runs of each strategy on the same records.
    seed : int
    middle : callable
        Of a candidate's errors, by which the best in hindsight is found: that by which errors are
        compared. The papers compare means, pages medians (`np.median`).
    measure : str
        Of the errors that are compared: a key of `MEASURES`. The mechanism itself counts mistakes,
        whatever is compared.

    Raises
    ------
    InvalidInput
        If the candidates are too many for the records, or a number is out of range.
    """
    part = one_by_one(part)
    plans = {epsilon: plan_tuning(candidates, epsilon, part.n) for epsilon in epsilons}
    parts = cut(plan_tuning(candidates, 1.0, part.n), stream(seed, "parts"))
    numbered, share = list(enumerate(candidates)), len(candidates) + 1
    on_all = [*numbered, _with_number(fixed, candidates)]
    asked = [(epsilon, *one) for epsilon in epsilons for one in on_all]
    asked += [(epsilon / share, *one) for epsilon in epsilons for one in numbered]
    whole = _train(part, asked, n_draws, seed)
    apart = [
        _train(_rows(part, rows), [(epsilon, *one) for epsilon in epsilons], n_draws, seed)
        for one, rows in zip(numbered, parts, strict=False)
    ]
    found = {}
    for epsilon in epsilons:
        trained = [draws[epsilon, *one] for one, draws in zip(numbered, apart, strict=True)]
        found[epsilon] = _comparison(
            part,
            plans[epsilon],
            _tuned(trained, _rows(part, parts[-1]), fixed.loss, epsilon, seed),
            [whole[epsilon, *one] for one in on_all],
            [whole[epsilon / share, *one] for one in numbered],
            seed,
            middle,
            measure,
        )
    return found


def _with_number(fixed: Candidate, candidates: Sequence[Candidate]) -> tuple[int, Candidate]:
    """Return the fixed one with the number of its noise: that of its equal, if it has one."""
    return [*candidates, fixed].index(fixed), fixed


def _rows(part: Split, rows: Picks) -> Split:
    return replace(part, X=part.X[rows], y=part.y[rows])


def _train(
    part: Split, asked: Sequence[_Training], n_draws: int, seed: int
) -> dict[_Training, Draws]:
    """Train each, those of one loss in one batch, and once what is asked for twice.

    Draws of one λ share their noiseless problem, whatever their ε.
    """
    found: dict[_Training, Draws] = {}
    for loss in {one.loss: None for *_, one in asked}:
        alike = list(dict.fromkeys(each for each in asked if each[-1].loss == loss))
        requests = [
            _NumberedRequest(one.mechanism, epsilon, one.lam, number)
            for epsilon, number, one in alike
        ]
        found |= dict(zip(alike, _batch(part, loss, requests, n_draws, seed), strict=True))
    return found


def _batch(
    part: Split, loss: Loss, requests: list[_NumberedRequest], n_draws: int, seed: int
) -> list[Draws]:
    return draw_all(
        part.X,
        part.y,
        loss=loss,
        requests=requests,
        n_draws=n_draws,
        stream=lambda request: stream(seed, f"tuning {request.mechanism}", request.number),
    )


def _tuned(trained: list[Draws], judge: Split, loss: Loss, epsilon: float, seed: int) -> Tuned:
    coefs = np.stack([draws.coefs for draws in trained])
    converged = np.all([draws.converged for draws in trained], axis=0)
    rng = stream(seed, "pick")
    chosen = select(coefs, judge.X, judge.y, loss.class_weights(judge.y), epsilon=epsilon, rng=rng)
    return Tuned(coefs, *chosen, converged)


def _comparison(
    part: Split,
    plan: TuningPlan,
    tuned: Tuned,
    whole: list[Draws],
    shared: list[Draws],
    seed: int,
    middle: Middle,
    measure: str,
) -> Comparison:
    on_parts = np.stack([measures.errors(coefs, part, measure) for coefs in tuned.coefs])
    *everywhere, fixed = (measures.errors(draws.coefs, part, measure) for draws in whole)
    on_all = np.stack(everywhere)
    composed = np.stack([draws.coefs for draws in shared])
    m, n_draws = on_all.shape
    step = plan.epsilon / (m + 1)
    picks = {
        "split": tuned.picks,
        "composed": select(
            composed,
            part.X,
            part.y,
            plan.candidates[0].loss.class_weights(part.y),
            epsilon=step,
            rng=stream(seed, "composed pick"),
        )[2],
        "looked": np.argmin(on_all, axis=0),
        "hindsight": np.full(n_draws, int(np.argmin(middle(on_all, axis=1)))),
    }
    tables = {
        "split": on_parts,
        "composed": np.stack([measures.errors(coefs, part, measure) for coefs in composed]),
        "looked": on_all,
        "hindsight": on_all,
    }
    errors = {name: tables[name][chosen, np.arange(n_draws)] for name, chosen in picks.items()}
    errors["fixed"] = fixed
    released = measures.mistakes(tuned.coefs[tuned.picks, np.arange(n_draws)], part)
    converged = np.all([tuned.converged, *(one.converged for one in (*whole, *shared))], axis=0)
    return Comparison(plan, tuned, errors, released, picks, on_parts, on_all, converged)


def one_by_one(part: Split) -> Split:
    """Return the same records, one in each row, so that they can be cut into parts.

    Raises
    ------
    InvalidInput
        If that would be too many rows.
    """
    if part.weight is None:
        return part
    if part.n * part.X.shape[1] > MOST_CELLS:
        raise InvalidInput(
            f"Tuning cuts the records into parts, one by one: n = {part.n:,} of "
            f"{part.X.shape[1]} features are too many for that. Take a smaller n."
        )
    rows = np.repeat(np.arange(len(part.y)), part.weight.astype(np.int64))
    return Split(part.X[rows], part.y[rows], part.X_test, part.y_test, test_weight=part.test_weight)
