"""The Overview: an instrument with all its places in one message, and four doors."""

import json
import math
import re
from urllib.parse import parse_qs, parse_qsl

import pytest

from dplab.studies.overview import dial
from edition import views
from pages.kit import text
from pages.kit.figures import style
from pages.kit.frame.story import shipped
from pages.kit.paths import path_of
from pages.kit.view import View
from pages.overview import figures
from pages.overview.figures import Content
from tests.pages.screen import complaints, opened

MOST = 120_000
"""Bytes of script, styles and data."""


def shown(epsilon: str = "0.1") -> View[Content]:
    return views.view("overview", {"epsilon": epsilon})


def test_the_first_message_has_all_that_the_view_has():
    app = opened(epsilon="3")
    assert complaints(app) == []
    (drawn,) = app.get("bidi_component")
    content = shown("3").answer
    sent = json.loads(drawn.proto.json)
    assert sent["told"].pop("session")
    assert sent["told"].pop("turn") == 0
    assert sent == json.loads(json.dumps(content))


def test_the_view_holds_every_place_of_the_dial():
    told = shown().answer
    assert [stop["name"] for stop in told["stops"]] == [
        *(f"ε = {epsilon:g}" for epsilon in dial.EPSILONS),
        "no noise",
    ]
    places = len(told["stops"])
    of_people = [told["people"][name] for name in ("places", "mean", "low", "high", "marked")]
    of_rows = [row[name] for row in told["person"]["rows"] for name in ("ranges", "shown")]
    for each in (*told["gauge"].values(), told["person"]["beliefs"], *of_people, *of_rows):
        assert isinstance(each, float) or len(each) == places
    assert len(told["person"]["rows"]) == 6
    assert max(told["people"]["high"]) <= told["people"]["top"]
    files = sum(path.stat().st_size for path in text.COMPONENTS.iterdir())
    assert len(json.dumps(told).encode()) + files <= MOST
    assert (text.COMPONENTS / "instrument.js").stat().st_size <= 15_000


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("1", "ε = 1"),
        ("2.4", "ε = 2"),
        ("0.001", "ε = 0.01"),
        ("100", "ε = 20"),
        ("inf", "no noise"),
    ],
)
def test_the_dial_begins_at_the_place_nearest_to_the_address(asked: str, name: str):
    found = shown(asked)
    stop = found.answer["stops"][found.answer["told"]["at"]]
    assert stop["name"] == name
    assert (found.sentence, found.alt) == ("".join(stop["said"]), " ".join(stop["alts"]))


def test_a_sentence_holds_both_numbers_and_the_attack_never_stands_above_the_limit():
    found = dial.stored()
    for stop, told in zip(found.stops, figures.content()["stops"], strict=True):
        sentence = "".join(told["said"])
        assert f"Of 1,000 people {1000 * stop.error:.0f} get a wrong label" in sentence
        assert "knows every other record, and considers ten people equally likely" in sentence
        if most := re.search(
            r"at most ([\d.]+) times in 100 \(the best attack here: ([\d.]+)\)", sentence
        ):
            assert float(most[1]) >= 100 * stop.limit - 1e-9  # a bound is rounded up
            assert float(most[1]) >= float(most[2])
        else:
            assert stop.limit > 0.99
            assert math.isinf(stop.epsilon) or "is not ruled out" in sentence


def test_where_a_constant_answer_is_better_the_sentence_says_so():
    found = dial.stored()
    for stop, told in zip(found.stops, figures.content()["stops"], strict=True):
        is_worse = stop.error >= found.rule.error
        assert ("more than the 372 of always answering “benign”" in told["said"][1]) == is_worse


def test_values_are_exact_without_noise_and_ranges_at_every_epsilon():
    rows = figures.content()["person"]["rows"]
    person = dial.suspects(dial.Question())
    for row in rows:
        *fogged, exact = row["shown"]
        assert exact == str(person.rows[row["name"]].iloc[person.truth]).removesuffix(".0")
        assert all(" to " in text or "in 100" in text for text in fogged)


def test_doors_and_slides_open_what_they_say():
    links = [link.proto for link in opened().get("page_link")]
    doors = {header.value for header in opened().header}
    assert doors == {"Learn", "Teach", "Analyse", "Decide"}
    assert len(links) == 8
    slides = [link for link in links if "Slides" in link.label]
    opens = [dict(parse_qsl(parse_qs(link.query_string)["set"][0])) for link in slides]
    assert [each["story"] for each in opens] == ["class", "analysts", "board"]
    assert all(each["present"] == each["scene"] == "1" for each in opens)
    first = [shipped()[each["story"]].scenes[0].page for each in opens]
    assert [link.page for link in slides] == [path_of(page).strip("/") for page in first]


def test_colours_are_those_of_all_pages():
    light, dark = style.LIGHT, style.DARK
    names = {"limit": "output", "cost": "objective"}
    pairs = {each: (light.methods[name], dark.methods[name]) for each, name in names.items()}
    pairs |= {
        name: (getattr(light, name), getattr(dark, name))
        for name in ("ink", "quiet", "grid", "ground")
    }
    rules = text.style_of("instrument")
    assert {
        name: (one, other)
        for name, one, other in re.findall(r"--(\w+): light-dark\((#\w+), (#\w+)\)", rules)
    } == pairs
    assert not re.search(r"(?<!light-dark\()(?<!, )#[0-9a-f]{6}", rules)


@pytest.mark.parametrize(
    ("address", "is_linked"),
    [("https://course.example/privacy/", True), ("", False), ("javascript:alert(1)", False)],
)
def test_overview_links_to_the_edition_where_the_server_knows_it(address, is_linked, monkeypatch):
    monkeypatch.setenv("EXPLORER_EDITION", address)
    links = [each.value for each in opened().markdown if "without a server" in each.value]
    assert bool(links) == is_linked
    assert all(f"(<{address}>)" in each for each in links)
