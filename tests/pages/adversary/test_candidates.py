"""Two records that ε leaves open: ink, numbers and places, by formulas of their own."""

import math
import re
from itertools import combinations
from typing import Any

import pytest

from dplab.simulation.comparison import split_of
from dplab.simulation.settings import Settings
from dplab.studies.adversary import line_up, person, wide
from dplab.studies.adversary.attacks import Question
from dplab.studies.adversary.curve import Attack, named
from dplab.studies.decide import attack as of_decide
from edition.views import RememberingRecords, view
from pages.adversary import results
from pages.adversary.values import EPSILONS, PLACES
from pages.kit.values import spelled
from pages.kit.view import View
from tests.pages.screen import as_json

PAGE, RECORDS = "adversary", RememberingRecords()
PATIENTS = Settings(data="breast_cancer", lam="auto")


def at(epsilon: float, **texts: str) -> View[Question]:
    asked = {"adversary_scene": "epsilon", "epsilon": spelled(epsilon)} | texts
    return view(PAGE, asked, RECORDS)


def drawn(epsilon: float, **texts: str) -> dict[str, Any]:
    picture: dict[str, Any] = as_json(at(epsilon, **texts).draw(dark=False, phone=False))
    return picture


def inks(picture: dict[str, Any]) -> tuple[float, float]:
    """Return how opaque the true record's marks are, and the other's."""
    by_symbol = {trace["marker"]["symbol"]: trace["marker"]["color"] for trace in picture["data"]}
    circle, square = (float(by_symbol[name][:-1].split(",")[-1]) for name in ("circle", "square"))
    return circle, square


def numbers(picture: dict[str, Any]) -> tuple[str, ...]:
    """Return what is printed of the risk: not what the attack reaches."""
    texts = [each["text"] for each in picture["layout"]["annotations"]]
    return tuple(re.sub("<.*?>", "", text) for text in texts if "record" in text or "other" in text)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_each_record_has_the_ink_that_epsilon_leaves_it(epsilon: float):
    picture, share = drawn(epsilon), 1 / (1 + math.exp(-epsilon))
    assert inks(picture) == pytest.approx((share, 1 - share), abs=1e-4)
    bar, rest = picture["layout"]["shapes"][:2]
    assert (bar["x0"], bar["x1"], rest["x0"], rest["x1"]) == pytest.approx((0, share, share, 1))
    if epsilon <= 3:  # The near miss: the ink of ten suspects.
        assert inks(picture)[0] != pytest.approx(1 / (1 + 9 * math.exp(-epsilon)), abs=0.1)


def test_any_two_places_of_the_dial_look_different():
    pictures = [drawn(epsilon) for epsilon in PLACES]
    for one, other in combinations(pictures, 2):
        ink = abs(inks(one)[0] - inks(other)[0]) if len(one["data"]) == len(other["data"]) else 1
        assert ink >= 0.02 or numbers(one) != numbers(other)


@pytest.mark.parametrize(("epsilon", "said"), [
    (0.1, ("52.5 in 100", "the other: 47.5")), (1.0, ("73 in 100", "the other: 27")),
    (3.0, ("95.3 in 100", "the other: 4.7")), (5.0, ("99.3 in 100", "the other: 0.7")),
    (10.0, ("the true record", "once in 22,000")),
])  # fmt: skip
def test_what_is_printed_is_the_limit(epsilon: float, said: tuple[str, str]):
    for text, part in zip(numbers(drawn(epsilon)), said, strict=False):
        assert part in text


def test_the_attack_is_that_of_decide_on_the_tables_own_ranges():
    two = line_up.membership(split_of(PATIENTS), of_decide.PERSON, seed=PATIENTS.seed)
    for epsilon in (0.1, 1.0, 5.0):
        right = named(Attack(two, PATIENTS), "objective", (epsilon,)).named[0]
        picture = drawn(epsilon)
        (mark,) = (t for t in picture["data"] if t["marker"]["symbol"] == "triangle-up")
        assert mark["x"] == [pytest.approx(right)]
        assert f"on these records, this attack: right {100 * right:.1f} times in 100" in str(
            picture
        )


def test_the_other_patient_is_that_of_the_question_whether_the_person_was_in():
    part = split_of(PATIENTS)
    two = line_up.membership(part, 0, seed=0)
    (place,) = (origin for origin in two.origins if origin != line_up.PERSON)
    shown = results.two_records(PATIENTS, 0, RECORDS).columns
    # In the middle of its range a number is 0 in the ball, and its shortened length is positive.
    signs = [each.other_place > 0.5 for each in shown]
    assert signs == (part.X_test[place][: len(shown)] > 0).tolist()
    assert (shown[0].true, shown[0].other) == ("14.25", "20.18")


def test_a_record_that_comes_out_whole_stands_alone():
    for epsilon, scene in ((1.0, "read"), (math.inf, "epsilon")):
        picture = drawn(epsilon, adversary_scene=scene)
        assert picture["layout"]["title"]["text"] == "What the attacker reconstructs"
        assert not [each for each in picture["data"][0]["x"] if each is not None]
        assert picture["data"][1]["marker"]["color"].endswith(", 1.0)")


def test_the_first_patient_comes_out_whole_in_the_tables_units():
    found = results.reconstructed(PATIENTS, 0, RECORDS)
    (guess,) = found.guesses
    (row,), (agreements,) = guess.rows, guess.agreements
    assert guess.is_true
    assert row.label == found.person.y
    assert all(each.holds and each.digits is not None and each.digits > 8 for each in agreements)
    said = view(PAGE, {}, RECORDS).sentence
    assert said.startswith("**The last record is reconstructed whole, its label “malignant”")


def test_under_the_tables_own_ranges_it_does_not():
    found = person.reconstructed(PATIENTS, 0, coef=person.exact(PATIENTS))
    assert len(found.guesses) == 2
    assert all(len(guess.rows) == 2 for guess in found.guesses)
    assert any(cell.low < cell.high for guess in found.guesses for cell in guess.rows[0].cells)


def test_the_wide_ranges_are_of_the_same_patients_and_of_no_other_data():
    used, own = wide.as_reconstructed(PATIENTS)
    assert own is not None
    assert results.reconstructed(PATIENTS, 0, RECORDS).person.number == (
        person.person(PATIENTS, 0).number
    )
    for settings in (Settings(), Settings(data="uniform", n=200, d=5)):
        assert wide.as_reconstructed(settings) == (settings, None)
    assert used.is_own


def test_a_historic_mechanism_has_the_ink_of_what_is_proven_and_else_rules_nothing_out():
    proven, none = (
        Question(PATIENTS.with_epsilon(1.0), 0, mechanism=name)
        for name in ("objective_2008", "output_laplace_norm")
    )
    limit = results.limit_of_two(proven, RECORDS)
    assert inks(drawn(1.0, adversary_mechanism=proven.mechanism))[0] == pytest.approx(
        limit, abs=1e-4
    )
    assert results.limit_of_two(none, RECORDS) is None
    nothing = drawn(1.0, adversary_mechanism=none.mechanism)
    assert inks(nothing) == (1.0, 1.0)
    one, other = nothing["layout"]["shapes"][:2]
    assert (one["x0"], one["x1"]) == (other["x0"], other["x1"]) == (0, 1)
    assert one["y1"] - one["y0"] == pytest.approx(other["y1"] - other["y0"])
    assert "No limit is proven" in at(1.0, adversary_mechanism=none.mechanism).sentence
