"""What the informed adversary believes: the exact posterior over suspects (`adversary`).

One adversary looks at many classifiers, from several mechanisms and at many ε. What depends on the
records alone is made once: the minimiser with each suspect, and the known records in the form that
sums over them need.

Everything is computed by the formulas of `adversary`, to rounding: noise vectors come from
gradients in double precision, minimisers are polished as `meter.minimiser` polishes them, and each
classifier has its own Hessian H₀, solved for all suspects at once.
"""

from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy.linalg import lapack

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.erm.losses import Loss
from dpcore.erm.objective import Objective
from dpcore.erm.rows import Rows, sparsity_order
from dpcore.erm.solver import solve
from dpcore.erm.weighted import is_weighted
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import family_of
from dpcore.privacy.noise import NORM_LAWS
from dplab.instruments.minimisers import polished

BLOCK_ELEMENTS = 2**21
"""Entries of Hessians worked on at a time: 16 MiB of doubles."""


class Informed:
    """Somebody who knows every record but one, and whose record it may be.

    X (rows, n_features), ‖x‖₂ ≤ 1, and y are the known records; `suspects` (m, n_features) the
    values u = y x that are thought possible, at least two, ‖u‖₂ ≤ 1. λ is what the user set; Δ is
    in the plans. `sample_weight` is how many equal records each row stands for; one each if left
    out. n counts all records: the known ones and the one that is not. The loss has no class
    weights: a record acts through u alone.

    Raises
    ------
    InvalidInput
        If an argument has the wrong shape, sign or range.
    """

    def __init__(
        self,
        X: npt.ArrayLike,
        y: npt.ArrayLike,
        suspects: npt.ArrayLike,
        *,
        loss: Loss,
        lam: float,
        sample_weight: npt.ArrayLike | None = None,
    ) -> None:
        if is_weighted(loss):  # A mistake of the program: no page asks for it.
            raise ValueError("No posterior is known for weighted classes.")
        X, y = checks.records(X, y)
        suspects = checks.finite("suspects", suspects, ndim=2)
        if len(suspects) < 2:
            raise InvalidInput(f"A line-up needs at least 2 suspects; got {len(suspects)}.")
        if suspects.shape[1] != X.shape[1]:
            raise InvalidInput(
                f"Suspects must have the features of the known records, {X.shape[1]}; "
                f"got {suspects.shape[1]}."
            )
        self.suspects, _ = checks.records(suspects, np.ones(len(suspects)))
        self.loss, self.lam = loss, checks.positive("lam", lam)
        counts = (
            np.ones(len(y))
            if sample_weight is None
            else checks.counts("sample_weight", sample_weight, len(y))
        )
        # Sums over records have no order but for rounding; rows with the same zeros go faster.
        order = sparsity_order(X)
        self.known, self.counts = (X * y[:, None])[order], counts[order]
        self.n = int(counts.sum()) + 1

    def posterior(self, coefs: Array, plan: Plan, prior: npt.ArrayLike | None = None) -> Array:
        """Return what is believed after seeing each classifier, shape (n_draws, m).

        Parameters, notes and errors are those of `adversary.posterior`.
        """
        coefs = checks.finite("coefs", coefs, ndim=2)
        log_prior = _log_prior(prior, len(self.suspects))
        if not np.isfinite(plan.noise_rate):
            raise InvalidInput(
                "Without noise there is no posterior: `reconstruct` gives the record."
            )
        has_jacobian = family_of(plan).has_jacobian
        likelihoods = self._log_densities if has_jacobian else self._log_distances
        return _normalised(likelihoods(coefs, plan) + log_prior)

    def minimisers(self, lam: Array, linear: Array, own: Array) -> Array:
        """Return minimisers over the known records and one more each, shape (n_draws, n_features).

        Parameters
        ----------
        lam : array (n_draws,)
            λ + Δ of each.
        linear : array (n_draws, n_features)
            b/n of each.
        own : array (n_draws, n_features)
            The record u = y x that each has besides.
        """
        # y is inside u = y x: a record acts through u alone, and every label is then +1.
        ones = np.ones(len(self.known))
        return solve(self.known, ones, self.loss, lam, linear, self.counts, own=own).coefs

    @cached_property
    def centres(self) -> Array:
        """The minimiser with each suspect, polished to rounding, shape (m, n_features)."""
        # By output perturbation, which has no Δ and whose centres are the same at every ε.
        m, nothing = len(self.suspects), np.zeros_like(self.suspects)
        lam = np.full(m, self.lam)
        coefs = self.minimisers(lam, nothing, self.suspects)
        rows = Rows(self.known, self.counts / self.n, m)
        objective = Objective(rows, self.loss, lam, nothing, self.suspects, 1 / self.n)
        return polished(coefs, objective)

    def residual(self, coefs: Array) -> Array:
        """Return g of each classifier, read as if without noise, shape (n_draws, n_features)."""
        pull = np.full(len(coefs), self.n * self.lam)
        known = Objective(self._rows, self.loss, pull, np.zeros_like(coefs))
        return known.gradient(coefs, np.arange(len(coefs)))

    def _log_distances(self, coefs: Array, plan: Plan) -> Array:
        """Return log p(w | suspect) of output perturbation but for a constant, (n_draws, m)."""
        return np.column_stack([_log_noise(coefs - centre, plan) for centre in self.centres])

    def _log_densities(self, coefs: Array, plan: Plan) -> Array:
        """Return the same for objective perturbation."""
        # In blocks: each classifier has a Hessian of its own, d² numbers.
        starts = range(0, len(coefs), self._rows.n_draws)
        blocks = [
            self._of_block(coefs[start : start + self._rows.n_draws], plan) for start in starts
        ]
        return np.concatenate([np.empty((0, len(self.suspects))), *blocks])

    @cached_property
    def _rows(self) -> Rows:
        return Rows(self.known, self.counts, max(1, BLOCK_ELEMENTS // self.known.shape[1] ** 2))

    def _of_block(self, coefs: Array, plan: Plan) -> Array:
        # With counts for shares and n(λ+Δ) for λ, this is n times the risk of the known records.
        pull = np.full(len(coefs), self.n * (self.lam + plan.extra_lam))
        known = Objective(self._rows, self.loss, pull, np.zeros_like(coefs))
        gradient, H = known.derivatives(coefs, np.arange(len(coefs)))
        # What a suspect adds is of rank one, so that one Hessian serves all of them.
        margins = coefs @ self.suspects.T
        slopes = self.loss.slope(margins)
        noises = [
            _log_noise(gradient + slopes[:, [j]] * suspect, plan)
            for j, suspect in enumerate(self.suspects)
        ]
        bends = self.loss.curvature_at(margins)
        return np.column_stack(noises) + _log_determinants(H, self.suspects, bends)


def _log_determinants(H: Array, suspects: Array, bends: Array) -> Array:
    """Return log det H_j - log det H₀ for each draw and suspect, shape (n_draws, m).

    H is H₀ of each draw, and `bends` (n_draws, m) are ℓ'' of the suspects' margins.
    """
    columns = np.asfortranarray(suspects.T)
    # The draws' own Cholesky decompositions: half the work of numpy's solver, which takes any H.
    reach = [np.einsum("dm,dm->m", columns, lapack.dposv(each, columns)[1]) for each in H]
    # det(H₀ + ℓ'' u uᵀ) = det H₀ (1 + ℓ'' uᵀ H₀⁻¹ u); log1p keeps what one of many records adds.
    return np.asarray(np.log1p(bends * np.reshape(reach, bends.shape)))


def _log_prior(prior: npt.ArrayLike | None, m: int) -> Array:
    if prior is None:
        return np.zeros(m)
    probabilities = checks.finite("prior", prior, ndim=1)
    # Up to what six printed digits leave: the posterior is divided by its sum in any case.
    if len(probabilities) != m or (probabilities < 0).any() or abs(probabilities.sum() - 1) > 1e-6:
        raise InvalidInput(f"A prior over {m} suspects needs {m} probabilities that sum to 1.")
    with np.errstate(divide="ignore"):
        # log 0 = -∞ rules a suspect out, as a prior of 0 must.
        return np.asarray(np.log(probabilities))


def _normalised(logs: Array) -> Array:
    # The largest has weight 1: densities of long noise are below the smallest doubles.
    weights = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _log_noise(noise: Array, plan: Plan) -> Array:
    """Return the log density of noise vectors, up to a constant, shape (n_draws,)."""
    length = np.linalg.norm(noise, axis=1)
    return NORM_LAWS[plan.norm_law].log_density(length, plan.noise_rate, noise.shape[1])
