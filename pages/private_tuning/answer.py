"""Private tuning at the visitor's settings: computed, drawn, and put into words."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import partial

import streamlit as st

from dpcore.checks import InvalidInput
from dplab.features import FEATURE_MAPS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from dplab.studies.private_tuning import costs, strategies
from dplab.studies.private_tuning.costs import Question, TuningCurve
from dplab.studies.private_tuning.strategies import Comparison
from pages.comparison import terms, values
from pages.comparison.screen import cached, measured, settings
from pages.kit import chart, visitor, words
from pages.kit.chart import FigureSlot, Metric
from pages.kit.frame import page_frame
from pages.private_tuning import figures, sentences

MOST_COMPARISONS = 200
MOST_WORK = 2_400_000_000
"""What training and testing at one point run over: some five seconds of a core."""

LESS = {"polynomial": "a smaller degree"}
"""What makes records narrower; most kernels have a number of features."""

FEWEST = {
    "n_draws": (values.WHOLE_BOUNDS["draws"][0], "draw"),
    "n": (costs.FEWEST_RECORDS, "record"),
    "n_candidates": (1, "candidate"),
}
"""The least that is worth asking for, and what it is."""

OTHERS = "What the other ways to choose cost"

at_one_place = cached.study(costs.at_one_place, MOST_COMPARISONS)


def check(question: Question) -> None:
    """Refuse what would keep the page computing for minutes."""
    chosen, d = question.settings, n_features(question)
    part = cached.part(chosen)
    # A law by its points is written out record by record.
    asked = {"n_candidates": len(question.lams), "n_draws": chosen.draws, "n": part.n}
    work: Callable[..., int] = partial(
        strategies.work, n_features=d, n_test=len(part.y_test), ranks=chosen.measure == "auc"
    )
    if work(**asked) > MOST_WORK:
        fewer = LESS.get(question.kernel, "fewer features of the kernel")
        narrower = [fewer] if question.has_kernel else []
        enough = [*_enough(asked, work), *narrower] or ["fewer draws and fewer records"]
        raise InvalidInput(
            f"{words.pluralize(len(question.lams), 'candidate')}, "
            f"{words.pluralize(chosen.draws, 'draw')} and {words.pluralize(part.n, 'record')} of "
            f"{d:,} "
            f"features are more than this page computes at once. Take {words.listed(enough, 'or')}."
        )


def _enough(asked: dict[str, int], work: Callable[..., int]) -> Iterator[str]:
    """Say of each number that was asked for how small it would have to be, where that helps."""
    for name, (fewest, thing) in FEWEST.items():
        smaller = range(fewest, asked[name])
        fitting = bisect_right(smaller, MOST_WORK, key=lambda most: work(**asked | {name: most}))
        if fitting:
            yield f"at most {words.pluralize(smaller[fitting - 1], thing)}"


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
                note=f"middle half {terms.range_of(middle)}",
                found=measured.recall(cached.class_names(chosen), found.mistakes),
            ),
            Metric("The split costs", split, "cost_of_split", note),
            Metric("The selection costs", selection, "cost_of_selection", note),
        ],
        rule,
    )
    measured.explained(chosen, cached.part(chosen))


def one_run(found: Comparison) -> None:
    """Draw the parts and one run of the pick, and the button for another."""
    names = [f"λ = {words.number(one.lam)}" for one in found.plan.candidates]
    place = st.session_state.setdefault("tuning_run", 0) % len(found.tuned.picks)
    picked, dark = int(found.tuned.picks[place]), visitor.is_dark()
    st.markdown(
        "**The records are cut: each candidate learns from its part, the last one judges.**"
    )
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
    settings.phone_sliders("epsilon")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Draw again", icon=":material/casino:", on_click=_again)
        with page_frame.steady("tuning_run"):
            st.caption(sentences.run(found, place), width="stretch")


def _again() -> None:
    st.session_state["tuning_run"] += 1


def figure(question: Question) -> TuningCurve:
    """Draw the five ways along ε or n while they are computed; return all points."""
    chosen = question.settings
    with st.container(key="tuning_along"):  # A lesson's step lays it on top.
        slot = FigureSlot()
    rule = cached.constant(chosen)

    def show(curve: TuningCurve) -> None:
        _show(slot, curve, rule)

    growing = costs.run(question, cached.own_records(question), at_one_place)
    return chart.as_it_grows(growing, show)


def _show(slot: FigureSlot, curve: TuningCurve, rule: ConstantRule) -> None:
    chart.show(
        figures.along(curve, rule, dark=visitor.is_dark(), phone=visitor.is_phone()),
        f"tuning-against-{curve.question.axis}",
        alt=sentences.alt(curve, rule),
        key=f"tuning_along_{len(curve.points)}",
        place=slot,
    )


def explained(found: Comparison, rule: ConstantRule, measure: str) -> None:
    """Write the sentences under the figure."""
    spoken = terms.as_markdown(rule)
    with page_frame.steady("tuning"):
        page_frame.sentence(f"**{sentences.cost(found, spoken, measure)}**")
    with page_frame.steady("tuning_theory"):
        st.markdown(sentences.theory(found))

    def others() -> None:
        st.markdown(sentences.beside(found, spoken, measure))
        st.warning(sentences.leak(found, measure), icon=":material/visibility:")

    page_frame.lazy_expander(OTHERS, others)
    remarks = [
        f"λ = {words.number(one.lam)}: {warning}"
        for plan, one in zip(found.plan.plans, found.plan.candidates, strict=True)
        for warning in plan.warnings
    ]
    label = f"What small λ ask of the noise ({words.pluralize(len(remarks), 'remark')})"
    said = "\n\n".join(remarks) or "No candidate's λ is too small at this ε."
    page_frame.lazy_expander(label, partial(st.caption, said), "tuning_remarks")


def with_kernel(question: Question) -> str:
    """Return what stands in the place of the records, with a blank before, or nothing."""
    if not question.has_kernel:
        return ""
    kernel = terms.kernel(question.kernel, question.parameters)
    said = f" In the place of the records: features of the {kernel}, D = {n_features(question):,}."
    return f"{said} {terms.FREQUENCIES}" if FEATURE_MAPS[question.kernel].is_random else said


def n_features(question: Question) -> int:
    """Return how many features the classifiers learn from."""
    return costs.feature_map(question, cached.own_records(question)).n_features
