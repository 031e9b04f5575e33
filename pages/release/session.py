"""What a visitor has on this page, in this server's memory: what was typed, and idempotency keys.

A key belongs to one order over one table, and is charged at most once (`dpcore.release`). All
tabs of a browser have the same one, so that a double click, a reload, a second tab or the way back
ask for the same release. Another release with the same settings needs a new one, on request.
"""

import secrets
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Self

import pandas as pd
import streamlit as st

from dpcore.data.declared.schema import Schema
from dpcore.release.orders import ReleaseRequest
from dpcore.release.undeclared import UndeclaredCells, undeclared_cells
from pages.kit import visitor

_KEY = "release_session"
CHOSEN = "data_set"
"""What the choice of a budget is called among what is typed."""
NO_SHARE = "0.5"
"""The declared share of +1 as the form opens: no class weights."""

MOST_OF_A_PLAN = 10_000
"""Characters of a plan's lines: some 250 kinds, whose total takes a few seconds."""

MOST = 20
"""Keys that are kept: of orders that were looked at, most of them never pressed."""


@dataclass(frozen=True)
class TableIdentity:
    """What tells a table's data set from another: the file's name, and the names of its columns.

    `features` are those that are learned from.
    """

    file: str
    features: frozenset[str]
    label: str

    @property
    def columns(self) -> tuple[frozenset[str], str]:
        """The features and the label."""
        return self.features, self.label


@dataclass(eq=False)
class ReleaseSession:
    """What this page knows of a visitor.

    Parameters
    ----------
    typed : dict
        What the controls say, by name: nothing is lost by a reload, or on the way to other pages.
    idempotency_keys : list
        The request, the table's number, and their key.
    given_up : list
        Keys after which another release was asked for; an old tab may still have their button.
    last : str
        The key that was pressed last and whose outcome stands on the page; none: the form.
    refused : dict
        By key, why nothing came of it.
    counted : tuple
        The schema, the table's number, and its cells that are not as declared; of the last ones.
    budget : str or None
        The budget that is chosen for the table; nothing while none is, None before there was one.
    said_for : tuple or None
        Of which table, and of how many records, what was said about its budget is.
    budgets : dict
        By table, the budgets that were opened for it here, or charged for it.
    columns : dict
        By the hash of a charge, the features and the label of its model; None if it has none.
    lost : str
        Why this page had to forget what was here before; nothing if it had not.
    lock : Lock
        Held while something is drawn: whoever asks meanwhile waits for it.
    """

    typed: dict[str, Any] = field(default_factory=dict)
    idempotency_keys: list[tuple[ReleaseRequest, int, str]] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    last: str = ""
    refused: dict[str, str] = field(default_factory=dict)
    counted: tuple[Schema, int, tuple[UndeclaredCells, ...]] | None = None
    budget: str | None = None
    said_for: tuple[TableIdentity, int] | None = None
    budgets: dict[TableIdentity, list[str]] = field(default_factory=dict)
    columns: dict[str, tuple[frozenset[str], str] | None] = field(default_factory=dict)
    lost: str = ""
    lock: Lock = field(default_factory=Lock)

    @classmethod
    def current(cls) -> Self:
        """Return what the page knows of the visitor who is served."""
        owner = visitor.name()
        session = visitor.kept.get(owner, _KEY)
        if not isinstance(session, cls):
            session = cls(lost=visitor.kept.note(owner))  # to keep something ends the note
            visitor.kept.keep(owner, _KEY, session)
        return session

    def idempotency_key(self, order: ReleaseRequest, table: int) -> str:
        """Return the key of an order over a table: a new one if it has none."""
        for known, of, own in self.idempotency_keys:
            if (known, of) == (order, table):
                return own
        new = secrets.token_hex(16)
        self.idempotency_keys = [*self.idempotency_keys[1 - MOST :], (order, table, new)]
        return new

    def undeclared_cells(
        self, schema: Schema, number: int, table: pd.DataFrame
    ) -> tuple[UndeclaredCells, ...]:
        """Return which cells of a table are not as declared; counted once, and not at each run."""
        if self.counted is None or self.counted[:2] != (schema, number):
            self.counted = (schema, number, undeclared_cells(table, schema))
        return self.counted[2]

    def note_budget(self, data_set: str) -> None:
        """Note that a budget is that of the table on the page: it was opened or charged for it."""
        if self.said_for:
            known = self.budgets.setdefault(self.said_for[0], [])
            known[:] = [*(each for each in known if each != data_set), data_set]

    def known(self) -> list[str]:
        """Return all keys that were given here, as far back as they are kept."""
        return [*(own for _, _, own in self.idempotency_keys), *self.given_up]

    def give_up(self, idempotency_key: str) -> None:
        """Part a key from its order: the same order is a further release from now on."""
        others = [each for each in self.idempotency_keys if each[2] != idempotency_key]
        self.idempotency_keys = others
        self.given_up = [*self.given_up[1 - MOST :], idempotency_key]
        self.last = ""


def key(name: str, default: Any) -> str:
    """Return the key of a control, which starts with what was said before."""
    found = f"release_{name}"
    if found not in st.session_state:
        st.session_state[found] = ReleaseSession.current().typed.get(name, default)
    return found


def text(name: str, label: str, default: str = "", **more: Any) -> str:
    """Draw a box for a text and return it."""
    typed = st.text_input(label, key=key(name, default), max_chars=200, **more)
    ReleaseSession.current().typed[name] = typed
    return str(typed).strip()


def area(name: str, label: str, **more: Any) -> str:
    """Draw a box for a text of several lines and return it."""
    typed = st.text_area(label, key=key(name, ""), max_chars=MOST_OF_A_PLAN, **more)
    ReleaseSession.current().typed[name] = typed
    return str(typed).strip()


def choice(
    name: str, label: str, options: dict[Any, str], *, start: Any = None, **more: Any
) -> Any:
    """Draw a choice of one from a list that opens and return it; `options` holds their labels."""
    first = next(iter(options)) if start is None else start
    place = key(name, first)
    if st.session_state[place] not in options:  # It was there once.
        st.session_state[place] = first
    chosen = st.selectbox(label, list(options), format_func=options.__getitem__, key=place, **more)
    ReleaseSession.current().typed[name] = chosen
    return chosen


def yes(name: str, label: str, *, default: bool = False, **more: Any) -> bool:
    """Draw a box to tick and return whether it is."""
    chosen = st.checkbox(label, key=key(name, default), **more)
    ReleaseSession.current().typed[name] = chosen
    return chosen


def stop_following() -> None:
    """Let a λ that was typed stay, and no longer follow ε; an empty box follows it again."""
    st.session_state["release_follows"] = not str(st.session_state["release_lam"]).strip()


def let_follow() -> None:
    """Let λ follow ε: what was typed goes."""
    if st.session_state["release_follows"]:
        st.session_state["release_lam"] = ""
