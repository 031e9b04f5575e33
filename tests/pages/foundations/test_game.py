"""The guessing game: the score on the screen, what begins another game, and what nobody may see."""

import csv
import io
import json

import numpy as np
import plotly.graph_objects as go
import pytest

from dplab.studies.foundations import game
from dplab.studies.foundations.game import MANY, ROUNDS, Game, Question, Rules
from edition import views
from pages.foundations import rows
from pages.foundations.game import answer, choices, sentences
from pages.foundations.game.view import script
from pages.kit.view import View
from pages.kit.words import percent
from tests.pages.kit.dials import text_on, turned
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of

SEED = 5
RULES = Rules("laplace", 1.0)


def opened_game(**query: str):
    given = {"epsilon": "1", "foundations_game": str(SEED)} | query
    app = opened("foundations", foundations_part="game", **given)
    assert not complaints(app)
    return app


def view_at(**texts: str) -> View[Game]:
    given = {"foundations_part": "game", "epsilon": "1", "foundations_game": str(SEED)}
    return views.view("foundations", given | texts)


def round_at(**texts: str):
    return view_at(**texts).draw(dark=False, phone=False)


def guesses_of(figure) -> tuple[list[float], list[float]]:
    """Return where right and wrong guesses stand."""
    right, wrong = (
        [x for x in trace["x"] if x is not None]
        for trace in figure["data"]
        if trace.get("name", "").endswith("guess")
    )
    return right, wrong


def press(app, label: str):
    next(button for button in app.button if button.label == label).click().run()
    assert not complaints(app)
    return app


def address_of(app, name: str) -> str:
    return app.session_state[f"foundations_{name}"]


@pytest.mark.parametrize("guesses", ["0", "0110101", "10" * 10])
def test_score_on_the_screen_is_counted_by_hand(guesses: str):
    mine = view_at(foundations_guesses=guesses).answer.mine
    text = f"{sentences.verdict(mine)} {sentences.score(RULES, mine)}"
    coins = [int(np.random.default_rng([SEED, i]).integers(0, 2, 1)[0]) for i in range(20)]
    wins = sum(int(guess) == coin for guess, coin in zip(guesses, coins, strict=False))
    k = len(guesses)
    assert f"{wins} of {k} right so far" in text
    assert f"You were right in {wins} of {k} round{'s' if k > 1 else ''}, {percent(wins / k)}" in (
        text
    )
    low, high = game.after(RULES, SEED, guesses).interval
    assert f"(Wilson) is {100 * low:.1f} to {percent(high)}" in text


def test_bounds_on_the_screen_are_those_of_their_formulas():
    for share in (1 - np.exp(-0.5) / 2, np.e / (1 + np.e)):
        assert percent(share) in view_at().sentence


def test_a_guess_is_judged_and_the_next_round_comes():
    app = opened_game()
    assert "Round 1 of 20" in titles(app)[0]
    press(app, "It was A")
    assert address_of(app, "guesses") == "0"
    assert "Round 2 of 20" in titles(app)[0]
    press(app, "It was B")
    assert address_of(app, "guesses") == "01"
    assert address_of(app, "game") == str(SEED)
    assert "of 2 right so far" in text_of(app)


def titles(app) -> list[str]:
    return [figure["layout"]["title"]["text"] for figure in figures(app)]


def test_a_press_for_a_round_that_is_guessed_already_guesses_nothing(monkeypatch):
    state = {}
    monkeypatch.setattr(choices.address, "get", lambda _: "0110")
    monkeypatch.setattr(choices.address, "put", lambda _, text: state.update(put=text))
    choices.guess("1", 3)
    assert not state
    choices.guess("1", 4)
    assert state == {"put": "01101"}


def test_after_twenty_rounds_there_is_a_summary_and_no_guess():
    app = opened_game(foundations_guesses="01" * 10)
    assert "All 20 rounds are played" in titles(app)[0]
    assert [b.disabled for b in app.button if b.label.startswith("It was")] == [True, True]
    press(app, "New game")
    assert address_of(app, "guesses") == ""
    assert address_of(app, "game") != str(SEED)


def test_visitors_without_a_game_are_given_games_of_their_own():
    seeds = [opened_game(foundations_game="").session_state["foundations_game"] for _ in range(3)]
    assert len(set(seeds)) == 3
    # Above 32 bits no address would be read again.
    assert all(0 <= int(seed) <= game.LARGEST_SEED for seed in seeds)


@pytest.mark.parametrize("change", ["epsilon", "answers", "ones"])
def test_other_rules_begin_another_game(change: str):
    app = opened_game(foundations_guesses="011")
    if change == "epsilon":
        turned(app, "epsilon", "100")
    elif change == "answers":
        app.selectbox(key="foundations_answers_box").set_value("randomised_response").run()
    else:
        app.number_input(key="foundations_ones_box").set_value(2).run()
    assert not complaints(app)
    assert address_of(app, "guesses") == ""
    assert address_of(app, "game") != str(SEED)
    assert "Round 1 of 20" in titles(app)[0]


def test_a_look_at_alice_leaves_the_game():
    app = opened_game(foundations_guesses="011")
    app.segmented_control(key="foundations_role_box").set_value("alice").run()
    assert f"The first {ROUNDS} of Bob's {MANY:,} rounds" in titles(app)[0]
    app.segmented_control(key="foundations_role_box").set_value("bob").run()
    assert (address_of(app, "guesses"), address_of(app, "game")) == ("011", str(SEED))


@pytest.mark.parametrize("kind", ["laplace", "randomised_response"])
def test_nothing_on_the_page_depends_on_the_coin_to_come(kind: str, monkeypatch):
    """Another coin with the same answer gives the same page, to the letter."""

    def page() -> str:
        app = opened_game(foundations_answers=kind, foundations_guesses="0110")
        return json.dumps(figures(app)) + text_of(app)

    before, drawn, calls = page(), game._drawn, []

    def flipped(rules, n_rounds, rng):
        coins, answers = drawn(rules, n_rounds, rng)
        calls.append(n_rounds)
        return (1 - coins if len(calls) == 5 else coins), answers

    monkeypatch.setattr(game, "_drawn", flipped)
    assert page() == before
    assert len(calls) == 5


def test_the_optimal_bob_plays_when_asked():
    app = opened_game()
    assert "the optimal Bob is right" not in text_of(app)
    press(app, "Let the optimal Bob play 1,000 rounds")
    wins = game.optimal(RULES, SEED).wins
    assert f"In 1,000 rounds the optimal Bob is right {wins:,} times" in text_of(app)


def test_without_noise_bob_always_wins_only_where_the_others_tie():
    for ones, said in (("5", "Bob always wins"), ("4", "Bob wins half of the time")):
        view = view_at(
            foundations_answers="majority", foundations_ones=ones, foundations_optimal="1000"
        )
        assert said in view.sentence
        assert (view.answer.optimal.wins == MANY) == (ones == "5")


@pytest.mark.parametrize("texts", [
    {"epsilon": "1e-9"}, {"epsilon": "1e9"}, {"foundations_ones": "0"}, {"foundations_ones": "10"},
    {"foundations_role": "alice", "foundations_pair": "same"},
    {"foundations_role": "alice", "foundations_answers": "majority"},
    {"foundations_answers": "randomised_response", "epsilon": "1e9"},
    {"foundations_game": "0"}, {"foundations_game": "4294967295"},
], ids=str)  # fmt: skip
def test_extremes_are_answered(texts):
    view = view_at(**texts)
    chances = answer.rows(view.answer)
    go.Figure(view.draw(dark=True, phone=True))
    go.Figure(rows.show(chances, "", "", dark=True, at=sentences.COIN))
    assert "nan" not in "".join([view.sentence, view.alt, *(row.text for row in chances)])


@pytest.mark.parametrize("query", [{}, {"foundations_role": "alice"}], ids=["bob", "alice"])
def test_the_live_page_shows_the_game_and_its_chances(query):
    app = opened_game(**query)
    drawn = figures(app)
    assert not app.error
    assert drawn[0] == round_at(**query)
    assert [figure["layout"]["title"]["text"] for figure in drawn[1:]] == ["How often Bob wins"]


def test_what_cannot_be_gets_a_sentence():
    refused = {
        "foundations_game": ("4294967296", "The number of the game must be at most 4,294,967,295"),
        "foundations_guesses": ("012", "A new game is shown instead."),
        "foundations_ones": ("11", "Ones among the other 10 votes must be at most 10"),
        "foundations_answers": ("gauss", "The answers must be “Noisy sum (Laplace)”"),
    }
    app = opened_game(**{name: text for name, (text, _) in refused.items()})
    said = text_of(app).replace("\\", "")
    assert [sentence for _, sentence in refused.values() if sentence not in said] == []
    # A new game begins, and what was refused stays refused.
    said = text_of(opened_game(epsilon="-1", foundations_game=""))
    assert "Privacy parameter ε must be between" in said


def test_endless_epsilon_leaves_the_settings():
    app = opened_game(epsilon="inf")
    assert text_on(app, "epsilon") == "inf"
    assert not app.get("plotly_chart")


def test_csv_holds_the_rounds_of_the_picture():
    mine = game.after(RULES, SEED, "0110101")
    rows = list(
        csv.DictReader(
            io.StringIO(
                game.table(game.run(Question(True, RULES, SEED, "0110101"))).to_csv(index=False)
            )
        )
    )
    assert [float(row["answer"]) for row in rows] == pytest.approx(mine.answers.tolist())
    assert [row["chosen"] for row in rows] == [*("AB"[int(c)] for c in mine.coins), ""]
    figure = round_at(foundations_guesses="0110101")
    right, wrong = guesses_of(figure)
    places = sorted([*right, *wrong])
    low, high = figure["layout"]["xaxis"]["range"]
    assert places == pytest.approx(sorted(np.clip(mine.answers[:7], low, high)))


def test_right_and_wrong_guesses_are_told_apart_by_their_marks():
    mine = game.after(RULES, SEED, "0110101")
    right, wrong = guesses_of(round_at(foundations_guesses="0110101"))
    assert (len(right), len(wrong)) == (mine.wins, 7 - mine.wins)


def test_axis_stays_from_round_to_round():
    first, later = (round_at(foundations_guesses="1" * k)["layout"] for k in (0, 11))
    for axis in ("xaxis", "yaxis"):
        assert first[axis]["range"] == later[axis]["range"]


@pytest.mark.parametrize("is_bob", [True, False])
def test_the_offered_script_prints_the_numbers_of_the_page(is_bob: bool, capsys):
    chosen = Question(is_bob, RULES, SEED, "0110101", MANY)
    exec(script(chosen), {})
    printed = capsys.readouterr().out
    best = game.optimal(RULES, SEED)
    assert f"the optimal Bob: {best.wins} of {MANY} right" in printed
    assert "best on these answers: 69.7%" in printed
    assert "best on any ε-DP answers: 73.1%" in printed
    mine = game.after(RULES, SEED, "0110101")
    assert (f"you: {mine.wins} of 7 right" in printed) == is_bob


@pytest.mark.parametrize(("low", "high", "said"), [
    (0.55, 0.9, "better than a coin."), (0.1, 0.45, "worse than a coin."),
    (0.3, 0.8, "cannot tell the two apart"), (0.3, 0.6, "do not show"),
])  # fmt: skip
def test_words_weigh_the_interval(low: float, high: float, said: str):
    assert said in sentences._weighed(0.7, low, high, "70.0 %")
    assert "nobody does better" in sentences._weighed(0.5, low, high, "50.0 %")
