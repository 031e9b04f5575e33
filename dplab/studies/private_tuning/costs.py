"""What choosing λ costs on the settings' records, or on a kernel's features of them.

At one ε and n all strategies of `strategies` are compared; along ε or n the same again at each
place of `places`. Errors are compared by their medians, the best in hindsight too.

Examples
--------
>>> question = Question(Settings(n=600, draws=4, epsilon=1.0), lams=(0.001, 0.1))
>>> sorted(at_one_place(question).errors)
['composed', 'fixed', 'hindsight', 'looked', 'split']
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd

from dpcore.data.dataset import Dataset
from dpcore.privacy.tuning import Candidate
from dplab.features import make
from dplab.maps.contract import FeatureMap
from dplab.simulation.comparison import EPSILONS, split_of
from dplab.simulation.constant import constant_rule
from dplab.simulation.measures import MEASURES
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import load, mapped, n_features, n_used
from dplab.simulation.summaries import Summary, labelled
from dplab.studies.private_tuning.strategies import STRATEGIES, Comparison, compare

GRID = tuple(epsilon for epsilon in EPSILONS if 0.01 <= epsilon <= 10)
"""Where errors are compared along ε."""

N_SIZES, FEWEST_RECORDS = 7, 200
"""How many n errors are compared at, in equal ratios, and the first of them."""


@dataclass(frozen=True)
class Question(AboutRecords):
    """Which λ are chosen among, for which mechanism, on what.

    Parameters
    ----------
    settings : Settings
        Their λ is the one that is fixed in advance.
    mechanism : str
        A key of `MECHANISMS` that is private.
    lams : tuple of float
        Of the candidates.
    kernel : str
        A key of `FEATURE_MAPS`; with "linear" the records stay as they are.
    parameters : tuple of (name, value)
        Of the kernel, D included where it is chosen.
    axis : str
        What errors are compared along: "epsilon" or "n".
    """

    settings: Settings
    mechanism: str = "objective"
    lams: tuple[float, ...] = (1e-4, 1e-3, 1e-2, 0.1, 1.0)
    kernel: str = "linear"
    parameters: tuple[tuple[str, float], ...] = ()
    axis: str = "epsilon"

    @property
    def has_kernel(self) -> bool:
        """Whether the records are mapped to features of a kernel."""
        return self.kernel != "linear"

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """What is chosen among."""
        return tuple(map(self._candidate, self.lams))

    @property
    def fixed(self) -> Candidate:
        """What is named before anybody looks at the data."""
        return self._candidate(self.settings.given_lam)

    @property
    def here(self) -> "Question":
        """The question at the settings' own ε and n, whatever it is asked along."""
        return replace(self, axis="epsilon")

    def at(self, place: float) -> "Question":
        """Return the question at another ε or n."""
        there = {"n": round(place)} if self.axis == "n" else {"epsilon": place}
        return replace(self.here, settings=replace(self.settings, **there))

    def _candidate(self, lam: float) -> Candidate:
        return Candidate(self.mechanism, lam, self.settings.make_loss())


@dataclass(frozen=True, eq=False)
class TuningCurve:
    """What is known along ε or n.

    Places are all, ascending, and points those that are compared already. `n_features` is of what
    is trained on; `majority_error` is what always naming the larger class errs.
    """

    question: Question
    places: tuple[float, ...]
    points: Mapping[float, Comparison]
    n_features: int
    majority_error: float

    def errors(self, way: str) -> list[Summary]:
        """Return the errors of a way at each point."""
        return [each.summaries[way] for each in self.points.values()]


def feature_map(question: Question, records: Dataset | None = None) -> FeatureMap:
    """Return what makes features of a record; its frequencies follow from the seed alone."""
    settings = question.settings
    d = n_features(settings, records)
    return make(question.kernel, d, dict(question.parameters), settings.seed)


def at_one_place(question: Question, records: Dataset | None = None) -> Comparison:
    """Compare the strategies at the settings' ε and n.

    Without the classifiers themselves, which nobody looks at: of many features they are many times
    as large as all the rest, and pages keep hundreds of comparisons.

    Raises
    ------
    InvalidInput
        If the candidates are too many for the records, or a number is out of range.
    """
    settings, part = question.settings, split_of(question.settings, records)
    if question.has_kernel:
        part = mapped(part, feature_map(question, records))
    one = compare(
        part,
        question.candidates,
        (settings.epsilon,),
        fixed=question.fixed,
        n_draws=settings.draws,
        seed=settings.seed,
        middle=np.median,
        measure=settings.measure,
    )[settings.epsilon]
    return replace(one, tuned=replace(one.tuned, coefs=one.tuned.coefs[..., :0].copy()))


def places(question: Question, records: Dataset | None = None) -> tuple[float, ...]:
    """Return where errors are compared: the grid of ε, or n in equal ratios up to the settings'."""
    if question.axis == "epsilon":
        return GRID
    most = n_used(load(question.settings, records), question.settings)
    fewest = min(most, max(FEWEST_RECORDS, len(question.lams) + 1))
    steps = (fewest * (most / fewest) ** (k / (N_SIZES - 1)) for k in range(N_SIZES))
    return tuple(sorted({round(step) for step in steps}))


def run(
    question: Question,
    records: Dataset | None = None,
    ask: Callable[[Question], Comparison] | None = None,
) -> Iterator[TuningCurve]:
    """Yield the comparisons along ε or n, as far as they are made, after each.

    Parameters
    ----------
    question : Question
    records : Dataset, optional
        The visitor's own, for data == "upload".
    ask : callable, optional
        As `at_one_place`: for whoever keeps comparisons.

    Raises
    ------
    InvalidInput
        As `at_one_place`.
    """
    ask, points = ask or partial(at_one_place, records=records), dict[float, Comparison]()
    along, n_mapped = places(question, records), feature_map(question, records).n_features
    majority = constant_rule([split_of(question.settings, records)]).error
    for place in along:
        points[place] = ask(question.at(place))
        yield TuningCurve(question, along, dict(points), n_mapped, majority)


def table(answer: TuningCurve) -> pd.DataFrame:
    """Return every run of every strategy, one row each."""
    question = answer.question
    frames = [
        _rows(question.settings, one, way).assign(**{question.axis: place})
        for place, one in answer.points.items()
        for way in STRATEGIES
    ]
    rows = pd.concat(frames, ignore_index=True).assign(majority_error=answer.majority_error)
    if question.has_kernel:
        parameters = dict(question.parameters) | {"features": answer.n_features}
        rows = rows.assign(kernel=question.kernel, **parameters)
    return labelled(rows, question.settings)


def _rows(settings: Settings, one: Comparison, way: str) -> pd.DataFrame:
    picked = one.picks.get(way)
    lams = settings.lam if picked is None else [one.plan.candidates[i].lam for i in picked]
    return pd.DataFrame(
        {
            "epsilon": one.plan.epsilon,
            "n": one.plan.n,
            "way": way,
            "run": range(len(one.errors[way])),
            "lam": lams,
            MEASURES[settings.measure].column: one.errors[way],
        }
    )


def table_of_run(found: Comparison, run: int) -> pd.DataFrame:
    """Return one run of split and select: each candidate, then the part that judges them."""
    *sizes, judging = found.plan.sizes
    candidates = pd.DataFrame(
        {
            "part": "candidate",
            "lam": [each.lam for each in found.plan.candidates],
            "records": sizes,
            "mistakes": found.tuned.mistakes[run],
            "chance": found.tuned.probabilities[run],
            "is_picked": np.arange(len(sizes)) == found.tuned.picks[run],
        }
    )
    last = pd.DataFrame({"part": ["judges"], "records": judging})
    return pd.concat([candidates, last], ignore_index=True)
