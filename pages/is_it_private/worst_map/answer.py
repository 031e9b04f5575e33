"""Where the missing Jacobian matters, beside the mechanism that pays for it."""

import numpy as np
import streamlit as st

from dplab.studies.is_it_private import worst_map
from dplab.studies.is_it_private.verdicts import Question
from pages.comparison.figures import maps
from pages.comparison.screen import settings
from pages.is_it_private import export, results
from pages.is_it_private.worst_map import figures, sentences
from pages.kit import chart, text, visitor
from pages.kit.figures.axes import Axis
from pages.kit.frame import page_frame

HORIZONTAL = Axis("Privacy parameter ε", worst_map.EPSILONS[0], worst_map.EPSILONS[-1])
VERTICAL = Axis("nλ, in records", worst_map.N_LAMBDAS[0], worst_map.N_LAMBDAS[-1])


def show(question: Question) -> None:
    """Draw both maps, with the visitor's place on them."""
    loss, h, d = question.loss, question.h, min(question.d, 2)
    found = {name: results.ratios(name, loss, h, d) for name in worst_map.MAPPED}
    page_frame.sentence(sentences.mapped(found))
    for column, (name, values) in zip(st.columns(2), found.items(), strict=True):
        with column:
            drawing = figures.worst_over(
                HORIZONTAL,
                VERTICAL,
                np.array(worst_map.EPSILONS),
                np.array(worst_map.N_LAMBDAS),
                values,
                title=sentences.LABELS[name],
                dark=visitor.is_dark(),
            )
            pull = question.n * question.lam
            maps.mark(drawing, HORIZONTAL, VERTICAL, question.epsilon, pull, dark=visitor.is_dark())
            chart.show(drawing, f"worst-loss-{name}", alt=sentences.map_alt(name, values))
    settings.phone_sliders("epsilon", "lam")
    st.markdown(text.sections("is_it_private/worst_map")["About the map"])
    export.row("worst_map", lambda: worst_map.table(found), {"loss": loss, "h": h, "d": d})
