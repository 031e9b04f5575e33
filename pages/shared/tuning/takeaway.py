"""What a visitor takes along from private tuning: runs, picture, code, link."""

from string import Template

import pandas as pd

from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from dpcore.experiments.summaries import labelled
from dpcore.experiments.tuning import WAYS, Comparison
from dpcore.privacy.tuning import Candidate
from pages.shared import address, settings, takeaway
from pages.shared.text import script
from pages.shared.tuning import choices

ABOUT = "This script prints the same numbers. It needs Python and this project."
OWN = "Your own table has to become `records` first, as the script of the Trade-off page shows."


def row(
    chosen: Settings,
    candidates: tuple[Candidate, ...],
    points: dict[float, Comparison],
    axis: str,
) -> None:
    """Draw the quiet row under the figure."""
    own = chosen.data == UPLOAD
    with takeaway.row():
        takeaway.file("private-tuning.csv", lambda: table(chosen, points, axis))
        takeaway.format_of_picture()
        takeaway.code(ABOUT + (f" {OWN}" if own else ""), code(chosen, candidates))
        takeaway.link(address.query((*settings.VALUES.values(), *choices.VALUES)), own=own)


def table(chosen: Settings, points: dict[float, Comparison], axis: str) -> str:
    """Return every run behind the figure as CSV."""
    frames = [
        _rows(chosen, found, way).assign(**{axis: place})
        for place, found in points.items()
        for way in WAYS
    ]
    return labelled(pd.concat(frames, ignore_index=True), chosen).to_csv(index=False)


def _rows(chosen: Settings, found: Comparison, way: str) -> pd.DataFrame:
    picked = found.picks.get(way)
    lams = [found.plan.candidates[i].lam for i in picked] if picked is not None else chosen.lam
    return pd.DataFrame(
        {
            "epsilon": found.plan.epsilon,
            "n": found.plan.n,
            "way": way,
            "run": range(len(found.errors[way])),
            "lam": lams,
            "error": found.errors[way],
        }
    )


def code(chosen: Settings, candidates: tuple[Candidate, ...]) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    arguments = ",\n    ".join(f"{name}={value!r}" for name, value in vars(chosen).items())
    return Template(script("private_tuning")).substitute(
        settings=arguments.replace("=inf", '=float("inf")'),
        mechanism=candidates[0].mechanism,
        lams=tuple(one.lam for one in candidates),
        records=", records" if chosen.data == UPLOAD else "",
    )
