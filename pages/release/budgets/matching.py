"""Which budgets a table is offered: those that were opened for its data set, and no other.

A ledger knows a data set by its declared name alone, and the number of its records is no
description of it: two tables of a thousand records are two data sets. A release that is charged to
another data set's budget is missing from the account of its own people. So a budget is offered by
both of these:

- its name is the file's, whatever stands between the words: "clinic 2024" and clinic_2024.csv;
- its models learned from these columns, as the ledger keeps them: features and label by name. Of a
  budget that has no model yet, nothing speaks against it, and nothing for it: it is listed, and
  never chosen beforehand.

Or the visitor has opened it, or charged it by its name, for a table of this file's name and these
columns. Any other budget takes its whole name, typed.

Examples
--------
>>> are_named_alike("Clinic 2024", "clinic_2024.csv.gz"), are_named_alike("clinic", "school.csv")
(True, False)
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import Schema
from dpcore.ledger import Budget, Charge, Ledger
from dpcore.ledger.names import alike
from dpcore.release import Model
from pages.release.session import ReleaseSession, TableIdentity

ENDS = (".csv", ".tsv", ".txt", ".xlsx", ".parquet", ".gz", ".zip")
"""How a file's name ends, which no data set is called by."""
BETWEEN = re.compile(r"[\s_.-]+")
LONGEST = 200
"""Characters of a name that the box takes."""
LOOKED_AT = 5
"""Models of a budget whose columns are read, the latest: those of a data set seldom change."""


@dataclass(frozen=True)
class OfferedBudgets:
    """What a table is offered.

    Parameters
    ----------
    names : tuple of str
        Budgets that may be chosen from a list.
    start : str
        The one of them that is chosen beforehand; nothing if that is not certain.
    of_columns : tuple of str
        All budgets whose models learned from these columns, or that were opened for them here.
    of_name : str
        The budget that is called like the file, though its models learned from other columns.
    """

    names: tuple[str, ...] = ()
    start: str = ""
    of_columns: tuple[str, ...] = ()
    of_name: str = ""


def offered(
    budgets: Sequence[Budget], table: TableIdentity, here: Collection[str], ledger: Ledger
) -> OfferedBudgets:
    """Return what a table is offered; `here` are budgets that were opened or charged for it."""
    learned = {each.data_set: columns_of(each, ledger) for each in budgets}
    names = [each.data_set for each in budgets if fits(each, learned[each.data_set], table, here)]
    sure = [name for name in names if name in here or learned[name]]
    return OfferedBudgets(
        tuple(names),
        sure[0] if len(sure) == 1 else "",
        tuple(name for name in learned if name in here or table.columns in learned[name]),
        next((name for name in learned if _is_other(name, learned[name], table, here)), ""),
    )


Columns = tuple[frozenset[str], str]
"""The features and the label of a classifier, by name."""


def fits(
    budget: Budget, learned: Collection[Columns], table: TableIdentity, here: Collection[str]
) -> bool:
    """Tell whether a budget was opened for a table's data set, as far as anything tells.

    `learned` are the columns of its models.
    """
    if budget.data_set in here:
        return True
    is_named_so = are_named_alike(budget.data_set, table.file)
    return is_named_so and (not learned or table.columns in learned)


def _is_other(
    name: str, learned: Collection[Columns], table: TableIdentity, here: Collection[str]
) -> bool:
    is_of_others = bool(learned) and table.columns not in learned and name not in here
    return is_of_others and are_named_alike(name, table.file)


def are_named_alike(data_set: str, file: str) -> bool:
    """Tell whether a data set is called like a file."""
    one, other = (alike(BETWEEN.sub(" ", each)) for each in (data_set, stem(file)))
    return one == other


def stem(file: str) -> str:
    """Return what a file's name says of the data set: nothing of how it is written.

    Examples
    --------
    >>> stem("Loans 2024.csv.gz")
    'Loans 2024'
    """
    shown = "".join(sign if sign.isprintable() else " " for sign in file).strip()
    while shown.casefold().endswith(ENDS):
        shown = shown[: shown.rindex(".")].strip()
    return shown[:LONGEST]


def columns_of(budget: Budget, ledger: Ledger) -> frozenset[Columns]:
    """Return the columns that the latest models of a budget learned from."""
    charges = [each for each in budget.charges if isinstance(each, Charge)]
    known = (_columns_of_charge(each, ledger) for each in charges[: -LOOKED_AT - 1 : -1])
    return frozenset(each for each in known if each)


def _columns_of_charge(charge: Charge, ledger: Ledger) -> Columns | None:
    """Return the columns of a model; None where the ledger keeps none. Each is read once."""
    known = ReleaseSession.current().columns
    if charge.hash not in known:
        found = ledger.lookup(charge.ticket)
        document = found[1] if found else None
        if document is None:  # It may still come.
            return None
        known[charge.hash] = _columns_of_document(document)
    return known[charge.hash]


def _columns_of_document(document: str) -> Columns | None:
    try:
        return _columns(Model.from_json(document).schema)
    except InvalidInput:  # A word of another program, such as of a fit of an estimator.
        return None


def _columns(schema: Schema) -> Columns:
    return frozenset(each.name for each in schema.features), schema.label.name
