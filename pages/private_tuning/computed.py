"""The five ways to choose λ, computed once."""

import numpy as np

from dpcore.experiments import strategies
from dpcore.experiments.settings import Settings
from dpcore.experiments.strategies import Comparison
from dpcore.privacy.tuning import Candidate
from pages.shared import cached

MOST_COMPARISONS = 200


@cached.remembered(MOST_COMPARISONS)
def comparison(
    settings: Settings, candidates: tuple[Candidate, ...], named: Candidate
) -> Comparison:
    """Return the five ways to choose among candidates, at the settings' ε and n."""
    found = strategies.compare(
        cached.part(settings),
        candidates,
        (settings.epsilon,),
        fixed=named,
        n_draws=settings.draws,
        seed=settings.seed,
        middle=np.median,
        measure=settings.measure,
    )
    return found[settings.epsilon]
