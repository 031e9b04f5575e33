"""A private linear classifier that has chosen its λ within the same ε, as scikit-learn has it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dpcore.checks import InvalidInput, cut
from dpcore.estimators.linear import LinearEstimator
from dpcore.estimators.training import candidate
from dpcore.estimators.tuning import TunedTraining, plan_training
from dpcore.privacy.regularization.suggested import AUTO
from dpcore.privacy.tuning import part_sizes
from dpcore.release.safe import pure_mechanisms, released_mechanisms


class PrivatelyTunedClassifier(LinearEstimator):
    """A linear classifier whose coefficients and whose λ are ε-differentially private together.

    Algorithm 4 of Chaudhuri, Monteleoni and Sarwate 2011: the records are dealt at random to m + 1
    equal parts, candidate i learns on part i, and one is picked by its mistakes on the last part,
    by the exponential mechanism. `GridSearchCV` chooses by numbers that nobody has paid for; this
    pays with records.

    Parameters
    ----------
    epsilon : float
        ε of one fit, of choice and classifier together, positive; ``float("inf")`` for none.
    candidates : sequence of float or "auto"
        The λ to choose among, positive, at most 50; declared, as is every parameter. "auto" among
        them is what `dpcore.suggested_lam` says for the part that the candidate learns from, as in
        `PrivateLinearClassifier`; choosing costs records, and that λ by itself costs none. Few
        candidates do better: each takes its part of the records. At ε = 1 five of them had a mean
        test error of 29.4 % on Pima and 17.6 % on Adult, these two 27.5 % and 16.5 %, and the rule
        alone, without a choice, 24.9 % and 15.4 % (150 and 12 splits; our own trial).
    mechanism : str
        "output", "objective" or "objective_tight"; "non_private" with ε = ∞ only. None with a δ:
        the proof of Algorithm 4 is for ε alone.
    loss, h, norm_bound, intercept, classes, class_weight, ledger, charge_each_fit, random_state
        As in `PrivateLinearClassifier`; a mistake of a candidate counts its class's weight, too.

    Attributes
    ----------
    lam_ : float
        The λ that was picked, as given or suggested.
    coef_, intercept_, classes_, plan_, n_features_in_, feature_names_in_
        As in `PrivateLinearClassifier`; the plan is that of the picked candidate on its part.

    Guarantee
    ---------
    One fit's `coef_`, `intercept_` and `lam_` together, and all that is computed from them and
    from other data, are ε-differentially private, by CMS11 Algorithm 4: a record is in one part
    alone, where either one candidate's planes keep ε (with k > 2 classes ε/k each) or the pick
    does. Neighbours are two tables of the same public size n that differ in one record; with a
    ledger that counts m records per person each fit is run at ε/m and charged ε.

    What `PrivateLinearClassifier` lists is outside of it here too: whatever else looked at the
    data, scores, refusals, and floating point.

    Examples
    --------
    >>> X = np.array([[0.6, 0.8], [0.8, 0.6], [-0.6, 0.8], [-0.8, 0.6]] * 50)
    >>> y = np.array(["yes", "yes", "no", "no"] * 50)
    >>> model = PrivatelyTunedClassifier(2.0, (0.01, 1.0), classes=("no", "yes")).fit(X, y)
    >>> model.lam_ in (0.01, 1.0)
    True
    """

    def __init__(
        self,
        epsilon: float = 1.0,
        candidates: Sequence[float | str] = (AUTO, 0.1),
        *,
        mechanism: str = "objective_tight",
        loss: str = "logistic",
        h: float = 0.5,
        norm_bound: float = 1.0,
        intercept: bool = False,
        classes: Any = None,
        class_weight: Any = None,
        ledger: str | None = None,
        charge_each_fit: bool = False,
        random_state: Any = None,
    ) -> None:
        self.epsilon = epsilon
        self.candidates = candidates
        self.mechanism = mechanism
        self.loss = loss
        self.h = h
        self.norm_bound = norm_bound
        self.intercept = intercept
        self.classes = classes
        self.class_weight = class_weight
        self.ledger = ledger
        self.charge_each_fit = charge_each_fit
        self.random_state = random_state

    def _training(
        self,
        epsilon: float,
        n: int,
        n_classes: int,
        n_features: int,
        weights: tuple[float, ...] = (),
    ) -> TunedTraining:
        if not np.iterable(self.candidates) or isinstance(self.candidates, str):
            raise InvalidInput(
                f"candidates must be a sequence of λ, such as (0.01, 0.1); got "
                f"{cut(repr(self.candidates))}."
            )
        pure = pure_mechanisms()
        if self.mechanism in released_mechanisms() and self.mechanism not in pure:
            raise InvalidInput(
                f"mechanism must be one without a δ here; got {self.mechanism}. The proof of CMS11 "
                "Algorithm 4, which chooses among candidates, is for ε alone. Choose one of "
                f"{', '.join(pure)}, or fit PrivateLinearClassifier at one λ."
            )
        lams = tuple(self.candidates)
        ways = [
            candidate(
                self.mechanism,
                lam,
                self.loss,
                self.h,
                epsilon,
                n=size,
                n_classes=n_classes,
                n_features=n_features,
            )
            for lam, size in zip(lams, part_sizes(len(lams), n), strict=False)
        ]
        return plan_training(ways, epsilon, n, n_classes, n_features, weights)
