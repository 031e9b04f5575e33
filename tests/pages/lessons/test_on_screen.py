"""What a step asks for stands on the page that it sends to, as the check has it."""

import re
from urllib.parse import urlencode

import pytest
from streamlit.testing.v1 import AppTest

from dplab.studies.lessons import entries
from dplab.studies.lessons.grading import Truth, grade
from pages.comparison.screen import cached
from pages.kit.values import texts_of
from pages.lessons.steps import place
from tests.pages.screen import complaints, opened, words

PATIENCE = 30
"""Seconds until a sweep has ended."""


def truth_of(name: str, number: int, seed: int) -> Truth:
    lesson = entries.lessons()[name]
    return place.truth(lesson, lesson.steps[number - 1], "", seed)


def page_of(name: str, number: int, seed: int) -> AppTest:
    step = entries.lessons()[name].steps[number - 1]
    return opened(step.page, **texts_of({"seed": seed, **step.at}))


@pytest.fixture
def swept(monkeypatch: pytest.MonkeyPatch):
    """Return the words of a page with a sweep, once it has ended."""
    monkeypatch.setenv("EXPLORER_STORE", "sqlite://")
    cached.registry.clear()
    cached.store.clear()

    def run(name: str, number: int, seed: int) -> str:
        app = page_of(name, number, seed)
        *_, started = app.session_state["sweep_runs"]
        cached.registry().wait(started, PATIENCE, app.session_state["visitor"])
        app.run()
        assert complaints(app) == []
        return words(app)

    yield run
    cached.registry.clear()
    cached.store.clear()


@pytest.mark.parametrize("seed", [0, 3])
def test_how_many_records_are_enough_stands_on_the_page(swept, seed: int):
    truth = truth_of("how_much_data", 4, seed)
    said = swept("how_much_data", 4, seed)
    shown = re.search(r"objective perturbation needs about ([\d,]+) records", said)
    assert shown
    assert abs(float(shown[1].replace(",", "")) - truth.answer) <= truth.tolerance


@pytest.mark.parametrize("seed", [0, 3])
def test_the_price_in_records_stands_on_the_page(swept, seed: int):
    truth = truth_of("how_much_data", 5, seed)
    said = swept("how_much_data", 5, seed)
    shown = re.search(r"objective perturbation needs about .*: ([\d.]+) for each one", said)
    assert shown
    assert abs(float(shown[1]) - truth.answer) <= truth.tolerance


@pytest.mark.parametrize("seed", [0, 3])
def test_the_epsilon_of_four_times_the_records_stands_on_the_page(seed: int):
    truth = truth_of("how_much_data", 6, seed)
    said = words(page_of("how_much_data", 6, seed))
    told = said[said.index("With 4 times the records (extrapolated)") :]
    shown = re.search(r"output perturbation ε = ([\d.]+)", told)
    assert shown
    assert abs(float(shown[1]) - truth.answer) <= truth.tolerance


@pytest.mark.parametrize("number", [1, 5])
def test_how_many_times_the_claim_is_lost_stands_on_the_page(number: int):
    truth = truth_of("proofs", number, 0)
    shown = re.search(
        r"can leak [\d.]+: ([\d.]+)(?: times)? its claim", words(page_of("proofs", number, 0))
    )
    assert shown
    assert abs(float(shown[1]) - truth.answer) <= truth.tolerance


@pytest.mark.parametrize("number", [1, 7])
def test_our_values_beside_the_papers_stand_on_the_page(number: int):
    truth = truth_of("a_paper", number, 0)
    table = page_of("a_paper", number, 0).dataframe[0].value.set_index(["data", "method"])
    printed = table["as printed"].str.replace("−", "-")
    errors = printed.str.extract(r"([\d.]+) % \((.*)\)").astype(float)
    if number == 1:
        assert -errors[1].iloc[2] == pytest.approx(truth.answer, abs=truth.tolerance)
    else:
        objective, output = errors[0].iloc[4:6]
        assert output - objective == pytest.approx(truth.answer, abs=truth.tolerance)


@pytest.mark.parametrize(("name", "number"), [("which_noise", 4), ("how_much_data", 1)])
@pytest.mark.parametrize("seed", [0, 3])
def test_costs_in_sentences_are_those_of_the_tiles(name: str, number: int, seed: int):
    truth = truth_of(name, number, seed)
    tiles = {tile.label: tile.delta for tile in page_of(name, number, seed).metric}
    for method in ("output", "objective"):
        shown = tiles[f"{method.capitalize()} perturbation"].partition(" ")[0]
        assert float(shown.replace("−", "-")) == pytest.approx(truth.said[method], abs=1e-9)


@pytest.mark.usefixtures("few_epsilons")
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_the_costs_of_the_split_are_those_of_the_tiles(seed: int):
    truth = truth_of("who_chose", 2, seed)
    tiles = {tile.label: tile.value for tile in page_of("who_chose", 2, seed).metric}
    costs = {"The split costs": truth.answer, "The selection costs": truth.said["selection"]}
    for label, cost in costs.items():
        shown = tiles[label].partition(" ")[0].replace("−", "-")
        assert float(shown) == pytest.approx(cost, abs=1e-9)


@pytest.mark.parametrize("seed", [0, 3])
def test_what_the_groups_pay_stands_on_the_page(seed: int):
    truth = truth_of("who_pays", 2, seed)
    said = words(page_of("who_pays", 2, seed))
    shown = re.search(r"pays ([\d.]+) points, the larger group (\d+\.\d)", said)
    assert shown
    assert float(shown[1]) == pytest.approx(truth.answer, abs=0.05)
    assert float(shown[2]) == truth.misses["other"]
    assert f"The gap between them is {truth.misses['gap']} points" in said
    assert f"Of 1,000 people of the smaller group, {truth.said['people']} more get" in said


@pytest.mark.parametrize("seed", [0, 3])
def test_by_how_much_the_mean_error_rises_stands_on_the_other_part_alone(seed: int):
    truth = truth_of("who_pays", 3, seed)
    told = r"the mean error rises by ([\d.]+) points"
    step = entries.lessons()["who_pays"].steps[2]
    at = texts_of({"seed": seed, "who_pays_part": "decided", **step.at})
    other = opened("who_pays", **at)
    shown = re.search(told, words(other))
    assert shown
    assert float(shown[1]) == pytest.approx(truth.answer, abs=0.05)
    assert not re.search(told, words(page_of("who_pays", 3, seed)))


@pytest.mark.parametrize("seed", [0, 3])
def test_of_how_many_records_the_smaller_group_pays_like_a_table_stands_on_the_page(seed: int):
    truth = truth_of("who_pays", 5, seed)
    shown = re.search(
        r"effective number of records is ([\d,]+)\W", words(page_of("who_pays", 5, seed))
    )
    assert shown
    count = float(shown[1].replace(",", ""))
    assert count == truth.said["count"]
    assert grade(truth, count).is_right


@pytest.mark.parametrize("epsilon", ["0.1", "0.2", "1"])
def test_what_is_said_of_the_second_release_is_what_the_page_says(epsilon: str):
    lesson = entries.lessons()["who_pays"]
    step = lesson.steps[5]
    at = texts_of(step.at) | {"epsilon": epsilon}
    found = str(place.truth(lesson, step, urlencode(at), 0).said["found"])
    rise, people = re.findall(r"[\d.]+(?= points?| would)", found)
    said = words(opened("who_pays", **at))
    assert f"rises by {rise} point" in said or (rise == "0.0" and "hardly changes" in said)
    shown = re.search(r"of (100|1,000) people, (\d+) would get the other answer", said)
    assert shown
    assert float(shown[2]) * 100 / int(shown[1].replace(",", "")) == float(people)
