"""λ that follows ε in a release: the public rule, and never below what can be drawn safely.

`dpcore.suggested_lam` names the λ that suits a mechanism at this ε. With a sharp hinge, many
records and a large ε it can fall below c²/`STEEPEST`, where Newton's method may lose its way and
`plan_safely` refuses; there this least λ is taken instead. It follows c alone, so that the larger
of both is public where the rule's arguments are: n, the columns, their levels, the constant, the
loss, h, ε and δ, all declared. They are those of *one* training: of its own part of the records
where λ is chosen among candidates, and at ε/m where a person has m records.

A certificate states rule and arguments, so that whoever reads it can compute λ again.

Examples
--------
>>> from dpcore.erm.losses import HuberHinge, Logistic
>>> public_lam("objective_tight", 0.5, n=1000, n_features=20, loss=Logistic()).lam
0.012
>>> sharp = public_lam("objective_tight", 100.0, n=10**6, n_features=6, loss=HuberHinge(h=0.5))
>>> sharp.lam, sharp.rule
(1e-05, 'λ = max(0.3 d/(nε), 0.1/n, c²/100,000)')
"""

import math
from dataclasses import dataclass
from typing import Any

from dpcore import checks
from dpcore.checks import InvalidInput, written
from dpcore.erm.losses import Loss
from dpcore.privacy.regularization.suggested import AUTO, rule_of, suggested_lam
from dpcore.release.exact.minimisers import STEEPEST


@dataclass(frozen=True)
class PublicLam:
    """A λ that the rule set, and all that it rests on.

    The rule is a formula; n is public and of the training, as is ε, for one record, and δ, which is
    0 for a mechanism without one, whose rule does not know it. `n_features` is d, coefficients
    after encoding, and `curvature` is c of the loss.
    """

    lam: float
    rule: str
    n: int
    n_features: int
    epsilon: float
    curvature: float
    delta: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """Return rule and arguments as a certificate has them, by the formula's own letters."""
        return {
            "rule": self.rule,
            "n": self.n,
            "d": self.n_features,
            "epsilon": self.epsilon,
            "c": self.curvature,
        } | ({"delta": self.delta} if self.delta else {})


def public_lam(
    mechanism: str, epsilon: float, *, n: int, n_features: int, loss: Loss, delta: float = 0.0
) -> PublicLam:
    """Return the λ at which to train once: the rule's, or the least that is drawn at safely.

    ε is of one training and for one record, positive; at ∞ nothing is drawn, and the rule is alone.
    n is the public number of records of that training, and `n_features` counts what there is after
    encoding: levels and the constant. δ is 0 for a mechanism without one.

    Raises
    ------
    InvalidInput
        If a parameter is out of range, or λ is beyond what can be solved for.

    Guarantee
    ---------
    It reads no record, so that a release at this λ keeps its guarantee at no further cost, if every
    argument was declared (`suggested_lam`).
    """
    lam = suggested_lam(mechanism, epsilon, n=n, n_features=n_features, loss=loss, delta=delta)
    rule = f"λ = max({rule_of(mechanism)})"
    if math.isfinite(epsilon):
        lam = max(lam, loss.curvature**2 / STEEPEST)
        rule = f"{rule[:-1]}, c²/{STEEPEST:,.0f})"
    return PublicLam(lam, rule, n, n_features, float(epsilon), loss.curvature, delta)


def rule_in_words(rule: dict[str, Any]) -> str:
    """Return the rule that set λ and what it was applied to, so that λ can be computed again."""
    said = (
        f"{rule['rule']}, with n = {rule['n']:,} records of the training, d = {rule['d']:,} "
        f"columns after encoding, ε = {written(rule['epsilon'])} for a record and the loss's "
        f"curvature c = {written(rule['c'])}"
    )
    if "delta" not in rule:
        return said
    delta = written(rule["delta"])
    if "ε_p" in rule["rule"]:
        return (
            f"{said}; ε_p is the ε that the shortest Gamma noise for this ε and δ = {delta} in d "
            "dimensions keeps without the δ"
        )
    return (
        f"{said}; σ₀ is the analytic Gaussian mechanism's for this ε, δ = {delta} and the "
        "sensitivity 2"
    )


def check_lam(lam: Any) -> float | str:
    """Return a λ as a positive number, or `AUTO`.

    Raises
    ------
    InvalidInput
        If it is neither.
    """
    if not isinstance(lam, str):
        return checks.positive("lam", lam)
    if lam != AUTO:
        raise InvalidInput(f'lam must be a number, or "{AUTO}"; got {checks.cut(repr(lam))}.')
    return AUTO
