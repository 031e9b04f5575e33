"""`ledger`: open a budget, show what was spent, give a model again, verify, export."""

import argparse
import sys
from collections.abc import Collection, Mapping
from pathlib import Path

from dpcore.checks import InvalidInput, written
from dpcore.commands import files
from dpcore.data.cells import shown
from dpcore.data.files import own
from dpcore.erm.losses import Logistic
from dpcore.ledger import UNFINISHED, Budget, Charge, Ledger
from dpcore.ledger.charges import in_symbols
from dpcore.ledger.sentences import left, promise
from dpcore.release import bundle, kept
from dpcore.release.spending.items import read_plan
from dpcore.release.spending.room import room

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
            plan=read_plan(_lines(asked.plan), asked.n) if asked.plan else None,
            rho=asked.rho,
        )
    print(_head(found))
    _tell_rights(asked)
    return 0


def show(asked: argparse.Namespace) -> int:
    """Print each budget with its charges; return the exit code."""
    with Ledger(asked.ledger) as ledger:
        names, unfinished, set_back = ledger.data_sets(), ledger.unfinished(), ledger.set_back()
        if not names:
            raise InvalidInput(EMPTY)
        for name in names:
            found = ledger.budget(name)
            print(_head(found))
            _tell_left(found, asked.features)
            for charge in found.charges:
                if isinstance(charge, Charge):
                    print(_line(charge, unfinished, set_back))
    _tell_rights(asked)
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
    """Print what was changed, and whose clock was set back; return the exit code."""
    with Ledger(asked.ledger) as ledger:
        faults = ledger.verify()
        # Of a mistyped name a copy is empty, and nothing in it was changed.
        if not (faults or ledger.data_sets()):
            raise InvalidInput(EMPTY)
        # Of a chain that is broken no time means anything.
        set_back = {} if faults else ledger.set_back()
    print("\n".join(faults) or "Every entry is as it was written.")
    for number, before in set_back.items():
        print(
            f"Entry {number} was charged by a clock that stood before that of entry {before}. The "
            "entries are intact, in this order: a clock was wrong, or was set back."
        )
    _tell_rights(asked)
    return CHANGED if faults else 0


def export(asked: argparse.Namespace) -> int:
    """Print all entries as JSON; return the exit code."""
    with Ledger(asked.ledger) as ledger:
        print(ledger.to_json())
    return 0


def _lines(plan: list[str]) -> list[str]:
    """Return the lines of a plan: as typed, and of the files that @ names."""
    lines = []
    for each in plan:
        if each.startswith("@"):
            try:
                lines += Path(each[1:]).read_text("utf-8").splitlines()
            except (OSError, ValueError) as fault:
                raise InvalidInput(
                    f"The plan in {shown(each[1:])} cannot be read; name a text file."
                ) from fault
        else:
            lines.append(each)
    return lines


def _tell_left(budget: Budget, n_features: int | None) -> None:
    """Print what a plan still lists, and what a ρ still pays for with so many coefficients."""
    for item, times in budget.items_left:
        print(f"  left: {item.in_words(times)}")
    if budget.kind == "rho" and n_features:
        fits = room(
            budget.rho_left,
            n=budget.n,
            n_features=n_features,
            loss=Logistic(),
            delta=budget.delta,
        )
        for each in fits:
            print(f"  fits: {each.mechanism} up to {in_symbols(each.epsilon, each.delta)}")


def _tell_rights(asked: argparse.Namespace) -> None:
    """Say on the error stream where others can read the ledger's file."""
    # Whoever shares it with a group has widened it on purpose: it is told, and left as it is.
    if mode := own.rights_of_others(asked.ledger):
        print(
            f"{asked.ledger} can be read by other users of this machine (mode {mode}). Unless that "
            "is meant: chmod 600.",
            file=sys.stderr,
        )


def _line(charge: Charge, unfinished: Collection[int], set_back: Mapping[int, int]) -> str:
    marks = [UNFINISHED] if charge.number in unfinished else []
    if before := set_back.get(charge.number):
        marks.append(f"its clock stood before that of entry {before}")
    return (
        f"  {charge.number}  {charge.time}  {in_symbols(charge.epsilon, charge.delta)}  "
        f"{charge.what} ({charge.mechanism}){': ' if marks else ''}{'; '.join(marks)}"
    )


def _head(budget: Budget) -> str:
    m = budget.records_per_person
    people = f", up to {m:,} records per person" if m > 1 else ""
    if budget.terms is not None:
        return f"{budget.data_set}: n = {budget.n:,}; {promise(budget)}; {left(budget)}"
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
