"""Costs by group along ε: at each ε those of the costs there."""

from dataclasses import replace

import pytest

from dplab.simulation.comparison import DECISIVE
from dplab.studies.who_pays import along, answers, costs
from dplab.studies.who_pays.along import Question
from dplab.studies.who_pays.costs import MISSED
from tests.studies.who_pays.cases import GROUP, paid, two_groups

SETTINGS = two_groups(0.3, n=300, draws=5)


@pytest.mark.parametrize("counted", costs.COUNTED)
def test_at_each_epsilon_they_are_the_costs_there(counted: str):
    question = Question(SETTINGS, "objective", GROUP, counted, epsilons=(0.1, 1.0))
    *_, curves = along.run(question)
    assert list(curves.at) == [0.1, 1.0]
    for epsilon, at in curves.at.items():
        there = paid(SETTINGS.with_epsilon(epsilon), "objective", counted=counted)
        assert [g.at_epsilon for g in at.groups] == [g.at_epsilon for g in there.groups]
        assert at.question.settings.epsilon == epsilon


def test_the_epsilon_of_the_settings_counts_for_nothing():
    one, other = (
        list(along.run(Question(SETTINGS.with_epsilon(e), "output", GROUP, epsilons=(1.0,))))[-1]
        for e in (0.1, 7.0)
    )
    assert one.at[1.0].whole.at_epsilon == other.at[1.0].whole.at_epsilon


def test_it_grows_by_an_epsilon_at_a_time():
    steps = list(along.run(Question(SETTINGS, "output", GROUP, epsilons=DECISIVE[:3])))
    assert [list(step.at) for step in steps] == [list(DECISIVE[:k]) for k in (1, 2, 3)]


@pytest.mark.parametrize("mechanism", ["output", "output_gaussian"])
def test_an_exact_error_falls_to_the_one_without_noise(mechanism: str):
    *_, curves = along.run(Question(replace(SETTINGS, n=5_000), mechanism, GROUP))
    for place in range(2):
        series = [curves.at[epsilon].groups[place] for epsilon in DECISIVE]
        errors = [group.at_epsilon for group in series]
        assert errors == sorted(errors, reverse=True)
        assert len({group.without_noise for group in series}) == 1
        assert series[-1].cost < 0.3 * series[0].cost


def test_the_classifier_without_noise_is_one_for_all_where_lam_is_given():
    asked: list[answers.Question] = []

    def ask(question):
        asked.append(question)
        return answers.run(question)

    list(along.run(
        Question(SETTINGS, "output", GROUP, epsilons=(0.1, 1.0)),
        ask=lambda question: costs.run(question, ask=ask),
    ))  # fmt: skip
    plain = [each for each in asked if each.mechanism == "non_private"]
    assert len(plain) == 2
    assert len(set(plain)) == 1


def test_the_table_has_every_group_at_every_epsilon():
    question = Question(SETTINGS, "objective", GROUP, MISSED, epsilons=(0.1, 1.0))
    *_, curves = along.run(question)
    rows = along.table(curves)
    assert rows["epsilon"].tolist() == [0.1, 0.1, 1.0, 1.0]
    assert rows["group"].tolist() == ["larger group", "smaller group"] * 2
    assert set(rows["counted"]) == {MISSED}
