"""What dpcore.erm should compute, written a second time: the papers' formulas, plain and slow."""

import numpy as np
from scipy import optimize, special

from dpcore.erm.losses import LOSSES, HuberHinge, Logistic, SmoothedHinge, make_loss

WIDTHS = (0.1, 0.5, 2.0)
LOSS_CASES = tuple(dict.fromkeys(make_loss(name, h) for name in LOSSES for h in WIDTHS))
"""Every registered loss, those with a band at several half-widths."""

DEFAULTS = tuple(make_loss(name) for name in LOSSES)


def _huber(z, h):
    bands = [z > 1 + h, np.abs(1 - z) <= h]
    pieces = [
        np.select(bands, [0 * z, (1 + h - z) ** 2 / (4 * h)], 1 - z),
        np.select(bands, [0 * z, -(1 + h - z) / (2 * h)], -1.0),
        np.select(bands, [0 * z, 0 * z + 1 / (2 * h)], 0.0),
    ]
    return *pieces, 1 / (2 * h)


def _smoothed(z, h):
    r = 1 - z
    bands = [z > 1 + h, np.abs(r) <= h]
    quartic = -(r**4) / (16 * h**3) + 3 * r**2 / (8 * h) + r / 2 + 3 * h / 16
    pieces = [
        np.select(bands, [0 * z, quartic], r),
        np.select(bands, [0 * z, r**3 / (4 * h**3) - 3 * r / (4 * h) - 1 / 2], -1.0),
        np.select(bands, [0 * z, 3 / (4 * h) - 3 * r**2 / (4 * h**3)], 0.0),
    ]
    return *pieces, 3 / (4 * h)


FORMULAS = {
    "logistic": lambda z, _: (
        -special.log_expit(z),
        -special.expit(-z),
        special.expit(z) * special.expit(-z),
        1 / 4,
    ),
    "huber": _huber,
    "smoothed": _smoothed,
}
"""Per loss: value, slope, curvature at z, and the bound c (CMS11 equations 20 and 23)."""

BY_HAND = [
    (Logistic(), 0.0, np.log(2), -1 / 2, 1 / 4),
    (Logistic(), np.log(3), np.log(4 / 3), -1 / 4, 3 / 16),  # e^-z = 1/3
    (Logistic(), -np.log(3), np.log(4), -3 / 4, 3 / 16),
    (HuberHinge(0.5), 0.0, 1.0, -1.0, 0.0),
    (HuberHinge(0.5), 0.75, 0.75**2 / 2, -0.75, 1.0),
    (HuberHinge(0.5), 1.0, 0.5**2 / 2, -0.5, 1.0),
    (HuberHinge(0.5), 2.0, 0.0, 0.0, 0.0),
    (SmoothedHinge(0.5), 0.0, 1.0, -1.0, 0.0),
    # 1-z = 1/4: -1/512 + 3/64 + 1/8 + 3/32; 1/32 - 3/8 - 1/2; 3/2 - 3/8
    (SmoothedHinge(0.5), 0.75, 135 / 512, -27 / 32, 9 / 8),
    (SmoothedHinge(0.5), 1.0, 3 / 32, -1 / 2, 3 / 2),
    (SmoothedHinge(0.5), 2.0, 0.0, 0.0, 0.0),
]
"""Worked out by hand: margin, value, slope, curvature."""


def formulas(loss, z):
    return FORMULAS[loss.name](np.asarray(z, dtype=float), getattr(loss, "h", None))


def value(w, X, y, loss, lam, linear=0.0):
    return formulas(loss, y * (X @ w))[0].mean() + lam / 2 * w @ w + np.sum(linear * w)


def gradient(w, X, y, loss, lam, linear=0.0):
    return X.T @ (y * formulas(loss, y * (X @ w))[1]) / len(y) + lam * w + linear


def hessian(w, X, y, loss, lam, linear=0.0):  # noqa: ARG001
    return (X.T * formulas(loss, y * (X @ w))[2]) @ X / len(y) + lam * np.eye(len(w))


def minimiser(X, y, loss, lam, linear=0.0):
    """Return the minimiser, polished until a root finder on the gradient finds nothing more."""
    problem = (X, y, loss, lam, linear)
    w = np.zeros(X.shape[1])
    w = optimize.minimize(value, w, problem, method="BFGS", jac=gradient, tol=1e-6).x
    w = optimize.root(gradient, w, problem, jac=hessian, method="hybr", tol=1e-15).x
    assert np.linalg.norm(gradient(w, *problem)) <= 1e-12
    return w


def labelled(n, d, seed=0):
    """Return n rows in the unit ball of R^d, not all on its edge, and labels they half explain."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    X *= (rng.uniform(0.5, 1.0, n) / np.linalg.norm(X, axis=1))[:, None]
    return X, np.where(X[:, 0] + 0.3 * rng.standard_normal(n) >= 0, 1.0, -1.0)
