"""The entries of a ledger, and the hashes that tie each to all before it.

An entry is a JSON object in one fixed form (sorted keys, ASCII, no blanks) that holds the hash of
the entry before it; its own hash is the SHA-256 of that text. So an entry that was changed, removed
or moved no longer fits what follows, and the head of the chain, kept apart, tells that the last
ones are there.

It tells accidents and careless hands. Whoever can write the database can also rewrite the whole
chain; then its hashes differ from those in the certificates that were given out, each of which
names its entry's.

Kinds of entries: *open*, *open_plan* and *open_rho* set the budget of a data set, *charge* spends
from it, *settle* holds the hash of what came of a charge. What came of it, the document, is kept
beside the entry. A program that does not know a kind refuses the ledger, as it must: it could not
count.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, NamedTuple

from dpcore.checks import InvalidInput
from dpcore.data.cells import listed
from dpcore.ledger.budget import Budget
from dpcore.ledger.charges import Charge, Cost
from dpcore.ledger.terms import DeclaredPlan, RhoFilter, Terms

# Raised when an older program could no longer read what is written: it would miss charges.
VERSION = 1

OPEN, CHARGE, SETTLE = "open", "charge", "settle"
KINDS = {"sum": OPEN, "plan": "open_plan", "rho": "open_rho"}
"""What the entry of a budget is called, by how the budget counts."""

# The first entry names a hash before it as all others do: there is no rule for it alone. No text
# that anybody knows has this one.
START = "0" * 64
"""What stands for the hash before the first entry."""

BUDGET_FACTS = ("data_set", "n", "epsilon", "delta", "records_per_person", "parts")
LAWS = ("law", "item", "rho")
"""What a charge may say of the laws of its losses; older programs read past it."""
CHARGE_FACTS = tuple(each.name for each in fields(Charge) if each.name not in ("hash", *LAWS))

RESTORE = (
    "Leave it as it is, and restore a copy; an older copy does not know what was charged since: "
    "compare it with the certificates of what was released"
)
"""What to do about a ledger that is not as it was written; a copy gives spent budget back."""

Content = dict[str, Any]
"""What the body of an entry says."""


class EntryRow(NamedTuple):
    """An entry as the database holds it; a tuple, since thousands are compared at a time.

    Numbers count from 1, without gaps; the body is the entry as JSON, and the hash its SHA-256.
    """

    number: int
    kind: str
    ticket: str | None
    body: str
    hash: str


def row_of(
    number: int, kind: str, idempotency_key: str | None, content: dict[str, Any], before: str
) -> EntryRow:
    """Return the entry with its number, kind and key written into its body, and its hash."""
    # "ticket" is what the key is called in entries that were written, and hashed, before.
    key = {"ticket": idempotency_key}
    whole = content | {"number": number, "kind": kind, "previous": before} | key
    # The same content always gives the same text. NaN would be none to readers other than Python.
    body = json.dumps(whole, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return EntryRow(number, kind, idempotency_key, body, digest(body))


def digest(text: str) -> str:
    """Return the SHA-256 of a text, 64 hexadecimal digits."""
    # Half of a surrogate pair is hashed too: whether a text can be kept, the database says.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def read(
    rows: Sequence[EntryRow], head: tuple[int, str], last: EntryRow | None = None
) -> tuple[list[Content], list[str]]:
    """Return what entries say, and a sentence for each that was changed, removed or moved.

    The rows are in the order of their numbers. `head` is number and hash of the last entry, as they
    were kept apart; `last` the entry before the rows, where those up to it are known to be intact.
    Where there is no sentence, there is one content for each of the rows.
    """
    contents: list[Content] = []
    faults: list[str] = []
    before, number = (last.hash, last.number) if last else (START, 0)
    for each in rows:
        # A database need not keep to the types that were declared.
        if not isinstance(each.number, int):
            faults.append(f"The entry after entry {number} has lost its number.")
            return contents, faults  # What follows has no place to be compared with.
        if each.number > number + 1:
            faults.append(f"{_entries(number + 1, each.number - 1)} removed.")
        content = _intact(each)
        # After a gap the hash before is not known; the gap has been told, and is not told twice.
        fault = _fault_of(each, content, before if each.number == number + 1 else None)
        if fault:
            faults.append(fault)
        elif content is not None:
            contents.append(content)
        before, number = each.hash, each.number
    # A chain whose last entries are gone is whole in itself: only the head, kept apart, knows.
    if (number, before) != head:
        faults.append(
            f"The ledger ends with entry {number}; it should end with another, entry {head[0]}."
        )
    return contents, faults


def _entries(first: int, last: int) -> str:
    return f"Entry {first} was" if first == last else f"Entries {first} to {last} were"


def _fault_of(each: EntryRow, content: Content | None, before: str | None) -> str:
    """Return what is wrong with an entry, given the hash of the one before it if that is there."""
    if content is None:
        return f"Entry {each.number} was changed: it no longer has the hash it was given."
    if content["number"] != each.number:
        return f"Entry {each.number} was moved: it was written as entry {content['number']}."
    if before is not None and content["previous"] != before:
        return f"Entry {each.number} does not follow the one before it: that one was replaced."
    return ""


def budgets(
    rows: Sequence[EntryRow], contents: Sequence[Content], known: Mapping[str, Budget]
) -> dict[str, Budget]:
    """Return each data set's budget with its charges.

    The contents are what the rows say, one for each; `known` is what the entries before came to.

    Raises
    ------
    InvalidInput
        If an entry is none that a ledger writes.
    """
    opened: dict[str, Budget] = dict(known)
    charges: dict[str, list[Cost]] = {}
    for each, content in zip(rows, contents, strict=True):
        if each.kind == CHARGE:
            charge = charge_of(each, content)
            # A budget comes before what it pays for.
            _check(charge.data_set in opened and opened[charge.data_set].knows(charge), each)
            charges.setdefault(charge.data_set, []).append(charge)
        elif each.kind in KINDS.values():
            budget = _budget_of(each, content)
            # A second opening would put another budget over what is spent.
            _check(budget.data_set not in opened, each)
            opened[budget.data_set] = budget
        else:
            # A kind of entry that is not known may have spent something: it is not passed over.
            _check(each.kind == SETTLE, each)
    for name, added in charges.items():
        opened[name] = opened[name].plus(*added)
    return opened


def charge_of(each: EntryRow, content: Content | None = None) -> Charge:
    """Return the charge that an entry holds, from what it says where that was read.

    Raises
    ------
    InvalidInput
        If it is none that a ledger writes.
    """
    content = _content(each) if content is None else content
    try:
        # Checked as any charge is: hashes show what was changed, not who wrote it.
        laws = {fact: content[fact] for fact in LAWS if fact in content}
        return Charge(**{fact: content[fact] for fact in CHARGE_FACTS}, **laws, hash=each.hash)
    except (KeyError, TypeError, ValueError) as fault:
        raise _foreign(each) from fault


def _budget_of(each: EntryRow, content: Content) -> Budget:
    try:
        facts = {fact: content[fact] for fact in BUDGET_FACTS}
        return Budget(**facts, terms=_terms_of(each.kind, content))
    except (KeyError, TypeError, ValueError) as fault:
        raise _foreign(each) from fault


def _terms_of(kind: str, content: Content) -> Terms:
    if kind == KINDS["plan"]:
        return DeclaredPlan.from_list(content["plan"])
    return RhoFilter(content["rho"]) if kind == KINDS["rho"] else None


def _check(is_written: bool, each: EntryRow) -> None:
    if not is_written:
        raise _foreign(each)


def _foreign(each: EntryRow) -> InvalidInput:
    return InvalidInput(f"Entry {each.number} of the ledger was not written by this version.")


def set_back(opened: Iterable[Budget]) -> dict[int, int]:
    """Return the charges whose time is before that of the charge before, with the number of that.

    Of all data sets together: a ledger's entries are written one after the other. What came of a
    charge bears the charge's own time, and is not compared.
    """
    charges = sorted(
        (each for budget in opened for each in budget.charges if isinstance(each, Charge)),
        key=lambda each: each.number,
    )
    times = [datetime.fromisoformat(each.time) for each in charges]
    # A time that others wrote may have no zone; every one of ours is UTC.
    seconds = [(at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() for at in times]
    pairs = zip(pairwise(charges), pairwise(seconds), strict=True)
    return {after.number: before.number for (before, after), (t, u) in pairs if u < t}


def facts_of(budget: Budget) -> dict[str, Any]:
    """Return the facts of a budget as its entry holds them."""
    facts = {fact: getattr(budget, fact) for fact in BUDGET_FACTS} | {"parts": list(budget.parts)}
    if isinstance(budget.terms, DeclaredPlan):
        return facts | {"plan": budget.terms.as_list()}
    return facts | {"rho": budget.terms.rho} if budget.terms else facts


def content_of(cost: Cost, data_set: str) -> dict[str, Any]:
    """Return what a charge costs as its entry holds it, with its laws where there are any."""
    costs = {fact: getattr(cost, fact) for fact in ("epsilon", "delta", "part")}
    laws = {fact: getattr(cost, fact) for fact in LAWS if getattr(cost, fact) is not None}
    return {"data_set": data_set} | costs | laws


def in_words(budget: Budget) -> str:
    """Return what is set once, when a budget is opened."""
    kinds = {"sum": "", "plan": ", of a plan", "rho": ", of a ρ"}
    return (
        f"n = {budget.n:,}, ε = {budget.epsilon!r}, δ = {budget.delta!r}, records per person "
        f"{budget.records_per_person:,}, parts {listed(budget.parts) or 'none'}"
        f"{kinds[budget.kind]}"
    )


def export(rows: Sequence[EntryRow], documents: Mapping[int, str]) -> str:
    """Return all entries, their hashes and their documents, by number, as JSON."""
    entries = [
        _content(row)
        | {"hash": row.hash}
        | ({"document": documents[row.number]} if row.number in documents else {})
        for row in rows
    ]
    whole = {"format": "dpcore ledger", "version": VERSION, "entries": entries}
    return json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False)


def faults_of(
    rows: Sequence[EntryRow], head: tuple[int, str], documents: Mapping[int, str]
) -> list[str]:
    """Return a sentence for each entry that was changed, removed or moved; documents besides."""
    # The hash of a document is a part of its entry: it says nothing where entries are broken.
    return read(rows, head)[1] or [
        f"The document of entry {row.number} was changed or removed."
        for row in rows
        if (row.kind == SETTLE) != (row.number in documents)
        or (row.kind == SETTLE and not settles(row, documents[row.number]))
    ]


def settles(each: EntryRow, document: str | None) -> bool:
    """Return whether a document is the one that the entry was written for."""
    return document is not None and _content(each).get("document_hash") == digest(document)


def _content(each: EntryRow) -> Content:
    content: Content = json.loads(each.body)
    return content


def _intact(each: EntryRow) -> Content | None:
    """Return what the body says if it has its hash and fits the columns beside it, else None."""
    # The types that a column was declared with bind no SQLite file.
    if not isinstance(each.body, str) or digest(each.body) != each.hash:
        return None
    try:
        content = _content(each)
        # No hash covers the columns, and entries are found by them.
        fits = (content["kind"], content["ticket"]) == (each.kind, each.ticket)
        return content if fits and {"number", "previous"} <= content.keys() else None
    except (ValueError, RecursionError, KeyError, TypeError):
        # Anybody can hash anything: what has its hash may still be no entry.
        return None
