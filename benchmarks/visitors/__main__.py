"""The whole story of many visitors, in some five minutes; or one chapter, or one measurement.

Without words each chapter runs on a server of its own. `ceiling`, `flood`, `mixed` and `idle` tell
one of them, with options; options alone measure once (`load`).

Examples
--------
>>> [name for name, _ in chosen(["flood", "--rates", "300"])]
['flood']
>>> [name for name, _ in chosen(["--visitors", "30"])]
['load']
>>> [name for name, _ in chosen([])]
['ceiling', 'flood', 'mixed', 'idle']
"""

import os
import sys
import time
from collections.abc import Sequence

from benchmarks.visitors import ceiling, flood, idle, load, mixed

CHAPTERS = {"ceiling": ceiling.main, "flood": flood.main, "mixed": mixed.main, "idle": idle.main}

SHORTER = {"mixed": ["--actions", "800"]}
"""Options with which a chapter is short enough for the whole story."""


def chosen(words: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return what is asked for: what runs, and the options of each."""
    if not words:
        return [(name, SHORTER.get(name, [])) for name in CHAPTERS]
    first, *rest = words
    return [(first, rest)] if first in CHAPTERS else [("load", list(words))]


def main(words: Sequence[str]) -> None:
    """Run what is asked for, one after the other."""
    start, asked = time.perf_counter(), chosen(words)
    for name, options in asked:
        if len(asked) > 1:
            print(f"\n== {name} ==", flush=True)
        (CHAPTERS | {"load": load.main})[name](options)
    if len(asked) > 1:
        seconds = time.perf_counter() - start
        print(f"\nOn {os.cpu_count()} cores, which this client shared: {seconds:.0f} s in all")


if __name__ == "__main__":
    main(sys.argv[1:])
