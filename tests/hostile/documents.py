"""Hostile documents in JSON: good ones that were damaged, rewritten, or written to do harm."""

import copy
import json
from typing import Any

import numpy as np

Way = tuple[str | int, ...]

MARKS = b'"{}[],:0e-\\x\xff'
CODE = (
    "__import__('os').system('touch harmed')",
    "!!python/object/apply:os.system ['touch harmed']",
    "cos\nsystem\n(S'touch harmed'\ntR.",
    "<script>alert(1)</script>",
    "'; DROP TABLE ledger_entries; --",
    "{0.__class__.__init__.__globals__}",
    "${jndi:ldap://x}",
)
VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 0.5, -0.0, 1e-320, 1e151, 1e308, 10**30, 10**400,
    float("nan"), float("inf"), "", " ", "x", "0.5", "1e999", "x" * 3000, "\0", "\x1b[31m",
    "\u202eabc", "\ud800", [], {}, [[]], [None], ["a", "a"], {"a": {}}, {"__class__": "os.system"},
    *CODE,
)  # fmt: skip


def places(item: Any, way: Way = ()) -> list[Way]:
    """Return the way to each value inside a document, not to the document itself."""
    if not isinstance(item, dict | list):
        return []
    inner = item.items() if isinstance(item, dict) else enumerate(item)
    return [each for key, value in inner for each in ((*way, key), *places(value, (*way, key)))]


def rewritten(rng: np.random.Generator, whole: Any) -> Any:
    """Return a document with one to three values replaced, removed, doubled or put elsewhere."""
    whole = copy.deepcopy(whole)
    for _ in range(rng.integers(1, 4)):
        ways = places(whole)
        if not ways:
            break
        way, other = (ways[rng.integers(len(ways))] for _ in range(2))
        holder, value = at(whole, way[:-1]), copy.deepcopy(at(whole, other))
        match rng.integers(6):
            case 0:
                del holder[way[-1]]
            case 1:
                holder[way[-1]] = value
            case 2 if isinstance(holder, list):
                holder.extend(copy.deepcopy(holder))
            case 2:
                holder[f"{way[-1]}_"] = value
            case _:
                holder[way[-1]] = copy.deepcopy(VALUES[rng.integers(len(VALUES))])
    return whole


def at(whole: Any, way: Way) -> Any:
    """Return the value at the end of a way."""
    for key in way:
        whole = whole[key]
    return whole


def damaged(rng: np.random.Generator, text: str) -> str:
    """Return a text with one to three of its bytes overwritten."""
    data = bytearray(text.encode())
    for _ in range(rng.integers(1, 4)):
        data[rng.integers(len(data))] = MARKS[rng.integers(len(MARKS))]
    return data.decode("utf-8", "surrogateescape")


def hostile(rng: np.random.Generator, text: str) -> str:
    """Return a saved document with its bytes damaged, or, mostly, with its values rewritten."""
    return (
        damaged(rng, text) if rng.random() < 0.25 else json.dumps(rewritten(rng, json.loads(text)))
    )
