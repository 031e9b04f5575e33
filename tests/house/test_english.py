"""What a person reads is plain English: turns of phrase that an editor would strike out.

The texts are those of pages, tooltips, lessons, stories, guides and the README, the edition and its
notebooks, what scripts print, and every text in the code that a person may come to read: errors,
certificates, notices of the server. `english.toml` has the patterns. A pattern whose sentences are
not all rewritten yet says how many are left.
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
    "pages/**/page.md", "pages/**/help.toml", "pages/**/*.py", "pages/**/*.txt",
    "dpcore/**/*.py", "dpcore/privacy/proofs/*.md", "dplab/**/*.py", "dplab/studies/**/*.toml",
    "edition/**/*.py", "edition/templates/*.html", "assets/**/*.toml",
    "server/entry/*.py", "server/notices/*.py", "server/visits/*.py", "docs/**/*.md", "README.md",
)  # fmt: skip
"""Where texts for readers are written."""

MARKUP = re.compile(r"<[^>]*>|&lt;.*?&gt;|\{[{%#].*?[}%#]\}", re.S)
STYLE = re.compile(r"[\w-]+: [^;{}]+;|=…;|[{}]\s*$|=>|</?\w+|```")
"""What a browser or a program reads: rules of style, code, marks."""


@cache
def written() -> tuple[tuple[str, str], ...]:
    """Return every sentence that a person reads, with the file that has it."""
    return tuple(_written())


def _written() -> Iterator[tuple[str, str]]:
    for place in WRITTEN:
        for path in sorted(ROOT.glob(place)):
            for sentence in _sentences(path):
                yield str(path.relative_to(ROOT)), sentence


def _sentences(path: Path) -> list[str]:
    if path.suffix == ".html":
        return list(prose.sentences(MARKUP.sub(" ", path.read_text("utf-8"))))
    is_code = path.suffix == ".py"
    found = prose.of_file(path)
    return [x for x in found if not (x.startswith("```") or (is_code and STYLE.search(x)))]


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
    assert len(found) <= pattern.get("left", 0), f"write {pattern['instead']}:\n{listed}"


def test_texts_of_every_kind_are_read():
    places = {Path(place).suffix for place, _ in written()}
    assert places == {".md", ".toml", ".py", ".html", ".txt"}
    assert len(written()) > 20_000
