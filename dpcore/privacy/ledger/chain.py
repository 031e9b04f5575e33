"""The entries of a ledger, and the hashes that tie each to all before it.

An entry is a JSON object in one fixed form (sorted keys, ASCII, no blanks) that holds the hash of
the entry before it; its own hash is the SHA-256 of that text. So an entry that was changed, removed
or moved no longer fits what follows, and the head of the chain, kept apart, tells that the last
ones are there.

It tells accidents and careless hands. Whoever can write the database can also rewrite the whole
chain; then its hashes differ from those in the certificates that were given out, each of which
names its entry's.

Kinds of entries: *open* sets the budget of a data set, *charge* spends from it, *settle* holds the
hash of what came of a charge. What came of it, the document, is kept beside the entry.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from dpcore.checks import InvalidInput
from dpcore.privacy.ledger.budget import Budget, Charge, Cost

OPEN, CHARGE, SETTLE = "open", "charge", "settle"

# The first entry names a hash before it as all others do: there is no rule for it alone. No text
# that anybody knows has this one.
START = "0" * 64
"""What stands for the hash before the first entry."""

BUDGET_FACTS = ("data_set", "n", "epsilon", "delta", "records_per_person", "parts")
CHARGE_FACTS = tuple(each.name for each in fields(Charge) if each.name != "hash")


@dataclass(frozen=True)
class EntryRow:
    """An entry as the database holds it.

    Parameters
    ----------
    number : int
        From 1, without gaps.
    kind : str
    ticket : str or None
    body : str
        The entry, as JSON.
    hash : str
        SHA-256 of the body.
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


def faults(
    rows: Sequence[EntryRow], head: tuple[int, str], last: EntryRow | None = None
) -> Iterator[str]:
    """Yield a sentence for each entry that was changed, removed or moved; none if all is well.

    Parameters
    ----------
    rows : sequence of EntryRow
        In the order of their numbers.
    head : tuple of int and str
        Number and hash of the last entry, as they were kept apart.
    last : EntryRow, optional
        The one before `rows`, where those up to it are known to be intact; none, from the first on.
    """
    before, number = (last.hash, last.number) if last else (START, 0)
    for each in rows:
        # A database need not keep to the types that were declared.
        if not isinstance(each.number, int):
            yield f"The entry after entry {number} has lost its number."
            return  # What follows has no place any more that it could be compared with.
        if each.number > number + 1:
            yield f"{_entries(number + 1, each.number - 1)} removed."
        # After a gap the hash before is not known; the gap has been told, and is not told twice.
        fault = _fault_of(each, before if each.number == number + 1 else None)
        if fault:
            yield fault
        before, number = each.hash, each.number
    # A chain whose last entries are gone is whole in itself: only the head, kept apart, knows.
    if (number, before) != head:
        yield f"The ledger ends with entry {number}; it should end with another, entry {head[0]}."


def _entries(first: int, last: int) -> str:
    return f"Entry {first} was" if first == last else f"Entries {first} to {last} were"


def _fault_of(each: EntryRow, before: str | None) -> str:
    """Return what is wrong with an entry, given the hash of the one before it if that is there."""
    content = _intact(each)
    if content is None:
        return f"Entry {each.number} was changed: it no longer has the hash it was given."
    if content["number"] != each.number:
        return f"Entry {each.number} was moved: it was written as entry {content['number']}."
    if before is not None and content["previous"] != before:
        return f"Entry {each.number} does not follow the one before it: that one was replaced."
    return ""


def budgets(rows: Sequence[EntryRow], known: Mapping[str, Budget]) -> dict[str, Budget]:
    """Return each data set's budget with its charges.

    Parameters
    ----------
    rows : sequence of EntryRow
    known : mapping of str to Budget
        What the entries before these came to.

    Raises
    ------
    InvalidInput
        If an entry is none that a ledger writes.
    """
    opened: dict[str, Budget] = dict(known)
    charges: dict[str, list[Cost]] = {}
    for each in rows:
        if each.kind == CHARGE:
            charge = charge_of(each)
            # A budget comes before what it pays for.
            _check(charge.data_set in opened, each)
            charges.setdefault(charge.data_set, []).append(charge)
        elif each.kind == OPEN:
            budget = _budget_of(each)
            # A second opening would put another budget over what is spent.
            _check(budget.data_set not in opened, each)
            opened[budget.data_set] = budget
        else:
            # A kind of entry that is not known may have spent something: it is not passed over.
            _check(each.kind == SETTLE, each)
    for name, added in charges.items():
        opened[name] = replace(opened[name], charges=(*opened[name].charges, *added))
    return opened


def charge_of(each: EntryRow) -> Charge:
    """Return the charge that an entry holds.

    Raises
    ------
    InvalidInput
        If it is none that a ledger writes.
    """
    content = _content(each)
    try:
        # Checked as any charge is: hashes show what was changed, not who wrote it.
        return Charge(**{fact: content[fact] for fact in CHARGE_FACTS}, hash=each.hash)
    except (KeyError, TypeError, ValueError) as fault:
        raise _foreign(each) from fault


def _budget_of(each: EntryRow) -> Budget:
    content = _content(each)
    try:
        return Budget(**{fact: content[fact] for fact in BUDGET_FACTS})
    except (KeyError, TypeError, ValueError) as fault:
        raise _foreign(each) from fault


def _check(is_written: bool, each: EntryRow) -> None:
    if not is_written:
        raise _foreign(each)


def _foreign(each: EntryRow) -> InvalidInput:
    return InvalidInput(f"Entry {each.number} of the ledger is none that this version writes.")


def facts_of(budget: Budget) -> dict[str, Any]:
    """Return the facts of a budget as its entry holds them."""
    facts = asdict(budget)
    return {fact: facts[fact] for fact in BUDGET_FACTS} | {"parts": list(budget.parts)}


def exported(each: EntryRow, document: str | None) -> dict[str, Any]:
    """Return an entry, its hash and its document for the export."""
    entry = _content(each) | {"hash": each.hash}
    return entry if document is None else entry | {"document": document}


def settles(each: EntryRow, document: str | None) -> bool:
    """Return whether a document is the one that the entry was written for."""
    return document is not None and _content(each).get("document_hash") == digest(document)


def _content(each: EntryRow) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(each.body)
    return content


def _intact(each: EntryRow) -> dict[str, Any] | None:
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
