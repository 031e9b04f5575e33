"""The scripts of Adversary: one reconstructs the record, one has the line-up judged."""

import math
from string import Template

from dplab.studies.adversary.attacks import Question
from pages.adversary.people import question_of
from pages.adversary.values import AdversaryQuestion
from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.kit.notebook import arguments
from pages.kit.text import script_template


def script(question: AdversaryQuestion, records: Records | None = None) -> str:
    """Return a script on `dplab`: of the line-up where one sees it, but of no own row.

    Raises
    ------
    InvalidInput
        If somebody's own records are asked for, and there are none.
    """
    records = records or Records()
    asked = question_of(question, records)
    return _of_line_up(asked) if scene(question) else _of_record(asked, records)


def scene(question: AdversaryQuestion) -> str:
    """Return the scene that the script is of: the line-up; none where it reconstructs a record."""
    is_noisy = not math.isinf(question.settings.epsilon)
    is_judged = question.scene == "line_up" and is_noisy and not question.is_own
    return question.scene if is_judged else ""


def _of_record(asked: Question, records: Records) -> str:
    name = "script_own_table" if asked.is_own else "script"
    return Template(script_template("adversary", name)).substitute(
        settings=arguments(vars(asked.settings)),
        row=asked.row,
        **in_script(asked.settings.data, records),
    )


def _of_line_up(asked: Question) -> str:
    question = {name: value for name, value in vars(asked).items() if name != "settings"}
    return Template(script_template("adversary", "script_line_up")).substitute(
        settings=arguments(vars(asked.settings)), question=arguments(question)
    )
