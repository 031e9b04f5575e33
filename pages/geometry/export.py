"""What a visitor takes along from the geometry: classifiers, picture, code, link."""

from dataclasses import replace
from string import Template

import pandas as pd

from dpcore.simulation.measures import BY_CLASS, MEASURES
from dpcore.simulation.settings import Settings
from dpcore.simulation.sources import UPLOAD
from dpcore.simulation.summaries import labelled
from dpcore.studies.geometry import Cloud
from pages.comparison import cached
from pages.geometry import computed
from pages.geometry.answer import Clouds
from pages.kit import address, export, page
from pages.kit.text import script


def row(now: Clouds, features: tuple[int, int]) -> None:
    """Draw the quiet row under the figure."""
    own = now.settings.data == UPLOAD
    with export.row():
        export.file("geometry.csv", lambda: table(now))
        export.format_of_picture()
        about = f"{export.SAME_NUMBERS} {export.OWN_RECORDS}" if own else export.SAME_NUMBERS
        export.code(about, code(now.settings, features))
        export.link(address.query(page.values_of("geometry")), own=own)


def table(now: Clouds) -> str:
    """Return every classifier of every ε as CSV."""
    frames = [_rows(now, *key, cloud) for key, cloud in now.plane.clouds.items()]
    plain = cached.constant(replace(now.settings, measure="error"))
    rows = pd.concat(frames, ignore_index=True).assign(majority_error=plain.error)
    return str(labelled(rows, now.settings).to_csv(index=False))


def _rows(now: Clouds, mechanism: str, epsilon: float, cloud: Cloud) -> pd.DataFrame:
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
            **dict(zip(BY_CLASS, cloud.mistakes.shares, strict=True)),
            MEASURES[now.settings.measure].column: cloud.errors,
        }
    )


def code(chosen: Settings, features: tuple[int, int]) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    return Template(script("geometry")).substitute(
        settings=export.arguments(vars(chosen)),
        features=features,
        draws=computed.DRAWS,
        records=", records" if chosen.data == UPLOAD else "",
    )
