"""Membership by a threshold on the loss: sentence, table and picture have its limits."""

import math
from dataclasses import replace

import numpy as np
import pytest

from dpcore.privacy.profile import curves
from dplab.simulation.settings import Settings
from dplab.studies.adversary.attacks import Question
from dplab.studies.adversary.membership import EPSILONS
from dplab.studies.adversary.rates import most
from edition.views import RememberingRecords, view
from pages.adversary import people, results, values
from pages.adversary.sentences.line_up import at_most, in_100
from pages.adversary.threshold import figures, sentences
from pages.adversary.threshold.view import along, informed
from pages.kit.values import reading
from tests.pages.screen import as_json, complaints, opened

RECORDS = RememberingRecords()
QUICK = {"adversary_scene": "threshold", "n": "50", "epsilon": "1", "adversary_mechanism": "output"}


def shown(**query: str):
    return view("adversary", QUICK | query, RECORDS)


def asked(**query: str) -> values.AdversaryQuestion:
    return values.question(reading(QUICK | query))


def test_the_sentence_has_what_is_found_and_the_most_that_the_noise_allows():
    found = shown()
    at_ten = found.answer.released.measured[0][-1]
    assert at_ten.limit == pytest.approx(
        1 - curves.type_two_error(found.answer.released.laws[0], 0.1)
    )
    assert found.sentence.startswith(
        "**At ε = 1, someone who knows one record alone, and flags 10 in 100 strangers by their "
        f"small loss, finds {in_100(at_ten.value)} in 100 members; the noise allows at most "
        f"{at_most(at_ten.limit)} on average.** Without noise: "
    )
    without = shown(epsilon="inf", data="breast_cancer").sentence
    assert without.startswith("**Without noise, someone who knows one record alone")
    assert without.endswith(", no more than a guess.** No ε limits this.")
    learnt = shown(data="gaussian", d="100", lam="0.01")
    assert "guess" not in learnt.sentence
    assert learnt.answer.exact.areas.mean() > 0.7
    assert (
        "At ε = 1 and δ = 0.001, "
        in shown(adversary_mechanism="output_gaussian", delta="0.001").sentence
    )
    assert shown(adversary_mechanism="objective_2008").sentence.count("No limit is proven") == 1


def test_the_table_has_each_number_beside_its_limits_rounded_up():
    found = shown().answer
    head, _, area, *_, ten = sentences.table(found.exact, found.released).splitlines()
    assert head.replace("\xa0", " ") == "|  | No noise | ε = 1 | Noise allows | ε allows |"
    limits = [float(each) for each in area.strip("| ").split(" | ")[3:]]
    proven = [found.released.area_limits[0], math.e / (1 + math.e)]
    assert all(p <= limit < p + 0.001 for p, limit in zip(proven, limits, strict=True))
    assert ten.replace("\xa0", " ").endswith(f"| {at_most(0.1 * math.e)} % |")
    historic = shown(adversary_mechanism="objective_2008").answer
    assert "allows" not in sentences.table(historic.exact, historic.released)


def test_the_picture_has_the_limits_the_attack_and_what_a_guess_gets():
    found = shown()
    picture = as_json(found.draw(dark=False, phone=False))
    lines = {each["name"]: each for each in picture["data"] if each.get("name")}
    assert list(lines) == ["limit by the noise", "limit by ε alone", "guessing", "no noise",
                           "ε = 1", "members", "strangers"]  # fmt: skip
    for name, rates in (
        ("limit by the noise", lambda x: most(found.answer.released.laws[0], x)),
        ("limit by ε alone", lambda x: np.minimum(math.e * x, 1 - (1 - x) / math.e)),
    ):
        false, true = np.array(lines[name]["customdata"]).T
        assert true == pytest.approx(rates(false))
    without = as_json(shown(epsilon="inf").draw(dark=True, phone=True))["data"]
    assert [each["name"] for each in without if each.get("name")] == [
        "guessing", "no noise", "members", "strangers",
    ]  # fmt: skip


def test_a_share_of_strangers_that_no_threshold_flags_is_not_marked():
    exact = shown().answer.exact
    for found, is_marked in (
        (exact, True),
        (replace(exact, false_positives=np.maximum(exact.false_positives, 0.2)), False),
    ):
        drawing = figures.show(found, None, dark=False, phone=False)
        assert bool(drawing["layout"]["shapes"]) == is_marked
        assert ("10 % of strangers" in str(drawing["layout"]["annotations"])) == is_marked


def test_the_fold_has_the_area_at_each_epsilon_below_its_limit():
    *_, found = along(asked(n="20"), RECORDS)
    assert [each.question.epsilons for each in found] == [(each,) for each in EPSILONS]
    picture = as_json(figures.along(shown().answer.exact, found, dark=True, phone=True))
    lines = {each["name"]: each for each in picture["data"]}
    assert list(lines) == ["no noise", "guessing", "attack", "limit by the noise",
                           "limit by ε alone"]  # fmt: skip
    both = (np.array(lines[name]["y"]) for name in list(lines)[3:])
    assert (np.subtract(*both) <= 0).all()
    assert sentences.alt_along(found).count(" at ε = ") == len(EPSILONS)


def test_the_attacker_who_knows_all_others_has_the_number_of_the_line_up():
    share, person = informed(asked(adversary_row="3"), RECORDS)
    settings = Settings(data="breast_cancer", n=50, epsilon=1.0)
    about = Question(settings, 2, "membership", mechanism="output")
    assert person == 3
    assert share == results.here(about, RECORDS).named[0]


@pytest.mark.parametrize(("n", "members"), [(None, 100), (7, 7), (400, 400), (9_999, 455)])
def test_some_records_are_always_left_out(n, members):
    assert people.members(Settings(data="breast_cancer", n=n), RECORDS) == members
    assert people.members(Settings(n=10_000), RECORDS) == 2_000


def test_what_the_page_keeps_without_noise_is_kept_for_every_epsilon_and_mechanism():
    one, other = shown(), shown(epsilon="2", adversary_mechanism="objective", delta="0.01")
    assert one.answer.exact is other.answer.exact


@pytest.mark.whole
def test_one_member_alone_has_an_answer_and_no_attacker_who_knows_others():
    app = opened("adversary", **QUICK | {"n": "1"})
    assert not complaints(app)
    assert not any("knows all other records" in each.label for each in app.get("page_link"))
