"""Every loss keeps what the theorems take from it: convex, |ℓ'| ≤ 1, 0 ≤ ℓ'' ≤ c."""

from fractions import Fraction

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import LOSSES, HuberHinge, SmoothedHinge, make_loss
from tests.erm.oracles import BY_HAND, LOSS_CASES, WIDTHS, formulas

STEP = 1e-5  # of finite differences: their error is below c·STEP + rounding/STEP < 1e-4
over_losses = pytest.mark.parametrize("loss", LOSS_CASES, ids=repr)


def ends(loss):
    """Return the two ends of the band; a loss without one has none."""
    return [1 - loss.h, 1 + loss.h] if loss.has_half_width else []


def margins(loss):
    """Return sorted margins: dense near the band, every order of magnitude, extremes."""
    far = np.logspace(-300, 308, 609)
    near = np.linspace(-8, 8, 4001)
    return np.unique(np.concatenate([-far, [-1e6, 0.0, 1.0, 1e6], near, ends(loss), far]))


def moderate(loss):
    """Return margins that differences can be taken at, none of them at a kink."""
    z = np.linspace(-20, 20, 7919)
    return z[np.all([np.abs(z - end) > 2 * STEP for end in ends(loss)] + [z == z], axis=0)]


@over_losses
def test_slope_is_the_derivative_of_the_value(loss):
    z = moderate(loss)
    difference = (loss.value(z + STEP) - loss.value(z - STEP)) / (2 * STEP)
    np.testing.assert_allclose(loss.slope(z), difference, atol=1e-8)


@over_losses
def test_curvature_is_the_derivative_of_the_slope(loss):
    z = moderate(loss)
    difference = (loss.slope(z + STEP) - loss.slope(z - STEP)) / (2 * STEP)
    np.testing.assert_allclose(loss.curvature_at(z), difference, atol=1e-8 + 1e-5 * loss.curvature)


@over_losses
def test_loss_is_convex(loss):
    z = margins(loss)
    assert np.all(np.diff(loss.slope(z)) >= -1e-15)
    a, b = z[:-1], z[1:]
    chord = loss.value(a) / 2 + loss.value(b) / 2
    assert np.all(loss.value(a / 2 + b / 2) <= chord * (1 + 1e-14) + 1e-15)


@over_losses
def test_slope_bound_holds_everywhere_and_is_approached(loss):
    slope = loss.slope(margins(loss))
    assert np.all((-loss.lipschitz <= slope) & (slope <= 0))
    assert slope.min() == pytest.approx(-loss.lipschitz, rel=1e-12)


@over_losses
def test_curvature_bound_holds_everywhere_and_is_approached(loss):
    curvature = loss.curvature_at(margins(loss))
    assert np.all((curvature >= 0) & (curvature <= loss.curvature))
    assert curvature.max() == pytest.approx(loss.curvature, rel=1e-12)


@over_losses
def test_third_derivative_bound_holds_and_is_approached(loss):
    z = np.linspace(1 - 3 * loss.width, 1 + 3 * loss.width, 20_001)
    change = np.abs(np.diff(loss.curvature_at(z)) / np.diff(z))
    if np.isfinite(loss.third_derivative_bound):
        assert change.max() <= loss.third_derivative_bound * (1 + 1e-9)
        assert change.max() == pytest.approx(loss.third_derivative_bound, rel=1e-3)
    else:
        assert change.max() > 100 * loss.curvature / loss.width


@pytest.mark.parametrize("loss", [loss for loss in LOSS_CASES if loss.has_series], ids=repr)
def test_third_and_fourth_derivatives_are_those_of_the_curvature(loss):
    z, step = np.linspace(-8, 8, 41), 1e-4
    widths = z / loss.width
    third, fourth = loss.third_and_fourth(loss.position(widths, out=widths))
    before, here, after = (loss.curvature_at(z + k * step) for k in (-1, 0, 1))
    np.testing.assert_allclose(third, (after - before) / (2 * step), atol=1e-8)
    np.testing.assert_allclose(fourth, (after - 2 * here + before) / step**2, atol=1e-7)


@over_losses
def test_slope_changes_no_faster_than_the_curvature_bound(loss):
    z = margins(loss)
    rise, run = np.diff(loss.slope(z)), np.diff(z)
    assert np.all(rise <= loss.curvature * np.minimum(run, 1e6) * (1 + 1e-9) + 1e-15)


@over_losses
def test_value_and_slope_do_not_jump(loss):
    for end in ends(loss):
        sides = np.array([np.nextafter(end, -np.inf), end, np.nextafter(end, np.inf)])
        assert np.ptp(loss.value(sides)) <= 1e-14
        assert np.ptp(loss.slope(sides)) <= 1e-14


@over_losses
def test_loss_follows_the_papers(loss):
    z = np.concatenate([np.linspace(-40, 40, 999), np.linspace(0.3, 1.7, 101)])
    value, slope, curvature, bound = formulas(loss, z)
    np.testing.assert_allclose(loss.value(z), value, atol=1e-13)
    np.testing.assert_allclose(loss.slope(z), slope, atol=1e-13)
    np.testing.assert_allclose(loss.curvature_at(z), curvature, atol=1e-12)
    assert loss.curvature == bound


@pytest.mark.parametrize(("loss", "z", "value", "slope", "curvature"), BY_HAND)
def test_loss_gives_what_the_hand_gives(loss, z, value, slope, curvature):
    found = [f(np.array(z)) for f in (loss.value, loss.slope, loss.curvature_at)]
    np.testing.assert_allclose(found, [value, slope, curvature], rtol=1e-14, atol=1e-16)


def test_every_loss_is_worked_out_by_hand():
    assert {loss.name for loss, *_ in BY_HAND} == set(LOSSES)


@over_losses
def test_far_margins_cost_their_distance_or_nothing(loss):
    far = np.array([1e6, 1e100, 1e308])
    np.testing.assert_allclose(loss.value(-far), far, rtol=2e-6)
    np.testing.assert_array_equal(loss.value(far), 0.0)
    np.testing.assert_array_equal(loss.curvature_at(np.concatenate([far, -far])), 0.0)


@over_losses
def test_shape_is_kept_and_margins_are_not_touched(loss):
    z = np.linspace(-2, 2, 24).reshape(2, 3, 4)
    before = z.copy()
    for function in (loss.value, loss.slope, loss.curvature_at):
        assert function(z).shape == z.shape
    np.testing.assert_array_equal(z, before)


@over_losses
def test_loss_says_where_its_curvature_is_not_smooth(loss):
    assert list(loss.kinks) == ends(loss)
    sides = [
        np.array([np.nextafter(end, -np.inf), np.nextafter(end, np.inf)]) for end in ends(loss)
    ]
    jumps = [np.ptp(loss.curvature_at(side)) for side in sides]
    assert (max(jumps, default=0.0) < 1e-9 * loss.curvature) == loss.is_twice_differentiable


@over_losses
def test_positions_are_written_where_they_are_wanted(loss):
    widths = np.linspace(-3, 3, 7) / loss.width
    before, out = widths.copy(), np.empty(7)
    assert loss.position(widths, out=out) is out
    np.testing.assert_array_equal(widths, before)
    assert loss.position(widths, out=widths) is widths
    np.testing.assert_array_equal(widths, out)


@pytest.mark.parametrize("loss", [loss for loss in LOSS_CASES if not loss.has_series], ids=repr)
def test_loss_without_a_series_says_so(loss):
    with pytest.raises(NotImplementedError, match=f"{type(loss).__name__} has no series"):
        loss.third_and_fourth(np.zeros(1))


@pytest.mark.parametrize("name", LOSSES)
def test_make_loss_knows_the_registry(name):
    assert {make_loss(name, h) for h in WIDTHS} <= set(LOSS_CASES)
    assert make_loss(name).name == name
    assert make_loss(name) == LOSSES[name]()


def test_plain_hinge_is_refused_with_the_reason():
    with pytest.raises(InvalidInput, match="bounded second derivative, which the plain hinge"):
        make_loss("hinge")


def test_unknown_loss_is_told_the_known_ones():
    with pytest.raises(InvalidInput, match=f"loss must be one of {', '.join(LOSSES)}; got square"):
        make_loss("square")


@pytest.mark.parametrize("h", [0, -1, np.nan, np.inf, "x", None])
@pytest.mark.parametrize("name", [name for name in LOSSES if LOSSES[name].has_half_width])
def test_half_width_must_be_a_positive_number(name, h):
    with pytest.raises(InvalidInput, match="h must be"):
        make_loss(name, h)


def test_half_width_becomes_a_number():
    assert make_loss("huber", "0.25").curvature == 2.0


@pytest.mark.parametrize("kind", [HuberHinge, SmoothedHinge])
@pytest.mark.parametrize("h", [1e-6, 1e-3, 0.5])
def test_slope_and_curvature_are_exact_in_a_narrow_band(kind, h):
    # In rational arithmetic: z/h - 1/h would be off by 1e-10 at h = 1e-6.
    for part in (-0.7, -0.1, 0.3):
        z = 1 + part * h
        p = (Fraction(z) - 1) / Fraction(h)
        sigmoid = p if kind is HuberHinge else (3 * p - p**3) / 2
        assert kind(h).slope(np.array([z]))[0] == pytest.approx(float((sigmoid - 1) / 2), rel=4e-16)


@over_losses
def test_a_loss_is_twice_differentiable_unless_its_curvature_jumps_at_a_kink(loss):
    beside = np.add.outer((-1e-9, 1e-9), loss.kinks or (0.0,))
    jumps = np.ptp(loss.curvature_at(beside), axis=0).max() > loss.curvature / 2
    assert loss.is_twice_differentiable is not jumps
