"""What a person reads is plain English: turns of phrase that an editor would strike out.

The texts are those of pages, tooltips, lessons, stories, guides and the README; `english.toml` has
the patterns. A pattern whose sentences are not all rewritten yet says how
many are left.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.house.syntax import ROOT
from tests.pages import prose

PATTERNS = {
    each["name"]: each
    for each in tomllib.loads((ROOT / "tests/house/english.toml").read_text("utf-8"))["pattern"]
}
WRITTEN = (
    "pages/**/page.md", "pages/**/help.toml", "pages/**/sentences.py", "pages/**/sentences/*.py",
    "pages/**/view.py", "pages/**/claims.md", "dplab/studies/**/*.toml", "docs/*.md", "README.md",
    "dpcore/privacy/proofs/*.md",
)  # fmt: skip
"""Where texts for readers are written."""


@cache
def written() -> tuple[tuple[str, str], ...]:
    """Return every sentence that a person reads, with the file that has it."""
    return tuple(_written())


def _written() -> Iterator[tuple[str, str]]:
    for place in WRITTEN:
        for path in sorted(ROOT.glob(place)):
            for sentence in prose.of_file(path):
                if not sentence.startswith("```"):  # what a program reads
                    yield str(path.relative_to(ROOT)), sentence


def hits(pattern: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the sentences that have a turn of phrase."""
    found = re.compile(pattern["regex"])
    return [each for each in written() if found.search(each[1])]


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_catches_its_three_and_lets_three_pass(name: str):
    pattern = PATTERNS[name]
    found = re.compile(pattern["regex"])
    assert len(pattern["catches"]) == len(pattern["passes"]) == 3
    assert [each for each in pattern["catches"] if not found.search(each)] == []
    assert [each for each in pattern["passes"] if found.search(each)] == []


@pytest.mark.parametrize("name", PATTERNS)
def test_no_text_has_a_turn_of_phrase_that_an_editor_would_strike_out(name: str):
    pattern, found = PATTERNS[name], hits(PATTERNS[name])
    listed = "\n".join(f"{place}: {sentence[:120]}" for place, sentence in found)
    assert len(found) == pattern.get("left", 0), f"write {pattern['instead']}:\n{listed}"


def test_texts_of_every_kind_are_read():
    places = {Path(place).suffix for place, _ in written()}
    assert places == {".md", ".toml", ".py"}
    assert len(written()) > 5_000
