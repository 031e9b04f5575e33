"""The guides: links lead somewhere, names are those of the tree, nothing is said in two of them."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pages.comparison import values
from pages.contents import NAMES
from pages.kit import page
from pages.kit.paths import path_of
from pages.kit.text import sections
from tests.e2e.addresses import PAGES
from tests.house import syntax
from tests.house.syntax import ROOT

TOP = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "dpcore/README.md")
GUIDES = [ROOT / name for name in TOP] + sorted((ROOT / "docs").rglob("*.md"))

WORDS = {"README.md": 900, "CONTRIBUTING.md": 1_500, "CHANGELOG.md": 1_200}
"""As `wc -w` counts them, in the change log for 0.1.0."""

ELSEWHERE = {
    "https://distributed.dask.org",
    "https://keepachangelog.com/en/1.1.0/",
    "https://otter-grader.readthedocs.io",
    "https://semver.org/",
}
"""Links to other sites, which no test can open: whoever adds one has looked at it."""

IN_A_ROW = 25
"""So many words in a row are a paragraph."""

OPENED = "heading_open"

FOLDERS = {
    *("assets", "benchmarks", "container", "docs", "dpcore", "dplab", "edition", "pages"),
    *("requirements", "server", "tests", ".github"),
}
FRAME = {"embed", "present", "story", "scene"}
"""Values of an address that belong to the frame around every page."""


def tokens(text: str) -> Iterator[Token]:
    """Yield what a text is made of, and what its lines are."""
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        yield token
        yield from token.children or ()


def links(text: str) -> list[str]:
    """Return where the links and pictures of a text lead."""
    found = []
    for token in tokens(text):
        found += [str(token.attrs[name]) for name in ("href", "src") if name in token.attrs]
        if token.type in ("html_block", "html_inline"):
            found += re.findall(r'(?:src|srcset|href)="([^"]+)"', token.content)
    return found


def named(text: str) -> list[str]:
    """Return what stands between backticks, in lines and not in blocks."""
    return [token.content for token in tokens(text) if token.type == "code_inline"]


def anchors(text: str) -> list[str]:
    """Return what a link may name behind a #, as GitHub makes it of headings.

    Examples
    --------
    >>> anchors("# Who pays?\\n\\n## Choose `ε`, *then* λ")
    ['who-pays', 'choose-ε-then-λ']
    """
    inside = [
        heading.children or () for token, heading in pairwise(tokens(text)) if token.type == OPENED
    ]
    said = ["".join(each.content for each in children) for children in inside]
    return [re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in said]


@cache
def anchors_of(path: Path) -> list[str]:
    return anchors(path.read_text("utf-8"))


def dead(text: str, folder: Path) -> list[str]:
    """Return the links of a text in a folder that lead to no file, or to no heading of one."""
    found = []
    for link in links(text):
        parts = urlsplit(unquote(link))
        if parts.scheme:
            continue
        target = (folder / parts.path).resolve()
        if not (parts.path and target.exists() and target.is_relative_to(ROOT)) or (
            parts.fragment and parts.fragment not in anchors_of(target)
        ):
            found.append(link)
    return found


def identity(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", GUIDES, ids=identity)
def test_every_link_leads_to_a_file_and_a_heading(path: Path):
    text = path.read_text("utf-8")
    # One within the page names no file.
    assert dead(re.sub(r"\]\(#", f"]({path.name}#", text), path.parent) == []


def test_a_link_that_leads_nowhere_is_seen():
    wrong = ["docs/none.md", "docs/hosting.md#none", "../outside.md", "assets/none.png"]
    text = f"[a]({wrong[0]}) [b]({wrong[1]}) [c]({wrong[2]})\n\n<img src='' src=\"{wrong[3]}\">\n"
    assert dead(text, ROOT) == wrong
    assert dead("[a](docs/hosting.md#sizes) [b](https://a.example/c.md)", ROOT) == []


def test_links_to_other_sites_are_those_that_somebody_looked_at():
    found = {link for path in GUIDES for link in links(path.read_text("utf-8"))}
    assert {link for link in found if urlsplit(link).scheme} == ELSEWHERE
    for link in ELSEWHERE:
        parts = urlsplit(link)
        assert parts.scheme == "https"
        assert re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", parts.netloc)
        assert re.fullmatch(r"[\w./-]*", parts.path + parts.query + parts.fragment)


def strange(text: str) -> list[str]:
    """Return addresses between backticks that are no page's, or name what no page asks."""
    asked = {value.name for name in syntax.page_names() for value in page.about(name).values}
    asked |= {value.name for value in values.VALUES.values()} | FRAME
    whole = re.compile(r"/([a-z-]*)(\?\S+)?")
    said = {each: urlsplit(each) for each in named(text) if whole.fullmatch(each)}
    return [
        each
        for each, parts in said.items()
        if parts.path not in PAGES or not parse_qs(parts.query).keys() <= asked
    ]


@pytest.mark.parametrize("path", GUIDES, ids=identity)
def test_every_address_that_is_named_is_a_pages(path: Path):
    text = path.read_text("utf-8")
    assert strange(text) == []
    framed = re.findall(r"https://explorer\.example(/[a-z-]+\?[^\"\s]+)", text)
    assert strange(" ".join(f"`{each}`" for each in framed)) == []


def test_a_strange_address_is_seen():
    said = ["/trade-of", "/lessons?lesson_open=class", "/?epsilon=1", "/release?release_part=use"]
    assert strange(" ".join(f"`{each}`" for each in said)) == said[:2]


def test_the_readme_lists_the_pages_with_their_questions_in_order():
    titles = [sections(name)["lead"].partition("\n")[0].removeprefix("# ") for name in NAMES]
    assert [*PAGES.items()] == [*zip(map(path_of, NAMES), titles, strict=True)]


@pytest.mark.parametrize("path", GUIDES, ids=identity)
def test_every_file_and_command_that_is_named_is_there(path: Path):
    text = path.read_text("utf-8")
    files = [each for each in named(text) if re.fullmatch(r"[\w./-]+/[\w./-]*\w", each)]
    ours = [each for each in files if each.partition("/")[0] in FOLDERS]
    assert [each for each in ours if not list(ROOT.glob(f"{each}*"))] == []
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.M)) <= set(targets)


@pytest.mark.parametrize("name", WORDS)
def test_a_guide_at_the_top_is_short(name: str):
    text = (ROOT / name).read_text("utf-8")
    first = text.partition("\n## 0.1.0")[2].partition("\n## ")[0]
    assert len((first or text).split()) <= WORDS[name]


def rows_of(text: str) -> set[tuple[str, ...]]:
    """Return all words of a text that follow each other, so many as are a paragraph."""
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[i : i + IN_A_ROW]) for i in range(len(words) - IN_A_ROW + 1)}


def test_nothing_is_said_in_two_guides():
    rows = {path: rows_of(path.read_text("utf-8")) for path in GUIDES}
    twice = {
        (identity(one), identity(other)): " ".join(min(rows[one] & rows[other]))
        for i, one in enumerate(GUIDES)
        for other in GUIDES[i + 1 :]
        if rows[one] & rows[other]
    }
    assert twice == {}


def test_a_paragraph_that_is_copied_is_seen_whatever_its_lines():
    words = [f"w{i}" for i in range(IN_A_ROW)]
    assert rows_of("x " + "\n".join(words)) & rows_of(" ".join(words) + ".")
    assert not rows_of(" ".join(words[1:])) & rows_of(" ".join(words))
