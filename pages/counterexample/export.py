"""What a visitor takes along from the counterexample: draws, picture, code, link."""

from string import Template

import pandas as pd

from dpcore.studies.counterexample import Example, MechanismRun
from pages.kit import address, export, page
from pages.kit.text import script


def row(
    example: Example, found: dict[int, dict[str, MechanismRun]], compared: tuple[str, ...]
) -> None:
    """Draw the quiet row under the figure."""
    with export.row():
        export.file("counterexample.csv", lambda: table(example, found))
        export.format_of_picture()
        export.code(export.SAME_NUMBERS, code(example, compared))
        export.link(address.query(page.values_of("counterexample")), own=False)


def table(example: Example, found: dict[int, dict[str, MechanismRun]]) -> str:
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
    return str(pd.concat(frames, ignore_index=True).to_csv(index=False))


def code(example: Example, compared: tuple[str, ...]) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    return Template(script("counterexample")).substitute(
        example=export.arguments(vars(example)), mechanisms=compared
    )
