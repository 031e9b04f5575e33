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
from dpcore.release import entropy as entropies
from dpcore.release.entropy import Entropy
from tests.release.cases import Repeated
from tests.release.replay.planted import Mistake

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


class Counted:
    """Words 0, 1, 2, …, by their places in the source."""

    def __init__(self, times: int = 1) -> None:
        self._given, self._times = 0, times

    def __call__(self, k: int) -> bytes:
        words = np.arange(self._given, self._given + k // 8, dtype="<u8")
        self._given += k // 8
        return (words * np.uint64(self._times)).tobytes()


def test_each_word_is_used_once():
    entropy = Entropy(Counted())
    used = [entropy.bits(64) for _ in range(5_000)] + [entropy.bits(1_024_000)]
    assert used[:-1] == list(range(5_000))
    assert used[-1] == sum(word << 64 * i for i, word in enumerate(range(5_000, 21_000)))


def is_made_of_whole_words_each_once():
    """Assert it of numbers of up to 400 bits, and that the words behind them are the next ones."""
    odd, first = 0x9E3779B97F4A7C15, 0
    entropy = Entropy(Counted(odd))
    for k in (1, 63, 64, 65, 127, 128, 129, 191, 193, 400):
        n_words = math.ceil(k / 64)
        words = [place * odd % 2**64 for place in range(first, first + n_words)]
        whole = sum(word << 64 * i for i, word in enumerate(words))
        assert entropy.bits(k) == whole >> (64 * n_words - k), k
        first += n_words


def test_a_number_beyond_64_bits_is_made_of_whole_words_each_once():
    is_made_of_whole_words_each_once()


BEYOND_64_BITS = {
    "one word again and again": Mistake(
        entropies, "Entropy.bits", "self._take(-(-k // 64))", "self._take(1).repeat(-(-k // 64))"
    ),
    "words that are turned round": Mistake(entropies, "Entropy.bits", '"little"', '"big"'),
    "a word too few": Mistake(
        entropies, "Entropy.bits", "self._take(-(-k // 64))", "self._take(max(1, k // 64))"
    ),
    "a word that is used again": Mistake(
        entropies, "Entropy._take", "self._words[k:]", "self._words[min(k, 1):]"
    ),
}


@pytest.mark.parametrize("name", BEYOND_64_BITS)
def test_a_planted_mistake_beyond_64_bits_is_found(name, monkeypatch):
    BEYOND_64_BITS[name].plant(monkeypatch)
    with pytest.raises(AssertionError):
        is_made_of_whole_words_each_once()


@pytest.mark.parametrize("k", [3 << 64, 5 << 125, 2**64 + 1, 7**60])
def test_whole_numbers_beyond_64_bits_have_no_remainder_bias(k):
    entropy = Entropy(Repeated())
    numbers = [entropy.below(k) for _ in range(N // 2)]
    assert 0 <= min(numbers) <= max(numbers) < k
    eighths = np.bincount([8 * number // k for number in numbers], minlength=8)
    assert stats.chisquare(eighths).pvalue > LEVEL
    lowest = np.bincount([number % 5 for number in numbers], minlength=5)
    assert stats.chisquare(lowest).pvalue > LEVEL
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(("k", "n_words"), [(2, 1), (2**64, 1), (2**65, 2), (2**128, 2)])
def test_a_power_of_two_takes_as_many_bits_as_it_needs_and_no_second_try(k, n_words):
    source = Counted(0x9E3779B97F4A7C15)
    entropy, other = Entropy(source), Entropy(Counted(0x9E3779B97F4A7C15))
    for _ in range(50):
        assert entropy.below(k) == other.bits(64 * n_words) >> (64 * n_words - k.bit_length() + 1)


@pytest.mark.parametrize("n", [1, 2, 3, 100])
def test_an_order_has_each_row_once(n):
    assert sorted(Entropy(Repeated()).permutation(n).tolist()) == list(range(n))


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
