"""What a visitor takes along from private tuning: runs, picture, code, link."""

from string import Template

import pandas as pd
import streamlit as st

from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from dpcore.experiments.summaries import labelled
from dpcore.experiments.tuning import WAYS, Comparison
from dpcore.privacy.tuning import Candidate
from pages.shared import address, picture, settings
from pages.shared.text import script
from pages.shared.tuning import choices


def row(
    chosen: Settings,
    candidates: tuple[Candidate, ...],
    points: dict[float, Comparison],
    axis: str,
) -> None:
    """Draw the quiet row under the figure."""
    with st.container(horizontal=True, key="takeaway"):
        st.download_button(
            "CSV",
            lambda: table(chosen, points, axis),
            "private-tuning.csv",
            "text/csv",
            on_click="ignore",
            icon=":material/table:",
            type="tertiary",
        )
        with st.popover("Picture", icon=":material/image:", type="tertiary"):
            picture.choice()
        with st.popover("Code", icon=":material/code:", type="tertiary"):
            _code(chosen, candidates)
        with st.popover("Link", icon=":material/link:", type="tertiary"):
            _link(chosen)


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


def _code(chosen: Settings, candidates: tuple[Candidate, ...]) -> None:
    st.markdown("This script prints the same numbers. It needs Python and this project.")
    if chosen.data == UPLOAD:
        st.markdown(
            "Your own table has to become `records` first, as the script of the Trade-off page "
            "shows."
        )
    st.code(code(chosen, candidates), language="python", height=360)


def _link(chosen: Settings) -> None:
    query = address.query((*settings.VALUES.values(), *choices.VALUES))
    st.markdown("This address opens the same picture anywhere that the dashboard runs:")
    st.code((st.context.url or "") + (f"?{query}" if query else ""), language=None, wrap_lines=True)
    if chosen.data == UPLOAD:
        st.markdown(
            "It does not carry your table: who opens it needs the same file, "
            "uploaded and declared on the Data page."
        )
