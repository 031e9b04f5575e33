"""The script that computes the rows of a sweep."""

from string import Template

from dplab.simulation.sweeps import SweepSpec
from dplab.studies.sweeps import grid
from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.kit.notebook import arguments
from pages.kit.text import script_template
from pages.sweeps.values import SweepQuestion


def script(question: SweepQuestion, records: Records | None = None) -> str:
    """Return a script on `dpcore` that computes the rows that a question asks for."""
    records = records or Records()
    sweep = grid.spec(question.sweep, records.own_data(question))
    return of_sweep(sweep, grid.measure_of(sweep, question.settings), records)


def of_sweep(sweep: SweepSpec, measure: str, records: Records) -> str:
    """Return a script that computes the same rows, and sums them up by a measure."""
    template = Template(script_template("sweeps"))
    return template.substitute(
        sweep=arguments(vars(sweep)), measure=measure, **in_script(sweep.data, records)
    )
