"""A claim about privacy names its attacker: ε limits whoever knows all other records.

Whoever knows less gains no more, unless they believe that records go together
(`tests/laplace/test_beliefs.py` computes what they gain then). So no text may say that the
limit holds for everybody.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.syntax import ROOT

TOO_WIDE = re.compile(
    r"\bso (for|of) (whoever|who|anybody|everybody|somebody|those who) knows? less"
    r"|(limit|guarantee|bound|ceiling)s? (always )?(holds?|is|are) (for|against) "
    r"(all\b(?! of them at once| (m |the )?records)|every(body|one)\b|any(body|one)\b"
    r"|(any|every|all) attackers?)"
    r"|\b(nobody|no one) who (starts|begins) from"
    r"|strongest attacker"
    r"|\banybody (gains|finds the|learns|can learn|could (learn|believe|name))"
    r"|whatever else (somebody|they|an attacker) knows?"
    r"|\bno attacker('s belief)? (exceeds|can exceed|gets beyond)"
    r"|belief of any attacker",
    re.I,
)
KINDS = {".md", ".toml", ".txt", ".html", ".py"}
HERE = "pages", "edition", "assets", "dpcore", "dplab", "server"
LETTERS = "README.md", "SECURITY.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))


def texts() -> Iterator[Path]:
    """Yield whatever has words for a reader: screens, lessons, stories, docstrings, guides."""
    for folder in HERE:
        yield from sorted(p for p in (ROOT / folder).rglob("*") if p.suffix in KINDS)
    yield from (ROOT / name for name in LETTERS)


def too_wide(text: str) -> list[str]:
    """Return what says more than ε proves; lines and pieces of a string make no difference."""
    flat = re.sub(r"\s+", " ", re.sub(r"\"\s*\n\s*f?\"|\n\s*#", "", text))
    return [found[0] for found in TOO_WIDE.finditer(flat)]


def test_no_text_says_that_the_limit_holds_for_everybody():
    read = list(texts())
    assert len(read) > 500
    assert {
        str(p.relative_to(ROOT)): found for p in read if (found := too_wide(p.read_text()))
    } == {}


@pytest.mark.parametrize(
    "said",
    [
        "The limit holds for whoever knows all other records, and so for whoever knows less.",
        "Other people and other attacks may do better; the limit holds for all.",
        "the limit holds for all data there could be",
        "At ε = 1 nobody who starts from 10 in 100 exceeds 23.2 after any release",
        "a limit to how often anybody finds the right one of ten people",
        "the limit holds\nfor everybody",
        'x = (\n    "the less "\n    f"anybody can learn about one person."\n)',
        "whatever the records are and whatever else somebody\nknows",
        "What no attacker's belief exceeds; None where nothing is proven.",
        "This is the strongest attacker.",
    ],
)
def test_a_text_without_the_attacker_is_seen(said: str):
    assert too_wide(said)


@pytest.mark.parametrize(
    "said",
    [
        "The limit holds for whoever knows all other records, and for whoever knows less unless "
        "they believe that records go together.",
        "nobody who knows all other records and starts from 10 in 100 exceeds 23.2",
        "The guarantee is then for all of them at once, and each record gets a part.",
        "The guarantee is the same for everybody.",
        "with the same knowledge, no attacker does better",
    ],
)
def test_a_text_that_names_the_attacker_passes(said: str):
    assert too_wide(said) == []
