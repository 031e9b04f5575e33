"""The script that prints the numbers of a sheet."""

from string import Template

from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.decide.values import ATTACK, DEAREST, DecisionQuestion
from pages.kit.notebook import arguments
from pages.kit.text import script_template


def script(question: DecisionQuestion, records: Records | None = None) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    lines = [script_template("decide")]
    if question.risk_line == ATTACK:
        lines.append(script_template("decide", "script_attack"))
    if question.cost_line == DEAREST:
        lines.append(script_template("decide", "script_dearest"))
    return Template("".join(lines)).substitute(
        settings=arguments(vars(question.settings)),
        **in_script(question.settings.data, records or Records()),
        risk=question.risk,
        cost=question.cost,
    )
