"""What a visitor takes along from the counterexample: draws, picture, code, link."""

from string import Template

import pandas as pd

from dpcore.experiments.example import Example, Run
from pages.shared import address, settings, takeaway
from pages.shared.counterexample import choices
from pages.shared.text import script

ABOUT = "This script prints the same numbers. It needs Python and this project."


def row(example: Example, found: dict[int, dict[str, Run]], compared: tuple[str, ...]) -> None:
    """Draw the quiet row under the figure."""
    with takeaway.row():
        takeaway.file("counterexample.csv", lambda: table(example, found))
        takeaway.format_of_picture()
        takeaway.code(ABOUT, code(example, compared))
        takeaway.link(address.query((*settings.VALUES.values(), *choices.VALUES)), own=False)


def table(example: Example, found: dict[int, dict[str, Run]]) -> str:
    """Return every draw behind the curves as CSV."""
    frames = [
        pd.DataFrame(
            {
                "d": example.d,
                "gamma": example.gamma,
                "lam": example.lam,
                "epsilon": run.plan.epsilon,
                "seed": example.seed,
                "n": n,
                "mechanism": name,
                "draw": range(len(run.errors)),
                "error": run.errors,
            }
        )
        for n, runs in found.items()
        for name, run in runs.items()
    ]
    return pd.concat(frames, ignore_index=True).to_csv(index=False)


def code(example: Example, compared: tuple[str, ...]) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    arguments = ",\n    ".join(f"{name}={value!r}" for name, value in vars(example).items())
    return Template(script("counterexample")).substitute(
        example=arguments.replace("=inf", '=float("inf")'), mechanisms=compared
    )
