"""The ledger on the screen: the chosen budget, what is left, what further charges would leave.

No other budget is shown. Where the server answers to other names than this machine's own, its name
must be typed: nobody is told which data sets there are.
"""

import streamlit as st

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.ledger import Budget, Charge, Cost, Ledger, Overspent
from dpcore.ledger.names import alike
from dpcore.release import kept
from dplab.tables import sample
from pages.kit import text, visitor, words
from pages.kit.frame import page_frame
from pages.kit.text import help_on
from pages.release import sentences, session
from pages.release.session import ReleaseSession
from server.releases import Releases
from server.visits.rate import Rate

NEW = ""
CHOSEN, CHARGED = "data_set", "Whose budget is charged"
SHOWN = 8
"""Charges that the page lists, the latest ones."""
MOST_BUDGETS = 200
"""In a ledger, beyond which no visitor of a server that others reach opens another: entries stay.
Whoever keeps the ledger opens as many as there is use for (``python -m dpcore ledger open``)."""
A_MINUTE = Rate(5, 60.0)
"""Budgets of one visitor, where others reach the server: a person who types their facts opens
fewer, and a program would have opened all of `MOST_BUDGETS` in half a minute."""
SAMPLE_EPSILON = 3.0
"""What may be spent on the sample in all: a few releases, and then a refusal, as with any other."""

_REFUSED = "release_budget_refused"
_AGAIN, _NO_MODEL = "release_again", "release_no_model"

NEW_FACTS = {
    "name": "Name of the data set",
    "n": "Records n",
    "epsilon": "Total ε",
    "m": "Records per person",
    "delta": "Total δ",
}


def choose(releases: Releases, ledger: Ledger, n: int, *, is_sample: bool = False) -> Budget | None:
    """Draw the choice of a budget, or what opens one; return the chosen one.

    `n` counts the records of the table that is there. The sample has budgets of its own, and no
    other table has those.
    """
    names = tuple(each for each in ledger.data_sets() if _is_of_sample(each) == is_sample)
    if is_sample:
        chosen = _named(names[::-1], "Open another budget for the sample")
    else:
        chosen = _named(names) if releases.is_alone else _typed()
    if chosen in names:
        budget = ledger.budget(chosen)
        st.markdown(sentences.budget(budget, n))
        return budget
    if is_sample:
        _opening_for_sample(releases, len(names))
        return None
    if chosen != NEW:
        st.markdown(sentences.NO_SUCH_BUDGET)
    _opening(releases, n)
    return None


def _is_of_sample(data_set: str) -> bool:
    return alike(data_set).startswith(alike(sample.DATA_SET))


def _named(names: tuple[str, ...], new: str = "Open a budget for another data set") -> str:
    options = {name: name for name in names} | {NEW: new}
    return str(session.choice(CHOSEN, CHARGED, options, help=help_on("release_data_set")))


def _typed() -> str:
    return session.text(
        CHOSEN, CHARGED, placeholder="name of its data set", help=help_on("release_data_set")
    )


def _opening(releases: Releases, n: int) -> None:
    with st.container(border=True, key="release_opening"):
        st.markdown(sentences.OPENING)
        session.text("new_name", "Name of the data set", help=help_on("release_new_name"))
        has_delta = session.yes(
            "new_has_delta", "Set a total δ, too", help=help_on("release_new_has_delta")
        )
        with st.container(horizontal=True):
            session.text("new_n", "Records n, public", str(n))
            session.text("new_epsilon", "Total ε, set once", placeholder="such as 2")
            if has_delta:
                session.text("new_delta", "Total δ, set once", placeholder="such as 1e-5")
            session.text("new_m", "Records per person", "1", help=help_on("release_new_m"))
        st.button("Open this budget", on_click=_open_typed, args=(releases,), icon=":material/add:")
        _refusal()


def _opening_for_sample(releases: Releases, n_before: int) -> None:
    name = f"{sample.DATA_SET}, {n_before + 1}" if n_before else sample.DATA_SET
    facts = {
        "name": name,
        "n": str(sample.N),
        "epsilon": f"{SAMPLE_EPSILON:g}",
        "m": "1",
        "delta": "0",
    }
    st.markdown(sentences.SAMPLE_BUDGET)
    st.button(
        f"Open a budget of ε = {facts['epsilon']} for the sample",
        on_click=_open,
        args=(releases, facts),
        icon=":material/add:",
    )
    _refusal()


def _refusal() -> None:
    if refusal := st.session_state.pop(_REFUSED, ""):
        st.error(text.escape_markdown(refusal), icon=":material/block:")


def _open_typed(releases: Releases) -> None:
    """Open the budget that was typed, for anything but the sample; a callback."""
    said = {name: str(st.session_state.get(f"release_new_{name}", "")) for name in NEW_FACTS}
    if not st.session_state["release_new_has_delta"]:
        said["delta"] = "0"
    if _is_of_sample(said["name"]):
        st.session_state[_REFUSED] = sentences.SAMPLES_NAME
    else:
        _open(releases, said)


def _open(releases: Releases, said: dict[str, str]) -> None:
    """Open a budget; a callback."""
    try:
        if not said["name"].strip():
            raise InvalidInput(f"{NEW_FACTS['name']} must be said, such as clinic 2024.")
        n = checks.whole(NEW_FACTS["n"], _number("n", said["n"]))
        m = checks.whole(NEW_FACTS["m"], _number("m", said["m"]), high=n)
        epsilon = checks.positive(NEW_FACTS["epsilon"], _number("epsilon", said["epsilon"]))
        delta = checks.between(NEW_FACTS["delta"], _number("delta", said["delta"]), 0.0, 1.0)
        releases.make_folder()
        with releases.ledger() as ledger:
            if not releases.is_alone:
                _check_number(ledger)
            budget = ledger.open(
                said["name"], n=n, epsilon=epsilon, delta=delta, records_per_person=m
            )
    except InvalidInput as refusal:
        st.session_state[_REFUSED] = str(refusal)
        return
    st.session_state[f"release_{CHOSEN}"] = budget.data_set


def _check_number(ledger: Ledger) -> None:
    """Raise InvalidInput where a visitor of a server that others reach may open no other budget."""
    if len(ledger.data_sets()) >= MOST_BUDGETS:
        raise InvalidInput(sentences.no_more_budgets(MOST_BUDGETS))
    # Also what the ledger then refuses counts: to try names tells which there are.
    if seconds := A_MINUTE.wait(visitor.kept, visitor.name()):
        raise InvalidInput(sentences.too_soon(A_MINUTE.most, seconds))


def _number(name: str, typed: str) -> float:
    return words.read_number(NEW_FACTS[name], typed, is_whole=name in ("n", "m"))


def panel(releases: Releases, ledger: Ledger) -> None:
    """Draw the ledger: who may spend, the chosen budget with its charges, and a plan to try."""
    st.header("The ledger", anchor=False)
    st.caption(sentences.ledger(ledger, lies=releases.is_alone))
    # Kept in the session, too: without the form there is no box to ask.
    chosen, names = str(ReleaseSession.current().typed.get(CHOSEN, NEW)).strip(), ledger.data_sets()
    if releases.is_alone and not chosen and len(names) == 1:
        chosen = names[0]  # there is no other, and nobody else to tell
    if chosen in names:
        _one(releases, ledger, ledger.budget(chosen))
    else:
        st.markdown(sentences.NO_BUDGET)


def _one(releases: Releases, ledger: Ledger, budget: Budget) -> None:
    unfinished, set_back = ledger.unfinished(), ledger.set_back()
    with st.container(border=True):
        st.markdown(f"**{text.escape_markdown(budget.data_set)}**")
        st.progress(min(budget.spent / budget.epsilon, 1.0), sentences.spent(budget))
        charges = [each for each in budget.charges if isinstance(each, Charge)]
        st.markdown(
            "\n".join(
                "- "
                + sentences.charge(
                    each, is_open=each.number in unfinished, before=set_back.get(each.number)
                )
                for each in charges[: -SHOWN - 1 : -1]
            )
        )
        if len(charges) > SHOWN:
            st.caption(sentences.earlier(len(charges) - SHOWN))
        finished = [each for each in charges[::-1] if each.number not in unfinished]
        if finished and releases.is_alone:
            _again(releases, finished)
        _plan(ledger, budget)


def _again(releases: Releases, finished: list[Charge]) -> None:
    """Draw what shows a released model again: a server that was restarted knows no keys.

    Only where nobody else comes. Elsewhere the models are for who asked, or keeps the ledger.
    """
    st.selectbox(
        "Show a released model again",
        finished,
        index=None,
        format_func=sentences.entry,
        placeholder="choose its entry",
        key=_AGAIN,
        on_change=_show,
        args=(releases,),
        help=help_on("release_again"),
    )
    if refusal := st.session_state.pop(_NO_MODEL, ""):
        st.error(text.escape_markdown(refusal), icon=":material/block:")


def _show(releases: Releases) -> None:
    """Let the page show the model of the chosen entry; a callback."""
    charge = st.session_state[_AGAIN]
    st.session_state[_AGAIN] = None  # The same one can be chosen again.
    if charge is None:
        return
    try:
        with releases.ledger() as ledger:
            kept(ledger, charge.number)
    except InvalidInput as refusal:
        st.session_state[_NO_MODEL] = str(refusal)
        return
    ReleaseSession.current().last = charge.ticket


def _plan(ledger: Ledger, budget: Budget) -> None:
    typed = session.text(
        "plan",
        "Charges to try, without spending",
        placeholder="such as 0.5; 0.25",
        help=help_on("release_plan"),
    )
    deltas = ""
    if budget.delta:
        deltas = session.text(
            "plan_delta",
            "δ of each of them",
            placeholder="such as 1e-6",
            help=help_on("release_plan_delta"),
        )
    if not typed:
        return
    with page_frame.refusing():
        costs = _costs(_charges("Charges to try", typed), _charges("δ", deltas or "0"))
        try:
            said = sentences.planned(costs, ledger.plan(budget.data_set, costs))
        except Overspent as refusal:  # An answer, and no fault: nothing was asked for.
            said = text.escape_markdown(str(refusal))
        st.markdown(said)


def _costs(epsilons: list[float], deltas: list[float]) -> list[Cost]:
    """Return charges with their δ: one for all of them, or one for each."""
    if len(deltas) not in (1, len(epsilons)):
        raise InvalidInput(
            f"δ must be one number for all charges, or one for each of the {len(epsilons)}; got "
            f"{len(deltas)}."
        )
    every = deltas * len(epsilons) if len(deltas) == 1 else deltas
    return [Cost(*each) for each in zip(epsilons, every, strict=True)]


def _charges(called: str, typed: str) -> list[float]:
    """Return what was typed as charges; a single number is read as in the box of ε: 1,5 is 1.5."""
    try:
        return [words.read_number(called, typed)]
    except InvalidInput:
        numbers = words.read_numbers(called, typed)
        if not numbers:  # marks alone, such as ";"
            raise
        return numbers
