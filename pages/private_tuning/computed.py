"""The five ways to choose λ, computed once: on the records, or on a kernel's features of them."""

from dataclasses import replace

import numpy as np

from dpcore.erm.features import make
from dpcore.erm.maps.contract import FeatureMap
from dpcore.privacy.tuning import Candidate
from dpcore.simulation import sources
from dpcore.simulation.settings import Settings
from dpcore.studies import private_tuning as strategies
from dpcore.studies.private_tuning import Comparison
from pages.comparison import cached
from pages.comparison.kernels import NONE, Kernel

MOST_COMPARISONS = 200


def feature_map(settings: Settings, kernel: Kernel) -> FeatureMap:
    """Return what makes features of a record; its frequencies follow from the seed alone."""
    name, parameters = kernel
    return make(name, cached.dataset(settings).X.shape[1], dict(parameters), settings.seed)


@cached.memoized(MOST_COMPARISONS)
def comparison(
    settings: Settings,
    candidates: tuple[Candidate, ...],
    named: Candidate,
    kernel: Kernel = NONE,
) -> Comparison:
    """Return the five ways to choose among candidates, at the settings' ε and n.

    Without the classifiers themselves, which nobody looks at: of many features they are many times
    as large as all the rest, and two hundred comparisons are kept.
    """
    part = cached.part(settings)
    found = strategies.compare(
        part if kernel == NONE else sources.mapped(part, feature_map(settings, kernel)),
        candidates,
        (settings.epsilon,),
        fixed=named,
        n_draws=settings.draws,
        seed=settings.seed,
        middle=np.median,
        measure=settings.measure,
    )
    one = found[settings.epsilon]
    return replace(one, tuned=replace(one.tuned, coefs=one.tuned.coefs[..., :0].copy()))
