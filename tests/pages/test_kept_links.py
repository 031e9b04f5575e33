"""Links that were given away open the same settings."""

import math
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from dplab.simulation.settings import Settings
from pages.comparison import values
from pages.kit import page, paths
from pages.kit.values import reading

KEPT = [
    line.split("\t")
    for line in (Path(__file__).parent / "kept_links.txt").read_text("utf-8").splitlines()
]
"""A link, the shared settings that it opened in an earlier version, and the page's own values.

What was meant by what an older link left out, as λ = 0.01 or ε = 0.1, is spelt out in it.
"""


def test_there_are_many():
    assert len(KEPT) == 51
    assert len({urlsplit(link).path for link, *_ in KEPT}) > 10


@pytest.mark.parametrize(("link", "shared", "own"), KEPT)
def test_a_kept_link_opens_the_same_settings(link: str, shared: str, own: str):
    parts = urlsplit(link)
    parts = urlsplit(paths.moved(parts.path, parts.query) or link)
    name, texts = paths.name_of(parts.path.strip("/")), dict(parse_qsl(parts.query))
    get = reading(texts)
    # What a later version has added stands at its default.
    assert values.settings_of(get) == eval(shared, {"Settings": Settings, "inf": math.inf})
    of_page = {
        value.name: get(value)
        for value in page.values_of(name)
        if value.name in texts and value.name not in values.VALUES
    }
    assert repr(of_page) == own
