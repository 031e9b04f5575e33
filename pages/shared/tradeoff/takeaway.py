"""What a visitor takes along from a figure: the numbers, the picture, the code, the link."""

import csv
import io
import math
from string import Template

import streamlit as st

from dpcore.data.schema import Schema
from dpcore.experiments.comparison import COMPARED, EPSILONS
from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from pages.shared import cached, own_table, picture
from pages.shared import settings as shared
from pages.shared.text import script

COLUMNS = ("mechanism", "loss", "epsilon", "lam", "n", "draw", "error", "converged")


def row(chosen: Settings, name: str) -> None:
    """Draw the quiet row under a figure.

    Parameters
    ----------
    chosen : Settings
    name : str
        Start of the file names.
    """
    with st.container(horizontal=True, key="takeaway"):
        st.download_button(
            "CSV",
            lambda: table(chosen),
            f"{name}.csv",
            "text/csv",
            on_click="ignore",
            icon=":material/table:",
            type="tertiary",
        )
        with st.popover("Picture", icon=":material/image:", type="tertiary"):
            picture.choice()
        with st.popover("Code", icon=":material/code:", type="tertiary"):
            st.markdown("This script prints the same numbers. It needs Python and this project.")
            st.code(code(chosen), language="python", height=360)
        with st.popover("Link", icon=":material/link:", type="tertiary"):
            _link(chosen)


def table(chosen: Settings) -> str:
    """Return every draw behind the figure as CSV, one row each; non-private stands at ε = ∞."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    n = cached.part(chosen).n
    cells = [("non_private", math.inf)]
    cells += [(name, e) for e in sorted({*EPSILONS, chosen.epsilon}) for name in COMPARED[1:]]
    for name, epsilon in cells:
        outcome = cached.outcome(chosen.with_epsilon(epsilon), name)
        results = zip(outcome.errors.tolist(), outcome.converged.tolist(), strict=True)
        writer.writerows(
            (name, chosen.loss, epsilon, chosen.lam, n, draw, *result)
            for draw, result in enumerate(results)
        )
    return out.getvalue()


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


def _link(chosen: Settings) -> None:
    query = shared.link(chosen)
    st.markdown("This address opens the same picture anywhere that the dashboard runs:")
    st.code((st.context.url or "") + (f"?{query}" if query else ""), language=None, wrap_lines=True)
    if chosen.data == UPLOAD:
        st.markdown(
            "It does not carry your table: who opens it needs the same file, "
            "uploaded and declared on the Data page."
        )
