"""What a visitor takes along from the geometry: classifiers, picture, code, link."""

from string import Template

import pandas as pd

from dpcore.experiments.plane import Cloud
from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from dpcore.experiments.summaries import labelled
from pages.shared import address, cached, settings, takeaway
from pages.shared.geometry import choices
from pages.shared.geometry.answer import Now
from pages.shared.text import script

ABOUT = "This script prints the same numbers. It needs Python and this project."
OWN = "Your own table has to become `records` first, as the script of the Trade-off page shows."


def row(now: Now, features: tuple[int, int]) -> None:
    """Draw the quiet row under the figure."""
    own = now.settings.data == UPLOAD
    with takeaway.row():
        takeaway.file("geometry.csv", lambda: table(now))
        takeaway.format_of_picture()
        takeaway.code(ABOUT + (f" {OWN}" if own else ""), code(now.settings, features))
        takeaway.link(address.query((*settings.VALUES.values(), *choices.VALUES)), own=own)


def table(now: Now) -> str:
    """Return every classifier of every ε as CSV."""
    frames = [_rows(now, *key, cloud) for key, cloud in now.plane.clouds.items()]
    return labelled(pd.concat(frames, ignore_index=True), now.settings).to_csv(index=False)


def _rows(now: Now, mechanism: str, epsilon: float, cloud: Cloud) -> pd.DataFrame:
    first, second = now.scene.features
    return pd.DataFrame(
        {
            "mechanism": mechanism,
            "epsilon": epsilon,
            "lam": now.settings.lam,
            "n": now.part.n,
            "draw": range(len(cloud.coefs)),
            f"w of {first}": cloud.coefs[:, 0],
            f"w of {second}": cloud.coefs[:, 1],
            "error": cloud.errors,
        }
    )


def code(chosen: Settings, features: tuple[int, int]) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    arguments = ",\n    ".join(f"{name}={value!r}" for name, value in vars(chosen).items())
    return Template(script("geometry")).substitute(
        settings=arguments.replace("=inf", '=float("inf")'),
        features=features,
        draws=cached.PLANE_DRAWS,
        records=", records" if chosen.data == UPLOAD else "",
    )
