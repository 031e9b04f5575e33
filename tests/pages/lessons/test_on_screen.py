"""What a step asks for stands on the page that it sends to, as the check has it.

The pages draw what their views say (`test_views`), so that these are asked.
"""

import re

import pytest

from dplab.studies.lessons import entries
from dplab.studies.lessons.grading import Truth, grade
from edition import views
from edition.views import RememberingRecords
from pages.kit.values import texts_of
from pages.kit.view import View
from pages.lessons.steps import place
from tests.house.some import some

RECORDS = RememberingRecords()
"""Steps of a lesson are about the same records, often at the same settings."""


def truth_of(name: str, number: int, seed: int) -> Truth:
    lesson = entries.lessons()[name]
    return place.truth(lesson, lesson.steps[number - 1], "", seed)


def seen(name: str, number: int, seed: int, **more: str) -> View:
    """Return what the page of a step shows."""
    step = entries.lessons()[name].steps[number - 1]
    return views.view(step.page, texts_of({"seed": seed, **step.at}) | more, RECORDS)


def said(name: str, number: int, seed: int, **more: str) -> str:
    """Return what it says."""
    found = seen(name, number, seed, **more)
    return "\n".join((found.sentence, *found.below, found.made)).replace("**", "")


def number_in(text: str, pattern: str) -> float:
    """Return the number that a pattern finds in a text."""
    found = re.search(pattern, text)
    assert found, text
    return float(found[1].replace(",", "").replace("−", "-"))


SHOWN = [
    ("how_much_data", 4, r"objective perturbation needs about ([\d,]+) records"),
    ("how_much_data", 5, r"objective perturbation needs about .*: ([\d.]+) for each one"),
    ("how_much_data", 6, r"With 4 times the records .* output perturbation ε = ([\d.]+)"),
    ("proofs", 1, r"leaks [\d.]+: ([\d.]+)(?: times)? its claim"),
    ("proofs", 5, r"leaks [\d.]+: ([\d.]+)(?: times)? its claim"),
    ("proofs", 8, r"finds at most ([\d.]+) in 100"),
    ("who_pays", 3, r"Over everybody the noise adds ([\d.]+) points"),
]
"""How the page says the answer to a step."""

SEEDS = some((0, 3), (3,))
"""A class's own numbers in every run; those that everybody gets differ in the seed alone."""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("name", "number", "pattern"), SHOWN, ids=[f"{name}-{number}" for name, number, _ in SHOWN]
)
def test_the_answer_stands_on_the_page(name: str, number: int, pattern: str, seed: int):
    truth = truth_of(name, number, seed)
    shown = number_in(said(name, number, seed), pattern)
    assert abs(shown - truth.answer) <= truth.tolerance


@pytest.mark.parametrize("number", [1, 7])
def test_our_values_beside_the_papers_stand_on_the_page(number: int):
    truth = truth_of("a_paper", number, 0)
    printed = seen("a_paper", number, 0).answer.rows["as printed"].str.replace("−", "-")
    errors = printed.str.extract(r"([\d.]+) % \((.*)\)").astype(float)
    if number == 1:
        assert -errors[1].iloc[2] == pytest.approx(truth.answer, abs=truth.tolerance)
    else:
        objective, output = errors[0].iloc[4:6]
        assert output - objective == pytest.approx(truth.answer, abs=truth.tolerance)


@pytest.mark.parametrize(("name", "number"), [("which_noise", 4), ("how_much_data", 1)])
@pytest.mark.parametrize("seed", SEEDS)
def test_costs_in_sentences_are_those_of_the_page(name: str, number: int, seed: int):
    truth, told = truth_of(name, number, seed), said(name, number, seed)
    for method in ("output", "objective"):
        shown = number_in(told, rf"{method} perturbation costs ([\d.−]+) points")
        assert shown == pytest.approx(truth.said[method], abs=1e-9)


@pytest.mark.usefixtures("few_epsilons")
@pytest.mark.parametrize("seed", some((0, 1, 3), (3,)))
def test_the_costs_of_the_split_are_those_of_the_page(seed: int):
    truth, told = truth_of("who_chose", 2, seed), said("who_chose", 2, seed)
    costs = {"The split": truth.answer, "the selection": truth.said["selection"]}
    for of, cost in costs.items():
        assert number_in(told, rf"{of} costs ([\d.−]+) points") == pytest.approx(cost, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_groups_pay_stands_on_the_page(seed: int):
    truth, told = truth_of("who_pays", 2, seed), said("who_pays", 2, seed)
    assert number_in(told, r"pays ([\d.]+) points") == pytest.approx(truth.answer, abs=0.05)
    assert number_in(told, r"the larger group (\d+\.\d)") == truth.misses["other"]
    assert f"The gap between them is {truth.misses['gap']} points" in told
    assert f"Of 1,000 people of the smaller group, {truth.said['people']} more get" in told


@pytest.mark.parametrize("seed", SEEDS)
def test_by_how_much_the_mean_error_rises_is_said_by_the_other_part_alone(seed: int):
    truth, rises = truth_of("who_pays", 3, seed), r"the mean error rises by ([\d.]+) points"
    other = said("who_pays", 3, seed, who_pays_part="decided")
    assert number_in(other, rises) == pytest.approx(truth.answer, abs=0.05)
    assert not re.search(rises, said("who_pays", 3, seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_of_how_many_records_the_smaller_group_pays_like_a_table_stands_on_the_page(seed: int):
    truth, told = truth_of("who_pays", 5, seed), said("who_pays", 5, seed)
    count = number_in(told, r"effective number of records is ([\d,]+)\W")
    assert count == truth.said["count"]
    assert grade(truth, count).is_right


@pytest.mark.parametrize("epsilon", ["0.1", "0.2", "1"])
def test_what_is_said_of_the_second_release_is_what_the_page_says(epsilon: str):
    lesson = entries.lessons()["who_pays"]
    at = texts_of(lesson.steps[5].at) | {"epsilon": epsilon}
    reply = "&".join(f"{name}={text}" for name, text in at.items())
    found = str(place.truth(lesson, lesson.steps[5], reply, 0).said["found"])
    rise, people = re.findall(r"[\d.]+(?= points?| would)", found)
    told = said("who_pays", 6, 0, epsilon=epsilon)
    assert f"rises by {rise} point" in told or (rise == "0.0" and "hardly changes" in told)
    shown = re.search(r"of (100|1,000) people, (\d+) would get the other answer", told)
    assert shown
    assert float(shown[2]) * 100 / int(shown[1].replace(",", "")) == float(people)
