"""A private linear classifier as scikit-learn has it, and what it shares with the tuned one."""

from abc import abstractmethod
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.estimators.account import Account, of_a_clone, per_record
from dpcore.estimators.conversion import (
    AnyArray,
    checked_weights,
    coded,
    known_classes,
    unit_rows,
)
from dpcore.estimators.entropy import source
from dpcore.estimators.training import DrawnPlanes, Training, candidate, chosen, scores
from dpcore.estimators.tuning import TunedTraining
from dpcore.privacy.regularization.suggested import AUTO

AnyTraining = Training | TunedTraining


class LinearEstimator(ClassifierMixin, BaseEstimator):
    """What both classifiers share: reading records, charging, and applying what was released.

    A class that fills it in gives `_training`, which refuses what cannot be drawn while nothing is
    charged yet; its `draw` runs after the charge.
    """

    epsilon: float
    delta: float = 0.0
    norm_bound: float
    intercept: bool
    mechanism: str
    classes: Any
    class_weight: Any
    ledger: str | None
    charge_each_fit: bool = False
    random_state: Any

    # Whether scikit-learn's `clone` made it. A copy by pickle stays what it was: that is how a
    # clone comes to another process.
    _is_clone = False

    def __sklearn_clone__(self) -> Self:
        """Return a clone that knows that it is one: nobody has asked for its fits by hand."""
        twin: Self = super().__sklearn_clone__()
        twin._is_clone = True
        return twin

    def fit(self, X: Any, y: Any) -> Self:
        """Draw one classifier, charged to the ledger before it is drawn.

        Parameters
        ----------
        X : array-like (n, n_features)
            Records in the units of `norm_bound`; finite numbers.
        y : array-like (n,)
            Labels, each one of `classes`.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a parameter is out of range, the data are not as declared, or a minimiser misses
            its tolerance; as `dpcore.ledger.Overspent` if the ledger's budget is too small.
            A clone with a ledger refuses unless `charge_each_fit` is set, before it looks at X.
        """
        pays = checks.flag("charge_each_fit", self.charge_each_fit)
        if self.ledger is not None and self._is_clone and not pays:
            raise InvalidInput(of_a_clone(self.epsilon, self.delta))
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        classes = known_classes(y, self.classes)
        codes, entropy = coded(y, classes), source(self.random_state)
        rows = unit_rows(X, self.norm_bound, self.intercept)
        account = None if self.ledger is None else Account.at(self.ledger, n=len(rows))
        epsilon = per_record(self.epsilon, account)
        weights = checked_weights(self.class_weight, classes)
        training = self._training(epsilon, len(rows), len(classes), rows.shape[1], weights)
        if account:
            account.charge(
                type(self).__name__, self.mechanism, self.epsilon, training.spend, self.delta
            )
        # From here on there is noise: whatever goes wrong now has been paid for.
        self._keep(training.draw(rows, codes, entropy), classes)
        return self

    @abstractmethod
    def _training(
        self,
        epsilon: float,
        n: int,
        n_classes: int,
        n_features: int,
        weights: tuple[float, ...] = (),
    ) -> AnyTraining:
        """Return how ε is spent; refuse what cannot be drawn."""

    def _keep(self, released: DrawnPlanes, classes: AnyArray) -> None:
        planes, plans = released.planes, released.plans
        if self.intercept:
            planes = planes / np.sqrt(2)
        self.coef_ = planes[:, : self.n_features_in_] / self.norm_bound
        self.intercept_ = planes[:, -1] if self.intercept else np.zeros(len(planes))
        self.plan_ = plans[0] if len(plans) == 1 else plans
        self.lam_, self.classes_ = released.lam, classes

    def decision_function(self, X: Any) -> Array:
        """Return the side of each row, and how far: shortened row · coef_ + intercept_.

        Parameters
        ----------
        X : array-like (n, n_features)
            Rows longer than `norm_bound` are shortened, as they were in `fit`.

        Returns
        -------
        array (n,) of two classes, positive for ``classes_[1]``; else (n, n_classes)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        found = self._scores(X)
        return found[:, 0] if found.shape[1] == 1 else found

    def predict(self, X: Any) -> AnyArray:
        """Return the class of each row, shape (n,): post-processing, which costs no ε.

        Parameters
        ----------
        X : array-like (n, n_features)
            Rows longer than `norm_bound` are shortened, as they were in `fit`. Without an
            intercept that changes no prediction: a row and its multiples lie on the same side.
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return np.asarray(self.classes_[chosen(self._scores(X))])

    def _scores(self, X: Array) -> Array:
        shortened = self.norm_bound * unit_rows(X, self.norm_bound, intercept=False)
        return scores(self.coef_, shortened) + self.intercept_

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        # With any ε, the noise may be larger than what there is to learn.
        tags.classifier_tags.poor_score = self.epsilon != np.inf
        return tags


class PrivateLinearClassifier(LinearEstimator):
    """A linear classifier with differential privacy: ε, or (ε, δ) by a mechanism with a δ.

    Parameters
    ----------
    epsilon : float
        ε of one fit, positive; ``float("inf")`` for none. Smaller is more private.
    lam : float or "auto"
        λ of the regularised mean loss, positive: ``C = 1/(n λ)`` in scikit-learn's terms. "auto"
        takes what `dpcore.suggested_lam` says for one plane, from n, the number of coefficients,
        the loss and ε alone: most often far better than any number for all n and ε. It is public
        if what it is made from was declared; see below. With a sharp hinge, many records and a
        large ε that is too small to draw at safely: there c²/100,000 is taken, c the loss's
        curvature (`dpcore.release.regularization`).
    mechanism : str
        "output", "objective" or "objective_tight"; with a δ "output_gamma", "objective_gamma",
        "output_gaussian" or "objective_gaussian"; "non_private" with ε = ∞ only.
    delta : float
        δ of one fit, above 0 and below 1/n for a mechanism with a δ, such as 1e-6; 0 for the
        others.
    loss : str
        "logistic", "huber" or "smoothed".
    h : float
        Half-width of the two hinges, positive; the logistic loss has none.
    norm_bound : float
        B, in the units of X, positive, *declared*: rows longer than B are shortened to B, row by
        row, and all are divided by B. Too small a bound bends the data, too large a one drowns
        them in noise; a bound that was read from the data voids the guarantee.
    intercept : bool
        Whether the plane need not pass through the origin: x/B becomes (x/B, 1)/√2.
    classes : sequence, optional
        All that a label may be, declared. Left out, they are read from y, with a
        `PrivacyLeakWarning`.
    class_weight : dict, optional
        What the records of each class count, *declared*: a number up to 1 for every class, the
        largest 1. For a rare class of share π, known from elsewhere, 1 and π/(1 - π) for the other.
        Noise and guarantee stay as they are (`dpcore.erm.weighted`); "balanced", weights from
        counts of the labels, is refused. Left out, all count alike.
    ledger : str, optional
        Path or database address of the ledger that each fit is charged to, before it draws; the
        name of the data set after "#" where the ledger holds several, as in "budget.db#adult".
        Left out, nothing is recorded, and whoever fits twice has spent 2ε without a trace.
    charge_each_fit : bool
        Whether a clone, too, may charge the ledger. Searches, folds and ensembles fit clones, many
        of them: with a ledger a clone refuses to be fitted, and nothing is charged, unless this is
        set. Then each fit is charged ε: (k·m + 1)·ε for a search with k folds and m candidates.
    random_state : int, numpy Generator or RandomState, optional
        Left out, the noise is from the operating system. Any seed makes the fit a simulation, with
        a `SimulationWarning`: whoever knows the seed can take the noise off. It is charged alike.

    Attributes
    ----------
    coef_ : array (1, n_features), or (n_classes, n_features) for more than two
        In 1/units of X: of shortened rows x, x · coef_ + intercept_ is the decision.
    intercept_ : array (1,) or (n_classes,)
        Zeros without an intercept.
    classes_ : array (n_classes,)
        Sorted.
    plan_ : Plan, or a tuple of one for each class
        What is promised and how much noise that took. For objective perturbation `epsilon_noise`
        and `epsilon_curvature` come to 99 % of its ε; the rest hides what the solver leaves.
        ``plan_.pure_epsilon`` is the ε that the plane keeps without its δ: a number with Gamma
        noise, ∞ with Gaussian noise.
    lam_ : float
        λ that was used, as given or suggested; what the proof adds to it is ``plan_.extra_lam``.
    n_features_in_, feature_names_in_
        As everywhere in scikit-learn.

    Guarantee
    ---------
    One fit's `coef_`, `intercept_`, and all that is computed from them and from other data, is
    ε-differentially private; (ε, δ)-differentially private by a mechanism with a δ. Neighbours are
    two tables of the same public size n that differ in one record, its features and label; a ledger
    that counts m records per person has each fit run at ε/m and charged ε, which protects a person
    (group privacy), and refuses a mechanism with a δ where m is above 1. By the theorem in
    ``plan_.theorem``: Chaudhuri, Monteleoni and Sarwate 2011, Theorems 1 and 2, without a δ. With
    k > 2 classes each of the k planes against the rest is drawn at (ε/k, δ/k); together they keep
    (ε, δ), and are charged it once (sequential composition).

    Outside of it:

    - whatever else looked at the data. `norm_bound`, `classes`, `class_weight`, λ, h and all steps
      before this one must have been declared; n is public. A scaler that was fitted to the table is
      not declared: `DeclaredEncoder` is.
    - a λ by "auto" whose arguments are not public. It reads no record, but follows n, the number of
      coefficients and of classes, the loss, h and ε. So n, the columns, their levels, the constant,
      the classes, loss, h and ε must all have been declared: a column that was left out after a
      look at the table makes λ, too, a fact of the data.
    - `score` and `cross_val_score` on private records: the numbers are not private, and neither is
      what is chosen by them, be it by `GridSearchCV`; `PrivatelyTunedClassifier` pays for its
      choice.
    - what such a search says of a budget that is spent. scikit-learn turns a fit that is refused
      into nan and a warning; with ``error_score="raise"`` the refusal is heard.
    - folds as one release. The training sets of k folds overlap, each record is in k - 1 of them,
      and the k classifiers together cost (k - 1)ε, a bound that is reached: never ε, as disjoint
      parts would. The ledger charges kε. That holds for folds by row number alone, as by
      ``cv=KFold(5, shuffle=True)``: for classifiers scikit-learn deals records to folds by their
      labels, so that one changed label moves hundreds between folds, and no such bound is left.
    - refusals: a label that is not declared, a missing value, or a minimiser that misses its
      tolerance ends in an error, and that there was one says something of the data.
    - a minimiser that misses its tolerance for some records (`dpcore.release.safe`). Floating point
      is covered: what the solver leaves at 1 % of ε for objective perturbation, and noise is drawn
      as real numbers (`dpcore.release.exact`).

    There is no `predict_proba`: under noise no score is a probability, and to calibrate one would
    take another look at the data, which nobody has paid for.

    Examples
    --------
    >>> X = np.array([[0.6, 0.8], [0.8, 0.6], [-0.6, 0.8], [-0.8, 0.6]] * 50)
    >>> y = np.array(["yes", "yes", "no", "no"] * 50)
    >>> model = PrivateLinearClassifier(epsilon=2.0, classes=("no", "yes")).fit(X, y)
    >>> model.coef_.shape, model.plan_.epsilon
    ((1, 2), 2.0)
    >>> model = PrivateLinearClassifier(float("inf"), classes=("no", "yes")).fit(X, y)
    >>> model.predict([[0.5, 0.0], [-7.0, 1.0]])
    array(['yes', 'no'], dtype='<U3')
    >>> PrivateLinearClassifier(2.0, classes=("no", "yes")).fit(X, y).lam_
    0.0015
    """

    def __init__(
        self,
        epsilon: float = 1.0,
        *,
        lam: float | str = AUTO,
        mechanism: str = "objective_tight",
        delta: float = 0.0,
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
        self.lam = lam
        self.mechanism = mechanism
        self.delta = delta
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
    ) -> Training:
        way = candidate(
            self.mechanism,
            self.lam,
            self.loss,
            self.h,
            epsilon,
            n=n,
            n_classes=n_classes,
            n_features=n_features,
            delta=self.delta,
        )
        return Training(way, epsilon, n, n_classes, n_features, weights, delta=self.delta)
