"""Records in shared memory, so that the processes of this machine need no copy with every task.

The memory is anonymous and has a number in place of a name: it lies in no folder, nothing of it is
written to a disk by us, and the system frees it as soon as the last process that maps it closes it
or dies. It lasts as long as the `Dataset` that was shared is in use here.

Linux has such memory; elsewhere `share` returns the records themselves, which are then copied.

Examples
--------
>>> data = Dataset(np.array([[0.6, 0.8]]), np.array([1.0]), ("a", "b"))
>>> attach(share(data)).X
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
class SharedRecords:
    """Where another process of the same user and machine finds the records.

    Parameters
    ----------
    path : str
        Names the memory as long as the process that shares it keeps it open.
    y, features, chance
        The rest of the `Dataset`.
    """

    path: str
    y: Array
    features: tuple[str, ...]
    chance: Array | None


_shared: weakref.WeakKeyDictionary[Dataset, SharedRecords] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def share(data: Dataset) -> SharedRecords | Dataset:
    """Return what to send in place of `data`; the same object as long as `data` is in use."""
    if not hasattr(os, "memfd_create"):
        return data
    # Two threads that send the same table must not write it twice.
    with _lock:
        if data not in _shared:
            _shared[data] = _copied(data)
        return _shared[data]


def attach(shared: SharedRecords | Dataset) -> Dataset:
    """Return records that another process shares, read in place.

    Raises
    ------
    FileNotFoundError
        If that process has closed them.
    """
    if isinstance(shared, Dataset):
        return shared
    # Mapped for reading: all processes have the same pages. No pickle is ever read from them.
    X = np.load(shared.path, mmap_mode="r", allow_pickle=False)
    return Dataset(np.asarray(X), shared.y, shared.features, chance=shared.chance)


def _copied(data: Dataset) -> SharedRecords:
    memory = os.memfd_create("records")
    # Closed with the last use here; who maps it by then keeps it until its own end.
    weakref.finalize(data, os.close, memory)
    with os.fdopen(memory, "wb", closefd=False) as file:
        # This format keeps the order of rows and columns in memory, and with it every bit of
        # what is computed.
        np.save(file, data.X)
    return SharedRecords(f"/proc/{os.getpid()}/fd/{memory}", data.y, data.features, data.chance)
