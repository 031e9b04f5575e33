"""What a ledger says of a budget: what it promises, and what is spent and left.

Of a plan and of a ρ one (ε, δ) is promised, for all that they allow: none is named for what was
spent so far, since it would hold only if the owner had stopped there from the beginning.
"""

from dpcore.checks import written
from dpcore.ledger.budget import Budget
from dpcore.ledger.charges import in_symbols
from dpcore.ledger.terms import DeclaredPlan, RhoFilter, listed_items


def promise(budget: Budget) -> str:
    """Return what all releases of a budget together promise, and of what it counts.

    Examples
    --------
    >>> from dpcore.ledger import Budget
    >>> promise(Budget("clinic", n=100, epsilon=1.0))
    'ε = 1 for all releases together'
    """
    total = in_symbols(budget.epsilon, budget.delta)
    if isinstance(budget.terms, DeclaredPlan):
        return f"{total} for the whole plan of {_releases(budget.terms.n_releases)}"
    if isinstance(budget.terms, RhoFilter):
        return f"ρ = {written(budget.terms.rho)} for all releases together, and so {total}"
    return f"{total} for all releases together"


def standing(budget: Budget) -> str:
    """Return what is spent of a budget and what is left.

    Examples
    --------
    >>> from dpcore.ledger import Budget, Cost
    >>> standing(Budget("clinic", n=100, epsilon=1.0, charges=(Cost(0.25),)))
    'ε = 0.25 of 1 spent, 0.75 left'
    """
    if isinstance(budget.terms, DeclaredPlan):
        n_left = sum(times for _, times in budget.items_left)
        n_made = budget.terms.n_releases - n_left
        return f"{n_made:,} of {_releases(budget.terms.n_releases)} made{_listed_left(budget)}"
    if isinstance(budget.terms, RhoFilter):
        return (
            f"ρ = {written(budget.rho_spent)} of {written(budget.terms.rho)} spent, "
            f"{written(budget.rho_left)} left"
        )
    of_delta = (
        f"; δ = {written(budget.delta_spent)} of {written(budget.delta)} spent, "
        f"{written(budget.delta_left)} left"
    )
    return (
        f"ε = {written(budget.spent)} of {written(budget.epsilon)} spent, "
        f"{written(budget.left)} left{of_delta if budget.delta else ''}"
    )


def left(budget: Budget) -> str:
    """Return how much is left, in a few words.

    Examples
    --------
    >>> from dpcore.ledger import Budget
    >>> left(Budget("clinic", n=100, epsilon=1.0))
    '1 of ε is left'
    """
    if isinstance(budget.terms, DeclaredPlan):
        n_left = sum(times for _, times in budget.items_left)
        verb = "is" if n_left == 1 else "are"
        return f"{n_left:,} of {budget.terms.n_releases:,} planned releases {verb} left"
    if isinstance(budget.terms, RhoFilter):
        return f"{written(budget.rho_left)} of ρ is left"
    of_delta = f" and {written(budget.delta_left)} of δ" if budget.delta else ""
    return f"{written(budget.left)} of ε{of_delta} is left"


def _listed_left(budget: Budget) -> str:
    left = budget.items_left
    return f", left: {listed_items(left)}" if left else ", none left"


def _releases(n: int) -> str:
    return "1 release" if n == 1 else f"{n:,} releases"
