"""All mechanisms at the visitor's settings, drawn as their verdicts come in."""

import math
import time

import streamlit as st

from pages.shared import cached, picture
from pages.shared.figures import curves
from pages.shared.figures.private import strip
from pages.shared.private import sentences, verdicts
from pages.shared.private.verdicts import Question, Verdict

PATIENCE = 0.5
"""Seconds of computing after which the strip is drawn as far as it has come."""


def draw(question: Question) -> None:
    """Draw the strip."""
    names = verdicts.everyone()
    slot, drawn = st.empty(), time.monotonic()
    found: dict[str, Verdict] = {}
    for name in names:
        found[name] = cached.verdict(question.about(name))
        if time.monotonic() - drawn > PATIENCE or name == names[-1]:
            _draw(slot, found, names)
            drawn = time.monotonic()


def _draw(
    slot: "st.delta_generator.DeltaGenerator", found: dict[str, Verdict], names: tuple[str, ...]
) -> None:
    rows = {name: _row(each) for name, each in found.items()}
    slot.plotly_chart(
        strip.verdicts(rows, names, dark=st.context.theme.type == "dark"),
        theme=None,
        config=curves.config("verdicts", picture.chosen()),
        alt=sentences.strip_alt(found),
    )


def _row(found: Verdict) -> strip.Row:
    claim = found.plan.epsilon
    numbers = f"found {sentences.short(found.found)}, at most {sentences.short(found.ceiling)}"
    verdict = sentences.SHORT[found.standing]
    if found.standing == "none":
        return strip.Row(math.inf, math.inf, verdict, numbers)
    return strip.Row(found.found / claim, found.ceiling / claim, verdict, numbers)
