"""The statement on accessibility: on a page of its own, to which every page leads at its foot."""

import tomllib

import pytest

from pages.contents import NAMES
from pages.kit import text
from tests.house.some import some
from tests.house.syntax import ROOT
from tests.pages.screen import complaints, opened, words


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
