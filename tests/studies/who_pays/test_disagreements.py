"""Mean error and disagreement along ε."""

from dataclasses import replace

import pytest

from dpcore.checks import InvalidInput
from dplab.simulation.comparison import DECISIVE
from dplab.studies.who_pays import answers, disagreements
from dplab.studies.who_pays.disagreements import Question
from tests.studies.who_pays.cases import SOURCES, answered

MECHANISMS = ("objective", "output")


@pytest.mark.parametrize("settings", SOURCES.values(), ids=SOURCES)
def test_at_each_epsilon_they_are_those_of_the_answers_there(settings):
    *_, curves = disagreements.run(Question(settings, MECHANISMS, epsilons=(0.1, 1.0)))
    assert set(curves.at) == {(name, epsilon) for name in MECHANISMS for epsilon in (0.1, 1.0)}
    for (name, epsilon), at in curves.at.items():
        there = answered(settings.with_epsilon(epsilon), name)
        assert at.error == pytest.approx(there.wrong.mean())
        assert at.disagreement == pytest.approx(there.disagreement.mean())


def test_it_grows_by_an_epsilon_at_a_time_and_keeps_what_was_there():
    steps = list(disagreements.run(Question(SOURCES["gaussian"], MECHANISMS, epsilons=(0.1, 1.0))))
    assert [len(step.at) for step in steps] == [2, 4]
    assert all(steps[1].at[place] == at for place, at in steps[0].at.items())


def test_disagreement_of_exact_chances_falls_with_epsilon_and_is_never_above_a_half():
    *_, curves = disagreements.run(Question(SOURCES["breast_cancer"], ("output",)))
    shares = [curves.at["output", epsilon].disagreement for epsilon in DECISIVE]
    assert shares == sorted(shares, reverse=True)
    assert 0 < shares[-1] < shares[0] <= 0.5


def test_whoever_keeps_answers_is_asked_for_each_once():
    asked: list[answers.Question] = []

    def ask(question):
        asked.append(question)
        return answers.run(question)

    question = Question(SOURCES["gaussian"], MECHANISMS, epsilons=(0.1, 1.0))
    *_, curves = disagreements.run(question, ask=ask)
    assert len(asked) == len(set(asked)) == len(curves.at) == 4


def test_one_draw_is_refused():
    settings = replace(SOURCES["gaussian"], draws=1)
    with pytest.raises(InvalidInput, match="Set Draws to 2 or more"):
        next(disagreements.run(Question(settings, MECHANISMS)))


def test_the_table_has_a_row_for_each_mechanism_and_epsilon():
    *_, curves = disagreements.run(Question(SOURCES["gaussian"], MECHANISMS, epsilons=(0.1, 1.0)))
    rows = disagreements.table(curves)
    assert list(zip(rows["mechanism"], rows["epsilon"], strict=True)) == list(curves.at)
    assert rows["n"].unique() == [200]
