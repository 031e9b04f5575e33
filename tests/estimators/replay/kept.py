"""What can be reached from a fitted model, in memory and in its pickle, and must be no record's."""

import gc
import pickle
import struct
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np
import pandas as pd

from dpcore.release.entropy import Entropy
from dpcore.release.exact.vectors import Noise, Uniform

CHANCE = (Entropy, Noise, Uniform, np.random.Generator, np.random.RandomState)
"""With these, the noise could be taken off again."""


def reached(*roots: object) -> Iterator[Any]:
    """Yield every object that can be reached, but for code: modules, classes, functions."""
    seen: dict[int, Any] = {}
    left = list(roots)
    while left:
        each = left.pop()
        if id(each) in seen or isinstance(each, ModuleType | type | BuiltinFunctionType):
            continue
        seen[id(each)] = each
        yield each
        if isinstance(each, FunctionType):
            # Not its globals, which are its module's.
            left += [each.__closure__, each.__defaults__, each.__kwdefaults__, each.__dict__]
        elif isinstance(each, np.ndarray):
            left += [each.base, *(each.tolist() if each.dtype == object else [])]
        else:
            left += gc.get_referents(each)


def check_in_memory(n: int, numbers: set[float], *roots: object) -> None:
    """Assert that nothing that is reached has n entries, is a record's number, or makes noise.

    Parameters
    ----------
    n : int
        Records; no other thing has so many entries.
    numbers : set of float
        Of the records, raw and encoded, of so many digits that they stand nowhere else.
    *roots : object
    """
    for each in reached(*roots):
        assert not isinstance(each, CHANCE), f"chance is kept: {type(each)}"
        if isinstance(each, np.ndarray | pd.DataFrame | pd.Series):
            assert n not in each.shape, f"an entry for each record is kept: {type(each)}"
        elif hasattr(each, "__len__") and not isinstance(each, type):
            assert len(each) != n, f"an entry for each record is kept: {type(each)}"
        held = each.ravel().tolist() if isinstance(each, np.ndarray) else [each]
        found = {v for v in held if isinstance(v, float)} & numbers
        assert not found, f"numbers of records are kept: {found}"


def check_in_pickle(numbers: set[float], texts: set[str], model: object) -> None:
    """Assert that a model's pickle holds no record's number, as bytes or digits, and no text."""
    written = pickle.dumps(model)
    for number in numbers:
        forms = [struct.pack(form, number) for form in ("<d", ">d")]
        forms += [repr(number).encode(), np.float32(number).tobytes()]
        assert not any(form in written for form in forms), f"the pickle holds {number}"
    for text in texts:
        assert text.encode() not in written, f"the pickle holds {text!r}"
