"""The answer of random features: the plane, errors along D and along ε, and where δ helps."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import pandas as pd
import streamlit as st

from dpcore.data.dataset import Split
from dpcore.data.recipes import RECIPES
from dpcore.erm.features import FEATURE_MAPS
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.simulation.comparison import EPSILONS, Outcome
from dpcore.simulation.constant import ConstantRule
from dpcore.simulation.measures import MEASURES
from dpcore.simulation.sources import UPLOAD
from dpcore.simulation.summaries import Summary
from dpcore.studies.kernels import where_delta_helps
from dpcore.studies.kernels.random_features import FeatureChoice, sizes_within_reach
from pages.comparison import cached, measured, settings, terms
from pages.kernels import export
from pages.kernels.features import choices, computed, sentences
from pages.kernels.features.figures import along, delta, regions
from pages.kit import chart, controls, words
from pages.kit.chart import Metric
from pages.kit.frame import page_frame

BATCH = 4
"""Values of ε that are computed at a time."""

DELTAS = (1e-4, 1e-6, 1e-9)

Errors = dict[str, dict[float, Summary]]


@dataclass(frozen=True, eq=False)
class Found:
    """What the choice gives at its ε.

    Parameters
    ----------
    choice : FeatureChoice
    part : Split
        Before the map.
    outcomes : mapping
        Per mechanism, its test errors.
    rule : ConstantRule
        What always giving the same answer errs.
    """

    choice: FeatureChoice
    part: Split
    outcomes: Mapping[str, Outcome]
    rule: ConstantRule

    @property
    def now(self) -> dict[str, Summary]:
        """Middle and spread of the errors of each mechanism."""
        return {name: Summary.of(each.errors) for name, each in self.outcomes.items()}

    @property
    def n_features(self) -> int:
        """D."""
        return self.choice.make_map(self.part.X.shape[1]).n_features

    @property
    def is_random(self) -> bool:
        """Whether D is chosen."""
        return FEATURE_MAPS[self.choice.kernel].is_random


def show(choice: FeatureChoice) -> None:
    """Draw the answer."""
    found = _found(choice)
    _metrics(found)
    _plane(found)
    settings.within_reach("epsilon", "lam")
    rule = terms.as_markdown(found.rule)
    plain, private = found.now["non_private"], _in_order(found.now)
    page_frame.sentence(f"**{sentences.verdict(choice, found.n_features, plain, private, rule)}**")
    for warning in found.outcomes["objective"].plan.warnings:
        st.info(warning)
    {"epsilon": _epsilons, "features": _sizes, "delta": _delta}[choices.figure()](found)
    st.caption(_protocol(found))
    export.row("features", lambda: table(found), _values(found), own=_is_own(choice))


def _found(choice: FeatureChoice) -> Found:
    outcomes = {name: each for (name, _), each in computed.at(choice).items()}
    part = cached.part(choice.settings)
    return Found(choice, part, outcomes, cached.constant(choice.settings))


def _metrics(found: Found) -> None:
    tiles = [
        Metric(
            MECHANISMS[name].label,
            words.percent(at.median),
            "kernels_error",
            "no noise, no spread" if name == "non_private" else f"middle half {terms.range_of(at)}",
            found=measured.recall(found.choice.settings, found.outcomes[name].mistakes),
        )
        for name, at in (("non_private", found.now["non_private"]), *_in_order(found.now).items())
    ]
    measured.tiles(tiles, found.rule)
    measured.explained(found.choice.settings)


def _in_order(now: Mapping[str, Summary]) -> dict[str, Summary]:
    """Return the private ones as the tiles of all pages stand."""
    _, *names = now
    return {name: now[name] for name in terms.as_tiles(names)}


def _plane(found: Found) -> None:
    """Draw where the classifiers say +1, if the records lie in the plane."""
    choice, part = found.choice, found.part
    if part.X.shape[1] != computed.PLANE:
        st.caption(
            f"These records have {part.X.shape[1]} features: only those of two, such as moons, "
            "circles and XOR, have a picture in the plane."
        )
        return
    shade = choices.shade()
    found_at = computed.regions(choice)
    drawing = regions.draw(
        {name: found_at[name] for name in ("non_private", *_in_order(found.now))},
        part.X,
        part.y,
        features=_names(choice),
        shade=shade,
        dark=chart.is_dark(),
        phone=chart.is_phone(),
    )
    alt = sentences.alt_regions(found.now, choice.settings.epsilon)
    chart.show(drawing, "kernel-regions", alt=alt, key="kernel_regions")


def _names(choice: FeatureChoice) -> tuple[str, str]:
    first, second = cached.dataset(choice.settings).features
    return first, second


def _sizes(found: Found) -> None:
    """Draw the errors along D, while they are computed."""
    if not found.is_random:
        st.info(sentences.EXACT)
        return
    choice, slot = found.choice, st.empty()
    chosen = choice.settings
    at_d, label = dict(choice.parameters)["features"], MEASURES[chosen.measure].label

    def draw(errors: Errors) -> None:
        drawing = along.sizes(
            errors,
            best_sizes(errors, found),
            chosen=at_d,
            now=_in_order(found.now),
            rule=found.rule,
            title=f"{label} against D at ε = {words.number(chosen.epsilon)}",
            errors=label,
            loss=chosen.loss,
            dark=chart.is_dark(),
            phone=chart.is_phone(),
        )
        alt = sentences.alt_sizes(best_sizes(errors, found), chosen.epsilon)
        chart.show(drawing, "error-against-features", alt=alt, place=slot)

    errors = chart.as_it_grows(along_sizes(found), draw)
    st.markdown(sentences.best(errors, best_sizes(errors, found), chosen.epsilon))
    _along_many(choice)


def _along_many(choice: FeatureChoice) -> None:
    """Link to the same on Sweeps, along ε."""
    chosen, kernel = choice.settings, dict(choice.parameters)
    noise = dict(chosen.knobs).get("noise", RECIPES["moons"].knobs["noise"].default)
    controls.link_to(
        "sweeps",
        "The same along many ε, or along n and λ",
        ":material/arrow_forward:",
        {
            "axis": "epsilon",
            "data": chosen.data,
            "d": chosen.d,
            "noise": noise,  # this page's own records have the usual one
            "n": chosen.n,
            "mechanisms": choice.mechanisms,
            "sweeps_kernel": choice.kernel,
            "sweeps_bandwidth": kernel["bandwidth"],
            "sweeps_features": kernel["features"],
        },
    )


def along_sizes(found: Found) -> Iterator[Errors]:
    """Yield the errors along D, one D more each time."""
    errors: Errors = {name: {} for name in found.choice.mechanisms}
    for size in sizes_within_reach(found.choice, found.part.n):
        for (name, _), at in computed.of_size(found.choice, size).items():
            errors[name] = errors[name] | {size: at}
        yield dict(errors)


def best_sizes(errors: Errors, found: Found) -> dict[str, int]:
    """Return per private mechanism the D of the smallest median error, once all are there."""
    if len(errors["objective"]) < len(sizes_within_reach(found.choice, found.part.n)):
        return {}
    return {
        name: int(min(at, key=lambda size: at[size].median))
        for name, at in errors.items()
        if name != "non_private"
    }


def _epsilons(found: Found) -> None:
    """Draw the errors along ε, of the kernel and of a line."""
    choice = found.choice
    chosen = choice.settings
    slot = st.empty()

    def draw(errors: tuple[Errors, Errors]) -> None:
        drawing = along.epsilons(
            *errors,
            epsilon=chosen.epsilon,
            now=_in_order(found.now),
            rule=found.rule,
            title=f"{MEASURES[chosen.measure].label} against ε",
            errors=MEASURES[chosen.measure].label,
            loss=chosen.loss,
            dark=chart.is_dark(),
            phone=chart.is_phone(),
        )
        alt = sentences.alt_epsilons(choice)
        chart.show(drawing, "kernel-against-line", alt=alt, place=slot)

    kernel, line = chart.as_it_grows(along_epsilons(choice), draw)
    plain = (each["non_private"][math.inf].median for each in (kernel, line))
    said = [sentences.beside_a_line(choice, *plain)]
    said.append(sentences.from_where(kernel, line, tuple(_in_order(found.now))))
    st.markdown(" ".join(said))


def along_epsilons(choice: FeatureChoice) -> Iterator[tuple[Errors, Errors]]:
    """Yield the errors along ε of the kernel, some ε more each time, and those of a line."""
    line = _by_name(computed.along(choice.linear(), EPSILONS))
    found: computed.Summaries = {}
    for start in range(0, len(EPSILONS), BATCH):
        found = found | computed.along(choice, EPSILONS[start : start + BATCH])
        yield _by_name(found), line


def _by_name(found: computed.Summaries) -> Errors:
    errors: Errors = {}
    for (name, epsilon), at in found.items():
        errors.setdefault(name, {})[epsilon] = at
    return errors


def _delta(found: Found) -> None:
    """Draw from how many features on a δ shortens the noise."""
    chosen, value = found.choice.settings, found.choice.settings.delta
    epsilon = chosen.epsilon
    if math.isinf(epsilon):
        st.info(sentences.NO_NOISE)
        return
    epsilons = delta.epsilons()
    drawing = delta.draw(
        {each: computed.borders(tuple(epsilons), each) for each in sorted({*DELTAS, value})},
        epsilons,
        delta=value,
        epsilon=epsilon,
        n_features=found.n_features,
        dark=chart.is_dark(),
    )
    border = where_delta_helps.even(epsilon, value)
    alt = sentences.alt_delta(border, epsilon, value)
    chart.show(drawing, "where-delta-helps", alt=alt)
    times = where_delta_helps.times_longer(found.n_features, epsilon, value)
    st.markdown(sentences.shorter(times, border, epsilon, value, found.n_features))


def _protocol(found: Found) -> str:
    choice, part = found.choice, found.part
    called = settings.DATA[choice.settings.data]
    return sentences.protocol(choice, part.n, part.X.shape[1], found.n_features, called)


def _is_own(choice: FeatureChoice) -> bool:
    return choice.settings.data == UPLOAD


def table(found: Found) -> str:
    """Return the errors along D and along ε as CSV, one row each."""
    choice = found.choice
    rows = []
    if found.is_random:
        *_, errors = along_sizes(found)
        at = choice.settings.epsilon
        rows += [
            ("features of the kernel", name, size, at, each)
            for name, sizes in errors.items()
            for size, each in sizes.items()
        ]
    *_, curves = along_epsilons(choice)
    for what, errors, n_features in zip(
        ("kernel", "line"),
        curves,
        (found.n_features, found.part.X.shape[1]),
        strict=True,
    ):
        rows += [
            (what, name, n_features, epsilon, each)
            for name, points in errors.items()
            for epsilon, each in points.items()
        ]
    frame = pd.DataFrame(
        [(*first, each.low, each.median, each.high) for *first, each in rows],
        columns=["what", "mechanism", "features", "epsilon", "low", "median", "high"],
    )
    return str(frame.to_csv(index=False))


def _values(found: Found) -> dict[str, object]:
    choice = found.choice
    chosen = replace(choice.settings, n=found.part.n)
    return vars(chosen) | {
        "kernel": choice.kernel,
        "parameters": choice.parameters,
    }
