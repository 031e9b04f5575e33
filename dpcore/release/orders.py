"""What is asked of a release, and how it will be carried out: from declared facts and n alone.

Nothing here looks at a record. `plan_route` refuses what cannot be done before anything is charged.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.cells import ROWS, shown
from dpcore.data.facts import set_frozen
from dpcore.data.schema import Schema
from dpcore.erm.losses import Loss
from dpcore.privacy.ledger import Budget
from dpcore.privacy.noise import LONGEST
from dpcore.privacy.tuning import Candidate, plan_tuning
from dpcore.release.records import check_schema
from dpcore.release.safe import SafePlan, plan_safely


@dataclass(frozen=True)
class ReleaseRequest:
    """What is asked for.

    Parameters
    ----------
    schema : Schema
    mechanism : str
    epsilon : float
        Per person.
    lam : float or None
        None where there are candidates.
    loss : Loss
    data_set : str
        Its declared name in the ledger.
    test_share : float
        In [0, 1).
    epsilon_test : float
        Positive where there is a test share, else 0; per person.
    candidates : sequence of float
        Values of λ to choose from; none to use `lam`.

    Raises
    ------
    InvalidInput
        If a number is none, or the loss is none; numbers are kept as floats, as files have them.
    """

    schema: Schema
    mechanism: str
    epsilon: float
    lam: float | None
    loss: Loss
    data_set: str
    test_share: float = 0.0
    epsilon_test: float = 0.0
    candidates: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        # The mechanisms' noise rests on it; a loss of somebody else's may have every other name.
        if not hasattr(self.loss, "curvature"):
            raise InvalidInput(
                f"loss must be a loss, such as Logistic(); got {checks.cut(repr(self.loss))}."
            )
        set_frozen(self, "epsilon", checks.positive("epsilon", self.epsilon))
        set_frozen(self, "test_share", checks.between("test_share", self.test_share, 0.0, 1.0))
        test = checks.between("epsilon_test", self.epsilon_test, 0.0, math.inf)
        if test:
            # The scale of its noise is 1/ε_test, for each of a person's records.
            test = checks.between("epsilon_test", test, 1 / LONGEST, LONGEST)
        set_frozen(self, "epsilon_test", test)
        if self.lam is not None:
            set_frozen(self, "lam", checks.positive("lam", self.lam))
        set_frozen(self, "candidates", _lams(self.candidates))

    @property
    def total(self) -> float:
        """What it is charged: max(ε, ε_test)."""
        # Training and test see disjoint parts: parallel composition, and not the sum.
        return max(self.epsilon, self.epsilon_test)


@dataclass(frozen=True)
class ReleasePlan:
    """How an order is carried out, from declared facts and n alone.

    Parameters
    ----------
    plans : tuple of SafePlan
        One per candidate.
    sizes : tuple of int
        Records of each part: one per candidate, one that judges if there are candidates, and one
        for the test error if there is one.
    epsilon : float
        Per record; of each draw, and of the choice among candidates.
    epsilon_test : float
        Per record; 0 without a test.
    """

    plans: tuple[SafePlan, ...]
    sizes: tuple[int, ...]
    epsilon: float
    epsilon_test: float


def plan_route(order: ReleaseRequest, budget: Budget) -> ReleasePlan:
    """Return how an order is carried out, or refuse it; no record is looked at.

    Raises
    ------
    InvalidInput
        If the schema is not declared, leaves a cell without a meaning, or a number is out of range.
    """
    check_schema(order.schema)
    # Mechanisms protect one record, budgets a person: ε/m each, by group privacy.
    epsilon = budget.per_record(order.epsilon)
    n_tested, epsilon_test = _test_part(order, budget)
    n_trained = budget.n - n_tested
    # After encoding, by the declared levels: those that occur would tell of the records.
    d = len(order.schema.encoded_names())
    if order.candidates:
        lams, sizes = order.candidates, _tuning_sizes(order, epsilon, n_trained)
    else:
        if order.lam is None:
            raise InvalidInput("lam must be a number where there are no candidates; got none.")
        lams, sizes = (order.lam,), (n_trained,)
    # Sizes are one more than candidates: the last part judges. Each is calibrated to the n that it
    # learns from, not to that of the table.
    plans = tuple(
        plan_safely(order.mechanism, epsilon, lam=lam, n=n, loss=order.loss, n_features=d)
        for lam, n in zip(lams, sizes, strict=False)
    )
    return ReleasePlan(plans, (*sizes, n_tested) if n_tested else sizes, epsilon, epsilon_test)


def check_n(table: pd.DataFrame, budget: Budget) -> None:
    """Refuse a table whose size is not the public n of its budget."""
    if len(table) != budget.n:
        labelled = " with a label" if table.index.name == ROWS else ""
        raise InvalidInput(
            f"The budget of {shown(budget.data_set)} was opened for n = {budget.n:,} records; the "
            f"table has {len(table):,}{labelled}. Neighbouring tables have the same n: name the "
            "data set that this table is."
        )


def _lams(candidates: object) -> tuple[float, ...]:
    # A text is iterable, too: "0.1" would be three candidates.
    if not isinstance(candidates, Iterable) or isinstance(candidates, str):
        raise InvalidInput(
            "candidates must be a sequence of λ, such as (0.01, 0.1); got "
            f"{checks.cut(repr(candidates))}."
        )
    return tuple(checks.positive("lam", each) for each in candidates)


def _tuning_sizes(order: ReleaseRequest, epsilon: float, n: int) -> tuple[int, ...]:
    if order.lam is not None:
        raise InvalidInput("lam must be None where candidates are given: one of them is chosen.")
    candidates = [Candidate(order.mechanism, lam, order.loss) for lam in order.candidates]
    return plan_tuning(candidates, epsilon, n).sizes


def _test_part(order: ReleaseRequest, budget: Budget) -> tuple[int, float]:
    """Return how many records test, and at which ε for one record."""
    share = order.test_share
    if share == 0:
        if order.epsilon_test:
            raise InvalidInput(
                "epsilon_test must be 0 without a test share; got "
                f"{checks.written(order.epsilon_test)}. Name the share of records that tests."
            )
        return 0, 0.0
    # A number of records, by the public n alone. Not so many of each label: that reads labels.
    n_tested = round(share * budget.n)
    if not 0 < n_tested < budget.n:
        raise InvalidInput(
            f"test_share must leave records to train on and to test on; {checks.written(share)} of "
            f"{budget.n:,} records tests {n_tested:,}."
        )
    return n_tested, budget.per_record(checks.positive("epsilon_test", order.epsilon_test))
