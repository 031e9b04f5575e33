"""From what scikit-learn hands over to what every theorem assumes: rows in the ball, signs.

Both ways are row by row, so that two tables that differ in one record become two data sets that
differ in one record: `unit_rows` looks at one row and the declared bound, `coded` at one label and
the declared classes.

Examples
--------
>>> unit_rows(np.array([[3.0, 4.0], [30.0, 40.0]]), norm_bound=10.0, intercept=False)
array([[0.3, 0.4],
       [0.6, 0.8]])
>>> coded(np.array(["no", "yes", "no"]), np.array(["no", "yes"])).tolist()
[0, 1, 0]
>>> signs(np.array([0, 1, 2]), n_classes=3)
array([[ 1., -1., -1.],
       [-1.,  1., -1.],
       [-1., -1.,  1.]])
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.data.cells import listed, shown
from dpcore.data.encoding import into_the_ball
from dpcore.erm.weighted import LEAST
from dpcore.estimators.signals import PrivacyLeakWarning, warn

SMALLEST_BOUND, LARGEST_BOUND = 1e-100, 1e100
"""Beyond these, coefficients in the units of X could not be written as doubles."""

Codes = npt.NDArray[np.intp]
AnyArray = npt.NDArray[Any]


def unit_rows(X: Array, norm_bound: float, intercept: bool) -> Array:
    """Return the rows shortened to `norm_bound`, in units of it, with a constant where asked.

    Parameters
    ----------
    X : array (n, n_features)
        It is not changed.
    norm_bound : float
        B, declared, in the units of X, positive: x becomes x / max(B, ‖x‖₂).
    intercept : bool
        Whether x then becomes (x, 1)/√2, as `dpcore.data.encoding` does it.

    Returns
    -------
    array (n, n_features), or (n, n_features + 1) with an intercept
        Rows of norm at most 1, up to 1e-12.

    Raises
    ------
    InvalidInput
        If the bound is no number, not positive, or too extreme for floating point.
    """
    bound = checks.between("norm_bound", norm_bound, SMALLEST_BOUND, LARGEST_BOUND)
    rows = np.zeros((len(X), X.shape[1] + bool(intercept)))
    # First by the largest entry: the square of a large number would overflow.
    largest = np.maximum(np.abs(X).max(axis=1), bound)
    np.divide(X, largest[:, None], out=rows[:, : X.shape[1]])
    into_the_ball(rows, bool(intercept))
    return rows


def known_classes(y: AnyArray, declared: Any) -> AnyArray:
    """Return the classes, sorted: the declared ones, or with a warning those that y holds.

    Labels y (n,) are numbers or texts, as are the declared classes (n_classes,).

    Raises
    ------
    InvalidInput
        If there are fewer than two classes.
    """
    if declared is None:
        warn(
            "The classes were read from the labels: which of them occur is then no longer "
            "private. Declare them: classes=(…).",
            PrivacyLeakWarning,
        )
        classes = np.unique(y)
    else:
        classes = np.unique(np.asarray(declared))
    if len(classes) < 2:
        found = "one class" if len(classes) else "no class"
        raise InvalidInput(
            f"classes must name at least two; got {found}: {listed(list(map(str, classes)))}. "
            "Declare every value that a label may have: classes=(…)."
        )
    return classes


def coded(y: AnyArray, classes: AnyArray) -> Codes:
    """Return the place of each label among the classes, shape (n,).

    Raises
    ------
    InvalidInput
        If a label is none of the classes.
    """
    found, codes = np.unique(y, return_inverse=True)
    # By equality in Python: numpy would take the number 1 and the text "1" for the same label.
    places = {label: place for place, label in enumerate(classes.tolist())}
    place_of = [places.get(label, -1) for label in found.tolist()]
    if -1 in place_of:
        stranger = found[place_of.index(-1)]
        raise InvalidInput(
            f"y must hold declared classes only, {listed(list(map(str, classes)))}; it also holds "
            f"{shown(str(stranger))}. Declare every value that a label may have: classes=(…)."
        )
    return np.array(place_of, dtype=np.intp)[codes]


def checked_weights(class_weight: object, classes: AnyArray) -> tuple[float, ...]:
    """Return what the records of each class count, in the order of the classes; () for all alike.

    Parameters
    ----------
    class_weight : dict or None
        *Declared*: a number from `LEAST` to 1 for every class, the largest 1.
    classes : array (n_classes,)

    Raises
    ------
    InvalidInput
        If it is anything else.
    """
    if class_weight is None:
        return ()
    example = {label: 1 if place else 0.1 for place, label in enumerate(classes.tolist())}
    if isinstance(class_weight, str):
        raise InvalidInput(
            f"class_weight must be declared, such as {example}; got {shown(class_weight)}. Weights "
            "from the counts of the labels are read from the records, and no ε covers that. Take "
            "the share π of the rare class from elsewhere: 1 for it, and π/(1 - π) for the other."
        )
    if not isinstance(class_weight, Mapping):
        raise InvalidInput(
            f"class_weight must be a weight for each class, such as {example}; got "
            f"{checks.cut(repr(class_weight))}."
        )
    known = classes.tolist()
    if strange := [label for label in class_weight if label not in known]:
        raise InvalidInput(
            f"class_weight must name declared classes only, {checks.cut(repr(known)[1:-1])}; it "
            f"also names {checks.cut(repr(strange[0]))}."
        )
    if missing := [label for label in known if label not in class_weight]:
        raise InvalidInput(
            f"class_weight must name every class; it lacks {checks.cut(repr(missing[0]))}. "
            "Give 1 to a class that counts in full."
        )
    weights = tuple(
        checks.between(f"class_weight of {label}", class_weight[label], LEAST, 1.0)
        for label in known
    )
    if max(weights) != 1:
        raise InvalidInput(
            "The largest class_weight must be 1, which is what the noise is made for; got "
            f"{checks.written(max(weights))}. Divide all by the largest."
        )
    return weights


def signs(codes: Codes, n_classes: int) -> Array:
    """Return the labels -1 and +1 of each problem, shape (n_problems, n).

    Two classes make one problem, with the second as +1. More make one each: it against the rest.
    """
    sides = [1] if n_classes == 2 else range(n_classes)
    return np.array([np.where(codes == side, 1.0, -1.0) for side in sides])
