"""The same amount of regularization, as other papers, courses and programs write it.

Here, and in Chaudhuri and Monteleoni (2008) and Chaudhuri, Monteleoni and Sarwate (2011), the
problem is J(w) = (1/n) Σ ℓ(y_i w·x_i) + (λ/2)‖w‖², and records lie in the unit ball. Others write

| convention | problem | λ here |
| --- | --- | --- |
| "half" | (1/n) Σ ℓ + (λ/2)‖w‖², as here | λ |
| "whole" | (1/n) Σ ℓ + λ'‖w‖², without ½ | 2 λ' |
| "C" | C Σ ℓ + ½‖w‖², as scikit-learn and LIBLINEAR | 1/(nC) |
| "gamma" | (1/n) Σ ℓ + (γ/n)‖w‖²/2, as DPpack | γ/n |

and so one record moves the minimiser by 2/(nλ), 1/(nλ'), 2C and 2/γ at most, for a loss whose
slope is at most 1.

**Rows that are longer.** Where records have ‖x‖ ≤ R (diffprivlib's `data_norm`), rows divided by R
lie in the unit ball, and their classifier is R times as long. So the same problem has λ here =
λ_raw/R² of the raw rows; scikit-learn's C on raw rows is 1/(nλR²), and the raw minimiser moves by
2R/(nλ_raw) at most.

Examples
--------
>>> lam_from("C", 1.0, n=1000), lam_from("whole", 0.005, n=1000)
(0.001, 0.01)
>>> lam_as("C", 0.01, n=1000), lam_as("C", 0.01, n=1000, norm_bound=10.0)
(0.1, 0.001)
"""

from collections.abc import Callable
from dataclasses import dataclass

from dpcore import checks


@dataclass(frozen=True)
class Convention:
    """How a problem is written.

    Parameters
    ----------
    problem : str
        As a formula, on rows of norm at most 1.
    symbol : str
    lam : callable
        Maps the number of the convention, and n, on λ.
    number : callable
        Maps λ, and n, on the number of the convention.
    """

    problem: str
    symbol: str
    lam: Callable[[float, int], float]
    number: Callable[[float, int], float]


CONVENTIONS: dict[str, Convention] = {
    "half": Convention("(1/n) Σ ℓ + (λ/2)‖w‖²", "λ", lambda a, _: a, lambda a, _: a),
    "whole": Convention("(1/n) Σ ℓ + λ'‖w‖²", "λ'", lambda a, _: 2 * a, lambda a, _: a / 2),
    "C": Convention("C Σ ℓ + ½‖w‖²", "C", lambda a, n: 1 / (n * a), lambda a, n: 1 / (n * a)),
    "gamma": Convention("(1/n) Σ ℓ + (γ/n)‖w‖²/2", "γ", lambda a, n: a / n, lambda a, n: a * n),
}
"""Each way of writing the problem by its name."""


def lam_from(convention: str, value: float, *, n: int, norm_bound: float = 1.0) -> float:
    """Return the λ of this program at which the problem is the same.

    Parameters
    ----------
    convention : str
        A key of `CONVENTIONS`.
    value : float
        The number of that convention on rows of norm at most `norm_bound`, positive.
    n : int
        Public number of records that are learnt from.
    norm_bound : float
        R, positive: rows are divided by it here, which makes the classifier R times as long.

    Raises
    ------
    InvalidInput
        If an argument is out of range.
    """
    as_given = _of(convention).lam(checks.positive("value", value), checks.whole("n", n))
    return as_given / checks.positive("norm_bound", norm_bound) ** 2


def lam_as(convention: str, lam: float, *, n: int, norm_bound: float = 1.0) -> float:
    """Return the number at which a convention's problem is that of λ here; see `lam_from`."""
    raw = checks.positive("lam", lam) * checks.positive("norm_bound", norm_bound) ** 2
    return _of(convention).number(raw, checks.whole("n", n))


def _of(convention: str) -> Convention:
    return CONVENTIONS[checks.one_of("convention", convention, tuple(CONVENTIONS))]
