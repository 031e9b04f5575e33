"""The attack that takes a released classifier for an exact one: what it does is said."""

import numpy as np
import pytest

from dplab.studies.adversary.attacks import DRAWS
from dplab.studies.adversary.curve import of_person
from dplab.studies.adversary.naive import naive
from pages.adversary.sentences import line_up as sentences
from tests.pages.adversary.test_line_up import AGAIN, attack, opened_small, unfolded
from tests.pages.screen import figures
from tests.pages.screen import words as text_of


def test_the_naive_attack_is_held_against_a_guess_without_the_classifier():
    found = of_person(attack(), "objective", 30.0, DRAWS)
    app = unfolded(opened_small(adversary_scene="epsilon"), AGAIN)
    expected = naive(attack(), found.coefs)
    dots, now, blind, truth = figures(app)[-1]["data"]
    assert sorted([*dots["x"], *now["x"]]) == pytest.approx(sorted(expected.distances))
    assert now["x"][0] == pytest.approx(expected.distances[0])
    assert blind["x"][0] == pytest.approx(expected.blind)
    assert truth["x"] == [0.0]
    assert f"ends {np.median(expected.distances):.2f} away" in text_of(app).replace("\n", " ")
    assert f"ends {expected.blind:.2f} away" in text_of(app)


@pytest.mark.parametrize(("distance", "said"), [
    (1.3, "worse than somebody"), (0.97, "hardly better"), (0.7, "somewhat nearer"),
    (0.1, "hides little of the record"),
])  # fmt: skip
def test_the_naive_attack_is_said_to_do_what_it_does(distance, said):
    found = naive(attack(), of_person(attack(), "objective", 1.0, 2).coefs)
    distances = np.full(2, distance)
    assert said in sentences.naive(type(found)(distances, np.ones(2, dtype=bool), 1.0, "mean"), 1.0)
