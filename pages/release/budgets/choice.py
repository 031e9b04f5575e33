"""The choice of the budget that a release is charged to, or what opens one.

Only budgets of the table's data set are offered (`matching`); any other is charged by its typed
name. Where the server answers to other names than this machine's own, every name must be typed:
nobody is told which data sets there are.
"""

import streamlit as st

from dpcore.erm.losses import make_loss
from dpcore.ledger import Budget, Ledger
from dpcore.ledger.names import alike
from dpcore.release.spending.room import room
from pages.kit.text import help_on
from pages.release import session
from pages.release.budgets import matching, opening, sentences
from pages.release.budgets.matching import OfferedBudgets
from pages.release.material import Material
from pages.release.session import CHOSEN, NO_SHARE, ReleaseSession, TableIdentity
from server.releases import Releases

NEW, BY_NAME = "", " "
"""What is chosen where it is no budget of the list: no budget has such a name."""
CHARGED = "Whose budget is charged"
_TYPED = "by_name"
_SAID_FOR = "release_said_for"
OF_ONE_TABLE = (CHOSEN, _TYPED, "new_name", "new_n", "positive_share")
"""What is said of one table, and of no other: the share of its +1 among them."""


def choose(releases: Releases, ledger: Ledger, found: Material) -> Budget | None:
    """Draw the choice of a budget, or what opens one; return the chosen one.

    The sample has budgets of its own, and no other table has those.
    """
    budget = (_for_sample if found.is_sample else _for_own)(releases, ledger, found)
    ReleaseSession.current().budget = budget.data_set if budget else NEW
    if budget:
        st.markdown(sentences.budget(budget, len(found.table)))
        _tell_room(budget, found)
    return budget


def _tell_room(budget: Budget, found: Material) -> None:
    """Say which releases a plan still lists, or a ρ still pays for."""
    if budget.items_left:
        st.markdown(sentences.items(budget))
    if budget.kind == "rho":
        d = len(found.schema.encoded_names())
        fits = room(
            budget.rho_left,
            n=budget.n,
            n_features=d,
            loss=make_loss("logistic"),
            delta=budget.delta,
        )
        st.caption(sentences.fitting(fits, d))


def _for_sample(releases: Releases, ledger: Ledger, found: Material) -> Budget | None:
    names = [each for each in ledger.data_sets()[::-1] if opening.is_of_sample(each)]
    _begin(found, (names or [NEW])[0], NEW)
    options = {name: name for name in names} | {NEW: "Open another budget for the sample"}
    chosen = session.choice(CHOSEN, CHARGED, options, help=help_on("release_data_set"))
    if chosen != NEW:
        return ledger.budget(chosen)
    opening.for_sample(releases, len(names))
    return None


def _for_own(releases: Releases, ledger: Ledger, found: Material) -> Budget | None:
    budgets = [
        each for each in ledger.budgets().values() if not opening.is_of_sample(each.data_set)
    ]
    here = ReleaseSession.current().budgets.get(found.identity, [])
    if not releases.is_alone:
        return _typed(releases, ledger, found, budgets, here)
    offered = matching.offered(budgets, found.identity, here, ledger)
    _begin(found, offered.start, _proposed(found.identity, budgets))
    chosen = _listed(offered, has_others=bool(budgets))
    if chosen == BY_NAME:
        return _by_name(ledger, found, budgets, here)
    if chosen != NEW:
        return ledger.budget(chosen)
    for warning in sentences.second_budget(offered.of_columns, offered.of_name):
        st.warning(warning, icon=":material/call_merge:")
    opening.show(releases, len(found.table))
    return None


def _listed(offered: OfferedBudgets, *, has_others: bool) -> str:
    options = {name: name for name in offered.names} | {NEW: "Open a budget for this data set"}
    if has_others:
        options[BY_NAME] = "Charge a budget by its name"
    said = help_on("release_data_set")
    return str(session.choice(CHOSEN, CHARGED, options, start=NEW, help=said))


def _by_name(
    ledger: Ledger, found: Material, budgets: list[Budget], here: list[str]
) -> Budget | None:
    """Draw the box for the name of a budget that the table is not offered."""
    st.markdown(sentences.BY_NAME)
    typed = session.text(_TYPED, "Name of its data set", placeholder="its whole name")
    budget = _called(typed, budgets)
    if budget:
        _warn(ledger, found, budget, here)
    elif typed:
        st.markdown(sentences.NO_BUDGET_OF_NAME)
    return budget


def _typed(
    releases: Releases, ledger: Ledger, found: Material, budgets: list[Budget], here: list[str]
) -> Budget | None:
    """Draw the box for a name where no names are told, and what opens a budget below it."""
    _begin(found, (here or [NEW])[-1], matching.stem(found.identity.file))
    said = help_on("release_data_set_typed")
    typed = session.text(CHOSEN, CHARGED, placeholder="name of its data set", help=said)
    budget = _called(typed, budgets)
    if budget:
        _warn(ledger, found, budget, here)
        return budget
    if typed:
        st.markdown(sentences.NO_SUCH_BUDGET)
    opening.show(releases, len(found.table))
    return None


def _warn(ledger: Ledger, found: Material, budget: Budget, here: list[str]) -> None:
    """Say that a budget's models learned from other columns than the table has."""
    learned = matching.columns_of(budget, ledger)
    if learned and found.identity.columns not in learned and budget.data_set not in here:
        st.warning(sentences.other_columns(budget.data_set), icon=":material/call_split:")


def _called(typed: str, budgets: list[Budget]) -> Budget | None:
    return next((each for each in budgets if each.data_set == typed), None)


def _proposed(table: TableIdentity, budgets: list[Budget]) -> str:
    """Return a name for the table's data set; nothing where a budget has it."""
    name = matching.stem(table.file)
    return "" if any(alike(each.data_set) == alike(name) for each in budgets) else name


def _begin(found: Material, chosen: str, name: str) -> None:
    """Begin anew where another table is there: what was said of one counts for no other.

    Other tabs of the browser follow, when they are drawn next.
    """
    mine, now = ReleaseSession.current(), (found.identity, len(found.table))
    if mine.said_for != now:
        mine.said_for = now
        first = (chosen, "", name, str(len(found.table)), NO_SHARE)
        mine.typed |= dict(zip(OF_ONE_TABLE, first, strict=True))
    if st.session_state.get(_SAID_FOR) != now:
        st.session_state[_SAID_FOR] = now
        for each in OF_ONE_TABLE:
            st.session_state[f"release_{each}"] = mine.typed[each]
