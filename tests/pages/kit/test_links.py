"""Links from page to page: each leads to a page that exists, and sets only what that page knows."""

from urllib.parse import parse_qsl

import pytest

from dpcore.checks import InvalidInput
from dplab.studies.lessons import entries as lessons
from dplab.studies.papers import entries
from pages.kit import address
from tests.house import screen
from tests.pages.screen import complaints, opened


def unknown(app) -> list[str]:
    """Return what the page's links name that their targets do not know."""
    found = []
    for link in app.get("page_link"):
        name = link.proto.page.strip("/").replace("-", "_") or "overview"
        query = dict(parse_qsl(link.proto.query_string)).get(address.SET, "")
        named = [key for key, _ in parse_qsl(query, keep_blank_values=True)]
        found += list(screen.unknown_of_link(name, named))
    return found


@pytest.mark.parametrize(
    ("page", "at"),
    [
        ("all_pages", {}),
        ("overview", {}),
        ("data", {}),
        ("lessons", {}),
        ("lessons", {"lessons_open": "course"}),
    ],
)
def test_links_of_a_page_name_what_their_target_knows(page: str, at: dict[str, str]):
    app = opened(page, n="300", **at)
    assert complaints(app) == []
    assert len(app.get("page_link")) > 0
    assert unknown(app) == []


@pytest.mark.parametrize("entry", entries.entries())
def test_links_of_the_papers_name_what_their_target_knows(entry: str):
    app = opened("papers", entry=entry)
    assert complaints(app) == []
    assert unknown(app) == []


@pytest.mark.usefixtures("few_epsilons")
@pytest.mark.parametrize("lesson", lessons.lessons())
def test_links_of_a_lessons_steps_name_what_their_target_knows(lesson: str):
    for number, step in enumerate(lessons.lessons()[lesson].steps, 1):
        app = opened("papers", lesson=lesson, step=str(number))  # its links lead elsewhere
        assert [link.proto.page for link in app.get("page_link")], step.title
        assert unknown(app) == []


def test_a_broken_entry_takes_no_other_page_down(monkeypatch):
    def broken():
        raise InvalidInput("cm08_figure_1.toml is not an entry: 'panels'.")

    monkeypatch.setattr("dplab.studies.papers.entries.entries", broken)
    monkeypatch.setattr("pages.papers.choices.entries", broken)
    monkeypatch.setattr("pages.papers.answer.entries", broken)
    assert complaints(opened("overview", n="300")) == []
    app = opened("papers")
    assert complaints(app) == []
    assert ["cm08" in error.value for error in app.error] == [True]
