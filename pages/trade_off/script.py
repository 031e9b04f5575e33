"""The script that prints the numbers of Trade-off."""

from string import Template

from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.kit.notebook import arguments
from pages.kit.text import script_template
from pages.trade_off.values import TradeOffQuestion


def script(question: TradeOffQuestion, records: Records | None = None) -> str:
    """Return a script on `dpcore` that prints the numbers of the settings."""
    chosen = question.settings
    return Template(script_template("trade_off")).substitute(
        settings=arguments(vars(chosen)), **in_script(chosen.data, records or Records())
    )
