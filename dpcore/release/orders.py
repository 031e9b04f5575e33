"""What is asked of a release, and how it will be carried out: from declared facts and n alone.

Nothing here looks at a record. `plan_route` refuses what cannot be done before anything is charged.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.cells import ROWS, shown
from dpcore.data.declared.schema import Schema
from dpcore.data.facts import set_frozen
from dpcore.erm.losses import Loss
from dpcore.ledger import Budget, Cost
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.noise import LONGEST
from dpcore.privacy.profile.spend import Spend
from dpcore.privacy.regularization.suggested import AUTO
from dpcore.privacy.tuning import part_sizes
from dpcore.release.records import WEIGHTS, as_dict, check_schema, of_loss
from dpcore.release.regularization import PublicLam, check_lam, public_lam
from dpcore.release.safe import (
    SafePlan,
    check_delta,
    check_person,
    plan_safely,
    released_mechanisms,
)
from dpcore.release.spending.laws import spend_of

NO_CANDIDATES = (
    "candidates must be none for a mechanism with a δ: the proof of CMS11 Algorithm 4, "
    "which chooses among them, is for ε alone. Name one λ, or take a mechanism without δ."
)
"""What is said of candidates beside a δ."""


@dataclass(frozen=True)
class ReleaseRequest:
    """What is asked for; ε and what a test spends are for a person.

    λ "auto" is the public rule's (`regularization`); it is None where there are candidates, values
    of λ to choose from, "auto" among them for the rule's of that part. `data_set` is its declared
    name in the ledger. `test_share` is in [0, 1), and `epsilon_test` positive where it is not 0,
    else 0. δ is above 0 and below 1/n for a mechanism that uses it, else 0.

    Raises
    ------
    InvalidInput
        If a number is none, or the loss is none; numbers are kept as floats, as files have them.
    """

    schema: Schema
    mechanism: str
    epsilon: float
    lam: float | str | None
    loss: Loss
    data_set: str
    test_share: float = 0.0
    epsilon_test: float = 0.0
    candidates: tuple[float | str, ...] = ()
    delta: float = 0.0

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
            set_frozen(self, "lam", check_lam(self.lam))
        set_frozen(self, "candidates", _lams(self.candidates))
        set_frozen(self, "delta", checks.between("delta", self.delta, 0.0, 1.0))

    @property
    def total(self) -> float:
        """The ε that it is charged: max(ε, ε_test)."""
        # Training and test see disjoint parts: parallel composition, and not the sum.
        return max(self.epsilon, self.epsilon_test)

    @property
    def cost(self) -> Cost:
        """What it is charged: the ε of all, and δ, which the test error has none of."""
        return Cost(self.total, self.delta)


@dataclass(frozen=True)
class ReleasePlan:
    """How an order is carried out, from declared facts and n alone.

    Parameters
    ----------
    plans : tuple of SafePlan
        One per candidate.
    rules : tuple of PublicLam or None
        Of each plan, what set its λ; None where it was typed.
    sizes : tuple of int
        Records of each part: one per candidate, one that judges if there are candidates, and one
        for the test error if there is one.
    epsilon : float
        Per record; of each draw, and of the choice among candidates.
    epsilon_test : float
        Per record; 0 without a test.
    """

    plans: tuple[SafePlan, ...]
    rules: tuple[PublicLam | None, ...]
    sizes: tuple[int, ...]
    epsilon: float
    epsilon_test: float

    @property
    def spend(self) -> Spend:
        """The laws of its losses, for one record."""
        is_tuned = len(self.sizes) > len(self.plans) + bool(self.epsilon_test)
        return spend_of(self.plans, judge=self.epsilon if is_tuned else 0.0, test=self.epsilon_test)

    def cost(self, order: ReleaseRequest, budget: Budget) -> Cost:
        """Return what an order is charged: ε of all, δ, and its laws where they are a person's."""
        law = self.spend.as_list() if budget.records_per_person == 1 else None
        return replace(order.cost, law=law)

    @property
    def epsilon_without_delta(self) -> float | None:
        """The ε that all of it keeps without its δ, too; None where it has none, or needs it."""
        kept = max(self.epsilon_test, *(each.pure_epsilon for each in self.plans))
        return kept if self.plans[0].plan.delta and math.isfinite(kept) else None


def plan_route(order: ReleaseRequest, budget: Budget) -> ReleasePlan:
    """Return how an order is carried out, or refuse it; no record is looked at.

    Raises
    ------
    InvalidInput
        If the schema is not declared, leaves a cell without a meaning, or a number is out of range.
    """
    check_schema(order.schema)
    _check_delta(order, budget)
    # Mechanisms protect one record, budgets a person: ε/m each, by group privacy.
    epsilon = budget.per_record(order.epsilon)
    n_tested, epsilon_test = _test_part(order, budget)
    n_trained = budget.n - n_tested
    # Sizes are one more than candidates: the last part judges. Each is calibrated to the n that it
    # learns from, not to that of the table.
    sizes = part_sizes(len(order.candidates), n_trained) if order.candidates else (n_trained,)
    trained = [
        plan_training(
            order.mechanism,
            epsilon,
            typed,
            n=n,
            loss=order.loss,
            n_features=_size(order),
            delta=order.delta,
        )
        for typed, n in zip(_typed(order), sizes, strict=False)
    ]
    plans, rules = zip(*trained, strict=True)
    sizes = (*sizes, n_tested) if n_tested else sizes
    return ReleasePlan(plans, rules, sizes, epsilon, epsilon_test)


def plan_training(
    mechanism: str,
    epsilon: float,
    typed: float | str,
    *,
    n: int,
    loss: Loss,
    n_features: int,
    delta: float,
) -> tuple[SafePlan, PublicLam | None]:
    """Return how one training is made, at a λ or by the rule, and the rule where that sets λ.

    n is that of the training, and ε for one record; otherwise as `plan_safely`.
    """
    rule = None
    if isinstance(typed, str):
        rule = public_lam(mechanism, epsilon, n=n, n_features=n_features, loss=loss, delta=delta)
    lam = rule.lam if rule else float(typed)
    plan = plan_safely(
        mechanism, epsilon, lam=lam, n=n, loss=loss, n_features=n_features, delta=delta
    )
    return plan, rule


def check_n(table: pd.DataFrame, budget: Budget) -> None:
    """Refuse a table whose size is not the public n of its budget."""
    if len(table) != budget.n:
        labelled = " with a label" if table.index.name == ROWS else ""
        raise InvalidInput(
            f"The budget of {shown(budget.data_set)} was opened for n = {budget.n:,} records; the "
            f"table has {len(table):,}{labelled}. Neighbouring tables have the same n: name the "
            "data set of this table."
        )


def differing(order: ReleaseRequest, document: dict[str, Any], budget: Budget) -> list[str]:
    """Return the facts in which an order is not the one that led to a model.

    The document is the content of the model file, and the budget the one that was charged.
    """
    facts, schema = document["certificate"], document["schema"]
    tested = facts["test"]["n"] if facts["test"] else 0
    asked = of_loss(order.loss)
    pairs = {
        "schema": (as_dict(order.schema), schema),
        "mechanism": (order.mechanism, facts["mechanism"]),
        "loss": ((asked["loss"], asked["h"]), (facts["loss"], facts["h"])),
        "class_weights": (asked.get(WEIGHTS), facts.get(WEIGHTS)),
        # The certificate's own ε is the larger of two, max(ε, ε_test): it tells neither.
        "epsilon": (budget.per_record(order.epsilon), facts["epsilon_per_record"]),
        "delta": (order.delta, facts.get("delta", 0.0)),
        "epsilon_test": (order.epsilon_test, facts["epsilon_test"]),
        # Files hold the count. Two shares that come to the same count are the same cut.
        "test_share": (round(order.test_share * budget.n), tested),
        "candidates": (list(order.candidates), _candidates_asked(order, facts)),
        "lam": (order.lam, None if order.candidates else _lam_asked(order, facts)),
    }
    return [name for name, (now, before) in pairs.items() if now != before]


def _lam_asked(order: ReleaseRequest, facts: dict[str, Any]) -> float | str:
    """Return the λ of a model as it was asked for: where the rule set it, the rule's."""
    # Not computed again: a later version may know a better rule, and a key gives its own model.
    return AUTO if order.lam == AUTO and "lam_rule" in facts else float(facts["lam"])


def _candidates_asked(order: ReleaseRequest, facts: dict[str, Any]) -> list[float | str]:
    asked, by_rule = order.candidates, facts.get("candidates_by_rule", [])
    return [
        AUTO if place in by_rule and asked[place : place + 1] == (AUTO,) else lam
        for place, lam in enumerate(facts["candidates"])
    ]


def _lams(candidates: object) -> tuple[float | str, ...]:
    # A text is iterable, too: "0.1" would be three candidates.
    if not isinstance(candidates, Iterable) or isinstance(candidates, str):
        raise InvalidInput(
            "candidates must be a sequence of λ, such as (0.01, 0.1); got "
            f"{checks.cut(repr(candidates))}."
        )
    return tuple(map(check_lam, candidates))


def _check_delta(order: ReleaseRequest, budget: Budget) -> None:
    """Refuse a mechanism that is not released, and a δ that it cannot have here."""
    entry = MECHANISMS[checks.one_of("mechanism", order.mechanism, released_mechanisms())]
    check_delta(entry, order.delta, budget.n)
    if entry.uses_delta and order.candidates:
        raise InvalidInput(NO_CANDIDATES)
    check_person(entry, budget.records_per_person)


def _size(order: ReleaseRequest) -> int:
    """Return d after encoding, by the declared levels: those that occur would tell of records."""
    return len(order.schema.encoded_names())


def _typed(order: ReleaseRequest) -> tuple[float | str, ...]:
    """Return the λ of each training as it is asked for."""
    if order.candidates:
        if order.lam is not None:
            raise InvalidInput(
                "lam must be None where candidates are given: one of them is chosen."
            )
        return order.candidates
    if order.lam is None:
        raise InvalidInput(
            f'lam must be a number, or "{AUTO}", where there are no candidates; got none.'
        )
    return (order.lam,)


def _test_part(order: ReleaseRequest, budget: Budget) -> tuple[int, float]:
    """Return how many records test, and at which ε for one record."""
    share = order.test_share
    if share == 0:
        if order.epsilon_test:
            raise InvalidInput(
                "epsilon_test must be 0 without a test share; got "
                f"{checks.written(order.epsilon_test)}. Name the share of records to test on."
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
