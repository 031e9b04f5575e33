"""Chance: the laws that it claims, and that no bit is used twice.

Each test of a law takes 20,000 numbers and refuses at a p-value below 1e-4; the numbers are those
of one fixed source of bytes, so that it cannot flake. The near miss, a rate at 2/3 or 3/2, has
p-values below 1e-30.
"""

import ast
import math
import os
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import dpcore.release
from dpcore.release.entropy import Entropy
from tests.release.cases import Repeated

N = 20_000
LEVEL = 1e-4


def p_value(numbers, law):
    return stats.kstest(numbers, law.cdf).pvalue


@pytest.mark.parametrize(
    ("draw", "law"),
    [
        (lambda e: e.uniforms(N), stats.uniform()),
        (lambda e: e.exponentials(N), stats.expon()),
        (lambda e: e.normals(N), stats.norm()),
        (lambda e: [e.laplace(2.0) for _ in range(N)], stats.laplace(scale=2.0)),
    ],
)
def test_numbers_have_the_law_they_are_named_after(draw, law):
    numbers = np.asarray(draw(Entropy(Repeated())))
    assert p_value(numbers, law) > LEVEL
    for wrong in (2 / 3, 3 / 2):
        assert p_value(numbers * wrong, law) < 1e-30


@pytest.mark.parametrize("d", [1, 2, 7])
def test_noise_has_a_gamma_length_and_no_direction(d):
    entropy = Entropy(Repeated())
    noise = np.array([entropy.vector(d, rate=3.0) for _ in range(N)])
    lengths = np.linalg.norm(noise, axis=1)
    assert p_value(lengths, stats.gamma(d, scale=1 / 3)) > LEVEL
    for wrong in (2 / 3, 3 / 2):
        assert p_value(lengths * wrong, stats.gamma(d, scale=1 / 3)) < 1e-30
    if d > 1:
        # One coordinate of a direction: its square is Beta(1/2, (d-1)/2).
        share = (noise[:, 0] / lengths) ** 2
        assert p_value(share, stats.beta(0.5, (d - 1) / 2)) > LEVEL
    assert abs(np.mean(np.sign(noise), axis=0)).max() < 5 / math.sqrt(N)


@pytest.mark.parametrize("byte", [b"\x00", b"\xff"])
def test_the_ends_of_the_words_give_finite_numbers(byte):
    entropy = Entropy(lambda k: byte * k)
    assert 0 < entropy.uniforms(1)[0] <= 1
    for numbers in (entropy.exponentials(3), entropy.normals(3), entropy.vector(3, 1.0)):
        assert np.isfinite(numbers).all()
    assert np.linalg.norm(entropy.normals(3)) > 0


def test_whole_numbers_have_no_remainder_bias():
    # 2/3 of 2^64 would be where a remainder shows; here a k that is far from a power of two.
    entropy = Entropy(Repeated())
    counts = np.bincount([entropy.below(5) for _ in range(N)], minlength=5)
    assert stats.chisquare(counts).pvalue > LEVEL
    # All words but those that are drawn again give the same share of each number.
    words = iter(np.arange(8, dtype=np.uint64) << np.uint64(61))
    source = Entropy(lambda _: np.uint64(next(words)).tobytes())
    assert sorted(source.below(5) for _ in range(5)) == [0, 1, 2, 3, 4]


def test_all_orders_are_equally_likely():
    entropy = Entropy(Repeated())
    orders = [tuple(entropy.permutation(4).tolist()) for _ in range(6_000)]
    counts = [orders.count(each) for each in set(orders)]
    assert len(counts) == math.factorial(4)
    assert stats.chisquare(counts).pvalue > LEVEL


def test_a_choice_has_its_probabilities():
    entropy = Entropy(Repeated())
    probabilities = np.array([0.1, 0.0, 0.6, 0.3])
    counts = np.bincount([entropy.choice(probabilities) for _ in range(N)], minlength=4)
    assert counts[1] == 0
    assert stats.chisquare(counts[[0, 2, 3]], N * probabilities[[0, 2, 3]]).pvalue > LEVEL


def test_each_word_is_used_once():
    # A source that counts: words 0, 1, 2, …; the leading 53 bits tell which was used.
    given = 0

    def count(k):
        nonlocal given
        words = np.arange(given, given + k // 8, dtype=np.uint64) << np.uint64(12)
        given += k // 8
        return words.tobytes()

    entropy = Entropy(count)
    used = [round(u * 2**53) for k in (3, 1000, 5, 2000, 1) for u in entropy.uniforms(k)]
    assert len(set(used)) == len(used) == 3009


def test_a_fork_does_not_use_the_words_of_its_parent(monkeypatch):
    entropy = Entropy(Repeated())
    entropy.uniforms(1)
    rest = Entropy(Repeated()).uniforms(3)[1:]
    monkeypatch.setattr(os, "getpid", lambda: -1)
    assert not {*entropy.uniforms(2)} & {*rest}


def test_two_sources_of_the_system_never_agree():
    assert Entropy().uniforms(4).tolist() != Entropy().uniforms(4).tolist()
    assert Entropy()._source is os.urandom


def test_no_generator_and_no_seed_on_the_way_of_a_release():
    for path in Path(dpcore.release.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        names |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        imported = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        forbidden = {"random", "default_rng", "Generator", "RandomState", "SeedSequence", "seed"}
        assert not forbidden & (names | imported), path.name
