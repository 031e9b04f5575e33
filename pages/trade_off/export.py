"""Downloads and links of the trade-off: every draw, picture, code, link."""

from string import Template

from dplab.simulation.settings import Settings
from dplab.studies.trade_off import errors
from dplab.studies.trade_off.errors import Question
from pages.comparison import private, values
from pages.comparison.screen import cached, own_table
from pages.kit import address, export
from pages.kit.text import script_template
from pages.trade_off.values import ALSO, DRAWS


def row(chosen: Settings) -> None:
    """Draw the quiet row under the figure."""
    own = chosen.is_own
    query = _query(chosen)
    with export.row():
        export.file("trade-off.csv", lambda: table(chosen))
        export.format_of_picture()
        about = export.same_numbers(own=own)
        export.code(about, code(chosen), "trade_off", query, own=own)
        export.link(query, own=own, schema=own_table.carried())


def _query(chosen: Settings) -> str:
    """Return the query that opens the same picture, what is compared besides included."""
    also = address.query((ALSO, DRAWS))
    return "&".join(filter(None, (values.link(chosen), also)))


def table(chosen: Settings) -> str:
    """Return every draw behind the figure as CSV, one row each; non-private stands at ε = ∞."""
    asked = Question(chosen)
    own, ask = cached.own_records(asked), private.of_batch(cached.RECORDS)
    *_, curves = errors.run(asked, own, ask)
    return export.csv(cached.with_names(errors.table(curves), chosen))


def code(chosen: Settings) -> str:
    """Return a script on `dpcore` that prints the numbers of the settings."""
    return Template(script_template("trade_off")).substitute(
        settings=export.arguments(vars(chosen)), **own_table.in_script(chosen.data)
    )
