"""Addresses of pages and parts that moved lead to where these are now, with all that is asked."""

from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pages.kit import page, paths, text
from pages.kit.frame import story
from pages.kit.values import reading

MOVES = (
    {"from": "old", "to": "trade_off", "unsaid": {"axis": "n", "spacing": "equal steps"}},
    {
        "from": "is_it_private",
        "where": {"part": "errata"},
        "to": "papers",
        "says": {"papers_part": "errata"},
    },
    {"from": "beginning", "to": "overview"},
)


def moved(path: str, query: str = "") -> str:
    return paths.moved(path, query, MOVES)


@pytest.mark.parametrize(
    ("path", "query", "there"),
    [
        ("/old", "", "/trade-off?axis=n&spacing=equal+steps"),
        ("/old", "spacing=&axis=lam", "/trade-off?spacing=&axis=lam"),
        ("/old", "axis=map&axis=lam&spacing=x", "/trade-off?axis=map&axis=lam&spacing=x"),
        ("/is-it-private", "part=errata", "/papers?papers_part=errata"),
        ("/is-it-private", "epsilon=2&part=errata&d=3", "/papers?epsilon=2&d=3&papers_part=errata"),
        # As Streamlit reads a name that stands there twice.
        ("/is-it-private", "part=meter&part=errata", "/papers?papers_part=errata"),
        ("/is-it-private", "part=errata&part=meter", ""),
        ("/is-it-private", "p%61rt=%65rrata", "/papers?papers_part=errata"),
        ("/is-it-private", "part=errata&papers_part=x", "/papers?papers_part=errata"),
        ("/is-it-private", "", ""),
        ("/papers", "part=errata", ""),
        ("/", "part=errata", ""),
        ("/beginning", "", "/"),
        ("/beginning", "epsilon=1", "/?epsilon=1"),
    ],
)
def test_an_old_address_leads_to_the_new_one(path: str, query: str, there: str):
    assert moved(path, query) == there


def test_what_shows_a_page_differently_is_kept():
    shown = "embed=true&embed_options=dark_theme&embed_options=show_padding&present=1&story=class"
    assert moved("/old", f"{shown}&axis=n&spacing=x") == f"/trade-off?{shown}&axis=n&spacing=x"


def test_a_copied_link_of_the_program_is_taken_apart():
    """Links between pages hold what they set in one piece, beside what the address said."""
    link = urlencode({"epsilon": "3", "set": urlencode({"part": "errata", "epsilon": "0.5"})})
    assert moved("/is-it-private", link) == "/papers?epsilon=0.5&papers_part=errata"
    assert moved("/old", "set=" + quote("axis=lam&spacing=a#b")) == (
        "/trade-off?axis=lam&spacing=a%23b"
    )
    assert moved("/old", "set=set%3Dset%253D&" + "set=" * 5000) == moved("/old")


@given(st.text(max_size=60))
@example("=" * 10_000)
@example("axis=%ff%fe&&%&=&%zz=%&a%00b=%0d%0aLocation:%20//evil.example")
@example("//evil.example/?http://evil.example")
@example("part=errata" + "&part=errata" * 5_000)
def test_whatever_is_asked_the_way_leads_to_a_page_of_ours_with_it(query: str):
    there = moved("/old", query)
    path, _, said = there.partition("?")
    assert path == "/trade-off"
    asked = dict(parse_qsl(query, keep_blank_values=True))
    if "set" not in asked:
        found = dict(parse_qsl(said, keep_blank_values=True))
        assert found == {"axis": "n", "spacing": "equal steps"} | asked


@pytest.mark.parametrize("move", text.moves(), ids=lambda move: move["from"])
def test_what_a_move_says_can_be_read_where_it_leads(move: dict):
    known = {value.name: value for value in page.values_of(move["to"])}
    said = move.get("says", {}) | move.get("unsaid", {})
    get = reading(said)
    for name in said:
        get(known[name])


@pytest.mark.parametrize("move", text.moves(), ids=lambda move: move["from"])
def test_no_move_leads_to_an_old_address(move: dict):
    old = paths.path_of(move["from"]), urlencode(move.get("where", {}))
    there = urlsplit(paths.moved(*old))
    assert there.path == paths.path_of(move["to"])
    assert not paths.moved(there.path, there.query)
    assert move["to"] in paths.names()
    assert "where" in move or move["from"] not in paths.names()


def test_a_link_of_an_older_story_opens_what_the_page_is_now():
    old = "/is-it-private?is_it_private_part=errata&is_it_private_erratum=slack&epsilon=2"
    there = story.scene(old, "A slip.")
    assert (there.page, dict(there.at)) == (
        "papers",
        {"papers_part": "errata", "is_it_private_erratum": "slack", "epsilon": "2"},
    )
