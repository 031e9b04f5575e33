"""`ledger`: open a budget, show what was spent, give a model again, verify, export."""

import argparse

from dpcore.checks import InvalidInput, written
from dpcore.commands import files
from dpcore.privacy.ledger import UNFINISHED, Budget, Charge, Ledger
from dpcore.privacy.ledger.budget import in_symbols
from dpcore.release import bundle, kept

CHANGED = 5
"""Exit code of a ledger that is not as it was written."""

EMPTY = (
    "There is no ledger at this place, or nothing in it yet. Correct --ledger, or open a budget "
    "with `ledger open`."
)


def open_one(asked: argparse.Namespace) -> int:
    """Set the budget of a data set; return the exit code."""
    with Ledger(asked.ledger) as ledger:
        found = ledger.open(
            asked.data_set,
            n=asked.n,
            epsilon=asked.epsilon,
            delta=asked.delta,
            records_per_person=asked.records_per_person,
        )
    print(_head(found))
    return 0


def show(asked: argparse.Namespace) -> int:
    """Print each budget with its charges; return the exit code."""
    with Ledger(asked.ledger) as ledger:
        names, unfinished = ledger.data_sets(), ledger.unfinished()
        if not names:
            raise InvalidInput(EMPTY)
        for name in names:
            found = ledger.budget(name)
            print(_head(found))
            for charge in found.charges:
                if isinstance(charge, Charge):
                    print(_line(charge, is_open=charge.number in unfinished))
    return 0


def model(asked: argparse.Namespace) -> int:
    """Write the zip of a model that was released before; return the exit code."""
    out = files.check_new(asked.out)
    with Ledger(asked.ledger) as ledger:
        found = kept(ledger, asked.entry)
    files.write(out, bundle(found))
    print(f"{out}: the model of entry {asked.entry}. Nothing was charged.")
    return 0


def verify(asked: argparse.Namespace) -> int:
    """Print what was changed; return the exit code."""
    with Ledger(asked.ledger) as ledger:
        faults = ledger.verify()
        # Of a mistyped name a copy is empty, and nothing in it was changed.
        if not (faults or ledger.data_sets()):
            raise InvalidInput(EMPTY)
    print("\n".join(faults) or "Every entry is as it was written.")
    return CHANGED if faults else 0


def export(asked: argparse.Namespace) -> int:
    """Print all entries as JSON; return the exit code."""
    with Ledger(asked.ledger) as ledger:
        print(ledger.to_json())
    return 0


def _line(charge: Charge, *, is_open: bool) -> str:
    return (
        f"  {charge.number}  {charge.time}  {in_symbols(charge.epsilon, charge.delta)}  "
        f"{charge.what} ({charge.mechanism}){f': {UNFINISHED}' if is_open else ''}"
    )


def _head(budget: Budget) -> str:
    m = budget.records_per_person
    people = f", up to {m:,} records per person" if m > 1 else ""
    return (
        f"{budget.data_set}: n = {budget.n:,}{people}; ε = {written(budget.epsilon)}, "
        f"{written(budget.spent)} spent, {written(budget.left)} left{_of_delta(budget)}"
    )


def _of_delta(budget: Budget) -> str:
    if not budget.delta:
        return ""
    return (
        f"; δ = {written(budget.delta)}, {written(budget.delta_spent)} spent, "
        f"{written(budget.delta_left)} left"
    )
