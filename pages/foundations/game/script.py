"""The script that prints the rounds of the guessing game."""

from dplab.studies.foundations.game import Question
from pages.comparison.records import Records
from pages.kit.notebook import part_code


def script(question: Question, records: Records | None = None) -> str:  # noqa: ARG001
    """Return a script on `dplab` that plays the same rounds; nobody's own records count."""
    rules = question.rules
    asked = {
        "answers": rules.answers,
        "epsilon": rules.epsilon,
        "ones": rules.ones,
        "differ": rules.differ,
        "seed": question.seed,
        "guesses": question.guesses if question.is_bob else "",
    }
    return part_code("foundations", "game", asked)
