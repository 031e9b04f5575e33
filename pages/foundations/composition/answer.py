"""The answer on many answers: the law of their loss, their average, and a budget."""

import pandas as pd
import streamlit as st

from dpcore.studies.foundations import composition as core
from pages.foundations import epsilon, export
from pages.foundations.composition import choices, figures, sentences
from pages.kit import chart, text
from pages.kit.frame import page_frame


def show(chosen: choices.Choice) -> None:
    """Draw the answer."""
    each, dark = epsilon.finite(), chart.is_dark()
    law = core.law(chosen.k, each)
    along, here = core.averages(each), core.averages(each, (chosen.k,))
    _loss(law, dark=dark)
    drawing = figures.averages(along, here, dark=dark)
    chart.show(drawing, "foundations-averages", alt=sentences.alt_averages(here), key="averages")
    st.markdown(sentences.better(here))
    _budget(chosen, each, dark=dark)
    st.subheader("What do k answers cost together?", anchor=False)
    st.markdown(sentences.table(chosen.k, each))
    st.info(sentences.printed(), icon=":material/menu_book:")
    export.row(
        "composition",
        lambda: table(law, along),
        {
            "k": chosen.k,
            "epsilon": each,
            "spent": chosen.spent,
            "seed": chosen.seed,
            "run": chosen.run,
        },
    )


def _loss(law: core.DrawnLaw, *, dark: bool) -> None:
    drawing = figures.law(law, dark=dark)
    chart.show(drawing, "foundations-composition", alt=sentences.alt(law), key="law")
    choices.within_reach()
    page_frame.sentence(f"**{sentences.verdict(law)}**")
    st.caption(sentences.caveat())


def _budget(chosen: choices.Choice, each: float, *, dark: bool) -> None:
    """Draw the bar of the budget, and the button that spends it."""
    done = core.asked(chosen.spent, chosen.seed, chosen.run)
    drawing = figures.bar(done, each, chosen.budget, dark=dark)
    chart.show(drawing, "", alt=sentences.alt_bar(done, chosen.budget), key="budget")
    choices.buttons(each)
    if why := choices.why_refused():
        st.error(text.literal(why))
    if wrong := sentences.overspent(done, chosen.budget):
        st.warning(wrong)
    st.markdown(sentences.asked(done, each, chosen.budget))


def table(law: core.DrawnLaw, along: core.Averages) -> str:
    """Return what both figures show as CSV: series, place on the axis, value."""
    shared = {"k": law.k, "epsilon": law.epsilon}
    series = (
        ("probability of a loss", law.atoms[:, 0], law.atoms[:, 1]),
        ("density of the loss", law.losses, law.density),
        ("loss: mean", [law.mean], [None]),
        ("loss: exceeded by 1 in 100", [law.tail], [core.RARE]),
        ("loss: worst case", [law.most], [law.reached]),
        ("half width of the average, by total epsilon", along.spent, along.average),
        ("half width of one answer, by total epsilon", along.spent, along.single),
    )
    frames = [pd.DataFrame({**shared, "series": name, "x": x, "y": y}) for name, x, y in series]
    return str(pd.concat(frames, ignore_index=True).to_csv(index=False))
