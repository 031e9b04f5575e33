"""Who is right: numbers within their tolerance, known misunderstandings, orders, units."""

import pytest

from dplab.studies.lessons.grading import Truth, grade

NUMBER = Truth(20.0, tolerance=0.4, misses={"half": 10.0, "double": 40.0})


@pytest.mark.parametrize("given", [20.0, 19.6, 20.4])
def test_a_number_within_the_tolerance_is_right(given: float):
    assert grade(NUMBER, given).is_right


@pytest.mark.parametrize("given", [19.59, 20.41, -20.0, 0.0, float("inf"), float("nan")])
def test_a_number_beyond_the_tolerance_is_not(given: float):
    assert not grade(NUMBER, given).is_right


def test_a_known_misunderstanding_is_named_within_the_same_share():
    assert grade(NUMBER, 10.2).miss == "half"
    assert grade(NUMBER, 40.7).miss == "double"
    assert grade(NUMBER, 10.3).miss == ""


@pytest.mark.parametrize(
    ("given", "is_right"), [(2.7, True), (2.72, True), (2.8, False), (3.0, False), (2.0, False)]
)
def test_what_rounds_to_the_answer_at_two_digits_is_right(given: float, is_right: bool):
    assert grade(Truth(2.71828, tolerance=0.01), given).is_right is is_right


@pytest.mark.parametrize(("answer", "given"), [(454, 450.0), (834, 830.0), (0.0833, 0.08)])
def test_a_count_or_a_single_digit_is_not_taken_for_a_rounded_answer(answer: float, given: float):
    assert not grade(Truth(answer, tolerance=1e-4 * answer), given).is_right


@pytest.mark.parametrize("given", [0.2, 2000.0])
def test_per_cent_in_the_place_of_a_share_is_noticed(given: float):
    assert grade(NUMBER, given).unit_is_off
    assert not grade(NUMBER, given).is_right


def test_a_choice_names_the_word_that_was_chosen():
    truth = Truth("output")
    assert grade(truth, "output").is_right
    assert (grade(truth, "objective").is_right, grade(truth, "objective").miss) == (
        False,
        "objective",
    )


def test_an_order_names_its_first_wrong_place():
    truth = Truth(("a", "b", "c"))
    assert grade(truth, ("a", "b", "c")).is_right
    assert grade(truth, ("a", "c", "b")).place == 2
    assert not grade(truth, ("a", "b")).is_right


@pytest.mark.parametrize("kind", [True, False])
def test_a_picture_is_what_is_true_of_it(kind: bool):
    assert grade(Truth(True), kind).is_right is kind


def test_explanations_name_answer_misses_and_what_is_said():
    truth = Truth(2.0, misses={"other": 3.0}, said={"n": 40})
    assert truth.fill("{answer:g} of {n}, not {other:.1f} {{x}}") == "2 of 40, not 3.0 {x}"


@pytest.mark.parametrize(
    ("cost", "said"),
    [(0.96, "1.0 point"), (1.1, "1.1 points"), (-0.2, "−0.2 points"), (0.0, "0.0 points")],
)
def test_explanations_write_points_as_the_screen_does(cost: float, said: str):
    assert Truth(True, said={"cost": cost}).fill("{cost:points}") == said


def test_explanations_keep_the_sign_of_an_exponent_and_write_minus_otherwise():
    assert Truth(-23.29, said={"lam": 1e-6}).fill("{answer:+.1f} {lam:g}") == "−23.3 1e-6"
