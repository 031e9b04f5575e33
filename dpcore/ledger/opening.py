"""The budget that somebody asks to open: one of three kinds, fixed from then on."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from dpcore.checks import InvalidInput
from dpcore.ledger.budget import Budget
from dpcore.ledger.terms import DeclaredPlan, PlannedRelease, RhoFilter, Terms

ONE_OF_THREE = (
    "A budget must have one of three: epsilon, which adds up; plan, the list of all releases; or "
    "rho, the most that all may cost in ρ. Name one of them."
)


def asked_for(
    known: Mapping[str, Budget],
    data_set: str,
    facts: tuple[int, float, int, tuple[str, ...]],
    *,
    epsilon: float | None,
    plan: Iterable[PlannedRelease] | None,
    rho: float | None,
) -> Budget:
    """Return the budget that is asked for; parameters and errors are those of `Ledger.open`.

    The facts are n, δ, records per person and parts. `known` are the budgets that are open: the ε
    of a plan that is there is not computed again.
    """
    terms, (n, delta, m, parts) = _terms(epsilon, plan, rho), facts
    # Facts first: the ε of a long plan takes seconds, and that of facts that are refused is none.
    asked = Budget(data_set, n, 1.0 if epsilon is None else epsilon, delta, m, parts, terms=terms)
    if terms is None:
        return asked
    before = known.get(asked.data_set)
    if before is not None and replace(before, charges=(), epsilon=1.0) == asked:
        return replace(before, charges=())
    found = terms.epsilon(asked.delta, *([parts] if isinstance(terms, DeclaredPlan) else []))
    return replace(asked, epsilon=found)


def _terms(
    epsilon: float | None, plan: Iterable[PlannedRelease] | None, rho: float | None
) -> Terms:
    if [epsilon, plan, rho].count(None) != 2:
        raise InvalidInput(ONE_OF_THREE)
    if rho is not None:
        return RhoFilter(rho)
    return None if plan is None else DeclaredPlan(tuple(plan))
