"""What the live page shows besides the view: three numbers, one run, the figure as it grows."""

from collections.abc import Iterator
from functools import partial

import streamlit as st

from dplab.simulation.constant import ConstantRule
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from dplab.studies.private_tuning.costs import table_of_run
from dplab.studies.private_tuning.strategies import Comparison
from pages.comparison import terms
from pages.comparison.screen import cached, measured
from pages.kit import chart, export, visitor, words
from pages.kit.chart import FigureSlot, Metric
from pages.kit.frame import page_frame
from pages.kit.view import View
from pages.private_tuning import figures, sentences
from pages.private_tuning.view import Tuning

OTHERS = "What the other ways to choose cost"


def metrics(chosen: Settings, found: Comparison, rule: ConstantRule) -> None:
    """Draw three numbers: what tuning errs, and what its two steps cost beside a baseline."""
    _, *costs = found.costs
    is_of_use = rule.is_beaten_by(Summary.of(found.errors["hindsight"]))
    split, selection = (words.points(cost) if is_of_use else "–" for cost in costs)
    note = "" if is_of_use else "no baseline"
    middle = Summary.of(found.errors["split"])
    measured.tiles(
        [
            Metric(
                "Split and select",
                words.percent(middle.median),
                "tuning_error",
                note=f"half of the runs: {terms.range_of(middle)}",
                found=measured.recall(cached.class_names(chosen), found.mistakes),
            ),
            Metric("The split costs", split, "cost_of_split", note),
            Metric("The selection costs", selection, "cost_of_selection", note),
        ],
        rule,
    )
    measured.explained(chosen, cached.part(chosen), can_weigh=True)


def one_run(found: Comparison) -> None:
    """Draw the parts and one run of the pick, and the button for another."""
    names = [f"λ = {words.number(one.lam)}" for one in found.plan.candidates]
    place = st.session_state.setdefault("tuning_run", 0) % len(found.tuned.picks)
    picked, dark = int(found.tuned.picks[place]), visitor.is_dark()
    st.markdown("**Each candidate trains on its own part. The last part scores them.**")
    alt = "One bar in equal parts: " + ", ".join(names) + ", and one that judges."
    parts = figures.parts(found.plan.sizes, names, picked, dark=dark)
    chart.show(parts, "", alt=alt, key="tuning_parts")
    run = figures.run(
        names,
        found.tuned.mistakes[place],
        found.tuned.probabilities[place],
        picked,
        dark=dark,
    )
    chart.show(run, "", alt=sentences.run(found, place), key="tuning_run_picture")
    rows = partial(table_of_run, found, place)
    export.also("private-tuning-run.csv", "CSV of this run", rows)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Draw again", icon=":material/casino:", on_click=_again)
        with page_frame.steady("tuning_run"):
            st.caption(sentences.run(found, place), width="stretch")


def _again() -> None:
    st.session_state["tuning_run"] += 1


def figure(states: Iterator[View[Tuning]]) -> View[Tuning]:
    """Draw the five ways along ε or n while they are computed; return all of it."""
    with st.container(key="tuning_along"):  # A lesson's step lays it on top.
        slot = FigureSlot()
    return chart.as_it_grows(states, partial(_show, slot))


def _show(slot: FigureSlot, found: View[Tuning]) -> None:
    curve = found.answer.curve
    key = f"tuning_along_{len(curve.points)}"
    chart.view(found, f"tuning-against-{curve.question.axis}", key=key, place=slot)


def explained(found: View[Tuning], rule: ConstantRule) -> None:
    """Write the sentences under the figure."""
    comparison, measure = found.answer.comparison, found.answer.curve.question.settings.measure
    with page_frame.steady("tuning"):
        page_frame.sentence(found.sentence)
    with page_frame.steady("tuning_theory"):
        st.markdown(found.below[0])

    def others() -> None:
        st.markdown(sentences.beside(comparison, terms.as_markdown(rule), measure))
        st.warning(sentences.leak(comparison, measure), icon=":material/visibility:")

    page_frame.lazy_expander(OTHERS, others)
    remarks = [
        f"λ = {words.number(one.lam)}: {warning}"
        for plan, one in zip(comparison.plan.plans, comparison.plan.candidates, strict=True)
        for warning in plan.warnings
    ]
    label = f"Notes on small λ ({len(remarks):,})"
    said = "\n\n".join(remarks) or "No candidate's λ is too small at this ε."
    page_frame.lazy_expander(label, partial(st.caption, said), "tuning_remarks")
