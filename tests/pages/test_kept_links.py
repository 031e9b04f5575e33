"""Links that were given away open the same settings."""

import math
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from dplab.simulation.settings import Settings
from pages.comparison import values
from pages.comparison.screen import settings
from pages.kit import address, page, paths

KEPT = [
    line.split("\t")
    for line in (Path(__file__).parent / "kept_links.txt").read_text("utf-8").splitlines()
]
"""A link, the shared settings that it opened in an earlier version, and the page's own values."""


def test_there_are_many():
    assert len(KEPT) == 50
    assert len({urlsplit(link).path for link, *_ in KEPT}) > 10


@pytest.mark.parametrize(("link", "shared", "own"), KEPT)
def test_a_kept_link_opens_the_same_settings(monkeypatch, link: str, shared: str, own: str):
    parts = urlsplit(link)
    name, said = paths.name_of(parts.path.strip("/")), dict(parse_qsl(parts.query))
    query = said | address.older(page.values_of(name), said)
    monkeypatch.setattr(address, "text_of", lambda value: query.get(value.name, value.default))
    # What a later version has added stands at its default. λ that follows ε came later: on pages
    # that know it an older link says so, and others ask for one λ.
    knows_lam = values.VALUES["lam"] in page.values_of(name)
    shown = settings.chosen() if knows_lam else settings.about_one_lam()
    assert shown == eval(shared, {"Settings": Settings, "inf": math.inf})
    of_page = {
        value.name: value.read(query[value.name])
        for value in page.values_of(name)
        if value.name in said and value.name not in values.VALUES
    }
    assert repr(of_page) == own
