"""What a visitor takes along from this page: verdicts, draws, picture, code, link."""

import math
from collections.abc import Callable
from string import Template

import pandas as pd
import streamlit as st

from dpcore.experiments.settings import Settings
from dpcore.experiments.sources import UPLOAD
from pages.shared import address, cached, picture, settings
from pages.shared.private import choices, verdicts
from pages.shared.private.verdicts import Question
from pages.shared.text import script


def row(question: Question, own: Settings | None) -> None:
    """Draw the quiet row."""
    with st.container(horizontal=True, key="takeaway"):
        _download("CSV", "is-it-private.csv", lambda: table(question))
        _download("Draws", "privacy-loss.csv", lambda: draws(question, own))
        with st.popover("Picture", icon=":material/image:", type="tertiary"):
            picture.choice()
        with st.popover("Code", icon=":material/code:", type="tertiary"):
            st.markdown(
                "This script prints the verdicts, and audits the mechanism on the worst "
                "neighbours. It needs Python and this project."
            )
            st.code(code(question, choices.runs()), language="python", height=360)
        with st.popover("Link", icon=":material/link:", type="tertiary"):
            _link(own)


def _download(label: str, name: str, content: Callable[[], str]) -> None:
    st.download_button(
        label,
        content,
        name,
        "text/csv",
        on_click="ignore",
        icon=":material/table:",
        type="tertiary",
    )


def table(question: Question) -> str:
    """Return the verdicts on all mechanisms as CSV, one row each."""
    rows = []
    for name in verdicts.everyone():
        found = cached.verdict(question.about(name))
        rows.append(
            vars(question.about(name))
            | {
                "claim": found.plan.epsilon,
                "found": found.found,
                "ceiling": found.ceiling,
                "verdict": found.standing,
            }
        )
    return pd.DataFrame(rows).to_csv(index=False)


def draws(question: Question, own: Settings | None) -> str:
    """Return the privacy loss of each draw as CSV."""
    losses = cached.reading(question, own).privacy_loss
    rows = pd.DataFrame({"draw": range(len(losses)), "privacy_loss": losses})
    return rows.assign(**vars(question)).to_csv(index=False)


def code(question: Question, runs: int) -> str:
    """Return a script on `dpcore` that prints the verdicts."""
    content = {name: _spelled(value) for name, value in vars(question).items()}
    return Template(script("verdict")).substitute(content, runs=runs)


def _spelled(value: object) -> str:
    return 'float("inf")' if value == math.inf else repr(value)


def _link(own: Settings | None) -> None:
    query = address.query((*settings.VALUES.values(), *choices.VALUES))
    st.markdown("This address opens the same picture anywhere that the dashboard runs:")
    st.code((st.context.url or "") + (f"?{query}" if query else ""), language=None, wrap_lines=True)
    if own and own.data == UPLOAD:
        st.markdown(
            "It does not carry your table: who opens it needs the same file, "
            "uploaded and declared on the Data page."
        )
