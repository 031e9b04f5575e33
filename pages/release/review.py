"""The last two steps: all of it in words, and the button."""

from string import Template

import streamlit as st

from dpcore.erm.losses import Loss
from dpcore.erm.weighted import is_weighted, weights_of
from dpcore.ledger import Budget, Ledger
from dpcore.ledger.charges import in_symbols
from dpcore.ledger.terms import DeclaredPlan
from dpcore.privacy import risk
from dpcore.release.certificate import in_words
from dpcore.release.orders import ReleasePlan, ReleaseRequest, check_n, plan_route
from dpcore.release.running import dry_run
from pages.kit import export, text
from pages.kit.notebook import as_python
from pages.kit.text import script_template
from pages.release import sentences
from pages.release.material import Material
from pages.release.session import ReleaseSession

_BUTTON = "release_button_"
"""What the key of a button starts with; the idempotency key that it was drawn with follows."""


def pressed() -> str:
    """Return the key whose button began this run, if one of this visitor's did.

    Nothing notes a press beyond its own run: where that run ends in a refusal, or on another page,
    no later one can begin a release by itself.
    """
    mine = ReleaseSession.current().known()
    return next((each for each in mine if st.session_state.get(_BUTTON + each)), "")


def show(order: ReleaseRequest, material: Material, budget: Budget, ledger: Ledger) -> None:
    """Draw what would happen.

    Raises
    ------
    InvalidInput
        If it would be refused.
    """
    route = plan_route(order, budget)
    check_n(material.table, budget)
    dry_run(order, route, budget)
    cost = route.cost(order, budget)
    budget.check(cost, "This release")
    after = ledger.plan(budget.data_set, [cost])
    _words(order, route, budget, after)
    with export.row():
        export.code(text.sections("release")["Code"], code(order, material, budget))


def button(order: ReleaseRequest, material: Material, idempotency_key: str) -> None:
    """Draw the button that lets it happen, beside what its owner may want to know before."""
    left, right = st.columns(2, gap="medium")
    with right:
        _undeclared(order, material)
    with left:
        st.button(
            f"Release one classifier for {in_symbols(order.total, order.delta)}",
            key=_BUTTON + idempotency_key,
            icon=":material/outbox:",
        )
        st.caption(text.sections("release")["Button"])


def _undeclared(order: ReleaseRequest, material: Material) -> None:
    """Say which cells are not as declared: for the owner, who decides whether to press."""
    cells = ReleaseSession.current().undeclared_cells(order.schema, material.number, material.table)
    said = sentences.before_the_charge(cells)
    if cells:
        st.warning(said, icon=":material/help:")
    else:
        st.caption(said)


def _words(order: ReleaseRequest, route: ReleasePlan, budget: Budget, after: Budget) -> None:
    promise = in_words(budget, order.cost, order.schema.label, route.epsilon_without_delta)
    said = sentences.order(order, route, budget, after)
    said.append(f"**Promised:** {promise['guarantee']} {promise['neighbours']}")
    said.append(
        risk.sentence(
            order.cost.epsilon,
            order.cost.delta,
            up=True,
            records_per_person=budget.records_per_person,
        )
    )
    st.markdown("\n".join(f"- {each}" for each in said))
    st.markdown("**Not promised:**")
    st.markdown("\n".join(f"- {limit}" for limit in promise["limits"]))


def code(order: ReleaseRequest, material: Material, budget: Budget) -> str:
    """Return a script on `dpcore` that does the same; it holds choices, and no data."""
    asked: dict[str, object] = {
        "mechanism": order.mechanism,
        "epsilon": order.epsilon,
        "lam": order.lam,
        "test_share": order.test_share,
        "epsilon_test": order.epsilon_test,
        "candidates": order.candidates or None,
        **({"delta": order.delta} if order.delta else {}),
    }
    return Template(script_template("release")).substitute(
        separator=repr(material.said.separator),
        decimal_comma=bool(material.said.decimal_comma),
        data_set=repr(budget.data_set),
        opening=_opening(budget),
        left=LEFT[budget.kind],
        asked="\n        ".join(f"{name}={as_python(v)}," for name, v in asked.items()),
        loss=_loss(order.loss),
        weighted=", weighted" * is_weighted(order.loss),
    )


LEFT = {
    "sum": '.left, "of ε is left."',
    "plan": '.items_left, "are left of the plan."',
    "rho": '.rho_left, "of ρ is left."',
}
"""What the script says of the budget at its end."""


def _opening(budget: Budget) -> str:
    """Return the line that opens a budget of the same facts; a plan was opened by its own lines."""
    if isinstance(budget.terms, DeclaredPlan):
        return (
            f"ledger.budget({budget.data_set!r})  # a plan: `python -m dpcore ledger open --plan`"
        )
    counted = {"rho": budget.terms.rho} if budget.terms else {"epsilon": budget.epsilon}
    facts = {
        "n": budget.n,
        **counted,
        "records_per_person": budget.records_per_person,
        **({"delta": budget.delta} if budget.delta else {}),
    }
    listed = ", ".join(f"{name}={value!r}" for name, value in facts.items())
    return f"ledger.open({budget.data_set!r}, {listed})"


def _loss(loss: Loss) -> str:
    h = getattr(loss, "h", None)
    made = f"make_loss({loss.name!r})" if h is None else f"make_loss({loss.name!r}, {h!r})"
    negative, positive = weights_of(loss)
    return made if negative == positive else f"weighted({made}, {negative!r}, {positive!r})"
