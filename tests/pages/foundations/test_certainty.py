"""What a finite ε leaves open is nowhere called certain: not in words, not in a picture."""

import json

import numpy as np
import pytest

from dplab.studies.foundations import game
from dplab.studies.foundations.average import Way
from dplab.studies.foundations.game import Rules
from edition import views
from pages.foundations import rounded, rows
from pages.foundations.average import sentences as average
from pages.foundations.beliefs import answer as of_beliefs
from pages.foundations.beliefs import sentences as beliefs
from pages.foundations.game import answer, sentences

WHOLE = ("100.0 %", "0.0 %", "100 points", "100.0 points")
NEARLY = "nearly 100 %"


@pytest.mark.parametrize("share", [1 - 1e-17, 1 - 1e-9, 0.9995, 1e-300, 0.0, 4e-4])
def test_no_chance_is_rounded_to_certainty(share: float):
    assert rounded.chance(share) in ("nearly 100 %", "nearly 0 %")


def test_what_is_certain_and_what_one_decimal_can_say_stay_as_they_are():
    assert rounded.chance(1.0, is_certain=True) == "100 %"
    assert rounded.chance(0.0, is_certain=True) == "0.0 %"
    assert rounded.chance(0.9996, is_certain=True) == "nearly 100 %"
    assert [rounded.chance(each) for each in (0.9994, 0.0006)] == ["99.9 %", "0.1 %"]


@pytest.mark.parametrize("epsilon", ["8", "20", "38", "100", "1000"])
@pytest.mark.parametrize("answers", ["laplace", "randomised_response"])
def test_the_game_is_never_certain_at_a_finite_epsilon(epsilon: str, answers: str):
    texts = {"foundations_part": "game", "foundations_game": "5", "foundations_answers": answers}
    view = views.view("foundations", texts | {"epsilon": epsilon})
    chances = rows.show(answer.rows(view.answer), "", "", dark=False)
    drawn = json.dumps([view.draw(dark=False, phone=False), chances], ensure_ascii=False)
    assert NEARLY in drawn
    assert not any(each in drawn.replace(NEARLY, "") for each in (*WHOLE, "100 %"))
    said = view.sentence + sentences.score(view.answer.question.rules, view.answer.mine)
    assert not any(each in said for each in WHOLE)
    rules = Rules(answers, float(epsilon))
    assert "100 %" not in sentences.alt(rules, game.after(rules, 5, "")).replace(NEARLY, "")


def test_without_noise_the_majority_is_certain():
    assert sentences.best(Rules("majority", 1.0, 5)) == "100 %"
    rules = Rules("majority", 1.0, 5)
    assert "100 % on B" in sentences.alt(rules, game.after(rules, 5, ""))


def test_an_interval_ends_at_one_only_where_no_guess_was_wrong():
    coins = np.zeros(5_000)
    other = coins.copy()
    other[0] = 1
    certain = sentences._interval(game.Play(coins, coins, coins))
    assert certain.endswith(" 100 %")
    assert not certain.endswith(NEARLY)
    assert sentences._interval(game.Play(coins, other, coins)).endswith(" nearly 100 %")


@pytest.mark.parametrize("epsilon", ["40", "100", "1000"])
@pytest.mark.parametrize("question", ["sum", "xor"])
def test_no_belief_becomes_certain_at_a_finite_epsilon(epsilon: str, question: str):
    view = views.view("foundations", {
        "foundations_part": "beliefs", "foundations_question": question, "epsilon": epsilon,
        "foundations_output": "-1",
    })  # fmt: skip
    for trace in view.draw(dark=False, phone=False)["data"]:
        assert not {"0", "100"} & set(trace["text"]), trace["text"]
        assert not {"0.0 %", "100 %", "100.0 %"} & set(trace["customdata"])
    changes = [row.text for row in of_beliefs.rows(view.answer)]
    assert "100.0 points" not in "; ".join([view.sentence, *changes])
    assert "nearly 100 points" in view.sentence


def test_a_certain_prior_stays_certain_in_words():
    view = views.view("foundations", {
        "foundations_part": "beliefs", "foundations_zero": "1", "foundations_half": "0",
        "foundations_one": "0", "epsilon": "40",
    })  # fmt: skip
    bars = view.draw(dark=False, phone=False)["data"]
    assert [trace["text"] for trace in bars] == [["100", "0", "0"]] * 3


def test_the_lectures_bound_beyond_100_points_is_written_so():
    assert beliefs.points(1.2) == "120.0 points"
    assert beliefs.points(0.9994) == "99.9 points"
    assert beliefs.points(1.0) == "nearly 100 points"


def test_no_loss_is_certain_on_the_average():
    way = Way((0.0, 1.0), (99.0, 1.0), 99.0, (1.0, 1 - 1e-12), 99.0)
    assert average.chances(way) == ("nearly\u00a0100\u00a0%",) * 2
