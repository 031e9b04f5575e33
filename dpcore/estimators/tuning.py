"""Algorithm 4 with classes: candidates learn on parts of their own, a private count picks one.

`dpcore.privacy.tuning` cuts and weighs. Each candidate is one classifier of all classes, ε-private
on its part whatever the number of planes, and a mistake is a wrong class, which counts what its
record does; one record changes their sum by at most 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dpcore.checks import Array
from dpcore.estimators.conversion import Codes
from dpcore.estimators.training import DrawnPlanes, Training, chosen, scores
from dpcore.privacy.profile.laws import Promise
from dpcore.privacy.profile.spend import Spend
from dpcore.privacy.tuning import Candidate, TuningPlan, plan_tuning
from dpcore.release.entropy import Entropy
from dpcore.release.exact import counts
from dpcore.release.safe import spared


@dataclass(frozen=True)
class TunedTraining:
    """Candidates and their parts of n records, within ε; see `plan_training`.

    There is one training for each candidate, on its part.
    """

    plan: TuningPlan
    trainings: tuple[Training, ...]

    @property
    def spend(self) -> Spend | None:
        """The laws on each part of the records: those of a candidate, and of the judge."""
        spends = [training.spend for training in self.trainings]
        parts = [part for spend in spends if spend for part in spend.parts]
        judge = (Promise(self.plan.epsilon),)
        return Spend(tuple(dict.fromkeys([*parts, judge]))) if parts else None

    def draw(self, X: Array, codes: Codes, entropy: Entropy) -> DrawnPlanes:
        """Draw all candidates, and release one of them; X and codes as in `Training.draw`.

        Guarantee
        ---------
        What is released, and which candidate it is, is ε-differentially private for replace-one
        neighbours of public size n (CMS11 Algorithm 4): a record is in one part alone. If that is
        a training part, the candidate's planes keep ε, and the pick is post-processing. If it is
        the last part, the pick keeps ε by itself (exponential mechanism, McSherry and Talwar 2007).
        """
        order = entropy.permutation(self.plan.n)  # looks at no value
        *parts, last = np.split(order, np.cumsum(self.plan.sizes)[:-1])
        drawn = [
            training.draw(X[rows], codes[rows], entropy)
            for training, rows in zip(self.trainings, parts, strict=True)
        ]
        weight = self.trainings[0].weight(codes[last])
        mistakes = [
            counts.weighed(chosen(scores(one.planes, X[last])) != codes[last], weight)
            for one in drawn
        ]
        return drawn[counts.choice(entropy, mistakes, spared(self.plan.epsilon))]


def plan_training(
    candidates: Sequence[Candidate],
    epsilon: float,
    n: int,
    n_classes: int,
    n_features: int,
    weights: tuple[float, ...] = (),
) -> TunedTraining:
    """Return who learns from how many records, and how that keeps ε.

    ε is that of the whole, positive, or ∞; n counts at least one record for each candidate and one
    more; `n_classes`, `n_features` and `weights` are as in `Training`.

    Raises
    ------
    InvalidInput
        If there are no candidates, too many, or fewer records than parts, or a parameter is out
        of range.
    """
    plan = plan_tuning(candidates, epsilon, n)
    trainings = tuple(
        Training(one, plan.epsilon, size, n_classes, n_features, weights)
        for one, size in zip(plan.candidates, plan.sizes, strict=False)
    )
    return TunedTraining(plan, trainings)
