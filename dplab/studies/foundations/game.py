"""The guessing game, round by round: what the coin chose, what was answered, and who was right.

Alice has two data sets of n = 11 bits. Ten of the bits are the same in both; the last one, the
vote in question, is 0 in A and 1 in B. A coin chooses A or B, an answer is computed from the chosen
one, and Bob, who knows both, guesses which it was.

Round i of the game with a seed takes its coin and its noise from ``default_rng([seed, i])``: a game
is a function of its seed and of the guesses so far. The best Bob's rounds come from
``default_rng([seed, ROUNDS])``, which no round of the game uses.

Examples
--------
>>> rules = Rules("laplace", epsilon=1.0)
>>> game = after(rules, seed=1, guesses="011")
>>> len(game.coins), len(game.answers), round(best(rules), 3)
(3, 4, 0.697)
>>> best(Rules("majority", epsilon=1.0, ones=4)), best(Rules("majority", epsilon=1.0, ones=5))
(0.5, 1.0)
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from dpcore import checks
from dpcore.checks import Array
from dplab.laplace import game, mechanism

OTHERS = 10
"""Bits that both data sets have in common: an even number, so that there is always a majority."""

ROUNDS, MANY = 20, 1_000
"""Rounds of a game, and rounds that the best Bob plays at once."""

LARGEST_SEED = 2**32 - 1

NAMES = ("A", "B")
"""Of the two data sets."""


@dataclass(frozen=True)
class Rules:
    """What is asked of which two data sets.

    Parameters
    ----------
    answers : str
        "laplace": how many bits are one, with Laplace noise; "randomised_response": the vote in
        question; "majority": whether most bits are one, without noise.
    epsilon : float
        Of each answer, positive; "majority" does not use it.
    ones : int
        How many of the ten common bits are one.
    differ : bool
        Whether the vote in question is 1 in B; otherwise B is A.
    """

    answers: str
    epsilon: float
    ones: int = OTHERS // 2
    differ: bool = True

    @property
    def truths(self) -> tuple[float, float]:
        """The true answers on A and on B."""
        first, second = 0, int(self.differ)
        if self.answers == "randomised_response":
            return float(first), float(second)
        sums = (self.ones + first, self.ones + second)
        if self.answers == "majority":
            return float(2 * sums[0] > OTHERS + 1), float(2 * sums[1] > OTHERS + 1)
        return float(sums[0]), float(sums[1])

    @property
    def chances(self) -> tuple[float, float]:
        """Probabilities of the answer 1 on A and on B; not for Laplace answers."""
        first, second = self.truths
        true = 1.0 if self.answers == "majority" else game.max_win_probability(self.epsilon)
        return (true if first else 1 - true), (true if second else 1 - true)


@dataclass(frozen=True, eq=False)
class Play:
    """Rounds in their order, as far as somebody who is playing may see them.

    Parameters
    ----------
    coins : array (rounds that are guessed,)
        0 for A, 1 for B.
    guesses : array (rounds that are guessed,)
        The same of what was guessed.
    answers : array (the same, or one more)
        The last one is that of the round which is not yet guessed.
    """

    coins: Array
    guesses: Array
    answers: Array

    @property
    def wins(self) -> int:
        """How many guesses were right."""
        return int((self.coins == self.guesses).sum())

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval for the probability of winning; from 0 to 1 before a guess."""
        return game.interval(self.wins, len(self.coins)) if len(self.coins) else (0.0, 1.0)


def read_guesses(text: str) -> str:
    """Return a text of guesses, 0 for A and 1 for B, if it is one.

    Raises
    ------
    InvalidInput
        If it holds anything else, or more than `ROUNDS` of them.
    """
    if set(text) <= {"0", "1"} and len(text) <= ROUNDS:
        return text
    raise checks.InvalidInput(
        f"Guesses must be at most {ROUNDS} signs 0 (for A) or 1 (for B), such as 0110; got "
        f"“{checks.cut(text)}”."
    )


def after(rules: Rules, seed: int, guesses: str) -> Play:
    """Return a game after some guesses, with the answer of the next round if there is one.

    Parameters
    ----------
    rules : Rules
    seed : int
        From 0 to `LARGEST_SEED`.
    guesses : str
        As `read_guesses` takes it.

    Notes
    -----
    **Guarantee.** Each Laplace answer and each randomised response is ε-DP where neighbours are
    data sets of the same public n that differ in one record (`mechanism.answers`,
    `game.randomised_response`); the answers of k rounds together cost kε. The majority without
    noise is ε-DP for no ε.
    """
    shown = min(len(guesses) + 1, ROUNDS)
    rounds = [_drawn(rules, 1, np.random.default_rng([seed, each])) for each in range(shown)]
    coins, answers = (np.concatenate(column) for column in zip(*rounds, strict=True))
    return Play(coins[: len(guesses)], np.array([float(each) for each in guesses]), answers)


def optimal(rules: Rules, seed: int, n_rounds: int = MANY) -> Play:
    """Let the best Bob play rounds that the game of the same seed does not have."""
    coins, answers = _drawn(rules, n_rounds, np.random.default_rng([seed, ROUNDS]))
    guesses = game.best_guess(answers, *rules.truths)
    return Play(coins, guesses.astype(float), answers)


def best(rules: Rules) -> float:
    """Return the probability with which the best Bob wins."""
    if rules.truths[0] == rules.truths[1]:
        return 0.5
    if rules.answers == "majority":
        return game.majority_best(rules.ones, OTHERS)
    laplace = rules.answers == "laplace"
    return (game.max_win_on_laplace if laplace else game.max_win_probability)(rules.epsilon)


def _drawn(rules: Rules, n_rounds: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return coins and answers; see the guarantee of `after`."""
    coins = rng.integers(0, 2, n_rounds).astype(float)
    true = np.where(coins == 1, rules.truths[1], rules.truths[0])
    if rules.answers == "laplace":
        # Drawn around 0 and shifted: each round has a true answer of its own.
        return coins, true + mechanism.answers(0.0, 1.0, rules.epsilon, n_rounds, rng)
    if rules.answers == "randomised_response":
        return coins, np.asarray(game.randomised_response(true, rules.epsilon, rng))
    return coins, true


@dataclass(frozen=True)
class Question:
    """Who plays what.

    The visitor guesses, or else the best Bob does, who plays `optimal` rounds besides, 0 for none.
    """

    is_bob: bool
    rules: Rules
    seed: int
    guesses: str = ""
    optimal: int = 0


@dataclass(frozen=True, eq=False)
class Game:
    """What was played, and what bounds it.

    `mine` and `optimal` are the visitor's rounds and those of the best Bob, where they play; `best`
    is the probability with which the best Bob wins on these answers, `most` the largest on any ε-DP
    ones.
    """

    question: Question
    mine: Play | None
    optimal: Play | None
    best: float
    most: float


def run(question: Question) -> Game:
    """Play the rounds.

    Raises
    ------
    InvalidInput
        If the rules' ε is not positive.
    """
    rules, seed = question.rules, question.seed
    return Game(
        question,
        after(rules, seed, question.guesses) if question.is_bob else None,
        optimal(rules, seed) if question.optimal else None,
        best(rules),
        game.max_win_probability(rules.epsilon),
    )


def table(found: Game) -> pd.DataFrame:
    """Return every round that is played; of the next one, the answer."""
    players = (("you", found.mine), ("optimal Bob", found.optimal))
    frames = [_rounds(player, play) for player, play in players if play is not None]
    return pd.concat(frames, ignore_index=True)


def _rounds(player: str, play: Play) -> pd.DataFrame:
    missing = len(play.answers) - len(play.coins)
    names = np.array(NAMES)
    coins, guesses = (
        [*names[column.astype(int)], *[None] * missing] for column in (play.coins, play.guesses)
    )
    return pd.DataFrame(
        {
            "player": player,
            "round": np.arange(1, len(play.answers) + 1),
            "answer": play.answers,
            "chosen": coins,
            "guess": guesses,
        }
    )
