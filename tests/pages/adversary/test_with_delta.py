"""A mechanism with a δ: its control, and a limit that is a mean told apart from one that is not."""

import math

import pytest

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.instruments.adversary import ceiling, success_ceiling
from dplab.simulation.settings import Settings
from dplab.studies.adversary.attacks import Question
from dplab.studies.adversary.curve import EPSILONS
from dplab.studies.adversary.left import LeftOfColumn
from edition.views import RememberingRecords, view
from pages.adversary import results, values
from pages.adversary.figures import curve as figures
from pages.adversary.sentences import columns, line_up
from tests.pages.kit.dials import looks
from tests.pages.screen import complaints, opened

DELTA = 0.001
QUICK = {
    "adversary_scene": "line_up", "n": "100", "epsilon": "1", "lam": "0.05", "delta": str(DELTA),
}  # fmt: skip
RECORDS = RememberingRecords()


def shown(mechanism: str, **query: str):
    return view("adversary", QUICK | {"adversary_mechanism": mechanism} | query, RECORDS)


def test_every_mechanism_with_noise_can_be_attacked_and_old_links_mean_the_same():
    assert list(values.PRIVATE) == [name for name, each in MECHANISMS.items() if each.is_noisy]
    assert {MECHANISMS[name].guarantee for name in values.BROKEN} == {"broken"}
    # δ stands in links of other pages: it changes no answer about a mechanism without one.
    asked = Question(Settings(delta=DELTA), 0, mechanism="objective")
    assert (asked.delta, asked.compared[-1]) == (0.0, "objective_2008")
    assert "δ" not in shown("objective").sentence


@pytest.mark.parametrize(("mechanism", "scene", "is_asked"), [
    ("output_gamma", "line_up", True), ("output_gamma", "read", False),
    ("objective", "line_up", False),
])  # fmt: skip
def test_a_delta_is_asked_for_where_a_mechanism_uses_one(mechanism, scene, is_asked):
    query = QUICK | {"adversary_mechanism": mechanism, "adversary_scene": scene}
    app = opened("adversary", **query)
    assert not complaints(app)
    assert ("Privacy parameter δ" in looks(app)) == is_asked


@pytest.mark.parametrize("mechanism", ["output_gamma", "objective_gaussian"])
def test_the_sentence_has_the_smaller_limit_and_names_the_delta(mechanism):
    found = shown(mechanism)
    most = success_ceiling(1.0, DELTA, 10)
    assert found.sentence.startswith(
        "**At ε = 1 and δ = 0.001 someone who knows every other record, and finds 10 suspects "
        f"equally likely, names the right one of 10 at most {line_up.at_most(most)} times in 100, "
        "on average over releases.**"
    )
    two = shown(mechanism, adversary_scene="epsilon")
    assert "is right at most 73 times in 100, on average over releases; a coin, 50." in two.sentence
    # Where ε without δ allows less, that is what is said.
    smaller = line_up.verdict(
        "line_up", mechanism, 1.0, 10, results.here(found.answer, RECORDS), 0.111, DELTA
    )
    assert "at most 11.1 times in 100" in smaller


def test_what_holds_of_every_release_is_told_apart_from_the_average():
    asked = shown("output_gamma").answer
    m, pure, most = results.after_any(asked, RECORDS)
    assert most == pytest.approx(ceiling(pure, 1 / 10))
    beliefs = results.attack_result(asked, RECORDS).believed.beliefs
    assert beliefs.max() <= most
    said = line_up.after_any("line_up", m, pure, most)
    up = line_up._up(pure)
    assert float(up) >= pure > 1.0
    assert f"keeps ε = {up} without δ: after any single release" in said
    assert "gives one of 10 equally likely suspects a probability of at most" in said
    assert f"at most {line_up.at_most(most)} %." in said
    # Beside the bars, which are of one release.
    assert line_up.limit("output_gamma", 10, pure) == f"most at ε = {up}, of 10"
    m, pure, most = results.after_any(shown("output_gaussian").answer, RECORDS)
    assert (pure, most) == (math.inf, None)
    said = line_up.after_any("line_up", m, pure, most)
    assert said.endswith("believes after a single release has no limit.")
    assert line_up.limit("output_gaussian", 10, pure) == ""
    # No number of a limit that rules out next to nothing.
    assert line_up.after_any("label", 2, 20.0, ceiling(20.0, 0.5)) == ""


@pytest.mark.parametrize("value", [1.0, 1.491, 1.49, 0.10345, 9.9901, 12.34])
def test_an_epsilon_that_is_kept_is_rounded_up_and_by_less_than_a_hundredth(value):
    assert value <= float(line_up._up(value)) < value * 1.0101


def test_a_column_names_the_limit_that_every_release_keeps_or_that_there_is_none():
    beliefs = results.attack_result(shown("output_gamma").answer, RECORDS).believed.beliefs[:, :2]

    def said(mechanism, most):
        one = LeftOfColumn("age", ("a", "b"), (0.0, 1.0), beliefs, 0, most)
        return columns.left((one,), mechanism, 1.0)

    assert said("output_gamma", 0.7512).endswith("the ε that is kept without δ caps it at 75.2 %.")
    assert said("output_gaussian", None).endswith(
        "this probability has no limit after a single release."
    )
    assert said("objective_2008", None).endswith("no limit is proven.")


def test_the_limit_is_drawn_with_its_delta_and_no_release_is_said_to_break_it():
    places, limits = figures._limits(None, 10, "output_gamma", 0.01)
    assert limits == [success_ceiling(epsilon, 0.01, 10) for epsilon in places]
    assert len(places) > len(EPSILONS)
    sure = results.attack_result(shown("output_gaussian", epsilon="20").answer, RECORDS)
    assert line_up.beyond("output_gaussian", sure.believed.beliefs, 0.01) == ""


def test_its_curve_stands_beside_the_others_and_its_rows_name_the_delta():
    asked = shown("output_gamma").answer
    assert asked.compared == ("output", "objective", "objective_tight", "output_gamma",
                              "objective_2008")  # fmt: skip
    along = shown("output_gamma").rows()
    assert set(along["delta"]) == {DELTA}
    assert "delta" not in shown("objective").rows()


def test_the_page_says_what_the_limit_rests_on():
    app = opened("adversary", **QUICK, adversary_mechanism="objective_gamma")
    assert not complaints(app)
    assert any(each.value.startswith("This noise also keeps ε = ") for each in app.caption)
