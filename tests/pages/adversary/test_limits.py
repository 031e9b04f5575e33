"""What limits the best attacker, and how far line-ups differ: said as it is, and no further."""

from dataclasses import replace

import numpy as np
import pytest

from dplab.instruments.adversary import ceiling
from dplab.simulation.settings import Settings
from dplab.studies.adversary.attacks import Question
from dplab.studies.adversary.curve import EPSILONS, Attack, named
from dplab.studies.adversary.line_up import held_out
from pages.adversary import results
from pages.adversary.figures import curve as pictures
from pages.adversary.sentences import line_up as sentences
from pages.comparison.records import Records
from pages.kit.figures import style
from tests.pages.screen import complaints, figures, opened

SMALL = Settings(data="breast_cancer", n=200, epsilon=30.0)


def test_a_limit_is_rounded_up_and_left_out_where_nothing_is_proven():
    here = results.here(Question(SMALL, 0, mechanism="objective"), Records())

    def said(epsilon: float, limit: float | None, mechanism: str = "objective") -> str:
        return sentences.verdict("line_up", mechanism, epsilon, 10, here, limit)

    assert "names the right one of 10 at most 23.2 times in 100" in said(1.0, 0.2311)
    assert "at most 99.9 times in 100" in said(8.0, 0.999)
    for limit in (0.9991, 0.99999):
        assert "rules out next to nothing" in said(30.0, limit)
        assert "100.0" not in said(30.0, limit)
    assert "no limit is proven" in said(1.0, None)


def test_the_limit_of_a_historic_mechanism_is_not_said_of_its_epsilon():
    here = results.here(
        Question(replace(SMALL, epsilon=0.5), 0, mechanism="objective_2008"), Records()
    )
    said = sentences.verdict("line_up", "objective_2008", 0.5, 10, here, 0.687)
    assert said.startswith(
        "At ε = 0.5 it is proven of this mechanism that someone who knows every other record, and "
        "finds 10 suspects equally likely, names the right one of 10 at most 68.7 times in 100."
    )


@pytest.mark.parametrize(("mechanism", "name"), [
    ("objective", "most at this ε, of 10"), ("objective_2008", "most that is proven, of 10"),
])  # fmt: skip
def test_beside_the_bars_only_the_limit_of_epsilon_is_called_so(mechanism: str, name: str):
    app = opened(
        "adversary",
        data="breast_cancer",
        n="200",
        epsilon="0.5",
        lam="0.0001",
        adversary_scene="line_up",
        adversary_mechanism=mechanism,
    )
    assert not complaints(app)
    names = [each.get("text") for each in figures(app)[1]["layout"]["annotations"]]
    assert [each for each in names if each.startswith("most")] == [name]


def test_which_people_stand_in_the_line_up_moves_the_curve_as_far_as_is_said():
    part, found = Records().part(Settings(data="breast_cancer")), []
    for row in range(24):
        line_up = held_out(part, row, m=10, seed=0)
        each = named(Attack(line_up, Settings(lam=0.01)), "objective", (100.0,))
        found.append(100 * each.named[0])
    assert (round(min(found)), round(max(found))) == pytest.approx(sentences.LINE_UPS, abs=1)
    for number in sentences.LINE_UPS:
        assert f" {number} " in sentences.not_shown("line_up")


def test_who_starts_nearer_has_a_limit_further_up():
    priors = np.linspace(0, 1, 101)
    for epsilon in (0.01, 1.0, 10.0):
        limits = np.array([ceiling(epsilon, prior) for prior in priors])
        assert (np.diff(limits) > 0).all()
        assert (limits[1:-1] > priors[1:-1]).all()


WIDE, WIDEST = 1.4, 2.1
"""Decades of ε that the attack's name takes on a phone, and the limit's."""


@pytest.mark.parametrize(
    "last",
    [(0.12, 0.14, 0.18, 0.30, 0.54), (0.13, 0.21, 0.42, 0.68, 0.93), (0.6, 0.9, 1, 1, 1)],
    ids=["slow", "steeper", "steep"],
)
def test_neither_the_attack_nor_guessing_nor_the_limit_runs_through_the_attacks_name(last):
    attack, m = [0.1] * (len(EPSILONS) - 5) + list(last), 10
    places, limits = pictures._limits(None, m, "objective")
    names = pictures._names(places, limits, m, attack, "#000000", style.palette(dark=False))
    (name,) = (each for each in names if each["text"] == pictures.ATTACK)
    (other,) = (each for each in names if pictures.LIMIT in each["text"])
    far = other["x"] + (WIDEST if other["xanchor"] == "left" else -WIDEST)
    there = np.interp([other["x"], far], np.log10(EPSILONS), attack)
    assert max(there) < pictures.BENEATH  # What the attack reaches stays below the limit's name.
    assert far > np.log10(EPSILONS[0])
    low = name["y"] - (pictures.TOLD if name["yanchor"] == "top" else 0)
    across = np.linspace(name["x"] - WIDE, name["x"])
    assert not low < 1 / m < low + pictures.TOLD
    for epsilons, values in ((EPSILONS, attack), (places, limits)):
        along = np.interp(across, np.log10(epsilons), values)
        assert not ((along > low) & (along < low + pictures.TOLD)).any()
