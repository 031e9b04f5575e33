"""The attack beside the limit: the same game, on these records, and never the guarantee itself."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.privacy.risk import limit
from dplab.simulation.comparison import DECISIVE, split_of
from dplab.simulation.settings import Settings
from dplab.studies.adversary import attacks
from dplab.studies.adversary.curve import Attack, named
from dplab.studies.decide import attack
from dplab.studies.decide.attack import Question, in_steps, run

SETTINGS = Settings(data="gaussian", d=1, n=20, lam=1.0, seed=2)


def question(mechanism: str, settings: Settings = SETTINGS) -> Question:
    return Question(settings, (mechanism,) * len(DECISIVE))


@pytest.mark.parametrize("mechanism", ["output", "objective"])
def test_no_attack_is_right_more_often_than_epsilon_allows(mechanism: str):
    found = run(question(mechanism))
    limits = np.array([limit(epsilon) for epsilon in DECISIVE])
    assert found.ceilings == pytest.approx(limits)
    assert (found.named <= limits).all()
    assert found.named[0] == pytest.approx(0.5, abs=0.003)
    # Where ε is large and records are few, it is an attack: a tenth of ε would not allow it.
    assert found.named[-3] > limit(DECISIVE[-3] / 10)


def test_it_is_the_attack_of_the_page_adversary_with_two_suspects():
    found, epsilon = run(question("output")), 2.0
    asked = attacks.Question(SETTINGS.with_epsilon(epsilon), 0, "membership", mechanism="output")
    line_up = attacks.line_up_of(asked, split_of(SETTINGS))
    assert line_up.m == 2
    there = named(Attack(line_up, SETTINGS), "output", (epsilon,))
    assert found.named[DECISIVE.index(epsilon)] == there.named[0]


def test_neither_epsilon_nor_draws_of_the_settings_count():
    first, other = (
        run(question("output", each)).named
        for each in (SETTINGS, replace(SETTINGS, epsilon=7.0, draws=3))
    )
    assert (first == other).all()


def test_class_weights_do_not_count_as_a_record_acts_through_its_product_with_the_label_alone():
    plain, weighted = (
        run(question("objective", each)).named
        for each in (SETTINGS, replace(SETTINGS, positive_share=0.95))
    )
    assert (plain == weighted).all()


def test_the_adversary_is_not_asked_about_class_weights():
    asked = attacks.Question(SETTINGS, 0, "membership", mechanism="output")
    line_up = attacks.line_up_of(asked, split_of(SETTINGS))
    with pytest.raises(ValueError, match="weighted classes"):
        _ = Attack(line_up, replace(SETTINGS, positive_share=0.95)).attacker


def test_more_records_than_a_visitor_waits_for_are_refused(monkeypatch):
    monkeypatch.setattr(attack, "MOST_RECORDS", 19)
    with pytest.raises(InvalidInput, match="at most 19 training records, and there are 20"):
        next(in_steps(question("output")))
