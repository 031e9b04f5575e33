"""Real noise: its law, and that what is returned depends on the real number alone."""

import math
from decimal import Context, Decimal, FloatOperation, localcontext
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from dpcore.release.entropy import Entropy
from dpcore.release.exact import vectors
from tests.house.some import some
from tests.release.cases import Repeated

N = 5_000
LEVEL = 1e-4
DIMENSIONS = some((1, 3, 7), (1, 3))


def p_value(numbers, law):
    return stats.kstest(numbers, law.cdf).pvalue


@pytest.mark.parametrize("d", DIMENSIONS)
def test_noise_has_a_gamma_length_and_no_direction(d):
    entropy = Entropy(Repeated())
    noise = np.array([vectors.draw(entropy, "gamma", d, rate=3.0).nearest() for _ in range(N)])
    lengths = np.linalg.norm(noise, axis=1)
    assert p_value(lengths, stats.gamma(d, scale=1 / 3)) > LEVEL
    for wrong in (2 / 3, 3 / 2):
        assert p_value(lengths * wrong, stats.gamma(d, scale=1 / 3)) < 1e-30
    if d > 1:
        # One coordinate of a direction: its square is Beta(1/2, (d-1)/2).
        for coordinate in (0, d - 1):
            share = (noise[:, coordinate] / lengths) ** 2
            assert p_value(share, stats.beta(0.5, (d - 1) / 2)) > LEVEL
    assert abs(np.mean(np.sign(noise), axis=0)).max() < 5 / math.sqrt(N)


@pytest.mark.parametrize("d", DIMENSIONS)
def test_gaussian_noise_is_normal_in_each_coordinate_and_these_are_independent(d):
    entropy = Entropy(Repeated())
    noise = np.array([vectors.draw(entropy, "gaussian", d, rate=3.0).nearest() for _ in range(N)])
    for coordinate in noise.T:
        assert p_value(coordinate, stats.norm(scale=1 / 3)) > LEVEL
        for wrong in (2 / 3, 3 / 2):
            assert p_value(coordinate * wrong, stats.norm(scale=1 / 3)) < 1e-30
    lengths = np.linalg.norm(noise, axis=1)
    assert p_value(lengths, stats.chi(d, scale=1 / 3)) > LEVEL
    if d > 1:
        # Of equal lengths were the noise Gamma's, or each coordinate the same number.
        assert p_value(lengths, stats.gamma(d, scale=1 / 3)) < 1e-30
        assert abs(np.corrcoef(noise.T) - np.eye(d)).max() < 5 / math.sqrt(N)


SHARP = Context(prec=150)
N_BITS = 448


def real(noise):
    """Return the vector by its formulas, to 130 digits: half a bit beyond those that are known."""
    with localcontext(SHARP):  # else sums and signs would be rounded to 28 digits
        return _real(noise)


def _real(noise):

    def number(uniform):
        return SHARP.divide(Decimal(2 * uniform.leading(N_BITS) + 1), Decimal(2 ** (N_BITS + 1)))

    normals = []
    for pair in noise._pairs:
        x, y = (SHARP.subtract(SHARP.multiply(2, number(each)), 1) for each in pair)
        s = SHARP.add(SHARP.multiply(x, x), SHARP.multiply(y, y))
        scale = SHARP.sqrt(SHARP.divide(SHARP.multiply(-2, SHARP.ln(s)), s))
        normals += [SHARP.multiply(each, scale) for each in (x, y)]
    normals = normals[: noise._d]
    if not hasattr(noise, "_factors"):
        return [SHARP.divide(each, Decimal(noise._rate)) for each in normals]
    squares = sum((SHARP.multiply(z, z) for z in normals), Decimal(0))
    exponentials = sum((-SHARP.ln(number(each)) for each in noise._factors), Decimal(0))
    length = SHARP.divide(exponentials, Decimal(noise._rate))
    by = SHARP.divide(length, SHARP.sqrt(squares))
    return [SHARP.multiply(each, by) for each in normals]


over_laws = pytest.mark.parametrize("law", ["gamma", "gaussian"])


@over_laws
@pytest.mark.parametrize("d", [1, 2, 5])
@pytest.mark.parametrize("fineness", [10, 20, 70])
def test_the_cell_is_that_of_the_real_sum(law, d, fineness):
    # Cells of 2^-70 are in doubt with the first 64 bits, always.
    rng, entropy, grid = np.random.default_rng(0), Entropy(Repeated()), 2.0**-fineness
    for _ in range(30):
        noise, centre = vectors.draw(entropy, law, d, rate=0.7), rng.normal(size=d)
        found, exact = noise.rounded(centre, grid), real(noise)
        for c, b, at in zip(centre.tolist(), exact, found.tolist(), strict=True):
            cell = SHARP.divide(SHARP.add(Decimal(c), b), Decimal(grid)).to_integral_value()
            assert at == float(cell) * grid


@over_laws
def test_the_nearest_doubles_are_the_nearest(law):
    entropy = Entropy(Repeated())
    for d in (1, 2, 30):
        noise = vectors.draw(entropy, law, d, rate=1e-3)
        assert noise.nearest().tolist() == [float(each) for each in real(noise)]


@over_laws
@pytest.mark.parametrize("byte", [b"\x00", b"\xff"])
def test_bits_that_are_all_the_same_at_first_are_followed_by_others(byte, law):
    given = []

    def source(k):
        given.append(k)
        return byte * k if len(given) == 1 else Repeated(len(given))(k)

    noise = vectors.draw(Entropy(source), law, 3, 1.0)
    for found in (noise.nearest(), noise.rounded(np.zeros(3), 0.5)):
        assert found.shape == (3,)
        assert np.isfinite(found).all()


@over_laws
def test_a_point_that_may_be_the_centre_of_the_disc_gets_further_bits(law):
    # Neither log s nor a direction has an end there: the first 64 bits of both sides are 0.
    for bits in (2**63, 2**63 - 1):
        noise = vectors.draw(Entropy(Repeated()), law, 2, 1.0)
        for side in noise._pairs[0]:
            side._leading, side._known = bits, 64
        assert noise.nearest().tolist() == [float(each) for each in real(noise)]


@over_laws
def test_a_single_coordinate_that_may_be_0_gets_further_bits(law):
    noise = vectors.draw(Entropy(Repeated()), law, 1, 1.0)
    side = noise._pairs[0][0]
    side._leading, side._known = 2**63, 64
    assert noise.nearest().tolist() == [float(each) for each in real(noise)]


def test_whether_a_point_on_the_circle_is_in_the_disc_its_further_bits_say():
    on = [int((1 + Fraction(side, 5)) * 2**63) for side in (3, 4)]  # (3/5)² + (4/5)² = 1
    for further, is_inside in ((0, True), (2**64 - 1, False)):
        words = b"".join(each.to_bytes(8, "little") for each in (*on, further, further))
        entropy = Entropy(lambda k, words=words: words + Repeated()(k - len(words)))
        first, _ = vectors._in_the_disc(entropy)
        assert (first.leading(64) == on[0]) == is_inside


def test_a_side_is_as_close_as_its_bits_and_never_across_zero():
    for leading in (0, 5, 2**63 - 1, 2**63, 2**64 - 1):
        number = vectors.Uniform(Entropy(Repeated()))
        number._leading, number._known = leading, 64
        low, high = vectors._side(number, 64)
        assert (low, high) == (2 * leading - 2**64, 2 * leading - 2**64 + 2)
        assert low * high >= 0


@over_laws
def test_all_coordinates_get_further_bits_until_none_is_in_doubt(law, monkeypatch):
    # Far fewer than a double has, so that some are known before others.
    monkeypatch.setattr(vectors, "BITS", 8)
    for d in (1, 2, 5):
        noise = vectors.draw(Entropy(Repeated()), law, d, rate=0.7)
        cells = noise.rounded(np.zeros(d), 2.0**-20) * 2**20
        exact = real(noise)
        assert cells.tolist() == [float((each * 2**20).to_integral_value()) for each in exact]
        assert noise.nearest().tolist() == [float(each) for each in exact]


@over_laws
def test_what_a_thread_has_set_for_its_own_decimals_changes_nothing(law):
    # A program that counts money in six digits must not get noise of six digits.
    for d in (1, 2, 3):
        noise, centre = vectors.draw(Entropy(Repeated()), law, d, rate=0.7), np.full(d, 0.1)
        usual = noise.nearest().tolist(), noise.rounded(centre, 2.0**-70).tolist()
        with localcontext(prec=6) as context:
            context.traps[FloatOperation] = True
            assert (noise.nearest().tolist(), noise.rounded(centre, 2.0**-70).tolist()) == usual


@over_laws
@pytest.mark.parametrize("n_bits", [64, 128, 256])
def test_the_real_vector_is_within_however_many_bits_are_known(law, n_bits):
    # From 128 bits on in more than 28 digits, which Python's own signs would round to.
    entropy = Entropy(Repeated())
    for d in (1, 2, 5):
        noise = vectors.draw(entropy, law, d, rate=0.7)
        for (low, high), exact in zip(noise._within(n_bits), real(noise), strict=True):
            assert low <= exact <= high
            assert SHARP.subtract(high, low) < Decimal(2) ** (30 - n_bits)


def test_what_was_known_of_a_number_stays_when_more_is_asked():
    number = vectors.Uniform(Entropy(Repeated()))
    first = number.leading(64)
    assert number.leading(192) >> 128 == first
    assert number.leading(64) == first


def test_the_tail_has_no_holes():
    # Of a uniform with 53 bits only thousands of values lie below 2^-40, each its own length: other
    # cells were possible with one table and not with its neighbour. Here further bits follow.
    cells, entropy = set(), Entropy(Repeated())
    for _ in range(200):
        noise = vectors.draw(entropy, "gamma", 1, 1.0)
        (factor,) = noise._factors
        factor._leading, factor._known = 5, 64  # It is between 5 and 6 times 2^-64.
        cells.add(abs(noise.rounded(np.zeros(1), 2.0**-20)[0]))
    assert len(cells) > 190
    assert min(cells) >= 64 * math.log(2) - math.log(6) - 2.0**-20
    assert max(cells) <= 64 * math.log(2) - math.log(5) + 2.0**-20


def test_the_gaussian_tail_has_no_holes_either():
    # Both coordinates are long where the point in the disc is near its centre: s of 53 bits would
    # take a few values there.
    cells, entropy = set(), Entropy(Repeated())
    for _ in range(200):
        noise = vectors.draw(entropy, "gaussian", 2, 1.0)
        for side in noise._pairs[0]:
            side._leading, side._known = 2**63 + 5, 64  # 2u - 1 is between 10 and 12 times 2^-64.
        cells.add(tuple(abs(noise.rounded(np.zeros(2), 2.0**-20))))
    assert len(cells) > 190
    lengths = np.linalg.norm(list(cells), axis=1)
    near, far = (math.sqrt(-2 * math.log(2 * (sides * 2.0**-64) ** 2)) for sides in (12, 10))
    assert near - 2.0**-19 <= lengths.min() < lengths.max() <= far + 2.0**-19
