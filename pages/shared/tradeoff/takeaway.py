"""What a visitor takes along from a figure: the numbers, the picture, the code, the link."""

from string import Template

import pandas as pd

from dpcore.data.schema import Schema
from dpcore.experiments.comparison import EPSILONS, Outcome
from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from dpcore.experiments.summaries import labelled
from pages.shared import cached, own_table, takeaway
from pages.shared import settings as shared
from pages.shared.text import script

ABOUT = "This script prints the same numbers. It needs Python and this project."


def row(chosen: Settings, name: str) -> None:
    """Draw the quiet row under a figure.

    Parameters
    ----------
    chosen : Settings
    name : str
        Start of the file names.
    """
    with takeaway.row():
        takeaway.file(f"{name}.csv", lambda: table(chosen))
        takeaway.format_of_picture()
        takeaway.code(ABOUT, code(chosen))
        takeaway.link(shared.link(chosen), own=chosen.data == UPLOAD)


def table(chosen: Settings) -> str:
    """Return every draw behind the figure as CSV, one row each; non-private stands at ε = ∞."""
    epsilons = sorted({*EPSILONS, chosen.epsilon})
    found = [pair for batch in cached.outcomes(chosen, epsilons) for pair in batch.items()]
    n = cached.part(chosen).n
    frames = [_rows(name, epsilon, each, chosen, n) for (name, epsilon), each in found]
    return labelled(pd.concat(frames, ignore_index=True), chosen).to_csv(index=False)


def _rows(
    mechanism: str, epsilon: float, outcome: Outcome, chosen: Settings, n: int
) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "mechanism": mechanism,
            "loss": chosen.loss,
            "h": chosen.h,
            "epsilon": epsilon,
            "lam": chosen.lam,
            "n": n,
            "draw": range(len(outcome.errors)),
            "error": outcome.errors,
            "converged": outcome.converged,
        }
    )


def code(chosen: Settings) -> str:
    """Return a script on `dpcore` that prints the numbers of the settings."""
    own = own_table.current() if chosen.data == UPLOAD else None
    return fill(chosen, own.schema if own else None)


def fill(chosen: Settings, schema: Schema | None) -> str:
    """Fill the script's template; the schema goes in as a Python literal, whatever it says."""
    template = Template(script("own_table" if schema else "public_data"))
    return template.substitute(
        settings=_spelled(chosen), schema=repr(schema.to_json()) if schema else ""
    )


def _spelled(chosen: Settings) -> str:
    arguments = (f"{name}={value!r}" for name, value in vars(chosen).items())
    return ",\n    ".join(arguments).replace("=inf", '=float("inf")')
