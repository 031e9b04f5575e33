"""Records lent to processes of this machine instead of copied to each of them with every task.

A loan is a piece of anonymous memory with a number in place of a name: it lies in no folder, no
part of it is ever written to a disk by us, and it is gone as soon as the last process that holds it
lets go or dies, however it dies. It lasts as long as the `Dataset` that was lent is in use here.

Linux knows such memory; elsewhere `lend` gives the records themselves, which are then copied.

Examples
--------
>>> data = Dataset(np.array([[0.6, 0.8]]), np.array([1.0]), ("a", "b"))
>>> borrowed(lend(data)).X
array([[0.6, 0.8]])
"""

import os
import threading
import weakref
from dataclasses import dataclass

import numpy as np

from dpcore.checks import Array
from dpcore.data.dataset import Dataset


@dataclass(frozen=True, eq=False)
class Loan:
    """Where another process of the same user and machine finds the records.

    Parameters
    ----------
    path : str
        Names the memory while the lender holds it.
    y, features, chance
        The rest of the `Dataset`.
    """

    path: str
    y: Array
    features: tuple[str, ...]
    chance: Array | None


_loans: weakref.WeakKeyDictionary[Dataset, Loan] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def lend(data: Dataset) -> Loan | Dataset:
    """Return what to send in place of `data`; the same loan as long as `data` is in use."""
    if not hasattr(os, "memfd_create"):
        return data
    with _lock:
        if data not in _loans:
            _loans[data] = _lent(data)
        return _loans[data]


def borrowed(loan: Loan | Dataset) -> Dataset:
    """Return the records of a loan, read in place.

    Raises
    ------
    FileNotFoundError
        If the lender has let them go.
    """
    if isinstance(loan, Dataset):
        return loan
    X = np.load(loan.path, mmap_mode="r", allow_pickle=False)
    return Dataset(np.asarray(X), loan.y, loan.features, chance=loan.chance)


def _lent(data: Dataset) -> Loan:
    memory = os.memfd_create("records")
    weakref.finalize(data, os.close, memory)
    with os.fdopen(memory, "wb", closefd=False) as file:
        # This format keeps the order of rows and columns in memory, and with it every bit of
        # what is computed.
        np.save(file, data.X)
    return Loan(f"/proc/{os.getpid()}/fd/{memory}", data.y, data.features, data.chance)
