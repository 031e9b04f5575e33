"""Kernels: where classifiers on random features say +1."""

from dataclasses import replace

from dpcore.data.dataset import Split
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.features import FEATURE_MAPS
from dplab.simulation.comparison import split_of
from dplab.simulation.sources import load
from dplab.studies.kernels import features as study
from dplab.studies.kernels.random_features import PLANE, Mapped, Question, mapped
from edition import defaults
from edition.dials import DialPicture, DialPlace
from pages.comparison import terms
from pages.kernels.features import sentences
from pages.kernels.features.figures import regions
from pages.kit.figures.style import FigureDict

START = 1.0


def picture() -> DialPicture:
    """Return the regions of moons along ε."""
    first = replace(Question(replace(PLANE, lam="auto")), parameters=_defaults())
    found, part = mapped(first), split_of(first.settings)
    return DialPicture(
        "kernels",
        defaults.EPSILON,
        "epsilon",
        tuple(_place(first, epsilon, found, part) for epsilon in defaults.FEW),
        defaults.FEW.index(START),
        {"lam": "auto"},
        part="features",
    )


def _defaults() -> tuple[tuple[str, float], ...]:
    knobs = FEATURE_MAPS[Question().kernel].parameters
    return tuple((name, knob.default) for name, knob in knobs.items())


def _place(first: Question, epsilon: float, found: Mapped, part: Split) -> DialPlace:
    asked = replace(first, settings=first.settings.with_epsilon(epsilon))
    here = study.at_epsilon(asked, found)
    features = load(asked.settings).features

    def draw(*, dark: bool, phone: bool) -> FigureDict:
        return regions.draw(
            {name: here.regions[name] for name in here.errors},
            part.X,
            part.y,
            features=(features[0], features[1]),
            shade="share",
            dark=dark,
            phone=phone,
        )

    private = {name: each for name, each in here.errors.items() if MECHANISMS[name].is_noisy}
    rule = terms.as_markdown(defaults.constant(asked.settings))
    lams = {name: here.outcomes[name].lam for name in here.errors}
    called = defaults.called(asked.settings)
    said = sentences.verdict(asked, here.n_features, here.errors["non_private"], private, rule)
    return DialPlace(
        repr(epsilon),
        defaults.epsilon_name(epsilon),
        f"**{said}**",
        sentences.alt_regions(here.errors, epsilon),
        draw,
        sentences.protocol(asked, here.n, here.d, here.n_features, called, lams),
    )
