"""The slopes of the groups: what stands on what."""

import pytest

from pages.who_pays.groups import figures


@pytest.mark.parametrize("count", [2, 6, 12])
def test_names_begin_beyond_the_marks_of_all_groups(count: int):
    furthest = max(figures._shift(place, count) for place in range(count))
    assert 1 + furthest < 1.1
