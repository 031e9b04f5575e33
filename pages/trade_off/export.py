"""What a visitor takes along from the trade-off: every draw, picture, code, link."""

from dataclasses import replace
from string import Template

import pandas as pd

from dpcore.data.schema import Schema
from dpcore.simulation.comparison import EPSILONS, Outcome
from dpcore.simulation.measures import BY_CLASS, MEASURES
from dpcore.simulation.settings import Settings
from dpcore.simulation.sources import UPLOAD
from dpcore.simulation.summaries import labelled
from pages.comparison import cached, computed, own_table, settings
from pages.kit import address, export
from pages.kit.text import script
from pages.trade_off import choices


def row(chosen: Settings) -> None:
    """Draw the quiet row under the figure."""
    with export.row():
        export.file("trade-off.csv", lambda: table(chosen))
        export.format_of_picture()
        export.code(export.SAME_NUMBERS, code(chosen))
        export.link(_query(chosen), own=chosen.data == UPLOAD)


def _query(chosen: Settings) -> str:
    """Return the query that opens the same picture, what is compared besides included."""
    also = address.query((choices.ALSO, choices.DRAWS))
    return "&".join(filter(None, (settings.link(chosen), also)))


def table(chosen: Settings) -> str:
    """Return every draw behind the figure as CSV, one row each; non-private stands at ε = ∞."""
    epsilons = sorted({*EPSILONS, chosen.epsilon})
    found = [pair for batch in computed.outcomes(chosen, epsilons) for pair in batch.items()]
    n = cached.n_used(chosen)
    frames = [_rows(name, epsilon, each, chosen, n) for (name, epsilon), each in found]
    plain = cached.constant(replace(chosen, measure="error"))
    rows = pd.concat(frames, ignore_index=True).assign(majority_error=plain.error)
    return str(labelled(rows, chosen).to_csv(index=False))


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
            **dict(zip(BY_CLASS, outcome.mistakes.shares, strict=True)),
            MEASURES[chosen.measure].column: outcome.errors,
            "converged": outcome.converged,
            **({"delta": outcome.plan.delta} if chosen.also else {}),
        }
    )


def code(chosen: Settings) -> str:
    """Return a script on `dpcore` that prints the numbers of the settings."""
    own = own_table.current() if chosen.data == UPLOAD else None
    return fill(chosen, own.schema if own else None)


def fill(chosen: Settings, schema: Schema | None) -> str:
    """Fill the script's template; the schema goes in as a Python literal, whatever it says."""
    template = Template(script("trade_off", "script_own_table" if schema else "script_public"))
    return template.substitute(
        settings=export.arguments(vars(chosen)), schema=repr(schema.to_json()) if schema else ""
    )
