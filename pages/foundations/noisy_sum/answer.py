"""The answer of the noisy sum: the picture, what can be said of it, and what can be taken along."""

import pandas as pd
import streamlit as st

from dpcore.studies.foundations import noisy_sum as core
from dpcore.studies.foundations.noisy_sum import NoisySum, SumQuestion
from pages.foundations import epsilon, export
from pages.foundations.noisy_sum import choices, figures, sentences
from pages.kit import chart
from pages.kit.frame import page_frame


def show(asked: SumQuestion) -> None:
    """Draw the answer."""
    epsilon.finite()
    found = core.run(asked)
    drawing = figures.draw(found, dark=chart.is_dark())
    chart.show(drawing, "noisy-sum", alt=sentences.alt(found), key="noisy_sum")
    choices.within_reach()
    choices.buttons()
    st.caption(sentences.draws(found))
    page_frame.sentence(sentences.verdict(found))
    st.markdown(sentences.promise(found))
    st.markdown(sentences.table(found))
    export.row("noisy_sum", lambda: table(found), vars(asked))


def table(found: NoisySum) -> str:
    """Return curves, half widths and draws as CSV."""
    curves = [
        ("density with bit 0", found.outputs, found.densities[0]),
        ("density with bit 1", found.outputs, found.densities[1]),
        ("privacy loss", found.outputs, found.loss),
        ("draw", found.answers, range(1, len(found.answers) + 1)),
    ]
    frames = [
        pd.DataFrame({"series": name, "output": outputs, "value": values})
        for name, outputs, values in curves
    ]
    widths = pd.DataFrame(
        [(f"half width, {each.name}", each.width, each.share) for each in found.widths],
        columns=["series", "output", "value"],
    )
    return str(pd.concat([*frames, widths], ignore_index=True).to_csv(index=False))
