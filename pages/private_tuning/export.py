"""What a visitor takes along from private tuning: runs, picture, code, link."""

from dataclasses import replace
from string import Template

import pandas as pd

from dpcore.privacy.tuning import Candidate
from dpcore.simulation.measures import MEASURES
from dpcore.simulation.settings import Settings
from dpcore.simulation.sources import UPLOAD
from dpcore.simulation.summaries import labelled
from dpcore.studies.private_tuning import STRATEGIES, Comparison
from pages.comparison import cached
from pages.comparison.kernels import NONE, Kernel
from pages.kit import address, export, page
from pages.kit.text import script
from pages.private_tuning import computed


def row(
    chosen: Settings,
    candidates: tuple[Candidate, ...],
    kernel: Kernel,
    points: dict[float, Comparison],
    axis: str,
) -> None:
    """Draw the quiet row under the figure."""
    own = chosen.data == UPLOAD
    with export.row():
        export.file("private-tuning.csv", lambda: table(chosen, kernel, points, axis))
        export.format_of_picture()
        about = f"{export.SAME_NUMBERS} {export.OWN_RECORDS}" if own else export.SAME_NUMBERS
        export.code(about, code(chosen, candidates, kernel))
        export.link(address.query(page.values_of("private_tuning")), own=own)


def table(chosen: Settings, kernel: Kernel, points: dict[float, Comparison], axis: str) -> str:
    """Return every run behind the figure as CSV."""
    frames = [
        _rows(chosen, found, way).assign(**{axis: place})
        for place, found in points.items()
        for way in STRATEGIES
    ]
    plain = cached.constant(replace(chosen, measure="error"))
    rows = pd.concat(frames, ignore_index=True).assign(majority_error=plain.error)
    if kernel != NONE:
        features = computed.feature_map(chosen, kernel).n_features
        rows = rows.assign(kernel=kernel[0], **dict(kernel[1]) | {"features": features})
    return str(labelled(rows, chosen).to_csv(index=False))


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
            MEASURES[chosen.measure].column: found.errors[way],
        }
    )


def code(chosen: Settings, candidates: tuple[Candidate, ...], kernel: Kernel = NONE) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    return Template(script("private_tuning")).substitute(
        settings=export.arguments(vars(chosen)),
        mechanism=candidates[0].mechanism,
        lams=tuple(one.lam for one in candidates),
        records=", records" if chosen.data == UPLOAD else "",
        kernel=kernel[0],
        parameters=dict(kernel[1]),
    )
