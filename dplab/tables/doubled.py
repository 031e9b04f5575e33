"""Records that stand in a table more than once, and more often than chance would make them.

A copy may fall into the training part and its original into the test part: then the classifier is
tested on what it has seen, and test errors look better than they are. To leave copies out would
make the number of records depend on what they hold, so that nothing here does; whoever owns the
table may, before the number of records is declared.

In a table of few short columns equal records are no copies: where the same columns, each in an
order of its own, have nearly as many, nothing is said.

Read from the data, and not private.

Examples
--------
>>> sizes = [f"{row * 0.37 % 1:.2f}" for row in range(100)]
>>> table = pd.DataFrame({"size": sizes, "width": sizes[::-1]})
>>> copies(pd.concat([table, table.head(20)]))
20
>>> copies(pd.DataFrame({"size": list("ab") * 50, "kind": list("xxyz") * 25}))
0
"""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt
import pandas as pd

LEAST_SHARE = 0.01
"""Of fewer copies nobody's error looks better."""

FEWEST = 2
"""Copies that are said, at least."""

BY_CHANCE = 3.0
"""There are more copies than this many times those by chance."""


def copies(table: pd.DataFrame, left_out: Collection[str] = ()) -> int:
    """Return how many records are equal to an earlier one; 0 where that says little.

    Columns that are left out, such as a counter, do not tell records apart.
    """
    names = [name for name in table.columns if str(name) not in left_out]
    if not names:
        return 0
    codes = np.column_stack([pd.factorize(table[name])[0] for name in names])
    count = _repeated(codes)
    if count < max(FEWEST, LEAST_SHARE * len(table)):
        return 0
    shuffled = np.random.default_rng(0).permuted(codes, axis=0)
    return count if count > BY_CHANCE * _repeated(shuffled) else 0


def _repeated(codes: npt.NDArray[np.intp]) -> int:
    return int(pd.DataFrame(codes).duplicated().sum())
