"""A table to try things with that describes nobody: generated, with a schema that is declared.

Each column follows an additive recurrence ``k √p mod 1`` with a prime p of its own: spread as if
drawn, without a draw, and the same everywhere. The last of them, which blurs the labels, is left
out of the table.

Examples
--------
>>> table().head(2)
  sleep coffee  shift tired
0   6.5      6  night    no
1   9.0      4    day    no
>>> SCHEMA.encoded_names()
('sleep', 'coffee', 'shift = day', 'shift = night')
"""

import numpy as np
import pandas as pd

from dpcore.data.declared.schema import Category, Label, Numeric, Schema

N = 1_000
DATA_SET = "Sample data that describes nobody"

SCHEMA = Schema(
    Label("tired", ("yes",)),
    (
        Numeric("sleep", 4, 10, missing=7),
        Numeric("coffee", 0, 8, missing=2),
        Category("shift", ("day", "night"), missing="day", other="day"),
    ),
)
"""Hours of sleep, cups of coffee and a shift; nothing of it was read from the table."""


def table() -> pd.DataFrame:
    """Return the table, with its cells as text (N, 4)."""
    k = np.arange(1, N + 1)
    sleep, coffee, shift, chance = (k * np.sqrt(prime) % 1 for prime in (2, 3, 5, 7))
    hours, cups, is_night = 4 + 6 * sleep, np.floor(9 * coffee), shift < 1 / 3
    tired = hours + 0.3 * cups + 2 * chance < 8 + is_night
    return pd.DataFrame(
        {
            "sleep": [f"{each:.1f}" for each in hours],
            "coffee": [f"{each:.0f}" for each in cups],
            "shift": np.where(is_night, "night", "day"),
            "tired": np.where(tired, "yes", "no"),
        },
        dtype=str,
    )
