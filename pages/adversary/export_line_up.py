"""What a visitor takes along from the line-up: the bars and the curves, as files."""

import math

import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.simulation.summaries import labelled
from dpcore.studies.adversary.curve import EPSILONS, Named
from pages.adversary import told
from pages.adversary.answer import line_up
from pages.adversary.choices import Scenario
from pages.kit import export


def is_possible(asked: Scenario) -> bool:
    """Tell whether there is an attack to save: with noise, and suspects enough."""
    if math.isinf(asked.settings.epsilon):
        return False
    try:
        told.told(asked)
    except InvalidInput:
        return False
    return True


def files(asked: Scenario) -> None:
    """Draw the buttons that save both, inside of the page's quiet row."""
    export.file("line-up.csv", lambda: bars(asked), "CSV of the bars")
    export.file("named-right.csv", lambda: curves(asked), "CSV of the curve")


def bars(asked: Scenario) -> str:
    """Return what is believed of every suspect as CSV: after the release shown, and on average."""
    found = line_up.of(told.told(asked), asked)
    rows = pd.DataFrame(
        {
            "suspect": found.labels,
            "is_true": [place == found.truth for place in range(found.m)],
            "belief": found.now,
            "mean_belief": found.mean,
            "guessing": 1 / found.m,
            "limit": found.ceiling,
            "mechanism": asked.mechanism,
            "epsilon": asked.settings.epsilon,
            "draw": line_up.place(asked) + 1,
        }
    )
    return str(labelled(rows, asked.settings).to_csv(index=False))


def curves(asked: Scenario) -> str:
    """Return how often the right one is named as CSV, by mechanism and ε."""
    m = line_up.of(told.told(asked), asked).m
    frames = [_rows(name, m, told.named(asked, name)) for name in told.compared(asked)]
    rows = pd.concat(frames, ignore_index=True)
    return str(labelled(rows, asked.settings).to_csv(index=False))


def _rows(mechanism: str, m: int, found: Named) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "mechanism": mechanism,
            "epsilon": EPSILONS,
            "named_right": found.named,
            "standard_error": found.standard_error,
            "draws": found.n_draws,
            "hits": found.hits,
            "guessing": 1 / m,
            "limit": found.ceilings,
        }
    )
