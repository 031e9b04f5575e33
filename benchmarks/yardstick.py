"""What a machine's core can do: milliseconds for work that is the same everywhere and for good.

Milliseconds of an answer tell of another machine only beside these. The work is what answers are
made of, by halves: Python that makes and reads dictionaries, and numpy's products and functions. It
has nothing of the program's, so that no change of that moves it.

Examples
--------
>>> 0 < milliseconds(repeats=1) < 10_000
True
"""

import statistics
import time

import numpy as np

ROWS, COLUMNS, ENTRIES = 4_000, 50, 60_000


def milliseconds(repeats: int = 9) -> float:
    """Return the median of the processor's time that the work took."""
    spent = []
    for _ in range(repeats):
        start = time.process_time()
        _python()
        _numpy()
        spent.append(time.process_time() - start)
    return 1000 * statistics.median(spent)


def _python() -> int:
    named = {f"{entry:x}": entry for entry in range(ENTRIES)}
    return sum(named[f"{entry:x}"] for entry in range(ENTRIES))


def _numpy() -> float:
    rows = np.linspace(-1.0, 1.0, ROWS * COLUMNS).reshape(ROWS, COLUMNS)
    return float(np.tanh(rows @ rows.T[:, :COLUMNS]).sum() + (rows.T @ rows).sum())


if __name__ == "__main__":
    print(f"{milliseconds():.1f} ms")
