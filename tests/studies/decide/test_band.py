"""The band: what is chosen lies inside, whatever is asked for, and its middle is geometric."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dplab.studies.decide.band import PLACES, Band

NUMBERS = st.floats(0.01, 20)
BANDS = st.tuples(NUMBERS, NUMBERS).map(lambda ends: Band(min(ends), max(ends), 0.01))


@given(BANDS, st.one_of(st.none(), st.floats(1e-9, 1e9)))
def test_what_is_chosen_lies_inside_whatever_is_asked_for(band: Band, asked: float | None):
    chosen = band.inside(asked)
    # Ends are rounded after nine digits: 0.1 is not to become 0.11 by the tenth.
    assert band.affordable * (1 - 1e-8) <= chosen <= band.most * (1 + 1e-8)
    low, high = band.ends
    assert low <= chosen <= high
    if asked is not None and low <= asked <= high:
        assert chosen == asked


@given(BANDS)
def test_all_places_of_its_dial_lie_inside_and_ascend(band: Band):
    places = band.places
    assert list(places) == sorted(set(places))
    assert {band.middle, *band.ends} <= set(places)
    assert len(places) <= PLACES + 3
    assert band.ends == (places[0], places[-1])


def test_the_middle_is_the_geometric_one_and_no_other():
    band = Band(0.1, 10.0, 0.01)
    assert band.middle == 1.0  # the arithmetic one would be 5.05
    assert Band(0.7883, 1.3863, 0.1).middle == 1.0
    ratio = band.middle / band.affordable
    assert ratio == pytest.approx(band.most / band.middle)


@pytest.mark.parametrize("band", [Band(None, 1.0), Band(2.0, 1.0), Band(0.1, 1.0, None)])
def test_where_nothing_meets_both_nothing_is_inside(band: Band):
    assert not band.holds
    with pytest.raises(ValueError, match="empty"):
        band.inside(1.0)


def test_an_epsilon_of_no_use_is_never_the_chosen_one():
    assert Band(0.05, 2.0, 0.5).inside(0.01) == 0.5
    assert Band(0.05, 2.0, 0.5).middle == pytest.approx(math.sqrt(0.5 * 2.0))
