"""A wide table stays usable."""

import numpy as np

from tests.pages.tables import edit, own, says, with_table


def test_two_hundred_columns_are_usable():
    rng = np.random.default_rng(0)
    header = ",".join(f"c{i}" for i in range(199)) + ",sick\n"
    body = "\n".join(",".join(map(str, row)) for row in rng.integers(0, 2, (50, 200)))
    page = with_table((header + body).encode())
    assert not says(page)
    assert own(page).data.X.shape == (50, 199)
    assert len(own(edit(page, "c198", use=False)).data.features) == 198
