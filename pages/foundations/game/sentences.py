"""The guessing game in words, with the numbers of the moment."""

from dplab.laplace.game import max_win_probability
from dplab.studies.foundations import game
from dplab.studies.foundations.game import MANY, NAMES, OTHERS, ROUNDS, Play, Rules
from pages.foundations.rounded import chance
from pages.kit import words

KINDS = {"laplace": "noisy sums", "randomised_response": "randomised responses"}
COIN = 0.5


def title(rules: Rules, play: Play) -> str:
    """Return what the picture of the present round shows."""
    k = len(play.coins)
    if k == ROUNDS:
        return f"All {ROUNDS} rounds are played"
    return f"Round {k + 1} of {ROUNDS}: {answer(rules, float(play.answers[-1]))}"


def answer(rules: Rules, value: float) -> str:
    """Return what Bob is told."""
    if rules.answers == "laplace":
        return f"the noisy sum is {_short(value, rules.epsilon)}"
    if rules.answers == "majority":
        return "a majority of ones" if value else "no majority of ones"
    return f"the answer is {value:.0f}"


def verdict(play: Play) -> str:
    """Return whether the last guess was right: one line in every round."""
    k = len(play.coins)
    if not k:
        return "Your result will appear here."
    was, said = (NAMES[int(column[-1])] for column in (play.coins, play.guesses))
    right = "**Right:**" if was == said else "**Wrong:**"
    return f"{right} round {k} was {was}. {play.wins} of {k} right so far."


def score(rules: Rules, play: Play) -> str:
    """Return what the visitor's score says, and what it does not."""
    k = len(play.coins)
    if not k:
        return "No round is played yet."
    return (
        f"You were right in {play.wins} of {words.pluralize(k, 'round')}, "
        f"{words.percent(play.wins / k)}. The 95 % confidence interval (Wilson) is "
        f"{_interval(play)}. {_weighed(game.best(rules), *play.interval, said=best(rules))}"
    )


def _interval(play: Play) -> str:
    """Return the ends of an interval; 100 % is one where no guess was wrong."""
    low, high = play.interval
    return f"{100 * low:.1f} to {chance(high, is_certain=play.wins == len(play.coins))}"


def best(rules: Rules) -> str:
    """Return how often the best Bob wins on these answers."""
    return probable(rules, game.best(rules))


def _weighed(best: float, low: float, high: float, said: str) -> str:
    """Return what an interval can tell from guessing blindly."""
    if best == COIN:
        return "In the long run nobody does better than a coin here."
    if low > COIN:
        return "It is above 50 %: your guesses were better than a coin."
    if high < COIN:
        return "It is below 50 %: your guesses were worse than a coin."
    if high >= best:
        return (
            f"It holds both 50 %, guessing blindly, and {said}, the best possible "
            "here: so few rounds cannot tell the two apart."
        )
    return "It holds 50 %: these rounds do not show that your guesses are better than a coin."


def bounds(rules: Rules) -> str:
    """Return what the best Bob reaches on these answers, and what ε allows."""
    if not rules.differ:
        return (
            "A and B are the same, so that no answer tells them apart: Bob wins half of the time."
        )
    if rules.answers == "majority":
        return _of_majority(rules)
    most = chance(max_win_probability(rules.epsilon))
    return (
        f"At ε = {words.number(rules.epsilon)} the optimal Bob wins {best(rules)} of the rounds on "
        f"{KINDS[rules.answers]}: he guesses the data set under which the answer is likelier. "
    ) + (
        f"No ε-DP answer lets him win more often than {most}, and randomised response reaches that."
    )


def _of_majority(rules: Rules) -> str:
    if game.best(rules) == 1:
        return (
            f"The other {OTHERS} votes tie, so that the vote in question decides: without noise, "
            "Bob always wins. The majority without noise is ε-DP for no ε."
        )
    return (
        f"With {words.pluralize(rules.ones, 'one')} among the other {OTHERS} votes the majority is "
        "the same whatever the vote in question is, and Bob wins half of the time. Without noise "
        "he always wins only where the other votes tie."
    )


def optimal(play: Play) -> str:
    """Return how the best Bob did."""
    return (
        f"In {len(play.coins):,} rounds the optimal Bob is right {play.wins:,} times, "
        f"{words.percent(play.wins / len(play.coins))} (95 % interval "
        f"{_interval(play)})."
    )


def alt(rules: Rules, play: Play) -> str:
    """Return the picture of a round in words."""
    first, second = rules.truths
    told = (
        f"Two Laplace densities around the sums {first:g} and {second:g}."
        if rules.answers == "laplace"
        else "Probabilities of the answer 1: "
        + words.listed(
            [
                f"{probable(rules, c)} on {name}"
                for c, name in zip(rules.chances, NAMES, strict=True)
            ]
        )
        + "."
    )
    return f"{title(rules, play)}. {told} {play.wins} of {len(play.coins)} guesses were right."


def probable(rules: Rules, share: float) -> str:
    """Return a probability that rests on these answers: only those without noise are certain."""
    return chance(share, is_certain=rules.answers == "majority")


def alt_of_optimal(rules: Rules, play: Play) -> str:
    """Return the picture of the best Bob's first rounds in words."""
    return f"{title_of_optimal()}: {play.wins} of {len(play.coins)} right. {bounds(rules)}"


def title_of_optimal() -> str:
    """Return what the picture shows where the visitor is Alice."""
    return f"The first {ROUNDS} of Bob's {MANY:,} rounds"


def _short(value: float, epsilon: float) -> str:
    """Return an answer to about a hundredth of the noise's scale."""
    if epsilon > 100 or abs(value) >= 1e5:
        return words.number(value)
    return f"{value:.{2 if epsilon >= 0.1 else 0}f}".replace("-", "−")
