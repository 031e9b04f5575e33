"""The answer of serving predictions: three models, errors along ε, PINP and TDIL at work."""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.privacy.kernels.serving import FORMS, WAYS
from dpcore.simulation.constant import ConstantRule
from dpcore.simulation.sources import UPLOAD
from dpcore.simulation.summaries import Summary
from dpcore.studies.kernels.serving import EPSILONS, Learner, ServingChoice
from pages.comparison import cached, measured, settings, terms
from pages.kernels import export
from pages.kernels.serving import choices, computed, sentences
from pages.kernels.serving.choices import AskedToServe
from pages.kernels.serving.computed import Along
from pages.kernels.serving.figures import along as serving
from pages.kernels.serving.figures import pinp, tdil, ways
from pages.kernels.serving.figures.along import ShownWays
from pages.kit import chart, words
from pages.kit.chart import Metric
from pages.kit.frame import page_frame

HELP = "kernels_served_error"
MANY_POINTS = 500


@dataclass(frozen=True, eq=False)
class FoundServing:
    """What the choice gives.

    Parameters
    ----------
    choice : ServingChoice
    form : str
    learner : Learner
    rule : ConstantRule
        What always giving the same answer errs at the points.
    now, along : Along
        Errors at the visitor's ε, and along it.
    """

    choice: ServingChoice
    form: str
    learner: Learner
    rule: ConstantRule
    now: Along
    along: Along

    @property
    def epsilon(self) -> float:
        """The visitor's ε."""
        return self.choice.settings.epsilon

    @property
    def broken(self) -> tuple[str, ...]:
        """Ways whose plan does not keep its claim, at any ε shown."""
        places = (*self.now.items(), *self.along.items())
        broken = {way for (way, _), each in places if each.plan.guarantee == "broken"}
        return tuple(way for way in sentences.NAMES if way in broken)

    def is_broken(self, way: str) -> bool:
        """Tell whether a way does not keep its claim at the visitor's ε."""
        return self.now[way, self.epsilon].plan.guarantee == "broken"

    @property
    def largest(self) -> float:
        """CR: no prediction is larger."""
        problem = self.choice.problem(self.learner.n, self.epsilon)
        return float(problem.proven_norm_bound * problem.radius)

    def here(self, measured: str) -> dict[str, Summary]:
        """Return the errors of each way at the visitor's ε."""
        return {way: getattr(self.now[way, self.epsilon], measured) for way in sentences.NAMES}

    def curves(self, measured: str) -> dict[str, dict[float, Summary]]:
        """Return the errors of each way along ε."""
        return {
            way: {epsilon: getattr(self.along[way, epsilon], measured) for epsilon in EPSILONS}
            for way in sentences.NAMES
        }


def show(asked: AskedToServe) -> None:
    """Draw the answer."""
    _models()
    choices.finite(asked.choice)
    # Decomposing a large kernel matrix takes seconds: somebody could wonder.
    slow = asked.choice.n_points > MANY_POINTS
    with st.spinner("Computing the errors at your points.") if slow else nullcontext():
        found = find(asked)
    _tiles(found)
    _errors(found)
    _conversation(found)
    _tdil(found)
    _protocol(found, asked.choice.n_points)
    own = found.choice.settings.data == UPLOAD
    export.row("serving", lambda: table(found), values(found), own=own)


def find(asked: AskedToServe) -> FoundServing:
    """Return what a choice gives."""
    choice = computed.with_points_there_are(asked.choice)
    return FoundServing(
        choice,
        asked.form,
        computed.learned(choice),
        computed.rule(choice),
        computed.served(choice, asked.form, (choice.settings.epsilon,)),
        computed.served(choice, asked.form, EPSILONS),
    )


def _models() -> None:
    """Draw who asks what, and when."""
    for column, (model, (name, said)) in zip(
        st.columns(len(sentences.MODELS)), sentences.MODELS.items(), strict=True
    ):
        with column:
            st.markdown(f"**{name}**")
            alt = sentences.alt_model(model)
            st.html(ways.drawing(model, alt=alt, dark=chart.is_dark()))
            st.caption(said)


def _tiles(found: FoundServing) -> None:
    plain = Metric("Non-private", words.percent(found.learner.wrong), HELP, "no noise, no spread")
    noisy = [
        Metric(
            WAYS[way].label,
            words.percent(at.median),
            HELP,
            f"middle half {terms.range_of(at)}" + ("; not private" if found.is_broken(way) else ""),
        )
        for way, at in found.here("wrong").items()
    ]
    measured.tiles([plain, *noisy], found.rule)


def _errors(found: FoundServing) -> None:
    """Draw the errors along ε, and say who has the smallest."""
    measured, look = choices.measured(), {"dark": chart.is_dark(), "phone": chart.is_phone()}
    here, along = found.here(measured), found.curves(measured)
    shown = ShownWays(along, here, found.epsilon, found.broken)
    if measured == "wrong":
        drawing = serving.wrong(shown, found.learner.wrong, found.rule, **look)
    else:
        drawing = serving.off(shown, float(np.abs(found.learner.predictions).mean()), **look)
    alt = sentences.alt_errors(here, found.epsilon, measured)
    chart.show(drawing, "serving-predictions", alt=alt, key=f"serving_{measured}")
    settings.within_reach("epsilon", "lam")
    rule = terms.as_markdown(found.rule)
    said = sentences.verdict(found.choice, here, found.learner.wrong, rule, measured)
    page_frame.sentence(f"**{said}** {sentences.smallest(along, found.broken, measured)}")
    broken = "tddl_laplace" in found.broken
    st.markdown(sentences.changed(found.form, found.choice.n_points, is_broken=broken))


def _conversation(found: FoundServing) -> None:
    st.subheader("PINP: answers as they come", anchor=False)
    spoken = computed.conversation(found.choice, found.form)
    exact = found.learner.predictions
    drawing = pinp.draw(spoken, exact, largest=found.largest, dark=chart.is_dark())
    chart.show(drawing, "pinp", alt=sentences.alt_conversation(spoken), key="pinp")
    now, rule = found.here("wrong")["pinp"], terms.as_markdown(found.rule)
    st.markdown(sentences.conversation(spoken, exact, now, rule, found.largest))


def _tdil(found: FoundServing) -> None:
    st.subheader("TDIL: a learner that asks itself", anchor=False)
    try:
        runs = {form: computed.tdil(found.choice, printed=form == "printed") for form in FORMS}
    except InvalidInput:  # The plan has no proof at so large an ε.
        st.info(sentences.no_tdil(found.epsilon))
        return
    drawing = tdil.draw(runs, found.epsilon, dark=chart.is_dark())
    chart.show(drawing, "tdil", alt=sentences.alt_tdil(runs[found.form]), key="tdil")
    st.markdown(sentences.tdil(runs, found.form, found.epsilon))
    st.caption(sentences.about_tdil(computed.TDIL_LAM))


def _protocol(found: FoundServing, asked: int) -> None:
    chosen = found.choice.settings
    d = cached.part(chosen).X.shape[1]
    said = sentences.protocol(found.choice, found.learner.n, d, settings.DATA[chosen.data])
    st.caption(" ".join(filter(None, (sentences.fewer(asked, found.choice.n_points), said))))


def table(found: FoundServing) -> str:
    """Return the errors along ε and at the visitor's as CSV, one row each."""
    rows = [
        (measured, way, epsilon, at.plan.scale, *_quartiles(getattr(at, measured)))
        for measured in ("wrong", "off")
        for (way, epsilon), at in sorted({**found.along, **found.now}.items())
    ]
    columns = ["error", "way", "epsilon", "noise_scale", "low", "median", "high"]
    rows_of = pd.DataFrame(rows, columns=columns).assign(form=found.form)
    return str(rows_of.to_csv(index=False))


def _quartiles(at: Summary) -> tuple[float, float, float]:
    return at.low, at.median, at.high


def values(found: FoundServing) -> Mapping[str, object]:
    """Return what the script names."""
    choice = found.choice
    return vars(replace(choice.settings, n=found.learner.n)) | {
        "parameters": choice.parameters,
        "n_points": choice.n_points,
        "norm_bound": choice.norm_bound,
        "failure": choice.failure,
        "form": found.form,
    }
