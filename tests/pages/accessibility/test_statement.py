"""The statement on accessibility: on a page of its own, to which every page leads at its foot."""

import re
import tomllib
from datetime import datetime
from pathlib import Path

import pytest
import streamlit

from pages.contents import NAMES
from pages.kit import text
from tests.house.some import some
from tests.house.syntax import ROOT
from tests.pages.screen import complaints, opened, words

OURS = ("dpcore", "edition", "pages", "server")


def test_the_page_says_what_the_guide_says():
    app = opened("accessibility")
    assert complaints(app) == []
    assert text.statement().strip() in [each.value.strip() for each in app.markdown]
    assert (ROOT / "docs/accessibility.md").read_text("utf-8").endswith(text.statement())


@pytest.mark.parametrize("name", some(NAMES, ("data", "release")))
def test_every_page_leads_to_it_at_its_foot(name: str):
    links = [(each.proto.page, each.proto.label) for each in opened(name).get("page_link")]
    assert links[-2:] == [("all-pages", "All pages"), ("accessibility", "Accessibility")]


def test_a_slide_has_no_foot():
    app = opened("trade_off", present="1", n="300", draws="2")
    assert "Accessibility" not in [each.proto.label for each in app.get("page_link")]


def test_the_foot_names_the_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == text.VERSION
    assert f"Privacy-Accuracy Explorer {text.VERSION}" in words(opened("accessibility"))


HTML = re.compile(r"<!doctype html>(?:\\n|\s)*<html([^>]*)>", re.I)


def test_every_page_that_is_served_saved_or_printed_says_its_language():
    served = Path(streamlit.__file__).parent / "static" / "index.html"
    written = [path for folder in OURS for path in (ROOT / folder).rglob("*") if path.is_file()]
    found = [
        (path, tag)
        for path in (served, *written)
        if path.suffix in (".html", ".py")
        for tag in HTML.findall(path.read_text("utf-8"))
    ]
    assert len(found) > 4
    assert [str(path) for path, tag in found if 'lang="en"' not in tag] == []


LINE = re.compile(r"^- .+?(?=^- |^$|\Z)", re.M | re.S)
HELD = re.compile(r"Test:(?: `[\w/]+\.py`,?)+\.$")
TRIED = re.compile(r"(?:Tried|Known) on (\d+ \w+ \d{4})\.$")


def unproven(statement: str) -> list[str]:
    """Return the lines that name neither a test that exists nor a day that has been."""
    found = []
    for line in LINE.findall(statement):
        said = " ".join(line.split())
        held, tried = HELD.search(said), TRIED.search(said)
        files = re.findall(r"`([\w/]+\.py)`", held[0]) if held else []
        is_known = bool(tried) and datetime.strptime(tried[1], "%d %B %Y") <= datetime.now()
        if not is_known and not (files and all((ROOT / file).is_file() for file in files)):
            found.append(said)
    return found


def test_every_line_of_the_statement_has_its_test_or_its_date():
    assert len(LINE.findall(text.statement())) > 12
    assert unproven(text.statement()) == []


@pytest.mark.parametrize(
    "line",
    [
        "- Everything works.",
        "- **Sound.** None. Test: `tests/e2e/test_of_nothing.py`.",
        "- Tried by many. Tried on 3 March 2999.",
    ],
)
def test_a_line_without_either_is_seen(line: str):
    assert unproven(f"{line}\n") == [line]
