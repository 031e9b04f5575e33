"""What has been spent of each data set's privacy budget, and by what: an append-only ledger.

A guarantee of ε adds up over everything that is ever released about the same people. The ledger
of a data set says once how much that may be in all, and refuses what would go beyond. A release
charges it *before* any noise is drawn: what stops in between has been spent without a model,
never the other way round.

The ledger knows a data set by its declared name only. **Whoever gives the same records another
name starts another budget and evades the ledger.** That is for the owner of the data to forbid;
the file, or the database, belongs to the owner, and where it lies is a setting.

A budget is one of three, from its opening on: a *sum* of ε and δ, a *plan* or a *ρ* (`terms`).

`book` is the ledger itself, `opening` what is asked of it once, `budget` the arithmetic, `charges`
what is charged, `sentences` what is said of it, `names` what they may be called, `chain` the
entries and their hashes, `database` where they are kept, `state` what a process has read of them.

Examples
--------
>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder, Ledger(f"{folder}/ledger.db") as ledger:
...     budget = ledger.open("clinic 2024", n=5_000, epsilon=1.0)
...     charge = ledger.charge("clinic 2024", what="first model", mechanism="output", epsilon=0.75)
...     ledger.budget("clinic 2024").left
0.25
"""

from dpcore.ledger.book import UNFINISHED, Ledger, TicketUsed
from dpcore.ledger.budget import Budget
from dpcore.ledger.charges import Charge, Cost, NotKept, Overspent
from dpcore.ledger.terms import PlannedRelease

__all__ = [
    "UNFINISHED",
    "Budget",
    "Charge",
    "Cost",
    "Ledger",
    "NotKept",
    "Overspent",
    "PlannedRelease",
    "TicketUsed",
]
