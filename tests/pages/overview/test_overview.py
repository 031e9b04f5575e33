"""The Overview: an instrument with all its places in one message, and four doors."""

import json
import re
from dataclasses import replace
from decimal import Decimal, getcontext
from urllib.parse import parse_qs, parse_qsl

import pytest

from dpcore.privacy import risk
from dplab.studies.overview import dial
from edition import views
from pages.kit import text
from pages.kit.figures import style
from pages.kit.frame import page_frame
from pages.kit.frame.story import shipped
from pages.kit.paths import path_of
from pages.kit.view import View
from pages.overview import figures, sentences
from pages.overview.figures import Content
from tests.pages.screen import complaints, opened

MOST = 120_000
"""Bytes of script, styles and data."""


def shown(epsilon: str = "1") -> View[Content]:
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
    of_cost = [told["cost"][name] for name in ("places", "mean", "low", "high", "marked")]
    of_two = [told["two"][name] for name in ("inks", "shares")]
    for each in (*told["gauge"].values(), *of_cost, *of_two):
        assert isinstance(each, float) or len(each) == places
    assert len(told["two"]["rows"]) == 6
    assert max(told["cost"]["high"]) <= told["cost"]["top"]
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


def of_two(epsilon: float) -> Decimal:
    """Return e^ε/(1 + e^ε), by another road than the program's."""
    return Decimal(epsilon).exp() / (1 + Decimal(epsilon).exp())


def test_at_each_place_picture_gauge_and_sentence_are_those_of_the_limit():
    getcontext().prec = 50
    told, found = figures.content(), dial.stored()
    for at, (stop, said) in enumerate(zip(found.stops[:-1], told["stops"], strict=False)):
        limit, ink = of_two(stop.epsilon), told["two"]["inks"][at]
        assert ink == pytest.approx((float(limit), float(1 - limit)), abs=1e-12)
        assert told["gauge"]["limit"][at] == pytest.approx(float(limit))
        assert told["gauge"]["attack"][at] == stop.attack <= limit
        sentence = "".join(said["said"])
        if limit >= Decimal("0.9985"):
            (odds,) = re.findall(r"wrong at least about once in ([\d,]+) times", sentence)
            assert float(odds.replace(",", "")) == pytest.approx(float(1 / (1 - limit)), rel=0.05)
        else:
            (right,) = re.findall(r"right at most ([\d.]+) times in 100", sentence)
            assert abs(Decimal(right) / 100 - limit) <= Decimal("0.005")
            assert told["two"]["shares"][at][0] == right
            own, other = map(Decimal, told["two"]["shares"][at])
            assert own + other == 100
        assert "can " not in sentence
    assert told["two"]["inks"][-1] == (1, 0)


def test_any_two_places_differ_in_a_number_of_the_risk():
    stops = figures.content()["stops"]
    assert len({stop["risk"] for stop in stops}) == len(stops)
    assert len({stop["said"][1] for stop in stops}) == len(stops)


def test_the_sentence_about_risk_is_the_one_that_all_pages_say():
    found = dial.stored()
    plain = found.stops[-1]
    for stop, told in zip(found.stops, figures.content()["stops"], strict=True):
        assert told["said"][1] == f" {risk.sentence(stop.epsilon)} "
        (people,) = re.findall(
            r"Of 1,000 people, (\d+) (?:more )?get a wrong label", told["said"][2]
        )
        is_more = "more get a wrong label than without noise." in told["said"][2]
        error = 1000 * (stop.error - plain.error if is_more else stop.error)
        assert abs(int(people) - error) <= max(0.5, min(5.0, 1000 * stop.deviation))
        # A number that other draws would change by more ends in 0.
        assert 2000 * stop.deviation < 10 or people.endswith("0")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (0.5, "500 get a wrong label: more than the 412 of always predicting “benign”."),
        (0.43, "430 get a wrong label: not clearly fewer than the 412 of always predicting"),
        (0.37, "370 get a wrong label: not clearly fewer than the 412 of always predicting"),
        (0.3, "260 more get a wrong label than without noise."),
    ],
)
def test_beside_a_constant_answer_only_what_the_draws_support_is_said(error: float, said: str):
    found = dial.stored()
    stop = replace(found.stops[0], error=error, deviation=0.03)
    told = sentences.said(stop, found.stops[-1], found.rule)[2]
    assert told.startswith(f"Of 1,000 people, {said}")
    assert ("clearly" in told) == (abs(error - found.rule.error) < 0.06)


def test_the_note_says_by_how_much_new_noise_would_move_the_mean():
    found = dial.stored()
    first, *_, plain = found.stops
    assert "New noise would move the 440 by about ± 70." in sentences.of_people(first, found)
    assert "New noise" not in sentences.of_people(plain, found)


def test_at_the_first_place_the_classifier_is_far_better_than_a_constant_answer():
    at, found = views.view("overview", {}).answer["told"]["at"], dial.stored()
    assert found.stops[at].epsilon == 1
    assert found.stops[at].error < found.rule.error / 2


def test_values_are_those_of_the_table():
    rows = figures.content()["two"]["rows"]
    table = dial.candidates(dial.Question()).rows
    for row in rows:
        assert [float(text) for text in row["shown"]] == [float(v) for v in table[row["name"]]]
        assert all(0 <= place <= 1 for place in row["values"])


def test_doors_lead_to_the_same_patients_whatever_was_set_before():
    foreign = {"n": "100", "lam": "0.01", "seed": "3", "adversary_row": "2", "decide_risk": "60"}
    app = opened(epsilon="2.4", **foreign)
    links = {link.proto.label: link.proto for link in app.get("page_link")}
    for label in (
        "Reconstruct one of these records",
        "Compare the methods on these patients",
        "Which ε for these patients?",
    ):
        sets = dict(parse_qsl(parse_qs(links[label].query_string)["set"][0]))
        assert sets.pop("data") == "breast_cancer"
        assert sets.pop("epsilon") == "2"  # of the place where the dial stands
        assert {"n": "all", "lam": "auto", "seed": "0"}.items() <= sets.items()


def test_doors_and_slides_open_what_they_say():
    links = [link.proto for link in opened().get("page_link")][: -len(page_frame.FOOT)]
    doors = {header.value for header in opened().header}
    assert doors == {"Learn", "Teach", "Analyse", "Decide"}
    assert len(links) == 9
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
