"""Chance: the laws that it claims, and that no bit is used twice.

Each test of a law refuses at a p-value below 1e-4; the numbers are those of one fixed source of
bytes, so that it cannot flake.
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


@pytest.mark.parametrize("k", [1, 5, 53, 64, 65, 130])
def test_bits_are_fair_and_as_many_as_asked(k):
    entropy = Entropy(Repeated())
    drawn = [entropy.bits(k) for _ in range(2_000)]
    assert all(0 <= number < 2**k for number in drawn)
    for place in (0, k // 2, k - 1):
        ones = sum(number >> place & 1 for number in drawn)
        assert stats.binomtest(ones, len(drawn)).pvalue > LEVEL, place


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


def test_each_word_is_used_once():
    # A source that counts: words 0, 1, 2, ….
    given = 0

    def count(k):
        nonlocal given
        words = np.arange(given, given + k // 8, dtype="<u8")
        given += k // 8
        return words.tobytes()

    entropy = Entropy(count)
    used = [entropy.bits(64) for _ in range(5_000)] + [entropy.bits(1_024_000)]
    assert used[:-1] == list(range(5_000))
    assert used[-1] & (2**64 - 1) == 5_000
    assert used[-1] >> (15_999 * 64) == 20_999


def test_a_fork_does_not_use_the_words_of_its_parent(monkeypatch):
    entropy = Entropy(Repeated())
    entropy.bits(64)
    other = Entropy(Repeated())
    rest = {other.bits(64) for _ in range(3)}
    monkeypatch.setattr(os, "getpid", lambda: -1)
    assert not {entropy.bits(64), entropy.bits(64)} & rest


def test_two_sources_of_the_system_never_agree():
    assert Entropy().bits(256) != Entropy().bits(256)
    assert Entropy()._source is os.urandom


def test_no_generator_and_no_seed_on_the_way_of_a_release():
    for path in Path(dpcore.release.__file__).parent.rglob("*.py"):
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
