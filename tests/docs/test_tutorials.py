"""What a tutorial says to press is on a page, under that name: words on screen move."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.house.syntax import ROOT
from tests.pages import prose

TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BOLD = re.compile(r"\*\*(.+?)\*\*", re.S)
LEAST = 0.7
"""Share of a label that a text with gaps says itself: one that is all gaps would be any label."""


@cache
def on_screen() -> tuple[str, ...]:
    """Return the texts that pages may show: those of their modules, prose, lessons and scripts."""
    found = []
    for path in sorted((ROOT / "pages").rglob("*.py")):
        found += prose.texts(ast.parse(path.read_text("utf-8")))
    for folder, suffix in (("pages", ".md"), ("assets", ".toml"), ("assets", ".js")):
        for path in sorted((ROOT / folder).rglob(f"*{suffix}")):
            found += path.read_text("utf-8").splitlines()
    for path in sorted((ROOT / "dplab" / "studies" / "lessons").glob("*.toml")):
        found += re.findall(r'^title = "(.*)"$', path.read_text("utf-8"), re.M)
    return tuple(" ".join(text.split()) for text in found)


def is_shown(label: str) -> bool:
    """Return whether a text on screen is this label, or has it, whatever its gaps hold."""
    for text in on_screen():
        if label in text:
            return True
        gaps = text.split(prose.COMPUTED)
        said = len(gaps) > 1 and sum(map(len, gaps)) >= LEAST * len(label)
        if said and re.fullmatch(".+".join(map(re.escape, gaps)), label):
            return True
    return False


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[] if path.stem == "stakeholder" else [pytest.mark.whole])
        for path in TUTORIALS
    ],
    ids=lambda path: path.stem,
)
def test_what_a_tutorial_says_to_press_is_on_a_page(path: Path):
    labels = {" ".join(label.split()) for label in BOLD.findall(path.read_text("utf-8"))}
    assert len(labels) >= 8
    assert {label for label in labels if not is_shown(label)} == set()


def test_a_name_that_no_page_has_is_seen():
    assert is_shown("Try it with the sample")
    assert not is_shown("Try it with a sample of yours")


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_is_ten_minutes_of_numbered_steps(path: Path):
    text = path.read_text("utf-8")
    assert sum(map(int, re.findall(r"^## .*\((\d+) minutes\)$", text, re.M))) == 10
    steps = [int(number) for number in re.findall(r"^(\d+)\. ", text, re.M)]
    assert steps == [*range(1, len(steps) + 1)]
