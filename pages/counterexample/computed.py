"""What mechanisms give on D_d(γ), computed once."""

from dpcore.experiments import example
from dpcore.experiments.example import Example, Run
from pages.shared import cached

MOST_RUNS = 500


@cached.remembered(MOST_RUNS)
def runs(chosen: Example, mechanisms: tuple[str, ...]) -> dict[str, Run]:
    """Return what each mechanism gives."""
    return example.run(chosen, mechanisms)
